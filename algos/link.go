package algos

import (
	"marginlab/theory/vec"
)

// link stores w̃ = ∇½‖x‖² = ‖x‖ℓ(x) in dst, but for a factor, and returns ‖x‖² and the
// factor. It is the link of the p-norm algorithms: w̃·x = ‖x‖² and ‖w̃‖∗ = ‖x‖. In ℓ2 it is
// x, in a pullback Aᵀ of the link of Ax. The factor is apart so that a score is 0 where
// integers make it so. dst may be x.
func link(n vec.Norm, dst, x []float64) (square, factor float64) {
	switch n := n.(type) {
	case vec.L2:
		copy(dst, x)
		return vec.Dot(dst, dst), 1
	case *vec.Pullback:
		n.Map(dst, x)
		square, factor = link(n.Base(), dst, dst)
		n.Adjoint(dst, dst)
		return square, factor
	case vec.Lp:
		length, factor := n.Direction(dst, x)
		return length * length, factor
	}
	length := n.Of(x)
	n.Grad(dst, x)
	return length * length, length
}

// length returns ‖x‖ and overwrites x.
func length(n vec.Norm, x []float64) float64 {
	if p, ok := n.(*vec.Pullback); ok {
		p.Map(x, x)
		return p.Base().Of(x)
	}
	return n.Of(x)
}

// segmentRoom is how many times d numbers vec.LeastNorm needs room for.
const segmentRoom = 4
