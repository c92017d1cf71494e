package maxmargin_test

import (
	"errors"
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

// sqDistance is min ‖v₊−v₋‖² over the two hulls, exactly.
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
// integers and units of powers of two change no digit of the problem.
func TestGammaEnclosesTheExactOptimum(t *testing.T) {
	separable, meeting := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		examples, d := lattice(t)
		want := sqDistance(examples, d)
		by := float64(rapid.SampledFrom([]int{0, 1, -3, 1 << 20, 1 << 40}).Draw(t, "by"))
		unit := math.Ldexp(1, rapid.SampledFrom([]int{0, 10, -10, 330, -330}).Draw(t, "unit"))
		placed := rapidtest.Mapped(examples, d, func(x []float64) {
			for i := range x {
				x[i] = (x[i] + by) * unit
			}
		})
		if rapid.Bool().Draw(t, "sparse") {
			placed = rapidtest.Sparse(placed)
		}
		s, err := maxmargin.Solve(ctx, placed, d, maxmargin.Options{})
		if want.Sign() == 0 {
			var meet *maxmargin.NotSeparableError
			require.True(t, errors.As(err, &meet), "%v", err)
			witness(t, placed, d, meet, false, rounding)
			meeting++
			return
		}
		require.NoError(t, err)
		verify(t, placed, d, false, s, 1e-12)
		sq, _ := want.Float64()
		require.InEpsilon(t, math.Sqrt(sq)/2, s.Gamma/unit, 1e-15)
		require.InEpsilon(t, math.Sqrt(sq)/2, s.Lower/unit, 1e-12)
		separable++
	})
	require.Positive(t, separable, "the generator reaches no separable stream")
	require.Positive(t, meeting, "the generator reaches no stream that is not separable")
}

// Through the origin the problem is that of the two hulls conv{yx} and {0}, at the whole distance and not half of it.
func TestOriginIsTheDistanceToTheOrigin(t *testing.T) {
	separable, meeting := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		examples, d := lattice(t)
		hulls := []theory.Example{{X: vec.Dense(make([]float64, d)...), Y: theory.Negative}}
		for _, e := range examples {
			x := make([]float64, d)
			e.X.AddTo(x, float64(e.Y))
			hulls = append(hulls, theory.Example{X: vec.Dense(x...), Y: theory.Positive})
		}
		want := sqDistance(hulls, d)
		s, err := maxmargin.Solve(ctx, examples, d, maxmargin.Options{Origin: true})
		if want.Sign() == 0 {
			var meet *maxmargin.NotSeparableError
			require.True(t, errors.As(err, &meet), "%v", err)
			witness(t, examples, d, meet, true, rounding)
			meeting++
			return
		}
		require.NoError(t, err)
		verify(t, examples, d, true, s, 1e-12)
		sq, _ := want.Float64()
		require.InEpsilon(t, math.Sqrt(sq), s.Gamma, 1e-15)
		separable++
	})
	require.Positive(t, separable, "the generator reaches no separable stream")
	require.Positive(t, meeting, "the generator reaches no stream that is not separable")
}

// rounding is what the distance of a witness is, relative to the data, where it
// is 0 but for rounding: 4(m+2)u for the m ≤ 200 examples of the tests.
const rounding = 1e-13

// witness holds a NotSeparableError against the examples: the two convex combinations are the stated distance apart,
// which is at most reach in the measure of the data, and the point is half-way.
func witness(t require.TestingT, examples []theory.Example, d int, e *maxmargin.NotSeparableError, origin bool, reach float64) {
	witnessIn(t, euclidean, examples, d, e, origin, reach)
}

// witnessIn is witness where the stated distance is in a norm.
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
