package algos

import (
	"math"

	"marginlab/theory"
	"marginlab/theory/vec"
)

// ROMMA is the Relaxed Online Maximum Margin Algorithm, through the origin; aggressive at ε = 0.
//
// It implements Li and Long, The Relaxed Online Maximum Margin Algorithm (2002), with the ε of ZH13, Section 4.1,
// through v = w/‖w‖²: the update moves v to the point of least norm of [v, yx]. Where that is 0, or so near 0 that w
// would overflow, the examples are not separable, and ROMMA starts anew. Rows: romma-mistakes (mistakes),
// romma-violations, romma-updates.
type ROMMA struct {
	space *Space
	turn  float64 // 1−ε, below 1
	v     *Comb
}

// Step implements [Learner], in the scale in which the target margin is 1.
func (r *ROMMA) Step(x vec.Vector, y theory.Label) theory.Step {
	vx, vv := r.v.Dot(x), r.v.SqNorm()
	step := judge(ratio(vx, vv), y, ratio(1, math.Sqrt(vv)), 1)
	if step.Score > r.turn {
		return step
	}
	xx := r.space.Square(x)
	if vv == 0 || xx == 0 { // x = 0 has no margin on any hyperplane through the origin
		step.Target = math.NaN()
	}
	step.Updated = xx > 0 && r.v.Nearest(float64(y), x, vx, xx)
	return step
}

func (r *ROMMA) Wants(x vec.Vector, y theory.Label) bool {
	return r.space.Square(x) > 0 && float64(y)*r.Score(x) <= r.turn
}

// Score implements [Learner]: w·x.
func (r *ROMMA) Score(x vec.Vector) float64 { return ratio(r.v.Dot(x), r.v.SqNorm()) }

// State implements [Learner]; γ_t is 1/‖w‖, the margin on the kept constraints, NaN while w = 0.
func (r *ROMMA) State() State {
	vv := r.v.SqNorm()
	s := State{Classifier: r.v.Classifier(ratio(1, vv)), Gamma: math.NaN(), Norm: ratio(1, math.Sqrt(vv))}
	if vv > 0 {
		s.Gamma = math.Sqrt(vv)
	}
	return s
}

func (r *ROMMA) Reset() { r.v.Clear() }
