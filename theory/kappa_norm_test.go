package theory_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/floats"

	"marginlab/internal/rapidtest"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// golden is the minimum over [0,1] of a convex function, by golden sections.
func golden(f func(float64) float64) (beta, least float64) {
	low, high := 0.0, 1.0
	a, b := 2-math.Phi, math.Phi-1
	atA, atB := f(a), f(b)
	for range 64 {
		if atA <= atB {
			high, b, atB = b, a, atA
			a = high - (math.Phi-1)*(high-low)
			atA = f(a)
		} else {
			low, a, atA = a, b, atB
			b = low + (math.Phi-1)*(high-low)
			atB = f(b)
		}
	}
	beta, least = low, f(low)
	for _, b := range []float64{0, 1} {
		if v := f(b); v < least {
			beta, least = b, v
		}
	}
	return beta, least
}

// least is min_{β∈[0,1]} ‖u−βz‖ by golden sections.
func least(n vec.Norm, u, z []float64) (beta, dist float64) {
	at := make([]float64, len(u))
	return golden(func(b float64) float64 {
		floats.AddScaledTo(at, u, -b, z)
		return n.Of(at)
	})
}

var deltaEtas = [][2]float64{{0.3, 0.05}, {0.5, 0.25}, {0.5, 0.4}, {0.9, 0.9}, {1, 0.995}, {1, 0.5}, {2, 0.5}, {5, 0.1}, {20, 0.5}, {1, 0}, {1, -3}}

// κ̄^s is the minimum of 1 − sβη + cβ^sδ^s, does not fall with δ nor rise with η, and at
// s = 2 near 2, 1 is near κ∘ of ℓ2.
func TestKappaUpperIsItsDefinition(t *testing.T) {
	for _, p := range []float64{1.05, 1.1, 1.5, 1.9, 2.5, 3, 10} {
		n := vec.P(p)
		s, c := n.Smoothness()
		for i := range 40 {
			for j := range 41 {
				delta := 0.05 * float64(i+1)
				eta := delta * float64(j) / 40
				_, want := golden(func(b float64) float64 { return 1 - s*b*eta + c*math.Pow(b*delta, s) })
				got := theory.KappaUpper(delta, eta, s, c)
				require.InDelta(t, math.Pow(want, 1/s), got, 1e-12, "p = %v, κ̄(%v,%v)", p, delta, eta)
				require.LessOrEqual(t, got, theory.KappaUpper(delta+0.05, eta, s, c)+1e-15)
				require.LessOrEqual(t, got, theory.KappaUpper(delta, eta*0.9, s, c)+1e-15)
			}
		}
		require.Zero(t, theory.KappaUpper(0.5, 0.51, s, c))
		require.Equal(t, 1., theory.KappaUpper(0.5, -2, s, c))
		require.Equal(t, 1., theory.KappaUpper(0, 0, s, c), "z = 0 is the only vector")
	}
	for _, p := range []float64{2 - 1e-9, 2 + 1e-9} {
		s, c := vec.P(p).Smoothness()
		for _, at := range deltaEtas {
			require.InDelta(t, kappa(at[0], at[1]), theory.KappaUpper(at[0], at[1], s, c), 1e-6)
		}
	}
}

// No random pair is above κ̄, in any norm and dimension.
func TestNoPairIsAboveKappaUpper(t *testing.T) {
	n := rapidtest.Count(200, 1_000, 50_000)
	rng := rapidtest.Rand(2)
	for _, norm := range []vec.Norm{vec.P(1.1), vec.P(1.5), vec.P(2), vec.P(3), vec.P(10)} {
		s, c := norm.Smoothness()
		for range n {
			d := 1 + rng.IntN(4)
			u, z := point(rng, d), []float64(nil)
			floats.Scale(1/norm.Of(u), u)
			z = point(rng, len(u))
			floats.Scale(math.Exp(2*rng.NormFloat64())/norm.Of(z), z)
			if rng.IntN(2) == 0 { // near u, where η is near δ
				floats.Scale(0.2, z)
				floats.Add(z, u)
			}
			grad := make([]float64, len(u))
			norm.Grad(grad, u)
			delta := norm.Of(z)
			eta := min(delta, floats.Dot(grad, z)) - 1e-14*delta // never above ℓ(u)·z, however that is rounded
			_, dist := least(norm, u, z)
			upper := theory.KappaUpper(delta, eta, s, c)
			require.LessOrEqual(t, dist, upper*(1+1e-12)+1e-12*delta, "norm %v, u = %v, z = %v", norm, u, z)
		}
	}
}

// point draws a point of d coordinates, of equal size, of very unequal size, or some 0.
func point(rng *rand.Rand, d int) []float64 {
	x, spread := make([]float64, d), rng.IntN(3)
	for i := range x {
		x[i] = rng.NormFloat64()
		switch spread {
		case 1:
			x[i] *= math.Exp(3 * rng.NormFloat64())
		case 2:
			x[i] *= float64(rng.IntN(2))
		}
	}
	x[rng.IntN(d)] += 1e-3
	return x
}
