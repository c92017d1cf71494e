package multiclass

import (
	"math"
	"slices"

	"marginlab/algos"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// AMIRA is k-best AMIRA over feature vectors, through the origin.
//
//	w_1 = 0;  s_z = w^(z)·x;  predict argmax s_z
//	Z ← the k best z ≠ y, those with w·ΔΦ(x,y,z) = s_y − s_z ≤ 1−ε
//	w ← argmin ½‖w'−w‖²  s.t.  w'·ΔΦ(x,y,z) ≥ 1, z ∈ Z
//	  = w + Σ η_z ΔΦ(x,y,z):  w^(y) += Σ η_z x,  w^(z) −= η_z x
//
// with the Gram matrix ΔΦ_z·ΔΦ_z' = ‖x‖²(1 + δ_zz') and F_z = 1 − w·ΔΦ_z. It implements
// ZH13, Algorithm 3, and with k = 1 Algorithm 2, 1-best AMIRA, where η is
// (1 − w·ΔΦ)/2‖x‖². Of equal scores the lower class is the better.
// ε > 0: with ε = 0 a point at margin 1 would be an update for ever. Of two
// classes, w^(0) − w^(1) is binary AMIRA(ε) on x, class 0 the positive one, bit
// for bit, as w^(1) = −w^(0) throughout: w·ΔΦ(x,0,1) = (w^(0)−w^(1))·x, η is half
// of its τ, and ‖w‖ is its norm over √2. In ℝ^{2d} it is binary AMIRA on √2x with
// the weights √2w^(0), of the norm ‖w‖. Bounds: [theory.UpdatesAMIRA],
// [theory.WeightedUpdatesAMIRA], [theory.NormAMIRA], [theory.RestAMIRA],
// [theory.UpdatesAMIRAManyInseparable].
type AMIRA struct {
	space   algos.Space
	epsilon float64
	k       int
	w       []algos.Weights
	square  []float64 // ‖w^(z)‖²
	norm    float64   // ‖w‖
	scores  []float64 // s of all classes, at the present example
	z       []int     // Z, from the greatest score on
	eta     []float64
	r, f    []float64
	gram    []float64
	err     error
}

// NewAMIRA returns a k-best AMIRA(ε) learner, 0 < ε ≤ 1. A k above M−1, of which there
// are no more wrong classes, is M−1.
func NewAMIRA(s algos.Space, classes int, epsilon float64, k int) *AMIRA {
	checkClasses(classes)
	if !(epsilon > 0 && epsilon <= 1) {
		panic("multiclass: AMIRA needs 0 < epsilon <= 1")
	}
	if k < 1 {
		panic("multiclass: AMIRA needs at least one wrong class, k >= 1")
	}
	k = min(k, classes-1)
	a := &AMIRA{
		space: s, epsilon: epsilon, k: k, scores: make([]float64, classes), square: make([]float64, classes),
		z: make([]int, 0, k), eta: make([]float64, k), r: make([]float64, k), f: make([]float64, k),
	}
	for range classes {
		a.w = append(a.w, s.Weights())
	}
	return a
}

// Classes implements [Learner].
func (a *AMIRA) Classes() int { return len(a.w) }

// Err implements [Learner]: the quadratic program of an update that was not
// solved, and not made.
func (a *AMIRA) Err() error { return a.err }

// Scores implements [Kernelized].
func (a *AMIRA) Scores(dst []float64, x vec.Vector) []float64 {
	for z, w := range a.w {
		dst[z] = w.Dot(x)
	}
	return dst
}

// Step implements [Learner]. x = 0 changes nothing.
func (a *AMIRA) Step(x vec.Vector, y int) Step {
	step := Judge(a.Scores(a.scores, x), y, a.norm)
	if step.Score > 1-a.epsilon {
		return step
	}
	xx := a.space.Square(x)
	if a.choose(y); len(a.z) == 0 || xx == 0 || !a.solve(y, xx) {
		return step
	}
	var sum float64 // Σ η_z
	for i, z := range a.z {
		if eta := a.eta[i]; eta > 0 {
			a.add(z, x, -eta, xx)
			sum += eta
		}
	}
	a.add(y, x, sum, xx)
	var ww float64
	for _, v := range a.square {
		ww += v
	}
	a.norm, step.Updated = math.Sqrt(ww), true
	return step
}

// add makes w^(c) ← w^(c) + αx.
func (a *AMIRA) add(c int, x vec.Vector, alpha, xx float64) {
	a.w[c].Add(x, alpha, a.scores[c], xx)
	a.square[c] = a.w[c].SqNorm()
}

// choose makes z the violations among the k best wrong classes: as violations
// have the greatest scores, the k best of them all.
func (a *AMIRA) choose(y int) {
	a.z = a.z[:0]
	right, limit := a.scores[y], 1-a.epsilon
	for z, s := range a.scores {
		if z == y || !(right-s <= limit) {
			continue
		}
		at := len(a.z)
		for at > 0 && a.scores[a.z[at-1]] < s {
			at--
		}
		if at < a.k {
			a.z = slices.Insert(a.z[:min(len(a.z), a.k-1)], at, z)
		}
	}
}

// solve finds the η of Z at an example of class y with ‖x‖² = xx. It reports false where
// the quadratic program was not solved.
func (a *AMIRA) solve(y int, xx float64) bool {
	n := len(a.z)
	a.gram = slices.Grow(a.gram[:0], n*n)[:n*n]
	for i, z := range a.z {
		for j := range n {
			a.gram[i*n+j] = xx
		}
		a.gram[i*n+i] = 2 * xx
		a.f[i] = 1 - (a.scores[y] - a.scores[z])
	}
	_, err := Hildreth(a.eta[:n], a.r[:n], a.gram, a.f[:n])
	if err != nil {
		a.err = err
	}
	return err == nil
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

const oneBestSteps = `w_z ← 0 of each class z
for each (x, y):
  predict argmax_z w_z·x  # of equal scores the lower class
  z = argmax_{z≠y} w_z·x, a = w_y·x − w_z·x
  if a ≤ 1 − eps and x ≠ 0:
    η = (1 − a)/(2‖x‖²)
    w_y ← w_y + η x, w_z ← w_z − η x`

// oneBestKind describes 1-best AMIRA.
func oneBestKind() algos.Kind {
	k := kBestKind()
	k.Name, k.Source = "amira-1-best", "ZH13, Algorithm 2"
	k.Pseudocode = oneBestSteps
	k.Summary = "aggressive MIRA of many classes: to functional margin 1 against the best wrong class"
	k.Params = k.Params[:1]
	k.Also = func([]float64) map[string]float64 { return map[string]float64{"k": 1} }
	k.Families = func([]float64) []string { return []string{"amira-k-best", "amira-1-best"} }
	k.Make = amiraMaker(func([]float64) int { return 1 })
	return k
}

const kBestSteps = `w_z ← 0 of each class z
for each (x, y):
  predict argmax_z w_z·x  # of equal scores the lower class
  Z = the k best z ≠ y with w_y·x − w_z·x ≤ 1 − eps
  if Z ≠ ∅ and x ≠ 0:
    w ← argmin ½‖w' − w‖² over w'_y·x − w'_z·x ≥ 1 of all z in Z`

// kBestKind describes k-best AMIRA.
func kBestKind() algos.Kind {
	return algos.Kind{
		Name: "amira-k-best", Task: theory.ManyClasses, Default: true, Kernel: algos.AnyParams,
		Pseudocode: kBestSteps,
		Summary:    "aggressive MIRA of many classes: to functional margin 1 against the k best wrong classes",
		Source:     "ZH13, Algorithm 3",
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
