package vec_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/floats"
	"pgregory.net/rapid"

	"marginlab/theory/vec"
)

// exponents are the p for which the laws are tested.
var exponents = []float64{1.1, 1.5, 2, 3, 10}

// spaces are norms of both kinds.
func spaces() *rapid.Generator[vec.Norm] {
	return rapid.Custom(func(t *rapid.T) vec.Norm {
		p := rapid.SampledFrom(exponents).Draw(t, "p")
		if rapid.Bool().Draw(t, "as Lp") {
			return vec.Lp{P: p}
		}
		return vec.P(p)
	})
}

// points draws vectors of one scale in 1e-110…1e150, some with zeros and with coordinates of very different size.
func points(d int) *rapid.Generator[[]float64] {
	return rapid.Custom(func(t *rapid.T) []float64 {
		scale := math.Pow(10, float64(rapid.IntRange(-110, 150).Draw(t, "log10 scale")))
		return shape(d, scale).Draw(t, "x")
	})
}

func shape(d int, scale float64) *rapid.Generator[[]float64] {
	coordinate := rapid.Custom(func(t *rapid.T) float64 {
		v := float64(rapid.IntRange(-1e6, 1e6).Draw(t, "v")) / 1e6
		return scale * v * math.Pow(10, float64(rapid.SampledFrom([]int{0, 0, 0, 0, -3, -20}).Draw(t, "decades")))
	})
	return rapid.SliceOfN(coordinate, d, d)
}

// Powers of more than 32 coordinates are summed in halves.
func TestGradientAndDual(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := rapid.OneOf(rapid.IntRange(1, 9), rapid.IntRange(31, 100)).Draw(t, "d")
		n, x, y := spaces().Draw(t, "n"), points(d).Draw(t, "x"), shape(d, 1).Draw(t, "y")
		require.LessOrEqual(t, math.Abs(floats.Dot(x, y)), n.Of(x)*n.Dual().Of(y)*(1+1e-12), "Hölder")
		g := make([]float64, d)
		n.Grad(g, x)
		if floats.Norm(x, 1) == 0 {
			require.Equal(t, make([]float64, d), g)
			return
		}
		require.InEpsilon(t, 1, n.Dual().Of(g), 1e-12, "‖ℓ(x)‖∗ = 1")
		require.InEpsilon(t, n.Of(x), floats.Dot(g, x), 1e-12, "ℓ(x)·x = ‖x‖")

		back := make([]float64, d)
		n.Dual().Grad(back, g)
		for i := range back {
			back[i] -= x[i] / n.Of(x)
		}
		require.Less(t, n.Of(back), 1e-11, "ℓ∗(ℓ(x)) = x/‖x‖")
		require.InEpsilon(t, n.Of(x), n.Dual().Dual().Of(x), 1e-12, "biduality")

		n.Grad(x, x)
		require.Equal(t, g, x, "in place")
	})
}

// ulps is the allowed error of ‖x‖ against 300 bits, in units in the last place.
func TestNormIsRightToAFewUlps(t *testing.T) {
	const ulps = 4
	rapid.Check(t, func(t *rapid.T) {
		p := rapid.SampledFrom([]float64{1.5, 2, 3, 10}).Draw(t, "p")
		scale := math.Ldexp(1, rapid.IntRange(-440, 490).Draw(t, "log2 scale"))
		x := shape(rapid.IntRange(1, 70).Draw(t, "d"), scale).Draw(t, "x")
		want, _ := exactNorm(p, x).Float64()
		got := vec.Lp{P: p}.Of(x)
		require.LessOrEqual(t, math.Abs(got-want), ulps*(math.Nextafter(want, math.Inf(1))-want), "%v for %v", got, want)
	})
}

func TestNormOfCoordinatesFarApart(t *testing.T) {
	many := make([]float64, 100_000)
	for i := range many {
		many[i] = 1e-101
	}
	many[7] = 1e-100
	for _, p := range []float64{1.02, 1.1, 1.5, 2, 3, 10, 100} {
		n, g := vec.Lp{P: p}, make([]float64, 2)
		require.InEpsilon(t, 1e-100*math.Pow(1+99_999*math.Pow(0.1, p), 1/p), n.Of(many), 4e-15, "p = %v", p)
		require.Equal(t, 1e150, n.Of([]float64{1e150, 1e-300}))
		n.Grad(g, []float64{-1e150, 1e-300})
		require.Equal(t, -1., g[0])
		require.InDelta(t, math.Exp(-450*math.Ln10*(p-1)), g[1], 1e-12*g[1], "the quotient 1e-450 underflows, p = %v", p)
	}
}

func TestDualOfTheDualIsTheSameNorm(t *testing.T) {
	require.Equal(t, vec.P(1.5), vec.P(3).Dual())
	rapid.Check(t, func(t *rapid.T) {
		p := rapid.Float64Range(vec.MinExponent, vec.MaxExponent).Draw(t, "p")
		q := vec.Lp{P: p}.Dual().(vec.Lp)
		require.InEpsilon(t, 1, 1/p+1/q.P, 4e-16)
		require.InEpsilon(t, p, q.Dual().(vec.Lp).P, 4e-16*(1+p), "1/(q−1) magnifies the rounding of q")
	})
}

// The direction of whole numbers in whole powers consists of exact multiples of powers of two.
func TestDirectionOfWholeNumbersIsExact(t *testing.T) {
	for _, p := range []float64{3, 4, 5} {
		for _, x := range [][]float64{{1, -2, 3}, {4, 4, 0}, {-7, 5, 1}, {0, 0, 3}, {0, -5, 0}, {1, 0, 8}} {
			dst, unit, others := make([]float64, 3), floats.Norm(x, math.Inf(1)), 0
			vec.Lp{P: p}.Direction(dst, x)
			for _, v := range x {
				if v != 0 {
					others++
				}
			}
			if others > 1 {
				unit = map[float64]float64{3: 4, 4: 8, 7: 8, 8: 16}[unit]
			}
			for i, v := range x {
				want := v / unit
				for range int(p) - 2 {
					want *= math.Abs(v) / unit
				}
				require.Equal(t, want, dst[i], "p = %v, x = %v", p, x)
			}
		}
	}
	dst := make([]float64, 2)
	vec.Lp{P: 2.5}.Direction(dst, []float64{3, -5})
	require.Equal(t, -1., dst[1], "of other powers the longest is 1")
}

// Direction returns ‖x‖ℓ(x) without its factor, also in place.
func TestDirectionIsTheLinkButForItsFactor(t *testing.T) {
	for _, p := range []float64{1.02, 1.1, 1.5, 2, 3, 10, 100} {
		n := vec.Lp{P: p}
		for _, x := range [][]float64{{1, -2, 3}, {0.1, 0, -7e5}, {1e-140, 2e-140, 0}, {3e150, -1e150, 2e149}, {5}, {1e150, 1}} {
			grad, got := make([]float64, len(x)), make([]float64, len(x))
			n.Grad(grad, x)
			length, factor := n.Direction(got, x)
			require.InEpsilon(t, n.Of(x), length, 1e-13)
			for i := range got {
				require.InDelta(t, grad[i], got[i]*(factor/length), 1e-11, "p = %v, x = %v", p, x)
			}
			at := append([]float64{}, x...)
			n.Direction(at, at)
			require.Equal(t, got, at)
		}
		zero := []float64{0, 0}
		length, factor := n.Direction(zero, zero)
		require.Zero(t, length)
		require.Zero(t, factor)
	}
}
