package theory_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/theory"
	"marginlab/theory/vec"
)

// in returns the setting of a stream of γ∗ = 1 in the norm n.
func in(n vec.Norm, r, phi float64) theory.Setting {
	s := at(r, phi, 3)
	s.DPlus, s.DMinus, s.DBar, s.Delta = r, r/2, 2*r, 2+1.5*r
	s.Trace = &theory.Trace{Space: n, Params: map[string]float64{"rho": 1, "delta": 0.25, "alpha": 0.5, "B": math.Sqrt(8) / 0.5, "C": math.Sqrt2}}
	s.Step = theory.Step{Score: -0.5, Target: 2, Norm: 0.5, Decision: theory.Decision{Y: theory.Positive, Updated: true}}
	s.Updates = 7
	return s
}

// closed returns the bound of a row that has another ID where s < 2.
func closed(id string, s theory.Setting) float64 {
	if theory.PowerSmooth.Include(s.Trace.Space) {
		id += "-power"
	}
	return bound(id, s)
}

// The recursions equal the minimum over β, found by trisection. They are at most their closed forms, and rise with r.
func TestRecursionsAreTheirMinima(t *testing.T) {
	for _, p := range []float64{1.05, 1.1, 1.5, 1.9, 2, 2.5, 3, 10} {
		n := vec.P(p)
		s, c := n.Smoothness()
		lastS1, lastP2 := 0., 0.
		for r := 0.9; r < 12; r *= 1.11 {
			count := func(longer float64) (m float64) {
				for g := math.Pow(r, s); m < 100; m++ {
					if _, g = golden(func(b float64) float64 { return g*(1-s*b/2) + c*math.Pow(b*r*longer/2, s) }); g < 1 {
						break
					}
				}
				return m
			}
			set := in(n, r, 0)
			at := fmt.Sprintf("p = %v, r = %v", p, r)
			s1, p2 := bound("omm-s1-recursion", set), bound("pumma-p2-recursion", set)
			require.Equal(t, count(1), min(s1, 100), at)
			require.Equal(t, count(2), min(p2, 100), at)
			for _, both := range [][2]float64{{s1, closed("omm-s1", set)}, {p2, closed("pumma-p2", set)}} {
				// far out the recursion equals its closed form, up to rounding
				require.LessOrEqual(t, both[0], both[1]*(1+1e-12), at)
			}
			require.LessOrEqual(t, lastS1, s1, at)
			require.LessOrEqual(t, lastP2, p2, at)
			if s1 > 30 { // the closed form is not far off
				require.Less(t, closed("omm-s1", set), 1.25*s1, at)
			}
			lastS1, lastP2 = s1, p2
		}
	}
}

// The bounds rise with φ and r, and are numbers where a parameter is at its end.
func TestBoundsInOtherNormsAreMonotone(t *testing.T) {
	for _, p := range []float64{1.1, 1.5, 3, 10} {
		ids := []string{"omm-s2", "omm-s1", "pumma-p2", "omm-theorem-4.1", "pumma-p1-r", "pumma-violations"}
		if p < 2 {
			ids[1], ids[2] = "omm-s1-power", "pumma-p2-power"
		}
		for _, id := range ids {
			g := theory.Row(id)
			for r := 1.; r < 100; r *= 1.3 {
				for phi := 0.; phi < 0.99; phi += 0.09 {
					v := g.Bound(in(vec.P(p), r, phi))
					require.False(t, math.IsNaN(v), "%s, p = %v, r = %v, φ = %v", id, p, r, phi)
					require.LessOrEqual(t, v, g.Bound(in(vec.P(p), r*1.1, phi))*(1+1e-12), "%s, p = %v, r = %v, φ = %v", id, p, r, phi)
					require.LessOrEqual(t, v, g.Bound(in(vec.P(p), r, phi+0.01))*(1+1e-12), "%s, p = %v, r = %v, φ = %v", id, p, r, phi)
				}
			}
		}
	}
}
