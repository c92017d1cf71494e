package vec_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/floats"
	"pgregory.net/rapid"

	"marginlab/theory/vec"
)

// smoothnessNeeds returns the c that the inequality of Norm.Smoothness needs at u and z.
func smoothnessNeeds(n vec.Norm, u, z []float64) float64 {
	s, _ := n.Smoothness()
	moved, g := make([]float64, len(u)), make([]float64, len(u))
	floats.SubTo(moved, u, z)
	n.Grad(g, u)
	first := math.Pow(n.Of(u), s) - s*math.Pow(n.Of(u), s-1)*floats.Dot(g, z)
	return (math.Pow(n.Of(moved), s) - first) / math.Pow(n.Of(z), s)
}

// The left side exceeds the right one at most by rounding: 1e-12 of the largest term, over ‖z‖^s.
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
