package adversarial

import (
	"fmt"

	"marginlab/theory/vec"
)

// NormTrap is k examples, all negative, of length 1 in ℓp, on each of which the p-norm Perceptron errs. As k
// grows, k/(R/γ)² comes near p − 1, the factor of its bound, for every p ≥ 2. (See perceptron-novikoff in PROOFS.md.)
//
// The coordinates are the vectors s of k − 1 signs. −x_1 is constant, and −x_j is θ·s_j, but for its length: half of
// the weight of θ^p has the sign −1, so that w·x_j = 0, and θ becomes θ(1 + ε_j s_j). The part tiny is taken from
// x_j, so that rounding does not decide.
//
// It panics unless 2 ≤ p ≤ 100 and 0 < k ≤ 20.
func NormTrap(p float64, k int) Trap {
	needs(p >= 2 && p <= 100 && 0 < k && k <= 20, "NormTrap needs 2 <= p <= 100 and 0 < k <= 20")
	const tiny = 0x1p-40
	t := Trap{Name: "NormTrap", Learner: fmt.Sprintf("perceptron(p=%v)", p), Source: "PROOFS.md, perceptron-novikoff",
		Says: "a mistake at every step, (p-1)(R/gamma)² of them up to a part that vanishes as they grow"}
	norm, theta := vec.P(p), make([]float64, 1<<(k-1))
	for j := range k {
		x := make([]float64, len(theta))
		for i, v := range theta {
			switch {
			case j == 0:
				x[i] = -1
			case i>>(j-1)&1 == 0:
				x[i] = -v * (1 - tiny)
			default:
				x[i] = v * (1 + tiny)
			}
		}
		length := norm.Of(x)
		for i := range x {
			x[i] /= length
			theta[i] -= x[i]
		}
		t.Examples = append(t.Examples, minus(x...))
	}
	return t
}
