package algos

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"marginlab/theory/vec"
)

// Weights is the w of a learner, a linear combination of examples, with its norm.
type Weights interface {
	Dot(x vec.Vector) float64 // w·x, of an x that the space may lift
	// Add makes w ← w + αx, given w·x and ‖x‖², of a point of the space. In a norm other than ℓ2 it is θ that
	// grows, and w = ∇½‖θ‖².
	Add(x vec.Vector, alpha, along, xx float64)
	SqNorm() float64        // ‖w‖∗²
	Coordinates() []float64 // w, in memory of its own; over a Gram matrix α
	clear()                 // w ← 0
}

// Weights returns w = 0.
func (s Space) Weights() Weights {
	switch {
	case s.Gram != nil:
		return newFollowed(s)
	case s.in() != (vec.L2{}):
		return newLinked(s)
	}
	return newWeights(s)
}

// weights is a w in ℓ2 with all its coordinates. ‖w‖² follows
//
//	‖w + αx‖² = ‖w‖² + 2α w·x + α²‖x‖²,
//
// and is computed afresh whenever d coordinates have changed, which for a dense
// x is every time: rounding does not pile up, at an amortised cost of O(nnz(x)).
type weights struct {
	w       []float64
	ww      float64
	changed int // coordinates changed since ww was last computed from them
	most    int // d, with those that are left out
	lift    *lift
}

func newWeights(s Space) *weights {
	return &weights{w: make([]float64, s.Dim), most: s.Dim + s.Absent, lift: s.lift}
}

// Dot implements [Weights].
func (w *weights) Dot(x vec.Vector) float64 {
	return x.Dot(w.w) + w.lift.along(w.w)
}

// Add implements [Weights].
func (w *weights) Add(x vec.Vector, alpha, along, xx float64) {
	w.changed += len(x.Value)
	x.AddTo(w.w, alpha)
	if w.changed >= w.most {
		w.ww, w.changed = vec.Dot(w.w, w.w), 0
		return
	}
	w.ww = max(0, w.ww+float64(alpha*(float64(2*along)+float64(alpha*xx))))
}

// scale makes w ← cw.
func (w *weights) scale(c float64) {
	floats.Scale(c, w.w)
	w.ww, w.changed = vec.Dot(w.w, w.w), 0
}

func (w *weights) clear() {
	clear(w.w)
	w.ww, w.changed = 0, 0
}

// SqNorm implements [Weights].
func (w *weights) SqNorm() float64 { return w.ww }

// Coordinates implements [Weights].
func (w *weights) Coordinates() []float64 { return slices.Clone(w.w) }

// followed is a w in ℓ2, or over a Gram matrix, that is multiplied in O(1). ‖w‖² is
// followed as that of weights is, and computed afresh whenever as many numbers have
// changed as it is computed from: over a Gram matrix that is at each change, and costs no
// more than to add a row does.
type followed struct {
	scalable
	dim     int
	ww      float64
	changed int
}

func newFollowed(s Space) *followed { return &followed{scalable: s.scaled(), dim: s.Dim} }

// Dot implements [Weights].
func (w *followed) Dot(x vec.Vector) float64 { return w.dot(x) }

// Add implements [Weights].
func (w *followed) Add(x vec.Vector, alpha, along, xx float64) {
	w.ww = max(0, w.ww+float64(alpha*(float64(2*along)+float64(alpha*xx))))
	if w.changed += w.add(x, alpha); w.changed >= w.size() {
		w.ww, w.changed = w.sqNorm(), 0
	}
}

// SqNorm implements [Weights].
func (w *followed) SqNorm() float64 { return w.ww }

// Coordinates implements [Weights].
func (w *followed) Coordinates() []float64 {
	c := make([]float64, w.dim)
	w.copyTo(c, 1)
	return c
}

func (w *followed) clear() {
	w.multiply(0)
	w.ww, w.changed = 0, 0
}

func (w *followed) within(c float64) {
	square := c * c * w.ww
	if square > 1 {
		c, square = 1/math.Sqrt(w.ww), 1
	}
	if square != w.ww {
		w.multiply(c)
		w.ww = square
	}
}

// linked is a w in ℝ^d with another norm, the link of θ: both with all their
// coordinates.
type linked struct {
	in       vec.Norm
	theta, w []float64
	factor   float64 // what w is to be multiplied by
	ww       float64 // ‖w‖∗² = ‖θ‖²
	room     []float64
}

func newLinked(s Space) *linked {
	return &linked{in: s.Norm, theta: make([]float64, s.Dim), w: make([]float64, s.Dim), factor: 1}
}

func (w *linked) Dot(x vec.Vector) float64 { return w.factor * x.Dot(w.w) }
func (w *linked) SqNorm() float64          { return w.ww }

func (w *linked) dotSq(x vec.Vector) (along, xx float64) {
	if w.room == nil {
		w.room = make([]float64, len(w.w))
	}
	x.CopyTo(w.room)
	length := w.in.Of(w.room)
	return w.Dot(x), length * length
}

func (w *linked) Add(x vec.Vector, alpha, _, _ float64) {
	x.AddTo(w.theta, alpha)
	w.ww, w.factor = link(w.in, w.w, w.theta)
}

func (w *linked) clear() {
	clear(w.theta)
	clear(w.w)
	w.ww, w.factor = 0, 1
}

func (w *linked) within(c float64) {
	square := c * c * w.ww
	if square > 1 {
		c, square = 1/math.Sqrt(w.ww), 1
	}
	if square != w.ww {
		floats.Scale(c, w.theta)
		w.factor *= c // w is in proportion to θ
		w.ww = square
	}
}

func (w *linked) Coordinates() []float64 {
	c := make([]float64, len(w.w))
	floats.ScaleTo(c, w.factor, w.w)
	return c
}
