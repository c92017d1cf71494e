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
			for u := 0.05; u < 30; u *= 1.2 {
				for h := 1.0; h < 6; h += 0.5 {
					value := formula(map[string]float64{"R": s.DBar, "U": u, "h": h, "Lh": losses(u, h), "L1": losses(u, 1)})
					require.GreaterOrEqual(t, value*(1+1e-9), best, "%s at U = %v, h = %v", id, u, h)
				}
			}
		}
	})
}

// boundAt is the bound of a row as a function of its terms.
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
