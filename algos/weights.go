package algos

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"marginlab/theory"
	"marginlab/theory/vec"
)

// weights is a vector w that grows by multiples of examples, with its norm. In a
// norm other than ℓ2 it is θ that grows, and w is its link.
type weights struct {
	in     vec.Norm
	theta  []float64 // nil in ℓ2
	factor float64   // what w is to be multiplied by, 1 in ℓ2

	w       []float64
	ww      float64 // ‖w‖∗², which is ‖θ‖²
	touched int     // coordinates changed since ww was last computed from them
}

func newWeights(n vec.Norm, dim int) weights {
	w := weights{in: n, factor: 1, w: make([]float64, dim)}
	if n != (vec.L2{}) {
		w.theta = make([]float64, dim)
	}
	return w
}

// add makes w ← w + αx (or θ ← θ + αx), given along = w·x and xx = ‖x‖₂². ‖w‖² follows
//
//	‖w + αx‖² = ‖w‖² + 2α w·x + α²‖x‖²,
//
// and is computed afresh whenever d coordinates have changed, which for a dense
// x is every time: rounding does not pile up, at an amortised cost of O(nnz(x)).
func (w *weights) add(x vec.Vector, alpha, along, xx float64) {
	if w.theta != nil {
		x.AddTo(w.theta, alpha)
		w.ww, w.factor = link(w.in, w.w, w.theta)
		return
	}
	x.AddTo(w.w, alpha)
	if w.touched += len(x.Value); w.touched >= len(w.w) {
		w.ww, w.touched = floats.Dot(w.w, w.w), 0
		return
	}
	w.ww = max(0, w.ww+alpha*(2*along+alpha*xx))
}

// Norm returns ‖w‖∗.
func (w *weights) Norm() float64 { return math.Sqrt(w.ww) }

// score is the w·x of the learner, of a w that is to be multiplied by the factor.
func (w *weights) score(x vec.Vector) float64 { return w.factor * x.Dot(w.w) }

// copied is w with its factor.
func (w *weights) copied() []float64 {
	c := slices.Clone(w.w)
	if w.theta != nil {
		floats.Scale(w.factor, c)
	}
	return c
}

// Classifier implements [Learner], with b = 0.
func (w *weights) Classifier() theory.Classifier {
	return theory.Classifier{W: w.copied()}
}
