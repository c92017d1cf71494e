package theory_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/theory"
	"marginlab/theory/vec"
)

// in is the setting of a stream of γ∗ = 1 in the norm n.
func in(n vec.Norm, r, phi float64) theory.Setting {
	s := at(r, phi, 3)
	s.DPlus, s.DMinus, s.DBar, s.Delta = r, r/2, 2*r, 2+1.5*r
	s.Trace = &theory.Trace{Space: n, Params: map[string]float64{"delta": 0.25, "alpha": 0.5, "B": math.Sqrt(8) / 0.5, "C": math.Sqrt2}}
	s.Step = theory.Step{Score: -0.5, Target: 2, Norm: 0.5, Decision: theory.Decision{Y: theory.Positive, Updated: true}}
	s.Updates = 7
	return s
}

// The recursions are those of the minimum over β, by trisection; they are at most their
// closed forms, and rise with r.
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
			s1, p2 := theory.MistakesS1Recursion(set), theory.MistakesPummaP2Recursion(set)
			require.Equal(t, count(1), min(s1, 100), at)
			require.Equal(t, count(2), min(p2, 100), at)
			require.LessOrEqual(t, s1, theory.MistakesS1(set), at)
			require.LessOrEqual(t, p2, theory.MistakesPummaP2(set), at)
			require.LessOrEqual(t, lastS1, s1, at)
			require.LessOrEqual(t, lastP2, p2, at)
			if s1 > 30 { // the closed form is not far off
				require.Less(t, theory.MistakesS1(set), 1.25*s1, at)
			}
			lastS1, lastP2 = s1, p2
		}
	}
}

// The bounds rise with φ and r, and where a parameter is at its end they are numbers.
func TestBoundsInOtherNormsAreMonotone(t *testing.T) {
	for _, p := range []float64{1.1, 1.5, 3, 10} {
		for _, bound := range []func(theory.Setting) float64{
			theory.ViolationsS2, theory.MistakesS1, theory.MistakesPummaP2, theory.ViolationsTheorem41, theory.MistakesPummaP1R, theory.ViolationsPummaP1,
		} {
			for r := 1.; r < 100; r *= 1.3 {
				for phi := 0.; phi < 0.99; phi += 0.09 {
					v := bound(in(vec.P(p), r, phi))
					require.False(t, math.IsNaN(v), "%s, p = %v, r = %v, φ = %v", theory.Guarantee{Bound: bound}.Function(), p, r, phi)
					require.LessOrEqual(t, v, bound(in(vec.P(p), r*1.1, phi))*(1+1e-12), "%s, p = %v, r = %v, φ = %v", theory.Guarantee{Bound: bound}.Function(), p, r, phi)
					require.LessOrEqual(t, v, bound(in(vec.P(p), r, phi+0.01))*(1+1e-12), "%s, p = %v, r = %v, φ = %v", theory.Guarantee{Bound: bound}.Function(), p, r, phi)
				}
			}
		}
	}
}
