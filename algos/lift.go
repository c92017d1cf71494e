package algos

import (
	"marginlab/theory"
	"marginlab/theory/vec"
)

// lift appends the constant coordinate c to points of ℝ^dim. Inner products with (x, c) are
// taken without a copy of x; the nil lift appends nothing.
type lift struct {
	c     float64
	dim   int
	dense []float64 // (x, c) of a dense x
	index []int     // (x, c) of a sparse x
	value []float64
}

func newLift(dim int, c float64) *lift {
	l := &lift{c: c, dim: dim, dense: make([]float64, dim+1)}
	l.dense[dim] = c
	return l
}

// of is (x, c), until the next call.
func (l *lift) of(x vec.Vector) vec.Vector {
	switch {
	case l == nil:
		return x
	case x.IsSparse():
		l.index = append(append(l.index[:0], x.Index...), l.dim)
		l.value = append(append(l.value[:0], x.Value...), l.c)
		return vec.Vector{Index: l.index, Value: l.value}
	}
	n := copy(l.dense[:l.dim:l.dim][:len(x.Value)], x.Value)
	clear(l.dense[n:l.dim])
	return vec.Vector{Value: l.dense}
}

// along returns the last term of w·(x, c), which the nil lift has not.
func (l *lift) along(w []float64) float64 {
	if l == nil {
		return 0
	}
	return float64(l.c * w[l.dim])
}

// square returns the last term of ‖(x, c)‖².
func (l *lift) square() float64 {
	if l == nil {
		return 0
	}
	return float64(l.c * l.c)
}

// classifier is one of points (x, c) in the space of x: (w, w_{d+1}c).
func (l *lift) classifier(c theory.Classifier) theory.Classifier {
	return theory.Classifier{W: c.W[:l.dim], B: c.B + float64(c.W[l.dim]*l.c)}
}
