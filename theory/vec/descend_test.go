package vec

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// segment returns a random segment that ends beyond its least norm, with dense coordinates or binary ones.
func segment(r *rand.Rand, d int, binary bool) (u, z []float64) {
	u, z = make([]float64, d), make([]float64, d)
	for i := range u {
		u[i] = r.NormFloat64()
		z[i] = u[i]*r.Float64()*3 + r.NormFloat64()
		if binary {
			u[i], z[i] = math.Round(u[i]), math.Round(z[i])
		}
	}
	return u, z
}

// evaluations counts the evaluations of the slope in one descent.
func evaluations(p float64, u, z []float64) (beta float64, count int) {
	beta = descend(func(beta float64) (descent, step float64) {
		count++
		return descentP(p, u, z, maxAbs(z), beta)
	})
	return beta, count
}

func TestDescendNeedsFewEvaluations(t *testing.T) {
	for _, c := range []struct {
		p           float64
		mean, worst float64
	}{{1.1, 21, 60}, {1.5, 9, 25}, {2, 4, 5}, {3, 8, 12}, {10, 10, 25}} {
		r := rand.New(rand.NewPCG(1, 1))
		var sum, most, inner float64
		for range 300 {
			u, z := segment(r, 20, false)
			if beta, n := evaluations(c.p, u, z); beta > 0 && beta < 1 {
				inner++
				sum += float64(n)
				most = max(most, float64(n))
			}
		}
		t.Logf("p = %v: %.1f evaluations, at most %v", c.p, sum/inner, most)
		require.Greater(t, inner, 250.)
		require.LessOrEqual(t, sum/inner, c.mean, "p = %v", c.p)
		require.LessOrEqual(t, most, c.worst, "p = %v", c.p)
	}
}

// However much the coordinates differ in size, a few times the 40 steps of a bisection are enough.
func TestDescendEndsOnAnySegment(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	most, inner := 0, 0
	for range 3000 {
		p := []float64{1.02, 1.1, 1.5, 2, 3, 10, 100}[r.IntN(7)]
		u, z := segment(r, 1+r.IntN(5), r.IntN(2) == 0)
		for i := range u {
			u[i] *= math.Pow(10, -float64(r.IntN(3)*r.IntN(100)))
			z[i] *= math.Pow(10, -float64(r.IntN(3)*r.IntN(100)))
		}
		if maxAbs(z) == 0 {
			continue
		}
		beta, n := evaluations(p, u, z)
		require.True(t, beta >= 0 && beta <= 1, "p = %v, u = %v, z = %v: %v", p, u, z, beta)
		most = max(most, n)
		if beta > 0 && beta < 1 {
			inner++
		}
	}
	t.Logf("at most %d evaluations, %d minima inside", most, inner)
	require.Greater(t, inner, 500)
	require.Less(t, most, 150)
}

// Where steps are exact, so is the minimum; a point without descent is a minimum.
func TestDescendIsExactWhereStepsAre(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 0))
	for range 1000 {
		root := rng.Float64()
		got := descend(func(beta float64) (descent, step float64) { return root - beta, root - beta })
		require.InDelta(t, root, got, 0x1p-52*root)
	}
	calls := 0
	got := descend(func(beta float64) (descent, step float64) {
		calls++
		return max(0, 0.25-beta), 0.5
	})
	require.Equal(t, 2, calls)
	require.InDelta(t, 0.5, got, width)
}

func TestLeastNormAtTheEndsOfItsRange(t *testing.T) {
	inf := math.Inf(1)
	require.EqualValues(t, 1, L2{}.LeastNorm(inf, inf), "a product that overflows is beyond the end")
	require.False(t, math.Signbit(L2{}.LeastNorm(math.Copysign(0, -1), 1)))
}
