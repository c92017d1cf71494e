package theory_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/theory"
	"marginlab/theory/vec"
)

// The slowest progress that the bounds on ALMA's corrections reckon with, t_{k+1} =
// (t_k + 1/√k)/√(1+A/k), has t_k² ≥ 4(k+(A−7)/4)/(A+1)², with equality at k = 2.
func TestProgressOfALMA(t *testing.T) {
	for a := 2.; a < 2000; a *= 1.3 {
		now := 0.
		for k := 1.; k < 3000; k++ {
			now = (now + 1/math.Sqrt(k)) / math.Sqrt(1+a/k)
			least := 4 * (k + 1 + (a-7)/4) / (a + 1) / (a + 1)
			require.GreaterOrEqual(t, now*now, least*(1-1e-14), "A = %v, k = %v", a, k)
			if k == 1 {
				require.InEpsilon(t, least, now*now, 1e-14)
			}
		}
	}
}

// The bounds on ALMA's corrections are sharper from one to the next, and so are those on
// its margin.
func TestBoundsOnALMASharpen(t *testing.T) {
	for alpha := 1.; alpha > 0.004; alpha *= 0.9 {
		for gamma := 1.; gamma > 0.01; gamma *= 0.7 {
			s := theory.Setting{
				Evidence: theory.Evidence{Geometry: theory.Geometry{Gamma: gamma}},
				Trace:    &theory.Trace{Params: map[string]float64{"alpha": alpha, "B": math.Sqrt(8) / alpha, "C": math.Sqrt2}},
			}
			require.LessOrEqual(t, theory.UpdatesALMAConstant(s), theory.UpdatesALMA(s)*(1+1e-12), "alpha = %v", alpha)
			require.Less(t, theory.UpdatesALMASharp(s), theory.UpdatesALMAConstant(s), "alpha = %v", alpha)
			require.GreaterOrEqual(t, theory.MarginALMASharp(s), theory.MarginALMA(s), "alpha = %v", alpha)
			require.GreaterOrEqual(t, theory.RestALMASharp(s), theory.RestALMA(s), "alpha = %v", alpha)
			if alpha <= 8./13 {
				require.GreaterOrEqual(t, theory.MarginALMASharp(s)*(1+1e-12), gamma/(1-5*alpha/8), "alpha = %v", alpha)
			}
		}
	}
}

// Theorem 3 (3) of ALMA as printed fails in the plane: corrections that lead away from
// u, then ones across while w stays there, then ones of margin g until there is none.
// With 4 times its ρ² it holds, there and in other norms.
func TestTheorem3OfALMAOnAnyStreamAsPrinted(t *testing.T) {
	const alpha, c, g, across = 0.5, 0.05, 0.05, 165000
	b := (1 - c*c) / (2 * (1 - alpha) * c)
	var w [2]float64
	k, rival := 1, []float64(nil)
	correct := func(x, y float64) bool { // by (x, y) of norm 1
		root := math.Sqrt(float64(k))
		if w[0]*x+w[1]*y > (1-alpha)*b/root {
			return false
		}
		rival = append(rival, x)
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
	for _, m := range rival {
		loss += max(0, 1-m/g)
	}
	bound := func(rr float64) float64 { return loss + rr/2 + math.Sqrt(rr*rr/4+rr*loss+rr) }
	updates := float64(len(rival))
	t.Logf("%v corrections, as printed at most %.0f", updates, bound(1/(c*c*g*g)))
	require.Greater(t, updates, 1.01*bound(1/(c*c*g*g)))

	s := theory.Setting{
		Trace: &theory.Trace{Params: map[string]float64{"alpha": alpha, "B": b, "C": c}},
		Rival: theory.NewRival(rival),
	}
	require.InEpsilon(t, bound(4/(c*c*g*g)), theory.UpdatesALMAInseparable(s), 1e-9, "g is the only positive margin")
	require.InEpsilon(t, bound(1/(c*c*g*g)), theory.UpdatesALMAInseparablePrinted(s), 1e-9)
	require.Less(t, updates, theory.UpdatesALMAInseparable(s))
	s.Trace.Space = vec.P(4)
	require.InEpsilon(t, bound(12/(c*c*g*g)), theory.UpdatesALMAInseparable(s), 1e-9)
}
