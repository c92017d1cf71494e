package multiclass

import (
	"math"

	"marginlab/algos"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// AMIRA is k-best AMIRA over feature vectors, through the origin.
//
//	w_1 = 0;  predict argmax w^(z)·x
//	Z ← the k best z ≠ y, those with w·ΔΦ(x,y,z) ≤ 1−ε
//	w ← argmin ‖w'−w‖²  s.t.  w'·ΔΦ(x,y,z) ≥ 1, z ∈ Z
//
// It implements amira.txt, Algorithm 3, and with k = 1 Algorithm 2, 1-best AMIRA.
// ε > 0: with ε = 0 a point at margin 1 would be an update for ever. Of two
// classes, w^(0) − w^(1) is binary AMIRA(ε) on x, class 0 the positive one, bit
// for bit, as w^(1) = −w^(0) throughout: w·ΔΦ(x,0,1) = (w^(0)−w^(1))·x, η is half
// of its τ, and ‖w‖ is its norm over √2. In ℝ^{2d} it is binary AMIRA on √2x with
// the weights √2w^(0), of the norm ‖w‖. Bounds: [theory.UpdatesAMIRA],
// [theory.WeightedUpdatesAMIRA], [theory.NormAMIRA], [theory.RestAMIRA],
// [theory.UpdatesAMIRAManyInseparable].
type AMIRA struct {
	update
	space algos.Space
	w     []algos.Weights
	norm  float64 // ‖w‖
}

// NewAMIRA returns a k-best AMIRA(ε) learner, 0 < ε ≤ 1. A k above M−1, of which there
// are no more wrong classes, is M−1.
func NewAMIRA(s algos.Space, classes int, epsilon float64, k int) *AMIRA {
	a := &AMIRA{update: newUpdate(classes, epsilon, k), space: s}
	for range classes {
		a.w = append(a.w, s.Weights())
	}
	return a
}

// Scores implements [Kernelized].
func (a *AMIRA) Scores(dst []float64, x vec.Vector) []float64 {
	for z, w := range a.w {
		dst[z] = w.Dot(x)
	}
	return dst
}

// Step implements [Learner].
func (a *AMIRA) Step(x vec.Vector, y int) Step {
	step := Judge(a.Scores(a.scores, x), y, a.norm)
	if step.Score > 1-a.epsilon {
		return step
	}
	xx := a.space.Square(x)
	if step.Updated = a.solve(y, xx); step.Updated {
		a.apply(y, func(c int, alpha float64) { a.w[c].Add(x, alpha, a.scores[c], xx) })
		var ww float64
		for _, w := range a.w {
			ww += w.SqNorm()
		}
		a.norm = math.Sqrt(ww)
	}
	return step
}

// Wants implements [Kernelized].
func (a *AMIRA) Wants(x vec.Vector, y int) bool {
	return Judge(a.Scores(a.scores, x), y, 0).Score <= 1-a.epsilon && a.space.Square(x) > 0
}

// Classifier implements [Learner].
func (a *AMIRA) Classifier() Classifier {
	c := make(Classifier, len(a.w))
	for z, w := range a.w {
		c[z] = theory.Classifier{W: w.Coordinates()}
	}
	return c
}

// Norm implements [Learner].
func (a *AMIRA) Norm() float64 { return a.norm }

// oneBestKind describes 1-best AMIRA.
func oneBestKind() algos.Kind {
	k := kBestKind()
	k.Name, k.Source = "amira-1-best", "amira.txt, Algorithm 2"
	k.Summary = "aggressive MIRA of many classes: to functional margin 1 against the best wrong class"
	k.Params = k.Params[:1]
	k.Also = func([]float64) map[string]float64 { return map[string]float64{"k": 1} }
	k.Families = func([]float64) []string { return []string{"amira-k-best", "amira-1-best"} }
	k.Make = amiraMaker(func([]float64) int { return 1 })
	return k
}

// kBestKind describes k-best AMIRA.
func kBestKind() algos.Kind {
	return algos.Kind{
		Name: "amira-k-best", Task: theory.ManyClasses, Default: true, Kernel: algos.AnyParams,
		Summary: "aggressive MIRA of many classes: to functional margin 1 against the k best wrong classes",
		Source:  "amira.txt, Algorithm 3",
		Params: []algos.Param{
			{Name: "eps", Default: 0.1, Low: 1e-9, High: 1},
			{
				Name: "k", From: func([]float64) float64 { return maxBest }, Formula: "classes−1",
				Low: 1, High: maxBest, Integer: true,
			},
		},
		Families: func([]float64) []string { return []string{"amira-k-best"} },
		Turn:     func(p []float64, _ float64) float64 { return 1 - p[0] },
		Make:     amiraMaker(func(p []float64) int { return int(p[1]) }),
	}
}

// amiraMaker makes AMIRA(ε), ε the first parameter, with k as best says.
func amiraMaker(best func(p []float64) int) Maker {
	return func(s algos.Space, classes int, p []float64, _ *algos.Spec) Kernelized {
		return NewAMIRA(s, classes, p[0], best(p))
	}
}
