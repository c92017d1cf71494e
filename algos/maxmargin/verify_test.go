package maxmargin_test

import (
	"context"
	"math"
	"math/big"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/algos/maxmargin"
	"marginlab/internal/rapidtest"
	"marginlab/theory"
	"marginlab/theory/vec"
)

func TestMain(m *testing.M) { rapidtest.Main(m, 100) }

var ctx = context.Background()

// wide returns a number with 400 bits: differences of raw coordinates, their products and sums are exact in it for all
// practical purposes.
func wide(v float64) *big.Float { return new(big.Float).SetPrec(400).SetFloat64(v) }

func zeros(d int) []*big.Float {
	v := make([]*big.Float, d)
	for i := range v {
		v[i] = wide(0)
	}
	return v
}

// place returns the coordinate of x.Value[k].
func place(x vec.Vector, k int) int {
	if x.IsSparse() {
		return x.Index[k]
	}
	return k
}

func dot(w []*big.Float, x vec.Vector) *big.Float {
	sum := wide(0)
	for k, v := range x.Value {
		sum.Add(sum, new(big.Float).Mul(w[place(x, k)], wide(v)))
	}
	return sum
}

func length(w []*big.Float) *big.Float {
	sum := wide(0)
	for _, v := range w {
		sum.Add(sum, new(big.Float).Mul(v, v))
	}
	if sum.Sign() == 0 {
		return sum
	}
	return sum.Sqrt(sum)
}

func float(v *big.Float) float64 { f, _ := v.Float64(); return f }

// mean returns Σλx/Σλ. It requires positive weights with sum 1 up to rounding, for examples of the label, each named
// once. The label 0 means both, through the origin, and the mean of yx.
func mean(t require.TestingT, examples []theory.Example, d int, weights []maxmargin.Weight, label theory.Label) []*big.Float {
	v, total := zeros(d), wide(0)
	seen := map[int]bool{}
	for _, w := range weights {
		require.Positive(t, w.Lambda)
		require.False(t, seen[w.Example], "example %d has two weights", w.Example)
		seen[w.Example] = true
		e := examples[w.Example]
		sign := 1.
		if label == 0 {
			sign = float64(e.Y)
		} else {
			require.Equal(t, label, e.Y)
		}
		total.Add(total, wide(w.Lambda))
		for k, a := range e.X.Value {
			i := place(e.X, k)
			v[i].Add(v[i], new(big.Float).Mul(wide(w.Lambda), wide(sign*a)))
		}
	}
	require.InDelta(t, 1, float(total), 1e-14)
	for i := range v {
		v[i].Quo(v[i], total)
	}
	return v
}

// measure is a norm and its dual as the tests compute them, to a relative precision.
type measure struct {
	of, dual  func(v []*big.Float) float64
	precision float64
}

var euclidean = measure{
	of:        func(v []*big.Float) float64 { return float(length(v)) },
	dual:      func(v []*big.Float) float64 { return float(length(v)) },
	precision: 1e-15,
}

// verify is verifyIn for ℓ2.
func verify(t require.TestingT, examples []theory.Example, d int, origin bool, s *maxmargin.Solution, tol float64) {
	verifyIn(t, euclidean, examples, d, origin, s, tol)
}

// verifyIn checks a solution against the problem, without the solver's code: the weights are convex and give v₊, v₋ and
// Gamma; the classifier has unit norm and gives Lower; their gap is at most tol; and the bias halves the margin.
func verifyIn(t require.TestingT, norm measure, examples []theory.Example, d int, origin bool, s *maxmargin.Solution, tol float64) {
	label, halves := theory.Positive, 2.
	if origin {
		label, halves = 0, 1
	}
	plus, minus := mean(t, examples, d, s.PlusWeights, label), zeros(d)
	if origin {
		require.Empty(t, s.MinusWeights)
	} else {
		minus = mean(t, examples, d, s.MinusWeights, theory.Negative)
	}
	longest := longest(examples)
	difference := zeros(d)
	for i := range difference {
		require.InDelta(t, float(plus[i]), s.Plus[i], 1e-14*longest)
		require.InDelta(t, float(minus[i]), s.Minus[i], 1e-14*longest)
		difference[i].Sub(plus[i], minus[i])
	}

	w := zeros(d)
	for i, v := range s.Classifier.W {
		w[i] = wide(v)
	}
	least := map[theory.Label]*big.Float{}
	ends := map[theory.Label][2]float64{} // of the scores, in float64
	for _, e := range examples {
		v := dot(w, e.X)
		f := float(v)
		if r, ok := ends[e.Y]; ok {
			ends[e.Y] = [2]float64{min(r[0], f), max(r[1], f)}
		} else {
			ends[e.Y] = [2]float64{f, f}
		}
		if e.Y < 0 {
			v.Neg(v)
		}
		y := e.Y
		if origin {
			y = theory.Positive
		}
		if l := least[y]; l == nil || v.Cmp(l) < 0 {
			least[y] = v
		}
	}
	sum := least[theory.Positive]
	if !origin {
		sum = new(big.Float).Add(sum, least[theory.Negative])
	}
	gamma := norm.of(difference) / halves
	lower := float(sum) / norm.dual(w) / halves

	require.InDelta(t, 1, norm.dual(w), 10*norm.precision)
	// The greatest weight stands for what the others leave, which differs from Σλx/Σλ by an ulp of the weights: u·D in
	// v₊−v₋, where D is that of the yx through the origin.
	reach := diameter(examples)
	if origin {
		reach = 2 * longest
	}
	require.InEpsilon(t, gamma, s.Gamma, norm.precision*(10+reach/gamma))
	if s.Lower < s.Gamma {
		require.InEpsilon(t, lower, s.Lower, norm.precision)
	}
	require.LessOrEqual(t, s.Lower, s.Gamma)
	require.Positive(t, s.Lower)
	require.LessOrEqual(t, (s.Gamma-s.Lower)/s.Gamma, tol)
	require.Equal(t, (s.Gamma-s.Lower)/s.Gamma, s.Gap())
	if origin {
		require.Zero(t, s.Classifier.B)
		return
	}
	middle := -(ends[theory.Positive][0] + ends[theory.Negative][1]) / 2
	require.InDelta(t, middle, s.Classifier.B, tol*s.Gamma+1e-15*float64(d+4)*longest)
}

// longest returns max ‖x‖.
func longest(examples []theory.Example) float64 {
	sq := 0.0
	for _, e := range examples {
		sq = max(sq, e.X.SqNorm())
	}
	return math.Sqrt(sq)
}

// diameter returns a length of the order of the greatest distance from the first example.
func diameter(examples []theory.Example) float64 {
	d := 0.0
	for _, e := range examples {
		d = max(d, math.Sqrt(vec.SqDist(e.X, examples[0].X)))
	}
	return d
}
