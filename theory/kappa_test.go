package theory_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/theory"
	"marginlab/theory/vec"
)

// golden returns the minimum over [0,1] of a convex function, by golden sections.
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
		for _, at := range [][2]float64{
			{0.3, 0.05}, {0.5, 0.25}, {0.5, 0.4}, {0.9, 0.9}, {1, 0.995}, {1, 0.5}, {2, 0.5}, {5, 0.1}, {20, 0.5}, {1, 0},
			{1, -3},
		} {
			require.InDelta(t, kappa(at[0], at[1]), theory.KappaUpper(at[0], at[1], s, c), 1e-6)
		}
	}
}

// numericKappa0 computes the definition of κ∘, eq. (5) of HKNS25, in the plane (only the angle between u and z
// matters): u = (1,0), z over a polar grid of the disc of radius δ with u·z ≥ η, and the two z of the closed form's
// proof; the minimum over β by golden sections.
func numericKappa0(delta, eta float64) float64 {
	best := math.Inf(-1)
	try := func(a, b float64) {
		if a < eta || math.Hypot(a, b) > delta*(1+1e-15) {
			return
		}
		_, least := golden(func(beta float64) float64 { return math.Hypot(1-beta*a, beta*b) })
		best = max(best, least)
	}
	const n = 64
	for i := range n + 1 {
		for j := range n + 1 {
			length, angle := delta*float64(i)/n, math.Pi*float64(j)/n
			try(length*math.Cos(angle), length*math.Sin(angle))
		}
	}
	try(eta, math.Sqrt(max(0, delta*delta-eta*eta)))
	try(0, 0)
	return best
}

func TestKappa0IsTheMaximumOfItsDefinition(t *testing.T) {
	for _, delta := range []float64{0, 0.1, 0.3, 0.5, 0.7, 0.9, 1, 1.2, 1.5, 2, 3} {
		for _, eta := range []float64{-2, -0.5, 0, 0.05, 0.1, 0.2, 0.25, 0.4, 0.49, 0.6, 0.81, 0.9, 1, 1.3, 2, 2.5} {
			want, got := numericKappa0(delta, eta), kappa(delta, eta)
			require.InDelta(t, max(0, want), got, 1e-12, "κ∘(%v,%v)", delta, eta)
		}
	}
}

// kappa returns κ∘ in ℓ2.
func kappa(delta, eta float64) float64 { return theory.KappaUpper(delta, eta, 2, 1) }
