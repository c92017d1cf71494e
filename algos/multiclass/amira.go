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
// the weights √2w^(0), of the norm ‖w‖. Rows: amira-k-best-updates,
// amira-k-best-weighted-updates, amira-k-best-norm, amira-k-best-rest,
// amira-k-best-inseparable.
type AMIRA struct {
	aggressive
	space  algos.Space
	w      []algos.Weights
	square []float64 // ‖w^(z)‖²
	norm   float64   // ‖w‖

	// At the present example.
	x      vec.Vector
	y      int
	xx     float64   // ‖x‖²
	scores []float64 // s of all classes
	z      []int     // Z, from the greatest score on
	ahead  []float64 // their w·ΔΦ
}

// NewAMIRA returns a k-best AMIRA(ε) learner, 0 < ε ≤ 1. A k above M−1, of which there
// are no more wrong classes, is M−1.
func NewAMIRA(s algos.Space, classes int, epsilon float64, k int) *AMIRA {
	checkClasses(classes)
	a := &AMIRA{
		aggressive: newAggressive(epsilon, min(k, classes-1)), space: s,
		scores: make([]float64, classes), square: make([]float64, classes),
	}
	for range classes {
		a.w = append(a.w, s.Weights())
	}
	return a
}

// Classes implements [Learner].
func (a *AMIRA) Classes() int { return len(a.w) }

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
	if a.x, a.y, a.xx = x, y, a.space.Square(x); a.xx == 0 {
		return step
	}
	step.Updated = a.learn(a)
	return step
}

// violations implements [outputs]: as violations have the greatest scores, the k best of them
// are those among the k best wrong classes.
func (a *AMIRA) violations(k int, limit float64) []float64 {
	a.z, a.ahead = a.z[:0], a.ahead[:0]
	right := a.scores[a.y]
	for z, s := range a.scores {
		if z == a.y || !(right-s <= limit) {
			continue
		}
		at := len(a.z)
		for at > 0 && a.scores[a.z[at-1]] < s {
			at--
		}
		if at < k {
			a.z = slices.Insert(a.z[:min(len(a.z), k-1)], at, z)
		}
	}
	for _, z := range a.z {
		a.ahead = append(a.ahead, right-a.scores[z])
	}
	return a.ahead
}

// dot implements [outputs].
func (a *AMIRA) dot(i, j int) float64 {
	if i == j {
		return 2 * a.xx
	}
	return a.xx
}

// move implements [outputs].
func (a *AMIRA) move(eta []float64) {
	var sum float64 // Σ η_z
	for i, z := range a.z {
		if eta[i] > 0 {
			a.add(z, -eta[i])
			sum += eta[i]
		}
	}
	a.add(a.y, sum)
	var ww float64
	for _, v := range a.square {
		ww += v
	}
	a.norm = math.Sqrt(ww)
}

// add makes w^(c) ← w^(c) + αx.
func (a *AMIRA) add(c int, alpha float64) {
	a.w[c].Add(a.x, alpha, a.scores[c], a.xx)
	a.square[c] = a.w[c].SqNorm()
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
	k := kBestKind().Alias("amira-1-best", "aggressive MIRA of many classes: to functional margin 1 against the best wrong class",
		"ZH13, Algorithm 2", oneBestSteps, algos.Param{Name: "k", Default: 1, Fixed: true})
	k.Families = []string{"amira-k-best", "amira-1-best"}
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
		Name: "amira-k-best", Task: theory.ManyClasses, Default: true,
		Pseudocode: kBestSteps,
		Summary:    "aggressive MIRA of many classes: to functional margin 1 against the k best wrong classes",
		Source:     "ZH13, Algorithm 3",
		Params: []algos.Param{
			{Name: "eps", Default: 0.1, Low: 1e-9, High: 1},
			{
				Name: "k", From: func(algos.Args) float64 { return maxBest }, Formula: "classes−1",
				Low: 1, High: maxBest, Integer: true,
			},
		},
		Traits: algos.Traits{
			Families: []string{"amira-k-best"}, Kernel: true,
			Turn: func(a algos.Args, _ float64) float64 { return 1 - a.Num("eps") },
		},
		Make: Maker(func(s algos.Space, classes int, a algos.Args, _ *algos.Spec) Kernelized {
			return NewAMIRA(s, classes, a.Num("eps"), int(a.Num("k")))
		}),
	}
}
