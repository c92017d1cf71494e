package algos

import (
	"gonum.org/v1/gonum/floats"

	"marginlab/theory/vec"
)

// link stores w̃ = ∇½‖x‖² = ‖x‖ℓ(x) in dst, which is not x, and returns ‖x‖². It is
// the link of the p-norm algorithms: w̃·x = ‖x‖² and ‖w̃‖∗ = ‖x‖, and x itself in ℓ2.
func link(n vec.Norm, dst, x []float64) (square float64) {
	if n == (vec.L2{}) {
		copy(dst, x)
		return floats.Dot(x, x)
	}
	n.Grad(dst, x)
	length := floats.Dot(dst, x)
	floats.Scale(length, dst)
	return length * length
}

// segmentRoom is how many times d numbers leastNorm needs room for.
const segmentRoom = 4

// leastNorm is [vec.LeastNorm], of a u of the given length, but 0 where the norm
// falls by no more than rounding: β that is found by a search, and not by a formula,
// is not exactly 0 where there is nowhere to go.
func leastNorm(n vec.Norm, u, z []float64, length float64, room []float64) float64 {
	beta := vec.LeastNorm(n, u, z, room)
	if n == (vec.L2{}) || beta == 0 {
		return beta
	}
	const epsilon = 0x1p-52
	at := room[:len(u)]
	floats.AddScaledTo(at, u, -beta, z)
	if !(n.Of(at) < length*(1-4*epsilon)) {
		return 0
	}
	return beta
}
