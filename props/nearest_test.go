package props

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"marginlab/theory"
)

func TestRefereeByHand(t *testing.T) {
	for _, c := range []struct {
		stream string
		gamma  float64
	}{
		{"+1 --1", 1},
		{"+0,2 -0,0", 1},
		{"+2,2 -0,0 -2,0", 1},                    // Theorem S1's case: the nearest is (1,0)… of a segment
		{"+1,0 --1,0 -0,1", math.Sqrt(0.5)},      // errata E0.1
		{"+1,0 --1,0 +0.9,-0.1", 0.951314879522}, // errata E0.3
		{"+3,4,0 +3,-4,0 -0,0,-1 -0,0,1", 1.5},
		{"+1,1,1 -0,0,0", math.Sqrt(3) / 2},
		{"+1e100,0 --1e100,0", 1e100},
		{"+1000000001 -999999999", 1},
	} {
		x, err := ParseCase("; " + c.stream)
		require.NoError(t, err)
		g, err := offline(x.Stream, x.Dim, theory.View{})
		require.NoError(t, err)
		require.InEpsilon(t, c.gamma, g.Gamma, 1e-11, c.stream)
		require.InEpsilon(t, c.gamma, g.Lower, 1e-11, c.stream)
	}
}

// The plane between the points found has all of one hull on one side, at the
// distance of the points: that is a proof, and does not use how they were found.
func TestRefereeIsCertified(t *testing.T) {
	certified := 0
	rapid.Check(t, func(t *rapid.T) {
		c := Streams().Draw(t, "stream")
		for _, view := range []theory.View{{}, {Origin: true}, {Origin: true, Lift: 1}} {
			g, err := offline(c.Stream, c.Dim, view)
			require.NoError(t, err)
			if g.Separable {
				certified++
				q := hidden * max(g.DBar, g.Delta) / g.Gamma
				require.GreaterOrEqual(t, g.Gamma*(1+1e-12+q*q), g.Lower)
			}
			if view == (theory.View{}) && g.Positives > 0 && g.Positives < g.Examples {
				require.True(t, g.Separable, "streams are separable by construction")
			}
		}
	})
	require.Positive(t, certified)
}

func TestDotHasTwiceTheDigits(t *testing.T) {
	require.Equal(t, 2., dot([]float64{1e20, 1, 1e20, 1}, []float64{1, 1, -1, 1}))
	a := 1 + 0x1p-52
	require.Equal(t, 0x1p-104, dot([]float64{a, a, 1}, []float64{a, -1, -0x1p-52}))
}
