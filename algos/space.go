package algos

import (
	"marginlab/theory/vec"
)

// Space is where a learner keeps its w: ℝ^d with a norm, or the Hilbert space of a
// kernel over n points that are known beforehand. An example of the latter is e_i, the
// i-th unit vector of ℝ^n, and stands for φ(x_i): w·x is Σ_j α_j K_ji, and ‖x‖² is K_ii.
// With a Bias c every example has one more coordinate, c: w·x is then w·(x, c), and ‖x‖² is ‖(x, c)‖².
type Space struct {
	Dim    int      // d, or n
	Absent int      // coordinates of ℝ^d that are left out, as no x has them
	Norm   vec.Norm // of ℝ^d, nil for ℓ2
	Gram   Gram     // nil in ℝ^d
	Bias   float64  // the constant coordinate of every example, 0 for none
}

// Gram is the matrix K_ij = K(x_i,x_j) of the inner products of n points, a row at a time.
type Gram interface {
	Diag(i int) float64  // K_ii
	Row(i int) []float64 // for reading, until the next row is asked for
	// Embedded returns φ(x_i) in coordinates: vectors with the inner products K_ij.
	Embedded(i int) vec.Vector
}

// in is the norm.
func (s *Space) in() vec.Norm {
	if s.Norm == nil {
		return vec.L2{}
	}
	return s.Norm
}

// euclidean reports that the norm is ℓ2.
func (s *Space) euclidean() bool { return s.in() == vec.L2{} }

// Square returns ‖x‖², that of ℓ2 in any norm of ℝ^d.
func (s *Space) Square(x vec.Vector) float64 {
	cc := float64(s.Bias * s.Bias)
	if s.Gram != nil {
		return s.Gram.Diag(point(x)) + cc
	}
	return x.SqNorm() + cc
}

// point is the i of e_i.
func point(x vec.Vector) int {
	if len(x.Index) != 1 || x.Value[0] != 1 {
		panic("algos: an example over a Gram matrix is a unit vector")
	}
	return x.Index[0]
}
