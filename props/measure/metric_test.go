package measure

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// The norms of a (3,4) and its gradients, by hand.
func TestMetricByHand(t *testing.T) {
	x := Vector{3, -4}
	require.Equal(t, 5., Metric{2}.Norm(x))
	require.InDelta(t, math.Cbrt(91), Metric{3}.Norm(x), 1e-14)
	require.InDelta(t, math.Pow(math.Pow(3, 1.5)+8, 2./3), Metric{3}.Dual(x), 1e-14)
	require.InDeltaSlice(t, Vector{9 / math.Cbrt(91), -16 / math.Cbrt(91)}, Metric{3}.Link(x), 1e-14)
}

// The relation of a norm and its dual, and ℓ, by definition and not by the formulas.
func TestMetricIsANorm(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	draw := func() Vector { return Vector{rng.NormFloat64(), rng.NormFloat64(), rng.NormFloat64()} }
	for _, m := range []Metric{L2(), Metric{1.1}, Metric{1.5}, Metric{3}, Metric{10}} {
		s, c := m.Smoothness()
		for range 200 {
			u, z, w := draw(), draw(), draw()
			size, link := m.Norm(u), m.Link(u)
			require.LessOrEqual(t, math.Abs(w.Dot(u)), m.Dual(w)*size*(1+1e-12), "Hölder")
			require.InEpsilon(t, size*size, link.Dot(u), 1e-12)
			require.InEpsilon(t, size, m.Dual(link), 1e-12)
			require.InDeltaSlice(t, u, m.Unlink(link), 1e-11)
			const h = 1e-6
			slope := (m.Norm(u.Plus(h, z)) - m.Norm(u.Plus(-h, z))) / (2 * h)
			require.InDelta(t, slope*size, link.Dot(z), 1e-3*m.Norm(z))
			left := math.Pow(m.Norm(u.Minus(z)), s)
			require.LessOrEqual(t, left, (math.Pow(size, s)-s*math.Pow(size, s-2)*link.Dot(z)+c*math.Pow(m.Norm(z), s))*(1+1e-9)+1e-9)
		}
	}
}
