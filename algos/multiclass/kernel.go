package multiclass

import (
	"math"

	"marginlab/algos/kernel"
)

// KernelAMIRA is [AMIRA] in the space of a kernel, over the points of a Gram
// matrix, which are named by their index:
//
//	s_z = f^(z)(x),  ‖x‖² = K(x,x),  f^(y) += Σ η_z K(x,·),  f^(z) −= η_z K(x,·)
//
// It implements amira.txt, Algorithms 2 and 3, as Section 4.2 runs them. A point of
// a kernel with a ridge is the same point wherever it stands in the order.
type KernelAMIRA struct {
	update
	space kernel.Space
	f     []*kernel.Function
	ff    []float64 // ‖f^(z)‖²
}

// NewKernelAMIRA returns a k-best AMIRA(ε) learner over the points of g, 0 < ε ≤ 1;
// k as in [NewAMIRA].
func NewKernelAMIRA(g *kernel.Gram, classes int, epsilon float64, k int) *KernelAMIRA {
	a := &KernelAMIRA{update: newUpdate(classes, epsilon, k), space: kernel.Space{Gram: g}, ff: make([]float64, classes)}
	for range classes {
		a.f = append(a.f, kernel.NewFunction(a.space))
	}
	return a
}

// Scores implements [KernelLearner].
func (a *KernelAMIRA) Scores(dst []float64, i int) []float64 {
	if dst == nil {
		dst = make([]float64, len(a.f))
	}
	for z, f := range a.f {
		dst[z] = f.At(i)
	}
	return dst
}

// Wants implements [KernelLearner].
func (a *KernelAMIRA) Wants(i, y int) bool {
	return Judge(a.Scores(a.scores, i), y, 0).Score <= 1-a.epsilon && a.space.Diag(i) > 0
}

// Step implements [KernelLearner].
func (a *KernelAMIRA) Step(i, y int) Step {
	step := Judge(a.Scores(a.scores, i), y, a.Norm())
	if step.Score > 1-a.epsilon {
		return step
	}
	if step.Updated = a.solve(y, a.space.Diag(i)); step.Updated {
		a.apply(y, func(c int, alpha float64) {
			a.f[c].Add(i, alpha)
			a.ff[c] = a.f[c].SqNorm()
		})
	}
	return step
}

// Norm returns ‖f‖, f = (f^(0), …, f^(M−1)).
func (a *KernelAMIRA) Norm() float64 {
	var sum float64
	for _, ff := range a.ff {
		sum += ff
	}
	return math.Sqrt(sum)
}

// Coefficients returns of each class the α with f^(z) = Σ α_i K(x_i,·).
func (a *KernelAMIRA) Coefficients() [][]float64 {
	var alpha [][]float64
	for _, f := range a.f {
		alpha = append(alpha, f.Coefficients())
	}
	return alpha
}
