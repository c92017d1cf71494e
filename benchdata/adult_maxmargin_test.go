package benchdata_test

import (
	"context"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/algos/maxmargin"
	. "marginlab/benchdata"
	"marginlab/internal/rapidtest"
	"marginlab/theory"
)

// TestAdultVariantsAreThePapers makes the ten variants of HKNS25, Section 6, and
// compares them with its Table 3: to its four digits, b∗ and D̄/D are the same.
func TestAdultVariantsAreThePapers(t *testing.T) {
	separated, facts := separatedAdult(t)
	solve := func(examples []theory.Example) (*maxmargin.Solution, Certificate) {
		sol, err := maxmargin.Solve(context.Background(), examples, facts.Columns, maxmargin.Options{})
		require.NoError(t, err)
		require.Less(t, sol.Gap(), 1e-9)
		return sol, Certificate{W: sol.Classifier.W, Gamma: sol.Gamma, Plus: sol.Plus, Minus: sol.Minus}
	}
	close := func(want, got Certificate) {
		t.Helper()
		require.InEpsilon(t, want.Gamma, got.Gamma, 1e-9)
		require.InDeltaSlice(t, want.W, got.W, 1e-6)
		require.InDeltaSlice(t, want.Plus, got.Plus, 1e-6)
		require.InDeltaSlice(t, want.Minus, got.Minus, 1e-6)
	}
	raw, c := solve(separated)
	require.Greater(t, raw.Gamma, 0.01)
	d := theory.Diameters(separated, facts.Columns).D

	biased, c := NormaliseMargin(separated, c)
	sol, solved := solve(biased)
	close(c, solved)
	require.InDelta(t, 1, sol.Gamma, 1e-9)
	require.InDelta(t, -0.2848, sol.Classifier.B, 0.00005)

	unbiased, u := RemoveBias(biased, c)
	if rapidtest.Long() {
		sol, solved = solve(unbiased)
		close(u, solved)
		require.InDelta(t, 1, sol.Gamma, 1e-9)
		require.InDelta(t, 0, sol.Classifier.B, 1e-9)
	}

	for _, v := range []struct {
		theta, unbiased, biased float64
	}{
		{0, 0.9666, 0.9658}, {0.25, 1.2082, 1.2072}, {0.5, 1.4498, 1.4486}, {0.75, 1.6914, 1.6901}, {1, 1.9331, 1.9315},
	} {
		for _, w := range []struct {
			published float64
			examples  []theory.Example
			c         Certificate
		}{{v.unbiased, unbiased, u}, {v.biased, biased, c}} {
			scaled, s := ScaleFeatures(w.examples, w.c, v.theta)
			longest := 0.0
			for _, e := range scaled {
				longest = max(longest, e.X.SqNorm())
			}
			require.InDelta(t, w.published, math.Sqrt(longest)/d, 0.00005, "θ = %g", v.theta)
			if w.published == 1.9331 && rapidtest.Long() {
				g := theory.Diameters(scaled, facts.Columns)
				require.InEpsilon(t, d, g.D, 1e-12)
				_, solved := solve(scaled)
				close(s, solved)
			}
		}
	}
}
