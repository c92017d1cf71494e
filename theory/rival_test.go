package theory_test

import (
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"marginlab/theory"
	"marginlab/theory/formula"
)

// The bounds of O19, Theorem 2, are least over the powers h and the lengths of u at h = 1 and a length
// at which a loss vanishes: no power and length of a fine grid gives less, by the formula.
func TestTheoremTwoIsBestAtOne(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		margins := rapid.SliceOfN(rapid.OneOf(rapid.Float64Range(0.05, 1), rapid.Float64Range(-0.3, 0)), 1, 30).Draw(t, "margins")
		repeats := rapid.IntRange(1, 20).Draw(t, "repeats")
		s := theory.Setting{Comparator: theory.NewComparator(slices.Repeat(margins, repeats)), Trace: &theory.Trace{}}
		s.DBar = rapid.Float64Range(0, 4).Draw(t, "R")
		losses := func(u, h float64) (sum float64) {
			for _, m := range margins {
				sum += float64(repeats) * math.Pow(max(0, 1-u*m), h)
			}
			return sum
		}
		for _, id := range []string{"perceptron-hinge", "perceptron-hinge-left"} {
			best := min(bound(id, s), float64(len(margins)*repeats)) // at u = 0
			formula := boundAt(t, id)
			for u := 0.05; u < 30; u *= 1.25 {
				for h := 1.0; h < 6; h += 0.5 {
					value := formula(map[string]float64{"R": s.DBar, "U": u, "h": h, "Lh": losses(u, h), "L1": losses(u, 1)})
					require.GreaterOrEqual(t, value*(1+1e-9), best, "%s at U = %v, h = %v", id, u, h)
				}
			}
		}
	})
}

// boundAt returns the bound of a row as a function of its terms.
func boundAt(t require.TestingT, id string) func(map[string]float64) float64 {
	e, err := formula.Parse(theory.Row(id).Text(nil), theory.Words().With("h", "Lh"))
	require.NoError(t, err)
	return func(values map[string]float64) float64 {
		var at []float64
		for _, term := range e.Terms() {
			at = append(at, values[term.Name])
		}
		return e.Float(at)
	}
}

// Lemma 3 of O19, Young's inequality, holds for a, b ≥ 0, with = at a^q = b^p; for all a and b, as
// printed, it does not. By it, M ≤ A√M + M^(1/p) L^(1/q) gives M ≤ qA√M + L. Lemma 4: the bound of
// Theorem 2 is the greatest such M.
func TestLemmasOfTheoremTwo(t *testing.T) {
	young := func(a, b, q float64) float64 {
		p := q / (q - 1)
		return math.Pow(a, q)/q + math.Pow(b, p)/p - a*b
	}
	require.Negative(t, young(-1, 0, 3))
	theorem := boundAt(t, "perceptron-hinge")
	premise := 0
	rapid.Check(t, func(t *rapid.T) {
		draw := func(name string, low, high float64) float64 { return rapid.Float64Range(low, high).Draw(t, name) }
		a, b, q := draw("a", 0, 10), draw("b", 0, 10), draw("q", 1.05, 6)
		small := 1e-12 * (math.Pow(a, q) + math.Pow(b, q/(q-1)) + 1)
		require.GreaterOrEqual(t, young(a, b, q), -small)
		require.InDelta(t, 0, young(a, math.Pow(a, q-1), q), small+1e-12*math.Pow(a, q))

		value := map[string]float64{"R": draw("R", 0.1, 4), "U": draw("U", 0.1, 4), "h": q, "Lh": draw("L", 0, 30)}
		A, L := value["R"]*value["U"], value["Lh"]
		most := theorem(value)
		require.InDelta(t, L, most-q*A*math.Sqrt(most), 1e-9*(most+1), "Lemma 4, at its greatest")
		M := most * draw("part", 0, 2)
		if M <= A*math.Sqrt(M)+math.Pow(M, 1-1/q)*math.Pow(L, 1/q) {
			require.LessOrEqual(t, M, (q*A*math.Sqrt(M)+L)*(1+1e-12)+1e-12)
			require.LessOrEqual(t, M, most*(1+1e-9))
			premise++
		}
	})
	require.Greater(t, premise, 3)
}
