package algos

import (
	"gonum.org/v1/gonum/floats"

	"marginlab/theory/vec"
)

// link stores w̃ = ∇½‖x‖² = ‖x‖ℓ(x) in dst and returns ‖x‖². It is the link of the
// p-norm algorithms: w̃·x = ‖x‖² and ‖w̃‖∗ = ‖x‖. In a norm of an inner product it is
// linear, x itself in ℓ2, where dst may be x, and AᵀAx in a pullback, and no more is
// rounded than these products.
func link(n vec.Norm, dst, x []float64) (square float64) {
	if p, ok := n.(*vec.Pullback); ok && p.Base() == (vec.L2{}) {
		p.Map(dst, x)
		square = floats.Dot(dst, dst)
		p.Adjoint(dst, dst)
		return square
	}
	if n == (vec.L2{}) {
		copy(dst, x)
		return floats.Dot(x, x)
	}
	n.Grad(dst, x)
	length := floats.Dot(dst, x)
	floats.Scale(length, dst)
	return length * length
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
