package props

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// The norms of a (3,4) and its gradients, by hand.
func TestMetricByHand(t *testing.T) {
	x := []float64{3, -4}
	require.Equal(t, 5., metric{p: 2}.of(x))
	require.InDelta(t, math.Cbrt(91), metric{p: 3}.of(x), 1e-14)
	require.InDelta(t, math.Pow(math.Pow(3, 1.5)+8, 2./3), metric{p: 3}.dual(x), 1e-14)
	require.InDeltaSlice(t, []float64{9 / math.Cbrt(91), -16 / math.Cbrt(91)}, metric{p: 3}.link(x), 1e-14)
	m := metric{p: 2, m: [][]float64{{2, 1}, {1, 2}}}
	require.InDelta(t, math.Sqrt(26), m.of(x), 1e-14)
	require.Equal(t, []float64{2, -5, 7}, m.link([]float64{3, -4, 7}), "a coordinate more has the identity")
	require.InDelta(t, math.Sqrt(74./3), m.dual(x), 1e-14)
	require.True(t, m.definite(2))
	require.False(t, metric{p: 2, m: [][]float64{{1, 2}, {2, 1}}}.definite(2))
	require.False(t, metric{p: 2, m: [][]float64{{2, 1}, {0, 2}}}.definite(2))
	require.Equal(t, 4., metric{p: 2}.sway([]float64{8, 0}, []float64{3, 1}, 8))
}

// What a norm and its dual are to each other, and what ℓ and the segment's nearest
// point are, by definition and not by the formulas.
func TestMetricIsANorm(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	draw := func() []float64 { return []float64{rng.NormFloat64(), rng.NormFloat64(), rng.NormFloat64()} }
	for _, m := range []metric{
		{p: 2}, {p: 1.1}, {p: 1.5}, {p: 3}, {p: 10},
		{p: 2, m: [][]float64{{3, 1, 0}, {1, 2, -1}, {0, -1, 5}}},
	} {
		s, c := m.smoothness()
		for range 200 {
			u, z, w := draw(), draw(), draw()
			size, link := m.of(u), m.link(u)
			require.LessOrEqual(t, math.Abs(dot(w, u)), m.dual(w)*size*(1+1e-12), "Hölder")
			require.InEpsilon(t, size*size, dot(link, u), 1e-12)
			require.InEpsilon(t, size, m.dual(link), 1e-12)
			require.InDeltaSlice(t, u, m.unlink(link), 1e-11)
			const h = 1e-6
			slope := (m.of(along(u, h, z)) - m.of(along(u, -h, z))) / (2 * h)
			require.InDelta(t, slope*size, dot(link, z), 1e-3*m.of(z))
			left := math.Pow(m.of(minus(u, z)), s)
			require.LessOrEqual(t, left, (math.Pow(size, s)-s*math.Pow(size, s-2)*dot(link, z)+c*math.Pow(m.of(z), s))*(1+1e-9)+1e-9)
			dist, beta := m.toSegment(w, u, z)
			for k := range 101 {
				require.GreaterOrEqual(t, m.of(minus(w, along(u, float64(k)/100, minus(z, u)))), dist*(1-1e-12), "beta = %v", beta)
			}
			require.InDelta(t, dist, m.of(minus(w, along(u, beta, minus(z, u)))), 1e-12)
			require.InDelta(t, m.of(u), metric{p: 2}.of(m.image(u))*ifInner(m)+m.of(u)*(1-ifInner(m)), 1e-12)
			require.InDelta(t, dot(m.adjoint(w), u), dot(w, m.image(u)), 1e-12)
		}
	}
}

func ifInner(m metric) float64 {
	if m.p == 2 {
		return 1
	}
	return 0
}
