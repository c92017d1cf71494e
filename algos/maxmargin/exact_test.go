package maxmargin_test

import (
	"fmt"
	"math"
	"math/big"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"marginlab/algos/exact"
	"marginlab/algos/maxmargin"
	"marginlab/internal/rapidtest"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// sqDistance returns the exact min ‖v₊−v₋‖² over the two hulls.
func sqDistance(examples []theory.Example, d int) *big.Rat {
	var all []exact.Example
	for _, e := range examples {
		all = append(all, exact.Example{X: exact.Floats(e.X.Densify(d).Value...), Y: int(e.Y)})
	}
	s, _ := exact.MaxMargin(all, false)
	return s.SqGamma.Mul(s.SqGamma, big.NewRat(4, 1))
}

// lattice draws up to six examples on a small lattice, at least one of each class: with repeats, collinear points,
// points in both classes, points at the same distance.
func lattice(t *rapid.T) ([]theory.Example, int) {
	d := rapid.IntRange(1, 3).Draw(t, "d")
	side := rapid.IntRange(1, 3).Draw(t, "side")
	n := rapid.IntRange(2, 6).Draw(t, "n")
	examples := make([]theory.Example, n)
	for k := range examples {
		x := make([]float64, d)
		for i := range x {
			x[i] = float64(rapid.IntRange(-side, side).Draw(t, "x"))
		}
		y := theory.Positive
		if k == 1 || k > 1 && rapid.Bool().Draw(t, "negative") {
			y = theory.Negative
		}
		examples[k] = theory.Example{X: vec.Dense(x...), Y: y}
	}
	return examples, d
}

// The float64 solution encloses the exact one, wherever the lattice is put and whatever its unit is: translations by
// integers and units of powers of two change no digit of the problem. Through the origin the problem is that of the two
// hulls conv{yx} and {0}, at the whole distance and not half of it. In every norm the hulls meet as in ℓ₂.
func TestGammaEnclosesTheExactOptimum(t *testing.T) {
	ends := map[string]int{}
	rapid.Check(t, func(t *rapid.T) {
		examples, d := lattice(t)
		origin, by := rapid.Bool().Draw(t, "origin"), 0.
		hulls, halves := examples, 2.
		if origin {
			halves, hulls = 1, []theory.Example{{X: vec.Dense(make([]float64, d)...), Y: theory.Negative}}
			for _, e := range examples {
				x := make([]float64, d)
				e.X.AddTo(x, float64(e.Y))
				hulls = append(hulls, theory.Example{X: vec.Dense(x...), Y: theory.Positive})
			}
		} else {
			by = float64(rapid.SampledFrom([]int{0, 1, -3, 1 << 20, 1 << 40}).Draw(t, "by"))
		}
		sq, _ := sqDistance(hulls, d).Float64()
		unit := math.Ldexp(1, rapid.SampledFrom([]int{0, 10, -10, 330, -330}).Draw(t, "unit"))
		placed := rapidtest.Mapped(examples, d, func(x []float64) {
			for i := range x {
				x[i] = (x[i] + by) * unit
			}
		})
		if rapid.Bool().Draw(t, "sparse") {
			placed = rapidtest.Sparse(placed)
		}
		s, err := maxmargin.Solve(ctx, placed, d, maxmargin.Options{Origin: origin})
		ends[fmt.Sprint("ℓ2, origin ", origin, ", separable ", sq > 0)]++
		if sq == 0 {
			var meet *maxmargin.NotSeparableError
			require.ErrorAs(t, err, &meet)
			witness(t, placed, d, meet, origin, rounding)
		} else {
			require.NoError(t, err)
			verify(t, placed, d, origin, s, 1e-12)
			require.InEpsilon(t, math.Sqrt(sq)/halves, s.Gamma/unit, 1e-15)
			require.InEpsilon(t, math.Sqrt(sq)/halves, s.Lower/unit, 1e-12)
		}
		n := rapid.SampledFrom(everyNorm()).Draw(t, "n")
		s, err = maxmargin.Solve(ctx, examples, d, maxmargin.Options{Norm: n.Norm, Origin: origin})
		if sq == 0 {
			var meet *maxmargin.NotSeparableError
			require.ErrorAs(t, err, &meet)
			witnessIn(t, n.measure, examples, d, meet, origin, n.reach())
			return
		}
		require.NoError(t, err)
		verifyIn(t, n.measure, examples, d, origin, s, 1e-9)
	})
	require.Len(t, ends, 4, "%v", ends)
}

// rounding is what the distance of a witness is, relative to the data, where it
// is 0 but for rounding: 4(m+2)u for the m ≤ 200 examples of the tests.
const rounding = 1e-13

// witness checks a NotSeparableError against the examples: the two convex combinations are the stated distance apart,
// which is at most reach in the measure of the data, and the point is half-way.
func witness(t require.TestingT, examples []theory.Example, d int, e *maxmargin.NotSeparableError, origin bool, reach float64) {
	witnessIn(t, euclidean, examples, d, e, origin, reach)
}

// witnessIn is witness with the stated distance in a norm.
func witnessIn(t require.TestingT, norm measure, examples []theory.Example, d int, e *maxmargin.NotSeparableError, origin bool, reach float64) {
	label, minus := theory.Positive, zeros(d)
	if origin {
		label = 0
		require.Empty(t, e.MinusWeights)
	} else {
		minus = mean(t, examples, d, e.MinusWeights, theory.Negative)
	}
	plus := mean(t, examples, d, e.PlusWeights, label)
	scale := diameter(examples)
	if origin {
		scale = 2 * longest(examples)
	}
	difference := zeros(d)
	for i := range difference {
		difference[i].Sub(plus[i], minus[i])
		middle := (float(plus[i]) + float(minus[i])) / 2
		require.InDelta(t, middle, e.Point[i], 1e-14*longest(examples))
	}
	distance := float(length(difference))
	require.InDelta(t, norm.of(difference), e.Distance, norm.precision*scale)
	require.LessOrEqual(t, distance, reach*scale)
}
