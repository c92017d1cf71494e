package reproduce

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/cmd/marginlab/term"
)

// checkedRow is a row with the verdict of its name, on a run of its name.
type checkedRow string

func (r checkedRow) Verdict() (held int, violated []string, run string) {
	for _, c := range r {
		if c == 'h' {
			held++
		} else {
			violated = append(violated, string(c))
		}
	}
	return held, violated, "run " + string(r)
}

func TestTallyAndViolations(t *testing.T) {
	rows := []checkedRow{"hah", "h", "bc"}
	var out bytes.Buffer
	Tally(term.NewOut(&out), "theorem", rows)
	require.Equal(t, "\nProved theorems on these 3 runs: 3 hold, 3 fail.\n", out.String())
	err := Violations("theorem", rows)
	require.EqualError(t, err, "3 theorems are violated: a (run hah), b (run bc), c (run bc)")
	require.ErrorAs(t, err, new(term.Finding))
	require.EqualError(t, Violations("theorem", rows[:1]), "1 theorem is violated: a (run hah)")
	require.NoError(t, Violations("theorem", rows[1:2]))
}

func TestCounted(t *testing.T) {
	require.NoError(t, Counted("--runs", 1))
	require.EqualError(t, Counted("--runs", 0), "--runs is 0, expected at least 1")
	require.EqualError(t, Counted("--runs", 1e15), "--runs is 1000000000000000, expected at most 10000000")
}
