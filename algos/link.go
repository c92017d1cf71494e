package algos

import (
	"marginlab/theory/vec"
)

// link stores w̃ = ∇½‖x‖² = ‖x‖ℓ(x) in dst, but for a factor, and returns ‖x‖² and the
// factor. It is the link of the p-norm algorithms: w̃·x = ‖x‖² and ‖w̃‖∗ = ‖x‖. In ℓ2 it is
// x. The factor is apart so that a score is 0 where
// integers make it so. dst may be x.
func link(n vec.Norm, dst, x []float64) (square, factor float64) {
	switch n := n.(type) {
	case vec.L2:
		copy(dst, x)
		return vec.Dot(dst, dst), 1
	case vec.Lp:
		length, factor := n.Direction(dst, x)
		return length * length, factor
	}
	length := n.Of(x)
	n.Grad(dst, x)
	return length * length, length
}

// segmentRoom is how many times d numbers vec.LeastNorm needs room for.
const segmentRoom = 2
