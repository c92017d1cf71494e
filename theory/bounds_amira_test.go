package theory_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/internal/rapidtest"
	"marginlab/theory"
)

// amiraRun draws the updates of a run that no learner need have made: what the lemmas of
// AMIRA allow, and no more. R is 1; d = (1−a)/‖x‖² is 1−a at the norms that are equal.
func amiraRun(seed uint64, equalNorms bool) (tr theory.Trace, steps, growth, squares float64) {
	rng := rapidtest.Rand(seed)
	epsilon := []float64{0, 0.1, 0.5, 1}[rng.IntN(4)]
	levels := []float64{0, 1 - epsilon, -3, -0.1, (1 - epsilon) / 2} // of a, and how far below
	if rng.IntN(4) == 0 {
		levels = levels[rng.IntN(2):][:1] // where the bounds are reached
	}
	noise := rng.IntN(4)
	tr.Params = map[string]float64{"eps": epsilon}
	for range 1 + rng.IntN(30) {
		a := levels[rng.IntN(len(levels))]
		if rng.IntN(4) < noise {
			a -= rng.ExpFloat64() / 10
		}
		d := 1 - a
		if !equalNorms && rng.IntN(4) < noise {
			d *= math.Exp(rng.ExpFloat64())
		}
		predicted := theory.Positive
		if a <= 0 { // a tie of an example of class −1
			predicted = theory.Negative
		}
		tr.Add(theory.Step{Score: a, Decision: theory.Decision{Updated: true, Y: theory.Positive, Predicted: predicted}})
		steps, growth, squares = steps+d, growth+d*(1+a), squares+d*d
	}
	return tr, steps, growth, squares
}

// holdAll holds the bounds on updates by their margin, and says how near the run comes to them.
func holdAll(t *testing.T, tr *theory.Trace, ev theory.Evidence, comparator *theory.Comparator, nearest map[string]float64, ids ...string) {
	for _, id := range ids {
		g := theory.Row(id)
		for s, value := range theory.Readings(g, tr, ev) {
			s.Comparator = comparator
			limit := g.Bound(s)
			require.LessOrEqual(t, value, limit*(1+1e-9), "%s at phi = %v, eps = %v of %+v", id, s.Phi, tr.Params["eps"], tr.Steps)
			if limit > 0 {
				nearest[id] = max(nearest[id], value/limit)
			}
		}
	}
}

// Theorem A1 follows from how far an update takes ‖w‖² and w·w∗ alone, for the greatest γ
// that these allow, γΣd = ‖w‖.
func TestAMIRAsUpdatesByTheirMargin(t *testing.T) {
	nearest := map[string]float64{}
	for seed := range uint64(rapidtest.Count(500, 5000, 100_000)) {
		tr, steps, growth, _ := amiraRun(seed, false)
		if growth <= 0 {
			continue
		}
		gamma := math.Sqrt(growth) / steps
		ev := theory.Evidence{Geometry: theory.Geometry{DBar: 1, Gamma: gamma, Lower: gamma, Separable: true}}
		holdAll(t, &tr, ev, nil, nearest, "amira-mistakes", "amira-violations", "amira-joint-updates")
	}
	require.Len(t, nearest, 3)
	for name, ratio := range nearest {
		require.Greater(t, ratio, 1-1e-9, name)
	}
}

// So does Theorem A2, for the greatest g, gΣd = ‖w‖ + D√(Σd²).
func TestAMIRAsUpdatesByTheirMarginOnAnyStream(t *testing.T) {
	nearest, cases := map[string]float64{}, [2]int{}
	for seed := range uint64(rapidtest.Count(500, 5000, 100_000)) {
		tr, steps, growth, squares := amiraRun(seed, true)
		d := 2 * math.Exp(-4*rapidtest.Rand(1<<32+seed).Float64())
		g := (math.Sqrt(max(0, growth)) + d*math.Sqrt(squares)) / steps
		if growth < 0 || d < g {
			continue // a second margin, g − d, would be a comparator of its own
		}
		if cases[0]++; d > 1 {
			cases[1]++
		}
		ev := theory.Evidence{Geometry: theory.Geometry{DBar: 1, Shortest: 1}}
		holdAll(t, &tr, ev, theory.NewComparator([]float64{g, g - d}), nearest,
			"amira-inseparable-mistakes", "amira-inseparable-violations", "amira-inseparable-joint-updates")
	}
	require.Len(t, nearest, 3)
	require.Positive(t, cases[1])
	require.Greater(t, cases[0], 2*cases[1])
	for name, ratio := range nearest {
		require.Greater(t, ratio, 0.9, name)
	}
}

// At φ = 1−ε, where all updates are, Theorem A1 is Theorem 1 of ZH13.
func TestAMIRAsTheorem1IsTheEndOfA1(t *testing.T) {
	s := at(3, 0, 2)
	s.DBar, s.Shortest, s.Comparator = 5, 5, theory.NewComparator([]float64{1})
	for _, epsilon := range []float64{0.1, 0.5, 1} {
		s.Trace.Params["eps"], s.Phi = epsilon, 1-epsilon
		require.InEpsilon(t, bound("amira-updates", s), bound("amira-violations", s), 1e-12)
	}
	for _, phi := range []float64{-0.1, 1, 2} {
		s.Phi = phi
		require.True(t, math.IsInf(bound("amira-violations", s), 1))
		require.True(t, math.IsInf(bound("amira-inseparable-violations", s), 1))
	}
}
