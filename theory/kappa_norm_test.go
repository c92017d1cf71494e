package theory_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"marginlab/theory"
	"marginlab/theory/rapidtest"
	"marginlab/theory/vec"
)

// kappaNorms are norms of three dimensions.
func kappaNorms(t *testing.T) []vec.Norm {
	m, err := vec.NewMahalanobis(mat.NewSymDense(3, []float64{4, 1, 0, 1, 2, -1, 0, -1, 3}), "mahalanobis")
	require.NoError(t, err)
	norms := []vec.Norm{nil, m}
	for _, p := range []float64{1.1, 1.5, 2, 3, 10} {
		w, err := vec.NewWeighted(p, []float64{0.5, 1, 7}, fmt.Sprintf("weighted:%v", p))
		require.NoError(t, err)
		norms = append(norms, vec.P(p), w)
	}
	return norms
}

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

// The lower end of κ∘ is reached by the pair that is returned, is feasible, is below
// the upper end, and equal to it in the norms of an inner product; that of a pullback
// is that of its base.
func TestKappaIsBetweenItsEnds(t *testing.T) {
	tries := rapidtest.Count(1, 2, 20)
	lowest := map[string]float64{} // by what is drawn of: norms come before their pullbacks
	for _, n := range kappaNorms(t) {
		for _, c := range deltaEtas {
			delta, eta := c[0], c[1]
			at := fmt.Sprintf("norm %v, κ∘(%v,%v)", n, delta, eta)
			upper := theory.KappaUpper(n, delta, eta)
			lower, u, z := theory.KappaLower(n, 3, delta, eta, tries, 1)
			metric := n
			if n == nil {
				metric = vec.L2{}
			}
			grad := make([]float64, 3)
			metric.Grad(grad, u)
			_, dist := least(metric, u, z)
			require.InDelta(t, 1, metric.Of(u), 1e-12, at)
			require.LessOrEqual(t, metric.Of(z), delta*(1+1e-12), at)
			require.GreaterOrEqual(t, floats.Dot(grad, z), eta-1e-12*delta, at)
			require.InDelta(t, dist, lower, 1e-9, at)
			require.LessOrEqual(t, lower, upper*(1+1e-12), at)
			if theory.Euclidean.Include(n) {
				require.InDelta(t, theory.Kappa0(delta, eta), lower, 1e-12, at)
				require.Equal(t, theory.Kappa0(delta, eta), upper, at)
			}
			of := fmt.Sprint(theory.View{Norm: n}.Base(), c)
			if _, known := lowest[of]; !known {
				lowest[of] = lower
			}
			require.InDelta(t, lowest[of], lower, 1e-12, at)
		}
	}
}

// How tight the upper end is: for δ ≥ 2, η ≤ ½, where OMM is at r ≥ 4, the two rates
// −log κ are within so much of each other. (ℓ1.1 is all but flat: both are below 1e-5.)
func TestKappaIsTightFarFromTheMargin(t *testing.T) {
	for _, c := range []struct{ p, delta, eta, within float64 }{
		{1.5, 2, 0.5, 1.4}, {1.5, 20, 0.5, 1.3}, {3, 2, 0.5, 1.02}, {3, 20, 0.5, 1.001}, {10, 2, 0.5, 1.04}, {10, 20, 0.5, 1.001},
	} {
		lower, _, _ := theory.KappaLower(vec.P(c.p), 2, c.delta, c.eta, 8, 3)
		upper := theory.KappaUpper(vec.P(c.p), c.delta, c.eta)
		t.Logf("p = %v, δ = %v, η = %v: κ∘ in [%.6f, %.6f], rates %.3g and %.3g", c.p, c.delta, c.eta, lower, upper, -math.Log(lower), -math.Log(upper))
		require.Less(t, math.Log(lower)/math.Log(upper), c.within, "p = %v", c.p)
	}
}

func TestKappaLowerAtItsEnds(t *testing.T) {
	v, u, z := theory.KappaLower(vec.P(3), 2, 0.5, 0.6, 4, 1)
	require.Equal(t, math.Inf(-1), v)
	require.Nil(t, u)
	require.Nil(t, z)
	v, _, _ = theory.KappaLower(vec.P(3), 1, 2, 0.3, 4, 1)
	require.InDelta(t, 0.7, v, 1e-12, "on a line z = ηu is best")
	v, u, z = theory.KappaLower(vec.P(3), 1, 1.5, 1.5, 4, 1)
	require.InDelta(t, 0, v, 1e-15, "u − ηu/η is 0")
	require.InDelta(t, 1.5, u[0]*z[0], 1e-12)
	a, _, _ := theory.KappaLower(vec.P(3), 4, 1, 0.4, 7, 5)
	b, _, _ := theory.KappaLower(vec.P(3), 4, 1, 0.4, 7, 5)
	require.Equal(t, a, b)
	more, _, _ := theory.KappaLower(vec.P(3), 4, 1, 0.4, 1, 5)
	require.GreaterOrEqual(t, a, more)
	require.Panics(t, func() { theory.KappaLower(nil, 0, 1, 0.4, 1, 1) })
	require.Panics(t, func() { theory.KappaLower(kappaNorms(t)[1], 2, 1, 0.4, 1, 1) })
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
				got := theory.KappaUpper(n, delta, eta)
				require.InDelta(t, math.Pow(want, 1/s), got, 1e-12, "p = %v, κ̄(%v,%v)", p, delta, eta)
				require.LessOrEqual(t, got, theory.KappaUpper(n, delta+0.05, eta)+1e-15)
				require.LessOrEqual(t, got, theory.KappaUpper(n, delta, eta*0.9)+1e-15)
			}
		}
		require.Equal(t, math.Inf(-1), theory.KappaUpper(n, 0.5, 0.51))
		require.Equal(t, 1., theory.KappaUpper(n, 0.5, -2))
	}
	for _, p := range []float64{2 - 1e-9, 2 + 1e-9} {
		for _, c := range deltaEtas {
			require.InDelta(t, theory.Kappa0(c[0], c[1]), theory.KappaUpper(vec.P(p), c[0], c[1]), 1e-6)
		}
	}
}

// No random pair beats κ̄, in any dimension.
func TestNoPairIsAboveKappaUpper(t *testing.T) {
	n := rapidtest.Count(500, 2_000, 100_000)
	rng := rapidtest.Rand(2)
	for _, p := range []float64{1.1, 1.5, 3, 10} {
		norm := vec.P(p)
		for range n {
			u, z := point(rng, 1+rng.IntN(4)), []float64(nil)
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
			eta := min(delta, floats.Dot(grad, z))
			_, dist := least(norm, u, z)
			require.LessOrEqual(t, dist, theory.KappaUpper(norm, delta, eta)*(1+1e-12), "p = %v, u = %v, z = %v", p, u, z)
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
