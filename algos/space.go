package algos

import (
	"marginlab/internal/num"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// Space is where a learner keeps its w: ℝ^d with a norm, or the Hilbert space of a
// kernel over n points that are known beforehand. An example of the latter is e_i, the
// i-th unit vector of ℝ^n, and stands for φ(x_i).
//
//	         in ℝ^d                over a Gram matrix
//	x        Σ_j x_j e_j           e_i
//	w        its coordinates       α of w = Σ_i α_i φ(x_i)
//	w·x      Σ_j w_j x_j           Σ_j α_j K_ji
//	‖x‖²     Σ_j x_j²              K_ii
type Space struct {
	Dim    int      // d, or n
	Absent int      // coordinates of ℝ^d that are left out, as no x has them
	Norm   vec.Norm // of ℝ^d, nil for ℓ2
	Gram   Gram     // nil in ℝ^d
	Lift   float64  // a constant coordinate of every φ(x_i), so that K has Lift² more
	// Unvoted spares the memory for a vote: a learner keeps none of its earlier classifiers.
	Unvoted bool
	lift    *lift // that makes points of ℝ^d of examples, which lack their last coordinate; nil if they do not
}

// Gram is the matrix K_ij = K(x_i,x_j) of the inner products of n points, a row at a
// time.
type Gram interface {
	Diag(i int) float64  // K_ii
	Row(i int) []float64 // for reading, until the next row is asked for
	// Embedded returns φ(x_i) in coordinates: vectors with the inner products K_ij.
	Embedded(i int) vec.Vector
}

// in is the norm.
func (s Space) in() vec.Norm {
	if s.Norm == nil {
		return vec.L2{}
	}
	return s.Norm
}

// euclidean panics with what needs it unless the norm is ℓ2.
func (s Space) euclidean(what string) Space {
	if s.in() != (vec.L2{}) {
		panic("algos: " + what + " is of l2 alone")
	}
	return s
}

// plain panics with what needs it unless the space is ℝ^d with ℓ2.
func (s Space) plain(what string) Space {
	if s.Gram != nil {
		panic("algos: " + what + " has no kernel form")
	}
	return s.euclidean(what)
}

// Square returns ‖x‖², that of ℓ2 in any norm of ℝ^d.
func (s *Space) Square(x vec.Vector) float64 {
	if s.Gram != nil {
		return s.Gram.Diag(point(x.Index, x.Value)) + float64(s.Lift*s.Lift)
	}
	return x.SqNorm()
}

// point is the i of e_i, given its coordinates.
func point(index []int, value []float64) int {
	if len(index) != 1 || value[0] != 1 {
		panic("algos: an example over a Gram matrix is a unit vector")
	}
	return index[0]
}

// classifier is that of w through the origin, with the bias that a constant coordinate adds.
func (s *Space) classifier(w []float64) theory.Classifier {
	if s.lift != nil {
		return s.lift.classifier(theory.Classifier{W: w})
	}
	if s.Lift == 0 {
		return theory.Classifier{W: w}
	}
	return theory.Classifier{W: w, B: s.Lift * s.Lift * num.Sum(w)}
}

// zero is the combination 0.
func (s Space) zero() summand {
	if s.Gram != nil {
		return newFunction(s)
	}
	return &dense{make([]float64, s.Dim), s.lift}
}

// scaled is the combination 0, to be multiplied in O(1).
func (s Space) scaled() scalable {
	if s.Gram != nil {
		return newFunction(s)
	}
	v := newScaled(s.Dim)
	v.lift = s.lift
	return v
}
