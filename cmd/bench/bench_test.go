package bench

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/alecthomas/kong"
	"github.com/stretchr/testify/require"
)

func TestInterleave(t *testing.T) {
	t.Parallel()
	order := func(mirror bool) (text string) {
		for r := range Interleave(2, 2, 3, mirror) {
			text += fmt.Sprint(r.Round, r.Group, r.Member, " ")
		}
		return text
	}
	require.Equal(t, "0 0 0 0 0 1 0 0 2 0 1 0 0 1 1 0 1 2 1 0 0 1 0 1 1 0 2 1 1 0 1 1 1 1 1 2 ", order(false))
	require.Equal(t, "0 0 0 0 0 1 0 0 2 0 1 0 0 1 1 0 1 2 1 0 2 1 0 1 1 0 0 1 1 2 1 1 1 1 1 0 ", order(true))
	for range Interleave(2, 2, 3, false) {
		break
	}
}

// The least number of runs with an interval has that of the extremes, and one less has none.
func TestMedian(t *testing.T) {
	t.Parallel()
	runs := []float64{6, 1, 5, 2, 4, 3}
	s := Median(runs)
	require.Equal(t, []float64{3.5, 1, 6}, []float64{s.Center, s.Lo, s.Hi})
	require.Equal(t, []float64{6, 1, 5, 2, 4, 3}, runs)
	require.Len(t, runs, LeastRuns)
	require.Empty(t, s.Warnings)
	require.NotEmpty(t, Median(slices.Clone(runs[1:])).Warnings)
}

func TestMake(t *testing.T) {
	t.Parallel()
	for want, args := range map[string][]string{
		"make growth": {"--output=x"},
		"make growth FLAGS='--quick --rounds=3 --wait=2s a.svm'": {"a.svm", "--quick", "-o", "x", "--rounds", "3", "--wait=2s"},
		`make growth FLAGS='--only="a b|c"'`:                     {"--only=a b|c"},
	} {
		var f struct {
			Files  []string `arg:"" optional:""`
			Quick  bool
			Only   string
			Rounds int `default:"7"`
			Wait   time.Duration
			Output string `short:"o"`
		}
		given, err := kong.Must(&f).Parse(args)
		require.NoError(t, err)
		require.Equal(t, want, Make("growth", given, []string{"output"}, f.Files...))
	}
}
