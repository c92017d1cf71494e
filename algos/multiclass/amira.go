package multiclass

import (
	"math"
	"slices"

	"marginlab/algos"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// AMIRA is k-best AMIRA over feature vectors, through the origin. It implements ZH13, Algorithm 3, and
// with k = 1 Algorithm 2, 1-best AMIRA.
//
//	Z ← the k best z ≠ y, those with w·ΔΦ(x,y,z) ≤ 1−ε
//	w ← argmin ½‖w'−w‖²  s.t.  w'·ΔΦ(x,y,z) ≥ 1, z ∈ Z
//	  = w + Σ η_z ΔΦ(x,y,z):  w^(y) += Σ η_z x,  w^(z) −= η_z x
//
// with ΔΦ_z·ΔΦ_z' = ‖x‖²(1 + δ_zz'). Of equal scores the lower class is the better. ε > 0: with ε = 0 a point at
// margin 1 would be an update for ever.
//
// With two classes, w^(0) − w^(1) is binary AMIRA(ε) on x, class 0 the positive one, bit for bit, since w^(1) =
// −w^(0) throughout: w·ΔΦ(x,0,1) = (w^(0)−w^(1))·x, η is half of its τ, and ‖w‖ is its norm over √2.
type AMIRA struct {
	weights
	epsilon float64
	k       int
	z       []int // Z, from the greatest score on
}

// NewAMIRA returns a k-best AMIRA(ε) learner, 0 < ε ≤ 1. A k above M−1 counts as M−1.
func NewAMIRA(s algos.Space, classes int, epsilon float64, k int) *AMIRA {
	if !(epsilon > 0 && epsilon <= 1) || k < 1 {
		panic("multiclass: AMIRA needs 0 < epsilon <= 1 and k >= 1")
	}
	return &AMIRA{weights: newWeights(s, classes), epsilon: epsilon, k: min(k, classes-1)}
}

// Step implements [algos.Learner]. x = 0 changes nothing.
func (a *AMIRA) Step(x vec.Vector, y theory.Label) theory.Step {
	step := judge(a.Scores(a.scores, x), y, a.norm)
	if step.Score > 1-a.epsilon {
		return step
	}
	if xx := a.space.Square(x); xx > 0 {
		a.choose(int(y), xx)
		a.move(x, xx, int(y))
		step.Updated = true
	}
	return step
}

// choose finds Z. Violations have the greatest scores: the k best of them are among the k best wrong classes. Scores
// that differ only by rounding, as two active constraints leave them, count as equal.
func (a *AMIRA) choose(y int, xx float64) {
	a.z = a.z[:0]
	rounding := 0.0
	if a.k > 1 {
		rounding = float64(1e-13 * a.norm * math.Sqrt(xx))
	}
	for z, s := range a.scores {
		if z == y || !(a.scores[y]-s <= 1-a.epsilon) {
			continue
		}
		at := len(a.z)
		for at > 0 && a.scores[a.z[at-1]] < s-rounding {
			at--
		}
		if at < a.k {
			a.z = slices.Insert(a.z[:min(len(a.z), a.k-1)], at, z)
		}
	}
}

// move makes w ← w + Σ η_z ΔΦ(x,y,z). With F_z = (1 − w·ΔΦ_z)/‖x‖² the m active constraints have the greatest F, and
// η_z = F_z − S, where S = Σ η_z = Σ F_z/(m+1); for all others F_z ≤ S.
func (a *AMIRA) move(x vec.Vector, xx float64, y int) {
	short := func(z int) float64 { return (1 - (a.scores[y] - a.scores[z])) / xx } // F_z
	var sum, s float64                                                             // Σ F_z, S
	active := a.z
	for m, z := range a.z {
		if f := short(z); f > s {
			sum += f
			s = sum / float64(m+2)
		} else {
			active = a.z[:m]
			break
		}
	}
	for _, z := range active {
		a.w[z].Grow(s-short(z), x, a.scores[z], xx)
	}
	a.w[y].Grow(s, x, a.scores[y], xx)
	a.measure()
}

func (a *AMIRA) Wants(x vec.Vector, y theory.Label) bool {
	return lead(a.Scores(a.scores, x), y) <= 1-a.epsilon && a.space.Square(x) > 0
}

// oneBestKind describes 1-best AMIRA.
func oneBestKind() algos.Kind {
	k := kBestKind().Alias("amira-1-best", algos.Param{Name: "k", Default: 1, Fixed: true})
	k.Families = []string{"amira-k-best", "amira-1-best"}
	return k
}

// maxBest is the greatest accepted k, and the default, which takes all wrong classes.
const maxBest = 1e6

// kBestKind describes k-best AMIRA.
func kBestKind() algos.Kind {
	return algos.Kind{
		Name: "amira-k-best", Task: theory.ManyClasses, Default: true,
		Params: []algos.Param{
			{Name: "eps", Default: 0.1, Low: 1e-9, High: 1},
			{Name: "k", Low: 1, High: maxBest, Integer: true, Formula: "classes−1",
				From: func(algos.Args) float64 { return maxBest }},
		},
		Traits: algos.Traits{
			Families: []string{"amira-k-best"}, Kernel: true,
			Turn: func(a algos.Args, _ float64) float64 { return 1 - a.Num("eps") },
		},
		Make: Maker(func(s algos.Space, classes int, a algos.Args, _ *algos.Spec) Learner {
			return NewAMIRA(s, classes, a.Num("eps"), int(a.Num("k")))
		}),
	}
}
