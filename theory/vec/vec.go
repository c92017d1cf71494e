// Package vec holds feature vectors, dense and sparse behind one type, and the norms of geometry.
//
//	symbol   Go                 meaning
//	x        Vector             a feature vector in ℝ^d
//	w        []float64          a dense vector of the learner, of length d
//	w·x      x.Dot(w)           inner product
//	w + αx   x.AddTo(w, α)      axpy
//	‖x‖²     x.SqNorm()         squared Euclidean norm
//	‖·‖      Norm               a norm, with its gradient ℓ and its dual ‖·‖∗
//
// Inner products, w + αx and squared distances have the same bits on every machine, with or without assembly: each
// sum has one order, described in kernels.go for dense vectors and in sparse.go for sparse ones, and no product is
// fused with a sum. Powers with other exponents than halves have no such guarantee.
//
// A caller that breaks a precondition (a vector longer than w, unequal lengths of Index and Value) panics, as in
// gonum. Data from outside is checked once, with Vector.Check, where it enters.
package vec

import (
	"fmt"
	"math"
	"slices"
)

// Vector is a feature vector: dense when Index is nil, else sparse, with strictly increasing Index and Value[k] the
// coordinate Index[k]. Coordinates beyond the last one stored are zero. A dense vector of no coordinates and a sparse
// one with an empty, non-nil Index are both the zero vector.
type Vector struct {
	Index []int
	Value []float64
}

// Dense returns the dense vector of the given coordinates, which it keeps.
func Dense(value ...float64) Vector { return Vector{Value: value} }

// Sparse returns the vector with Value[k] at coordinate index[k]; both slices are kept. It panics unless index is
// strictly increasing from 0 on and as long as value.
func Sparse(index []int, value []float64) Vector {
	x := Vector{Index: index, Value: value}
	if x.Index == nil {
		x.Index = []int{}
	}
	if err := x.checkIndex(); err != nil {
		panic("vec: " + err.Error())
	}
	return x
}

// IsSparse reports whether x stores its coordinates by index.
func (x Vector) IsSparse() bool { return x.Index != nil }

// Dim returns the least dimension that contains x: one past its last stored coordinate.
func (x Vector) Dim() int {
	if x.Index == nil {
		return len(x.Value)
	}
	if len(x.Index) == 0 {
		return 0
	}
	return x.Index[len(x.Index)-1] + 1
}

// At returns the coordinate x_i, zero where none is stored.
func (x Vector) At(i int) float64 {
	k, stored := i, i < len(x.Value)
	if x.Index != nil {
		k, stored = slices.BinarySearch(x.Index, i)
	}
	if !stored {
		return 0
	}
	return x.Value[k]
}

// DotSq returns w·x and ‖x‖², with the bits of [Vector.Dot] and [Vector.SqNorm]. It panics if x does not fit in
// len(w) dimensions.
func (x Vector) DotSq(w []float64) (wx, xx float64) {
	if x.Index == nil {
		return DotSq(w[:len(x.Value)], x.Value)
	}
	return x.Dot(w), x.SqNorm()
}

// AddTo adds alpha·x to w in place. It panics if x does not fit in len(w) dimensions.
func (x Vector) AddTo(w []float64, alpha float64) {
	if x.Index == nil {
		addScaled(w, alpha, x.Value)
		return
	}
	x.addSparse(w, alpha)
}

// CopyTo overwrites w with x, zeros included. It panics if x does not fit in len(w) dimensions.
func (x Vector) CopyTo(w []float64) {
	if x.Dim() > len(w) {
		panic("vec: a vector does not fit in the space")
	}
	if x.Index == nil {
		clear(w[copy(w, x.Value):])
		return
	}
	clear(w)
	for k, i := range x.Index {
		w[i] = x.Value[k]
	}
}

// SqNorm returns ‖x‖².
func (x Vector) SqNorm() float64 { return Dot(x.Value, x.Value) }

// Clone returns a copy of x that shares no memory with it.
func (x Vector) Clone() Vector {
	return Vector{Index: slices.Clone(x.Index), Value: slices.Clone(x.Value)}
}

// Densify returns x as a dense vector of dimension d; it shares no memory with x. It panics if x does not fit.
func (x Vector) Densify(d int) Vector {
	w := make([]float64, d)
	x.CopyTo(w)
	return Vector{Value: w}
}

// Sparsify returns x without its zero coordinates, as a sparse vector that shares no memory with it.
func (x Vector) Sparsify() Vector {
	s := Vector{Index: []int{}, Value: []float64{}}
	for k, v := range x.Value {
		if v == 0 {
			continue
		}
		s.Index = append(s.Index, x.Coordinate(k))
		s.Value = append(s.Value, v)
	}
	return s
}

// SqDist returns ‖x−y‖², from the differences of the coordinates: it loses no
// digits when x and y are close to each other and far from the origin.
func SqDist(x, y Vector) float64 {
	if x.Index == nil && y.Index == nil {
		return SqDistDense(x.Value, y.Value)
	}
	return sqDistMerge(x, y)
}

// sqDistMerge walks the stored coordinates of both vectors in order.
func sqDistMerge(x, y Vector) (sum float64) {
	count(1, 8*(len(x.Index)+len(x.Value)+len(y.Index)+len(y.Value)))
	i, j := 0, 0
	for i < len(x.Value) && j < len(y.Value) {
		var e float64
		switch a, b := x.Coordinate(i), y.Coordinate(j); {
		case a == b:
			e = x.Value[i] - y.Value[j]
			i++
			j++
		case a < b:
			e = x.Value[i]
			i++
		default:
			e = y.Value[j]
			j++
		}
		sum += float64(e * e)
	}
	return addSquares(addSquares(sum, x.Value[i:]), y.Value[j:])
}

func addSquares(sum float64, x []float64) float64 {
	for _, v := range x {
		sum += float64(v * v)
	}
	return sum
}

// Coordinate returns the coordinate of Value[k].
func (x Vector) Coordinate(k int) int {
	if x.Index == nil {
		return k
	}
	return x.Index[k]
}

// MaxSqNorm is the largest squared norm that Check accepts. Squared distances and sums of a few of them then stay
// below the largest float64, 1.8e308.
const MaxSqNorm = 1e300

// MinSqNorm is the least squared norm, except 0, that Check accepts: squares of distances a thousand times shorter
// are still far from the least float64 of full precision, 2.2e-308.
const MinSqNorm = 1e-270

// Check reports what is wrong with x as data from outside, for a space of dim dimensions: a coordinate outside it, an
// index out of order, NaN, ±Inf, or a norm whose square would overflow or vanish.
func (x Vector) Check(dim int) error {
	if n := x.SqNorm(); !(n <= MaxSqNorm) { // also catches NaN
		for k, v := range x.Value {
			if math.IsNaN(v) || math.IsInf(v, 0) {
				return fmt.Errorf("coordinate %d is %v, expected a finite number", x.Coordinate(k), v)
			}
		}
		return fmt.Errorf("squared norm %.3g is above %.0e, so distances would overflow: scale the data down", n, MaxSqNorm)
	} else if n < MinSqNorm && slices.ContainsFunc(x.Value, func(v float64) bool { return v != 0 }) {
		return fmt.Errorf("squared norm %.3g is below %.0e, so distances would vanish: scale the data up", n, MinSqNorm)
	}
	if err := x.checkIndex(); err != nil {
		return err
	}
	if d := x.Dim(); d > dim {
		return fmt.Errorf("coordinate %d is outside the %d dimensions of the space", d-1, dim)
	}
	return nil
}

func (x Vector) checkIndex() error {
	if x.Index == nil {
		return nil
	}
	if len(x.Index) != len(x.Value) {
		return fmt.Errorf("%d indices for %d values", len(x.Index), len(x.Value))
	}
	last := -1
	for _, i := range x.Index {
		if i <= last {
			return fmt.Errorf("index %d after %d, expected strictly increasing indices from 0 on", i, last)
		}
		last = i
	}
	return nil
}
