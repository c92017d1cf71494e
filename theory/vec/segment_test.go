package vec_test

import (
	"fmt"
	"math"
	"math/big"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/floats"
	"pgregory.net/rapid"

	"marginlab/theory/vec"
)

// requireLeast requires that β is within 1e-12 of the change of the slope's sign in 300 bits, up to the slope's
// rounding of 1e-14 of its terms.
func requireLeast(t require.TestingT, p float64, u, z []float64, beta float64) {
	require.True(t, beta >= 0 && beta <= 1, "β = %v", beta)
	sign := func(at *big.Float, want int) {
		descent, size := exactDescent(p, u, z, at)
		if descent.Sign() != want && descent.Sign() != 0 {
			require.LessOrEqual(t, descent.Abs(descent).Cmp(size.Mul(size, exact(1e-14))), 0,
				"p = %v, u = %v, z = %v: the minimum is not at β = %v", p, u, z, beta)
		}
	}
	below, above := exact(beta), exact(beta)
	if beta < 1 {
		sign(above.Mul(above, exact(1+1e-12)), -1)
	}
	if beta > 0 {
		if beta < 1 {
			below.Mul(below, exact(1-1e-12))
		}
		sign(below, 1)
	}
}

func TestLeastNormIsWhereTheSlopeChangesSign(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := rapid.SampledFrom(exponents).Draw(t, "p")
		d := rapid.IntRange(1, 8).Draw(t, "d")
		scale := math.Pow(10, float64(rapid.IntRange(-110, 120).Draw(t, "log10 scale")))
		ratio := math.Pow(10, float64(rapid.IntRange(-3, 20).Draw(t, "log10 ratio")))
		u, z := shape(d, scale).Draw(t, "u"), shape(d, scale*ratio).Draw(t, "z")
		if rapid.Bool().Draw(t, "towards the origin") { // an interior minimum
			floats.AddScaled(z, ratio*float64(rapid.IntRange(1, 9).Draw(t, "c")), u)
		}
		requireLeast(t, p, u, z, vec.LeastNorm(vec.Lp{P: p}, u, z))
		requireLeast(t, p, u, z, vec.LeastNorm(vec.P(p), u, z))
	})
}

func TestLeastNormOfEuclideanSpaceIsTheClosedForm(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := rapid.IntRange(1, 9).Draw(t, "d")
		u, z := shape(d, 1).Draw(t, "u"), shape(d, 1).Draw(t, "z")
		floats.AddScaled(z, float64(rapid.IntRange(0, 40).Draw(t, "c"))/10, u)
		uz, zz := vec.Dot(u, z), vec.Dot(z, z)
		want := vec.L2{}.LeastNorm(uz, zz)
		require.Equal(t, want, vec.LeastNorm(vec.L2{}, u, z))
		if math.Abs(uz) < 1e-2*math.Sqrt(floats.Dot(u, u)*zz) {
			return // u·z is only rounding
		}
		require.InEpsilon(t, 1+want, 1+vec.LeastNorm(vec.Lp{P: 2}, u, z), 5e-14)
	})
}

func TestLeastNormOfSpecialSegments(t *testing.T) {
	const huge, tiny = 1e150, 1e-135
	for _, p := range []float64{1.02, 1.1, 1.5, 2, 3, 10, 100} {
		for _, c := range []struct {
			what       string
			u, z       []float64
			want, near float64
		}{
			{"no segment", []float64{1, 2}, []float64{0, 0}, 0, 0},
			{"from the origin", []float64{0, 0}, []float64{1, 2}, 0, 0},
			{"away from the origin", []float64{1, 2}, []float64{-1, -2}, 0, 0},
			{"to the origin", []float64{1, 2}, []float64{1, 2}, 1, 1e-12},
			{"not as far as the origin", []float64{1, 2}, []float64{0.5, 1}, 1, 0},
			{"through the origin", []float64{1, 2}, []float64{4, 8}, 0.25, 1e-12},
			{"through the origin far", []float64{1, 2}, []float64{4e30, 8e30}, 0.25e-30, 1e-42},
			{"symmetric", []float64{1, 0}, []float64{1, 1}, 0.5, 1e-12},
			{"past a coordinate that stays", []float64{1, 0.1}, []float64{0, 0.3}, 1. / 3, 1e-12},
			{"past one that stays and hides it", []float64{1, 1e-40}, []float64{0, 4e-40}, 0.25, 1e-12},
			{"of huge numbers", []float64{huge, huge}, []float64{2 * (huge / 2), -huge}, 0, 0},
			{"of huge numbers that meet", []float64{huge, -huge}, []float64{huge, huge}, 0, 0},
			{"of huge numbers, halfway", []float64{huge, 0}, []float64{huge, huge}, 0.5, 1e-12},
			{"of tiny numbers", []float64{8 * tiny, 0}, []float64{8 * tiny, 8 * tiny}, 0.5, 1e-12},
			{"of the tiny and the huge", []float64{tiny, tiny}, []float64{huge, huge}, 0, 1e-284},
			{"of the huge and the tiny, across", []float64{huge, 0}, []float64{0, tiny}, 0, 0},
			{"of the huge and the tiny", []float64{huge, huge}, []float64{tiny, tiny}, 1, 1},
		} {
			for _, n := range []vec.Norm{vec.P(p), vec.Lp{P: p}} {
				beta := vec.LeastNorm(n, c.u, c.z)
				require.True(t, beta >= 0 && beta <= 1, "%s, p = %v: %v", c.what, p, beta)
				require.InDelta(t, c.want, beta, c.near, "%s, p = %v", c.what, p)
			}
		}
	}
}

// For p = 1.1, (1e-315)^{p−1} = 10^{−31.5}: at β = 0 the second coordinate decides the
// slope, though its quotient by the first is no float64 of full precision.
func TestLeastNormWhereAQuotientUnderflows(t *testing.T) {
	u := []float64{1e10, 1e-305}
	require.Zero(t, vec.LeastNorm(vec.P(1.1), u, []float64{1e-40, -1}))
	require.Positive(t, vec.LeastNorm(vec.P(1.1), u, []float64{1e-30, -1}))

	// A third coordinate, 0 there, makes the second a thousandth of the longest: −10^{−160.5} for p = 1.5.
	u = []float64{1e10, 1e-305, 0}
	require.Zero(t, vec.LeastNorm(vec.P(1.5), u, []float64{1e-163, -1e-3, 1}))
	require.Positive(t, vec.LeastNorm(vec.P(1.5), u, []float64{1e-155, -1e-3, 1}))
}

func TestLeastNormAndGradientsAllocateNothing(t *testing.T) {
	u, z, g := []float64{1, 2, 3}, []float64{2, 3, 1}, make([]float64, 3)
	for _, n := range []vec.Norm{vec.L2{}, vec.P(1.1), vec.P(3)} {
		require.Zero(t, testing.AllocsPerRun(10, func() {
			vec.LeastNorm(n, u, z)
			n.Grad(g, u)
		}), fmt.Sprint(n))
	}
}
