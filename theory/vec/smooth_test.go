package vec_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/floats"
	"pgregory.net/rapid"

	"marginlab/theory/vec"
)

// smoothnessNeeds is the c that the inequality of Norm.Smoothness needs at u and z.
func smoothnessNeeds(n vec.Norm, u, z []float64) float64 {
	s, _ := n.Smoothness()
	moved, g := make([]float64, len(u)), make([]float64, len(u))
	floats.SubTo(moved, u, z)
	n.Grad(g, u)
	first := math.Pow(n.Of(u), s) - s*math.Pow(n.Of(u), s-1)*floats.Dot(g, z)
	return (math.Pow(n.Of(moved), s) - first) / math.Pow(n.Of(z), s)
}

// The left side exceeds the right one by rounding at most: 1e-12 of the largest term,
// over ‖z‖^s.
func TestSmoothnessHolds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := rapid.IntRange(1, 6).Draw(t, "d")
		n := spaces().Draw(t, "n")
		u, z := shape(d, 1).Draw(t, "u"), shape(d, 1).Draw(t, "z")
		floats.Scale(math.Pow(10, rapid.Float64Range(-3, 3).Draw(t, "log10 scale")), z)
		switch rapid.SampledFrom([]string{"any", "along", "across"}).Draw(t, "direction") {
		case "along":
			floats.ScaleTo(z, float64(rapid.IntRange(-300, 300).Draw(t, "c"))/10, u)
		case "across": // u of equal coordinates, z of equal ones that cancel
			for i := range u {
				u[i], z[i] = u[0], z[0]*float64(1-2*(i%2))
			}
		}
		if n.Of(u) == 0 || n.Of(z) == 0 {
			return
		}
		s, c := n.Smoothness()
		rounding := 1e-12 * math.Pow(1+n.Of(u)/n.Of(z), s)
		require.LessOrEqual(t, smoothnessNeeds(n, u, z), c+rounding)
	})
}

func TestSmoothnessOfSquaresIsTight(t *testing.T) {
	for _, p := range []float64{2, 2.5, 3, 10, 100} {
		s, c := vec.Lp{P: p}.Smoothness()
		require.Equal(t, 2., s)
		eps := 1e-3 / p
		require.InEpsilon(t, c, smoothnessNeeds(vec.Lp{P: p}, []float64{1, 1}, []float64{eps, -eps}), 1e-3)
	}
}

// The least constant for p < 2 is that of numbers, as the powers of both sides are sums over
// the coordinates: at u = 1 and z = 1+s of Xu's s. 2^{2−p} is between it and 1/0.9 of it.
func TestSmoothnessBelowTwoIsWithinATenthOfTheLeastConstant(t *testing.T) {
	for _, p := range []float64{1.02, 1.1, 1.25, 1.5, 1.75, 1.99} {
		power, c := vec.Lp{P: p}.Smoothness()
		require.Equal(t, p, power)
		least := 0.0
		for e := -3.0; e < 40; e += 0.01 {
			least = max(least, smoothnessNeeds(vec.Lp{P: p}, []float64{1}, []float64{1 + math.Exp2(e)}))
		}
		low, high := 1., 1e30
		for range 200 {
			if mid := math.Sqrt(low * high); (p-1)*mid-math.Pow(mid, p-1) < 2-p {
				low = mid
			} else {
				high = mid
			}
		}
		require.InEpsilon(t, (1+math.Pow(low, p-1))/math.Pow(1+low, p-1), least, 1e-4)
		require.LessOrEqual(t, least, c)
		require.GreaterOrEqual(t, least, 0.9*c)
	}
}
