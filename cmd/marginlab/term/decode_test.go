package term

import (
	"bytes"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// decoded is a command line with a flag of each kind.
type decoded struct {
	Trials int           `placeholder:"N" help:"Streams."`
	Sizes  []int         `placeholder:"N" help:"Sizes."`
	Budget time.Duration `help:"Time."`
}

func TestNumbersOfFlags(t *testing.T) {
	t.Parallel()
	read := func(args ...string) (d decoded, message string) {
		var out, errs bytes.Buffer
		Run(t.Context(), &d, args, Streams{Out: NewOut(&out), Err: &errs})
		return d, errs.String()
	}
	for text, want := range map[string]int{
		"20": 20, "1e5": 100_000, "2.5e3": 2500, "9007199254740993": 9007199254740993,
	} {
		d, _ := read("--trials=" + text)
		require.Equal(t, want, d.Trials, text)
	}
	d, _ := read("--sizes=10,1e3")
	require.Equal(t, []int{10, 1000}, d.Sizes)
	for text, want := range map[string]time.Duration{"5": 5 * time.Second, "0": 0, "1.5": 1500 * time.Millisecond, "2m": 2 * time.Minute, "1m30s": 90 * time.Second} {
		d, _ := read("--budget=" + text)
		require.Equal(t, want, d.Budget, text)
	}
	for arg, want := range map[string]string{
		"--trials=1.5": "expected an integer, as 20 or 1e5", "--trials=many": `but got "many"`, "--trials=1e300": "expected an integer", "--trials=NaN": "expected an integer",
		"--budget=soon": "expected a time, as 5 (seconds), 90s or 2m", "--budget=": "expected a time",
	} {
		_, message := read(arg)
		require.Contains(t, message, want, arg)
	}
}
