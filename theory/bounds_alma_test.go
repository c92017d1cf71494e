package theory_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/theory"
	"marginlab/theory/vec"
)

// ALMA's B and C satisfy the condition of its Theorem 3; otherwise the row does not apply.
func TestParametersOfTheorem3(t *testing.T) {
	t.Parallel()
	for _, alpha := range []float64{1, 0.5, 0.9, 1e-3} {
		for off, is := range map[float64]bool{0: true, 5e-13: true, -5e-13: true, 2e-12: false, -2e-12: false} {
			for _, offs := range [][2]float64{{off, 0}, {0, off}} {
				s := at(0, 0, 0)
				s.Trace.Params = map[string]float64{"alpha": alpha, "B": math.Sqrt(8) / alpha * (1 + offs[0]), "C": math.Sqrt2 * (1 + offs[1])}
				require.Equal(t, is, !math.IsInf(bound("alma-updates", s), 1), "α = %v, B and C %v off", alpha, offs)
			}
		}
		for c := 0.01; c < 1 && alpha < 1; c += 0.01 { // C² + 2(1−α)BC = 1
			s := at(0, 0, 0)
			s.Trace.Params = map[string]float64{"alpha": alpha, "B": (1 - c*c) / (2 * (1 - alpha) * c), "C": c}
			s.Comparator = theory.NewComparator([]float64{1})
			require.False(t, math.IsInf(bound("alma-inseparable", s), 1), "α = %v, C = %v", alpha, c)
		}
	}
}

// ALMA's Theorem 3 (3) as printed fails in the plane: corrections lead away from u, then others come across while w
// stays there, then others of margin g until none is left. With 4 times its ρ² it holds, there and in other norms.
func TestTheorem3OfALMAOnAnyStreamAsPrinted(t *testing.T) {
	const alpha, c, g, across = 0.5, 0.05, 0.05, 165000
	b := (1 - c*c) / (2 * (1 - alpha) * c)
	var w [2]float64
	k, comparator := 1, []float64(nil)
	correct := func(x, y float64) bool { // by (x, y) of norm 1
		root := math.Sqrt(float64(k))
		if w[0]*x+w[1]*y > (1-alpha)*b/root {
			return false
		}
		comparator = append(comparator, x)
		w[0], w[1] = w[0]+c/root*x, w[1]+c/root*y
		if norm := math.Hypot(w[0], w[1]); norm > 1 {
			w[0], w[1] = w[0]/norm, w[1]/norm
		}
		k++
		return true
	}
	for w[0] > -0.999 && correct(-1, 0) {
	}
	for k < across {
		require.True(t, correct(0, -math.Copysign(1, w[1])))
	}
	for correct(g, -math.Copysign(math.Sqrt(1-g*g), w[1])) {
	}
	loss := 0. // D/g
	for _, m := range comparator {
		loss += max(0, 1-m/g)
	}
	most := func(rr float64) float64 { return loss + rr/2 + math.Sqrt(rr*rr/4+rr*loss+rr) }
	updates := float64(len(comparator))
	t.Logf("%v corrections, as printed at most %.0f", updates, most(1/(c*c*g*g)))
	require.Greater(t, updates, 1.01*most(1/(c*c*g*g)))

	s := theory.Setting{
		Trace:      &theory.Trace{Params: map[string]float64{"alpha": alpha, "B": b, "C": c}},
		Comparator: theory.NewComparator(comparator),
	}
	require.InEpsilon(t, most(4/(c*c*g*g)), bound("alma-inseparable", s), 1e-9, "g is the only positive margin")
	require.InEpsilon(t, most(1/(c*c*g*g)), bound("alma-inseparable-printed", s), 1e-9)
	require.Less(t, updates, bound("alma-inseparable", s))
	s.Trace.Space = vec.P(4)
	require.InEpsilon(t, most(12/(c*c*g*g)), bound("alma-inseparable", s), 1e-9)
}
