//go:build unix

package main

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/perf/benchmath"
)

func sample(values ...float64) *benchmath.Sample {
	return benchmath.NewSample(values, &benchmath.Thresholds{CompareAlpha: alpha})
}

func TestShows(t *testing.T) {
	for _, c := range []struct {
		name       string
		base, head *benchmath.Sample
		loss       float64
		want       bool
	}{
		// Two samples of four must be apart for p < 0.05: 1·(1+x) > 1.3.
		{"four runs must separate", sample(1, 1.1, 1.2, 1.3), sample(1, 1.1, 1.2, 1.3), 0.301, true},
		{"and do not", sample(1, 1.1, 1.2, 1.3), sample(1, 1.1, 1.2, 1.3), 0.299, false},
		// The noise alone counts: head is twice as slow, and scatters the same.
		{"location is ignored", sample(1, 1.1, 1.2, 1.3), sample(2, 2.2, 2.4, 2.6), 0.301, true},
		{"location is no help", sample(1, 1.1, 1.2, 1.3), sample(2, 2.2, 2.4, 2.6), 0.299, false},
		{"no scatter", sample(7, 7, 7, 7), sample(8, 8, 8, 8), 1e-3, true},
		{"all zero", sample(0, 0, 0, 0), sample(0, 0, 0, 0), 0, true},
		{"three runs never show", sample(1, 1, 1), sample(1, 1, 1), 1e6, false},
		{"zero to something", sample(0, 0, 0, 0), sample(1, 1, 1, 1), 1e6, false},
		{"something to zero", sample(1, 1, 1, 1), sample(0, 0, 0, 0), 1e6, false},
	} {
		t.Run(c.name, func(t *testing.T) { require.Equal(t, c.want, shows(c.base, c.head, c.loss)) })
	}
}

// TestLeastSignificantRuns derives minRuns: complete separation of n and n runs
// is significant from there on, and not below.
func TestLeastSignificantRuns(t *testing.T) {
	separated := func(n int) float64 {
		old, now := make([]float64, n), make([]float64, n)
		for i := range n {
			old[i], now[i] = float64(i), float64(n+i)
		}
		return benchmath.AssumeNothing.Compare(sample(old...), sample(now...)).P
	}
	require.Less(t, separated(minRuns), alpha)
	require.GreaterOrEqual(t, separated(minRuns-1), alpha)
}

func TestLoss(t *testing.T) {
	require.InDelta(t, 0.25, loss(4, 5, -1), 1e-15)
	require.InDelta(t, 0.25, loss(5, 4, +1), 1e-15, "a fifth less speed is a quarter more time")
	require.InDelta(t, -0.2, loss(5, 4, -1), 1e-15)
	require.InDelta(t, 0.5, loss(-2, -1, -1), 1e-15, "from -2 to -1 is more")
	require.InDelta(t, 0.2, loss(5, 4, 0), 1e-15)
	require.Zero(t, loss(0, 0, -1))
	require.Equal(t, math.Inf(1), loss(0, 1, -1))
}

func TestEqualResults(t *testing.T) {
	judge := func(a, b float64) outcome {
		o, _ := row{base: benchmath.Summary{Center: a}, head: benchmath.Summary{Center: b}, worse: a - b, better: 1}.judgeResult(0.03)
		return o
	}
	require.Equal(t, same, judge(0.1+0.2, 0.3), "another order of the sum")
	require.Equal(t, worsened, judge(0.5, 0.4999))
	require.Equal(t, improved, judge(1<<40, 1<<40+1), "integers are exact at any size")
}

// TestRecheck shows which measurement decides.
func TestRecheck(t *testing.T) {
	k := key{"p", "B", "sec/op"}
	const noisy = -1
	made := func(factor float64) *results {
		r, scatter := resultsOf(t, k), 0.001
		if factor == noisy {
			factor, scatter = 1, 0.1
		}
		for i := range 10 {
			r.values[base][k] = append(r.values[base][k], 1+scatter*float64(i))
			r.values[head][k] = append(r.values[head][k], factor*(1+scatter*float64(i)))
		}
		return r
	}
	for _, c := range []struct {
		name    string
		factors []float64 // head's slowdown, one measurement after the other
		want    outcome
		exit    int
	}{
		{"a false alarm", []float64{1.2, 1}, same, exitFine},
		{"worse twice in a row", []float64{1.2, 1.1}, worsened, exitWorse},
		{"noise and a false alarm", []float64{noisy, 1.2, 1}, same, exitFine},
		{"noise three times", []float64{noisy, noisy, noisy}, undecided, exitUndecided},
		{"worse after all", []float64{1.2, noisy, 1.2}, worsened, exitWorse},
	} {
		t.Run(c.name, func(t *testing.T) {
			rep, err := compare(made(c.factors[0]), 0.05, nil)
			require.NoError(t, err)
			code, _ := rep.verdict()
			require.NotEqual(t, exitFine, code)
			for _, factor := range c.factors[1:] {
				require.Equal(t, map[string]string{"p": `^BenchmarkB(-\d+)?$`}, rep.suspects())
				require.NoError(t, rep.recheck(made(factor)))
			}
			require.Equal(t, c.want, rep.rows[0].outcome)
			require.NotNil(t, rep.rows[0].before)
			code, _ = rep.verdict()
			require.Equal(t, c.exit, code)
		})
	}
	t.Run("nothing came", func(t *testing.T) {
		rep, err := compare(made(1.2), 0.05, nil)
		require.NoError(t, err)
		empty := made(1)
		delete(empty.values[head], k)
		require.ErrorContains(t, rep.recheck(empty), "p.B did not print sec/op when it ran again")
	})
	t.Run("twice is enough", func(t *testing.T) {
		rep, err := compare(made(1.2), 0.05, nil)
		require.NoError(t, err)
		require.NoError(t, rep.recheck(made(1.1)))
		require.Empty(t, rep.suspects())
	})
	t.Run("what is not suspect keeps its measurement", func(t *testing.T) {
		rep, err := compare(made(1.01), 0.05, nil)
		require.NoError(t, err)
		require.Empty(t, rep.suspects())
		require.NoError(t, rep.recheck(made(5)))
		code, _ := rep.verdict()
		require.Equal(t, exitFine, code)
	})
}
