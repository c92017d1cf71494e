package multiclass

import "marginlab/algos/kernel"

// KernelAMIRA is [AMIRA] over the points of a Gram matrix, which are named by their
// index, as amira.txt, Section 4.2, runs it. A point of a kernel with a ridge is the
// same point wherever it stands in the order.
type KernelAMIRA struct {
	*AMIRA
	g *kernel.Gram
}

// NewKernelAMIRA returns a k-best AMIRA(ε) learner over the points of g; see [NewAMIRA].
func NewKernelAMIRA(g *kernel.Gram, classes int, epsilon float64, k int) *KernelAMIRA {
	return &KernelAMIRA{NewAMIRA(g.Space(0), classes, epsilon, k), g}
}

// Step implements [KernelLearner].
func (a *KernelAMIRA) Step(i, y int) Step { return a.AMIRA.Step(a.g.Unit(i), y) }

// Wants implements [KernelLearner].
func (a *KernelAMIRA) Wants(i, y int) bool { return a.AMIRA.Wants(a.g.Unit(i), y) }

// Scores implements [KernelLearner].
func (a *KernelAMIRA) Scores(dst []float64, i int) []float64 {
	if dst == nil {
		dst = make([]float64, a.Classes())
	}
	return a.AMIRA.Scores(dst, a.g.Unit(i))
}

// Coefficients returns of each class the α with w^(z) = Σ α_i φ(x_i).
func (a *KernelAMIRA) Coefficients() [][]float64 {
	var alpha [][]float64
	for _, c := range a.Classifier() {
		alpha = append(alpha, c.W)
	}
	return alpha
}

// Classifiers implements [KernelLearner].
func (a *KernelAMIRA) Classifiers() []kernel.Classifier {
	var all []kernel.Classifier
	for _, alpha := range a.Coefficients() {
		all = append(all, kernel.Classifier{Alpha: alpha})
	}
	return all
}
