package theory_test

import (
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"marginlab/theory"
)

// The bounds of O19, Theorem 2, are least over the powers h and the lengths of u at h = 1 and a length
// at which a loss vanishes: no power and length of a fine grid gives less, by the formula.
func TestTheoremTwoIsBestAtOne(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		margins := rapid.SliceOfN(rapid.OneOf(rapid.Float64Range(0.05, 1), rapid.Float64Range(-0.3, 0)), 1, 30).Draw(t, "margins")
		repeats := rapid.IntRange(1, 20).Draw(t, "repeats")
		s := theory.Setting{Rival: theory.NewRival(slices.Repeat(margins, repeats)), Trace: &theory.Trace{}}
		s.DBar = rapid.Float64Range(0, 4).Draw(t, "R")
		losses := func(u, h float64) (sum float64) {
			for _, m := range margins {
				sum += float64(repeats) * math.Pow(max(0, 1-u*m), h)
			}
			return sum
		}
		for _, id := range []string{"perceptron-hinge", "perceptron-hinge-left"} {
			g := theory.Row(id)
			e, err := g.Expr(nil)
			require.NoError(t, err)
			best := min(g.Bound(s), float64(len(margins)*repeats)) // at u = 0
			for u := 0.05; u < 30; u *= 1.1 {
				for h := 1.0; h < 6; h += 0.25 {
					value := map[string]float64{"R": s.DBar, "U": u, "h": h, "Lh": losses(u, h), "L1": losses(u, 1)}
					var at []float64
					for _, term := range e.Terms() {
						at = append(at, value[term.Name])
					}
					require.GreaterOrEqual(t, e.Float(at)*(1+1e-9), best, "%s at U = %v, h = %v", id, u, h)
				}
			}
		}
	})
}

// The bound of O19, Theorem 2, as printed is read where it is least, which may be between two lengths
// at which a loss vanishes: no length and power of a fine grid gives less.
func TestTheoremTwoAsPrintedIsReadAtItsLeast(t *testing.T) {
	t.Parallel()
	g := theory.Row("perceptron-hinge-printed")
	e, err := g.Expr(nil)
	require.NoError(t, err)
	// holds reports whether the bound is less than at all corners.
	holds := func(t require.TestingT, margins []float64, R float64) bool {
		s := theory.Setting{Rival: theory.NewRival(margins), Trace: &theory.Trace{}}
		s.DBar = R
		at := func(u, h float64) float64 {
			var losses float64
			for _, m := range margins {
				losses += math.Pow(max(0, 1-u*m), h)
			}
			value := map[string]float64{"R": s.DBar, "U": u, "h": h, "Lh": losses}
			var values []float64
			for _, term := range e.Terms() {
				values = append(values, value[term.Name])
			}
			return e.Float(values)
		}
		bound, corner := min(g.Bound(s), at(0, 1)), at(0, 1)
		for _, m := range margins {
			if m > 0 {
				corner = min(corner, at(1/m, 1))
			}
		}
		least := corner
		for u := 0.001; u < 30; u *= 1.02 {
			least = min(least, at(u, 1), at(u, 1.5), at(u, 3))
		}
		require.LessOrEqual(t, bound, least*(1+2e-6))
		require.GreaterOrEqual(t, bound, least*(1-1e-2), "of a grid that is finer than that")
		return bound < corner*(1-1e-3)
	}
	holds(t, []float64{5e-324, 1e-310}, 1) // 1/m overflows
	require.True(t, holds(t, slices.Repeat([]float64{1}, 50), 10), "40.3 at u = 1/2, 50 at 0 and 55 at 1")
	rapid.Check(t, func(t *rapid.T) {
		margins := rapid.SliceOfN(rapid.OneOf(rapid.Float64Range(0.05, 1), rapid.Float64Range(-0.3, 0)), 1, 8).Draw(t, "margins")
		holds(t, slices.Repeat(margins, rapid.IntRange(1, 60).Draw(t, "repeats")), rapid.Float64Range(0, 12).Draw(t, "R"))
	})
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
	e, err := theory.Row("perceptron-hinge").Expr(nil)
	require.NoError(t, err)
	premise := 0
	rapid.Check(t, func(t *rapid.T) {
		draw := func(name string, low, high float64) float64 { return rapid.Float64Range(low, high).Draw(t, name) }
		a, b, q := draw("a", 0, 10), draw("b", 0, 10), draw("q", 1.05, 6)
		small := 1e-12 * (math.Pow(a, q) + math.Pow(b, q/(q-1)) + 1)
		require.GreaterOrEqual(t, young(a, b, q), -small)
		require.InDelta(t, 0, young(a, math.Pow(a, q-1), q), small+1e-12*math.Pow(a, q))

		value := map[string]float64{"R": draw("R", 0.1, 4), "U": draw("U", 0.1, 4), "h": q, "Lh": draw("L", 0, 30)}
		A, L := value["R"]*value["U"], value["Lh"]
		var at []float64
		for _, term := range e.Terms() {
			at = append(at, value[term.Name])
		}
		most := e.Float(at)
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
