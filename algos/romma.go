package algos

import (
	"math"
	"strings"

	"marginlab/theory"
	"marginlab/theory/vec"
)

// ROMMA is the Relaxed Online Maximum Margin Algorithm, through the origin.
//
//	w_1 = 0;  ŷ = sign(w·x);  s = y(w·x)
//	update iff s ≤ 1−ε (ROMMA: ε = 1; aggressive ROMMA, ε = 0: iff s < 1); at w = 0 always:
//	  w ← argmin ‖w'‖  s.t.  y(w'·x) ≥ 1,  w'·w ≥ ‖w‖²
//
// It implements Li and Long, The Relaxed Online Maximum Margin Algorithm
// (2002), with the ε of ZH13, Section 4.1, through v = w/‖w‖²: the update
// takes v to the point of least norm of [v, yx]. Where that is 0, or so near it
// that w would overflow, the examples are not separable, and ROMMA starts anew.
// Rows: romma-mistakes (mistakes), romma-violations, romma-updates.
type ROMMA struct {
	epsilon float64
	space   Space
	p       *dual   // nil before the first x ≠ 0, when w = 0
	vv      float64 // ‖v‖², 0 where w = 0
	norm    float64 // ‖w‖
}

// NewROMMA returns a ROMMA(ε) learner: ε = 1 for ROMMA, 0 for aggressive ROMMA. It
// panics unless 0 ≤ ε ≤ 1, and the norm is ℓ2.
func NewROMMA(s Space, epsilon float64) *ROMMA {
	if !(epsilon >= 0 && epsilon <= 1) {
		panic("algos: ROMMA needs 0 <= epsilon <= 1")
	}
	return &ROMMA{epsilon: epsilon, space: s.euclidean("ROMMA")}
}

// Step implements [Learner], in the scale in which the target margin is 1.
func (r *ROMMA) Step(x vec.Vector, y theory.Label) (step theory.Step) {
	if r.vv == 0 {
		return r.first(x, y)
	}
	vx := r.p.dot(x)
	s := float64(y) * vx / r.vv // y(w·x)
	step = theory.Step{Score: s, Target: 1, Norm: r.norm, Decision: theory.Decision{Y: y, Predicted: theory.Sign(vx)}}
	if !r.violated(s) {
		return step
	}
	x = r.space.lift.of(x)
	xx := r.space.Square(x)
	if xx == 0 { // x = 0 has no margin on any hyperplane through the origin
		step.Target = math.NaN()
		return step
	}
	step.Updated = r.p.towards(float64(y)*vx, multiple{alpha: float64(y), x: x, xx: xx})
	r.measure()
	return step
}

func (r *ROMMA) measure() {
	r.vv = r.p.sqNorm()
	r.norm = ratio(1, math.Sqrt(r.vv))
}

// Reset implements [Renewable].
func (r *ROMMA) Reset() {
	if r.p != nil {
		r.p.renew()
		r.p.set(multiple{})
		r.measure()
	}
}

// first is a step at w = 0: w ← y x/‖x‖², that is v ← y x.
func (r *ROMMA) first(x vec.Vector, y theory.Label) (step theory.Step) {
	step = theory.Step{Target: math.NaN(), Decision: theory.Decision{Y: y, Predicted: theory.Positive}}
	x = r.space.lift.of(x)
	if xx := r.space.Square(x); xx > 0 { // x = 0 changes nothing
		if r.p == nil {
			r.p = r.space.dual(x)
		}
		r.p.set(multiple{alpha: float64(y), x: x, xx: xx})
		r.measure()
		step.Updated = r.vv > 0
	}
	return step
}

// violated reports y(w·x) ≤ 1−ε, without equality at ε = 0.
func (r *ROMMA) violated(s float64) bool { return s <= 1-r.epsilon && s < 1 }

// Wants implements [Kernelized].
func (r *ROMMA) Wants(x vec.Vector, y theory.Label) bool {
	return r.space.Square(r.space.lift.of(x)) > 0 && r.violated(float64(y)*r.Score(x))
}

// Gamma returns 1/‖w_t‖, the margin on the constraints kept, NaN while w = 0.
func (r *ROMMA) Gamma() float64 {
	if r.vv == 0 {
		return math.NaN()
	}
	return math.Sqrt(r.vv)
}

// Norm returns ‖w‖.
func (r *ROMMA) Norm() float64 { return r.norm }

// Score implements [Kernelized]: w·x.
func (r *ROMMA) Score(x vec.Vector) float64 {
	if r.vv == 0 {
		return 0
	}
	return r.p.dot(x) / r.vv
}

// Classifier implements [Learner].
func (r *ROMMA) Classifier() theory.Classifier {
	w := make([]float64, r.space.Dim)
	if r.p != nil {
		r.p.w(w)
	}
	return r.space.classifier(w)
}

const rommaSteps = `w ← 0
for each (x, y):
  predict sign(w·x)
  if w = 0 and x ≠ 0:
    w ← y x/‖x‖²
  else if y(w·x) ≤ 1 − eps and y(w·x) < 1 and x ≠ 0:
    w ← argmin ‖w'‖ over y(w'·x) ≥ 1 and w'·w ≥ ‖w‖²`

// rommaKind describes ROMMA with any ε.
func rommaKind() Kind {
	return Kind{
		Name: "romma", Default: true,
		Pseudocode: rommaSteps,
		Summary:    "ROMMA, updating at functional margins up to 1-eps",
		Source:     "Li and Long 2002; ZH13, Section 4.1",
		Params:     []Param{{Name: "eps", Default: 1, Low: 0, High: 1}, {Name: "rho", From: oneLess("eps"), Fixed: true}},
		Traits:     Traits{Families: []string{"romma"}, Turn: turnsAtRho, Kernel: true, OwnMargin: true, Degree: Degree1},
		New:        func(s Space, a Args) Learner { return NewROMMA(s, a.Num("eps")) },
	}
}

// aggressiveROMMAKind describes aggressive ROMMA, ROMMA with ε = 0.
func aggressiveROMMAKind() Kind {
	return rommaKind().Alias("a-romma", "aggressive ROMMA, updating at functional margins below 1", "Li and Long 2002",
		strings.Replace(rommaSteps, "y(w·x) ≤ 1 − eps and ", "", 1), fixed("eps", 0))
}
