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
	s.Step = theory.Step{Score: -0.5, Target: 2, Norm: 0.5, Y: theory.Positive, Updated: true}
	s.Updates = 7
	return s
}

// In ℓ2, whatever it is called, the bounds are those of ℓ2, written out.
func TestBoundsInL2AreThoseOfL2(t *testing.T) {
	weighted, err := vec.NewWeighted(2, []float64{1, 3}, "w")
	require.NoError(t, err)
	for _, n := range []vec.Norm{nil, vec.L2{}, weighted} {
		for _, r := range []float64{0.5, 1, 1.15, 1.16, 1.9999, 2, 2.0001, 3, 7.5, 40, 300} {
			for _, phi := range []float64{0, 0.3, 0.9, 0.999} {
				s := in(n, r, phi)
				s1, p2 := 0., 0.
				if r >= 2 {
					s1 = (r - 2/r) * (r - 2/r)
				}
				if r*r >= 4./3 {
					p2 = 4*r*r - 16./3 + 4/(3*r*r)
				}
				var a, b float64
				for g := 0.25; r*r*g >= 1; g -= g * g {
					a++
				}
				for g := 0.75; r*r*g >= 1; g -= g * g / 4 {
					b++
				}
				q := (2 + 1.5*r)
				for name, c := range map[string]struct {
					bound func(theory.Setting) float64
					want  float64
				}{
					"S1": {theory.MistakesS1, s1}, "S1 recursion": {theory.MistakesS1Recursion, a},
					"P2": {theory.MistakesPummaP2, p2}, "P2 recursion": {theory.MistakesPummaP2Recursion, b},
					"S2":          {theory.ViolationsS2, r*r/(1-phi)/(1-phi) + 1 + math.Log(2/(1-phi))/math.Log(2/(1+phi))},
					"P1":          {theory.MistakesPummaP1, q*q - 4},
					"P1 r":        {theory.MistakesPummaP1R, 4 * r * (r + 2)},
					"P1 updates":  {theory.UpdatesPummaP1, 16 * (q*q - 4)},
					"P1 m(φ)":     {theory.ViolationsPummaP1, (q*q - 4) / (1 - phi) / (1 - phi)},
					"printed":     {theory.MistakesPummaPrinted, 16 * r * r},
					"printed m":   {theory.ViolationsPummaPrinted, 16 * r * r / (1 - phi) / (1 - phi)},
					"growth":      {theory.SquaredNormPumma, 0.25 + 2.25/(q*q)},
					"Novikoff":    {theory.Novikoff, 4 * r * r},
					"NormGrowth":  {theory.NormGrowth, math.Sqrt(7) * 2 * r},
					"ALMA":        {theory.UpdatesALMA, 2*9 + 16 - 4},
					"Lemma 4.4":   {theory.ShrinkageLemma44, theory.Kappa0(r/4, (2+1)/4.)},
					"Lemma 4.4 κ": {theory.ShrinkageLemma44Kappa, theory.Kappa0(r/2, (1+0.5)/2)},
				} {
					if name == "Lemma 4.4" {
						s.Step.Score, s.Step.Target, s.Step.Norm = -1, 2, 1
					} else {
						s.Step.Score, s.Step.Target, s.Step.Norm = -0.5, 1, 0.5
					}
					got := c.bound(s)
					if got != c.want { // infinities
						require.InEpsilon(t, c.want, got, 1e-9, "%s, norm %v, r = %v, φ = %v", name, n, r, phi)
					}
				}
			}
		}
	}
}

// By hand: ℓ3 has s, c = 2, 2, ℓ10 2, 9, and ℓ1.5 1.5, √2, so that q = 3, c^{q−1} = 2
// and f(1) = 1 − 1/4 (at β = 1).
func TestBoundsInOtherNormsByHand(t *testing.T) {
	p3, p10, p15 := vec.P(3), vec.P(10), vec.P(1.5)
	for _, c := range []struct {
		name  string
		bound func(theory.Setting) float64
		s     theory.Setting
		want  float64
	}{
		{"S1", theory.MistakesS1, in(p3, 2, 0), 8 - 4 + 4./8},
		{"S1", theory.MistakesS1, in(p3, 1.41, 0), 0}, // K = 2r² < 4
		{"S1", theory.MistakesS1, in(p3, math.Sqrt(2.125), 0), 4.25 - 4 + 4/4.25},
		{"S1", theory.MistakesS1, in(p10, 2, 0), 36 - 81./8 + 81./8/36},
		{"S1", theory.MistakesS1, in(p10, 1.06, 0), 0}, // 9r² < 81/8
		{"S1", theory.MistakesS1, in(p15, 2, 0), 1 + (1-1/(0.5625*8))/(1/math.Pow(1-0.5/16, 2)-1)},
		{"S1", theory.MistakesS1, in(p15, 1.2, 0), 0},                 // ¾r^{3/2} < 1
		{"recursion", theory.MistakesS1Recursion, in(p3, 1.5, 0), 1},  // α = ½, ½ − ⅛ = 3/8: r²α = 1.125, 0.84
		{"recursion", theory.MistakesS1Recursion, in(p3, 1.64, 0), 2}, // 1.34, 1.009
		{"recursion", theory.MistakesS1Recursion, in(p10, 1.07, 0), 1},
		{"P2", theory.MistakesPummaP2, in(p3, 2, 0), 32 - 64./7 + 64./7/32},
		{"P2 recursion", theory.MistakesPummaP2Recursion, in(p3, 1.07, 0), 1}, // 1 − 1/8
		{"P2 recursion", theory.MistakesPummaP2Recursion, in(p3, 1.06, 0), 0},
		{"S2", theory.ViolationsS2, in(p3, 3, 0.5), 2*36 + 1 + math.Log(2)/math.Log(4./3)}, // Q = 4/2
		{"S2", theory.ViolationsS2, in(p10, 3, 0.5), 9 * 36},                               // Q = 4/9
		{"S2", theory.ViolationsS2, in(p15, 3, 0.5), 2*216 + 1 + math.Log(math.Sqrt2)/-math.Log(7./8)},
		{"P1", theory.MistakesPummaP1, in(p3, 4, 0), 2 * (64 - 4)}, // Δ = 8
		{"P1", theory.MistakesPummaP1, in(p15, 4, 0), 2 * (512 - 8)},
		{"P1 r", theory.MistakesPummaP1R, in(p15, 4, 0), 2 * 8 * (125 - 1)},
		{"P1 updates", theory.UpdatesPummaP1, in(p15, 4, 0), 64 * 2 * (512 - 8)},
		{"P1 m", theory.ViolationsPummaP1, in(p15, 4, 0.5), 8 * 2 * (512 - 8)},
		{"printed", theory.MistakesPummaPrinted, in(p15, 4, 0), 2 * 4096},
		{"growth", theory.SquaredNormPumma, in(p3, 4, 0), 0.25 + 2.25/64/2},
		{"growth", theory.SquaredNormPumma, in(p15, 4, 0), math.Pow(1./8+3.375/512/2, 2./3)},
		{"Novikoff", theory.Novikoff, in(p10, 2, 0), 9 * 16},
		{"Novikoff", theory.Novikoff, in(p15, 2, 0), 2 * 64},
		{"NormGrowth", theory.NormGrowth, in(p10, 2, 0), math.Sqrt(63) * 4},
		{"NormGrowth", theory.NormGrowth, in(p15, 2, 0), math.Pow(7*math.Sqrt2, 2./3) * 4},
		{"ALMA", theory.UpdatesALMA, in(p10, 2, 0), 9*18 + 16 - 4},
		{"Theorem 4.1", theory.ViolationsTheorem41, in(p3, 4, 0), math.Log(3) / (-math.Log(1-0.25/8) / 2)},
		{"Theorem 4.1", theory.ViolationsTheorem41, in(p15, 4, 0), math.Log(3) / (-math.Log(1-0.5/2/64) / 1.5)},
		{"Table 1", theory.IterationsTable1, in(p3, 4, 0), 2 + math.Log(3)/(-math.Log(1-0.25/8)/2)},
		{"Theorem 4.1", theory.ViolationsTheorem41, in(p3, 0.5, 0.4), 0},
	} {
		require.InDelta(t, c.want, c.bound(c.s), 1e-9*(1+c.want), "%s, norm %v, r = %v", c.name, c.s.Trace.Space, c.s.D)
	}
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
					require.False(t, math.IsNaN(v), "%s, p = %v, r = %v, φ = %v", nameOf(bound), p, r, phi)
					require.LessOrEqual(t, v, bound(in(vec.P(p), r*1.1, phi))*(1+1e-12), "%s, p = %v, r = %v, φ = %v", nameOf(bound), p, r, phi)
					require.LessOrEqual(t, v, bound(in(vec.P(p), r, phi+0.01))*(1+1e-12), "%s, p = %v, r = %v, φ = %v", nameOf(bound), p, r, phi)
				}
			}
		}
	}
}
