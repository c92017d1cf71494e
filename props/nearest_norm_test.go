package props

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/theory"
)

// In ℓp by hand: two points; the origin from the line 3x+4y = 12, at 12/‖(3,4)‖_q; in
// the norm of a matrix, the same at 12/√((3,4)M⁻¹(3,4)).
func TestRefereeInNormsByHand(t *testing.T) {
	for _, p := range powers() {
		q := p / (p - 1)
		m := metric{p: p}
		g, err := m.offline(mustCase(t, "; +1,2 -0,0").Stream, 2, theory.View{})
		require.NoError(t, err)
		require.InEpsilon(t, math.Pow(1+math.Pow(2, p), 1/p)/2, g.Gamma, 1e-12)
		g, err = m.offline(mustCase(t, "; -0,0 +-8,9 +8,-3").Stream, 2, theory.View{})
		require.NoError(t, err)
		want := 6 / math.Pow(math.Pow(3, q)+math.Pow(4, q), 1/q)
		require.InEpsilon(t, want, g.Gamma, 1e-9, "p = %v", p)
		require.InEpsilon(t, want, g.Lower, 1e-9, "p = %v", p)
	}
	m := metric{p: 2, m: [][]float64{{2, 1}, {1, 2}}} // M⁻¹ = (2 −1 | −1 2)/3, (3,4)M⁻¹(3,4) = 26/3
	g, err := m.offline(mustCase(t, "; -0,0 +-8,9 +8,-3").Stream, 2, theory.View{})
	require.NoError(t, err)
	require.InEpsilon(t, 6/math.Sqrt(26./3), g.Gamma, 1e-12)
	require.InEpsilon(t, 6/math.Sqrt(26./3), g.Lower, 1e-12)
}

func mustCase(t *testing.T, text string) Case {
	c, err := ParseCase(text)
	require.NoError(t, err)
	return c
}

// The referee's two ends are certificates; on drawn streams they are a relative 1e-6
// apart in all but a few. There nothing is lost but sharpness: of γ∗ its lower end is
// used.
func TestRefereeInNormsIsSharp(t *testing.T) {
	const draws = 200
	gen := Streams()
	for _, p := range powers() {
		m, of, sharp := metric{p: p}, 0, 0
		for seed := range draws {
			c := gen.Example(seed)
			x := points(c.Stream, c.Dim)
			plus, minuses := split(c.Stream, seenFrom(x[0], x))
			if len(plus) == 0 || len(minuses) == 0 {
				continue
			}
			r := m.apart(plus, minuses)
			require.LessOrEqual(t, r.lower, r.dist*(1+1e-9), c)
			require.InDelta(t, 1, m.dual(r.w), 1e-9)
			if of++; r.dist-r.lower <= 1e-6*r.dist {
				sharp++
			}
		}
		t.Logf("p = %v: %d of %d to 1e-6", p, sharp, of)
		require.Greater(t, sharp, of*95/100, "p = %v", p)
	}
}
