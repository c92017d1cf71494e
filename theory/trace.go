package theory

import (
	"math"

	"marginlab/theory/vec"
)

// Step is what happened at one example of a run, in the scale of the learner. Its classifier need not have ‖w_t‖ = 1:
// to store the norm is cheaper than to divide by it, and exact on exact data.
type Step struct {
	Score  float64 // y_t(w_t·x_t + b_t) before the update, with the learner's own ‖w_t‖; the lead of many classes' y_t
	Target float64 // γ_t‖w_t‖, the learner's own margin in the same scale; NaN where it has none
	Norm   float64 // ‖w_t‖∗
	Decision
}

// Decision is what a learner decided at a step. It is a struct of its own because the compiler keeps only structs of
// at most four fields and 32 bytes in registers.
type Decision struct {
	Y, Predicted Label
	Updated      bool // the classifier changed
	Opening      bool // a step of an initialisation phase, which predicts without a classifier
}

// NoStep is the step of a learner that cannot continue: it has no label.
var NoStep = Step{Decision: Decision{Y: noLabel}}

const noLabel Label = math.MinInt16

// Made reports whether the learner could make the step.
func (d Decision) Made() bool { return d.Y != noLabel }

// Mistake reports whether the predicted label was not the revealed one.
func (d Decision) Mistake() bool { return d.Predicted != d.Y }

// A returns a_t = y_t(w_t·x_t + b_t)/‖w_t‖, the signed distance of x_t from the learner's hyperplane; 0 where w_t =
// 0.
func (s Step) A() float64 { return quotient(s.Score, s.Norm) }

// Gamma returns γ_t, the learner's own margin before the update.
func (s Step) Gamma() float64 { return quotient(s.Target, s.Norm) }

// learned reports whether the learner learned something at the step: a mistake or an update.
func (s Step) learned() bool { return s.Updated || s.Mistake() }

// quotient returns a/b, or 0 where b is 0.
func quotient(a, b float64) float64 { return choose(b == 0, 0, a/b) }

// Iterate holds iterate k of an algorithm of the task [Batch]; see package algos/normalized for the symbols. Values
// that an algorithm lacks are NaN or 0.
type Iterate struct {
	Loop, K int     // the call, of an algorithm that calls another; of ISNKP how often q was shrunk
	Start   float64 // ‖q‖_G, of the p that the call starts from
	Least   float64 // min_i q_i
	Delta   float64 // δ of the call
	Mu      float64 // μ_k
	Norm    float64 // ‖p_k‖_G, of an algorithm without p ‖α_k‖_G
	L, LMu  float64 // L(α_k), L_{μ_k}(α_k)
	Last    bool    // whether it ends the call
}

// Trace is the run of one learner over one stream.
type Trace struct {
	Learner    string             // the expression that makes the learner again, such as omm(rho=0.5)
	Families   []string           // the names under which guarantees apply to it
	Params     map[string]float64 // its parameters by name
	Lift       float64            // the constant coordinate it appends to every x, 0 if none
	Space      vec.Norm           // the norm in which it learns, nil for ℓ2
	Seen       int                // the number of steps
	Steps      []Step             // all steps; nil where they were counted and not kept
	Unseen     Needs              // what its learner, a program, does not show: theorems that need it do not apply
	Iterates   []Iterate          // of a batch algorithm, which has no steps: at least the first and last of each call
	Mistakes   int
	Updates    int
	Classifier Classifier // after the last step, in the space of the features
	Gamma      float64    // γ after the last step, NaN where the learner has none
	Norm       float64    // ‖w‖∗ after the last step in the learner's own scale, NaN where it is unknown
	LogDet     float64    // log det(A/a) after the last step of a second-order learner, A = aI + Σxxᵀ, else 0
	Seconds    float64    // spent in the learner's steps
}

// Count adds a step to the counts, without keeping it.
func (tr *Trace) Count(s *Step) {
	if s.Mistake() {
		tr.Mistakes++
	}
	if s.Updated {
		tr.Updates++
	}
}

// Add appends a step.
func (tr *Trace) Add(s Step) {
	tr.Steps = append(tr.Steps, s)
	tr.Seen++
	tr.Count(&s)
}

// Append continues the run with the next part of the stream, whose steps are counted and not kept.
func (tr *Trace) Append(next Trace) {
	next.Seen += tr.Seen
	next.Mistakes += tr.Mistakes
	next.Updates += tr.Updates
	next.Seconds += tr.Seconds
	next.Steps = nil
	*tr = next
}

// partial reports whether some steps were not kept.
func (tr *Trace) partial() bool { return tr.Seen > len(tr.Steps) }

// Rests reports whether the last n steps changed nothing, and none of them asked for a change. A learner with a ρ
// updates at a_t < ργ_t, but in ℓp near p = 1 float64 may not contain the v to which it should move.
func (tr *Trace) Rests(n int) bool {
	rho, ok := tr.Params["rho"]
	for _, s := range tr.Steps[len(tr.Steps)-n:] {
		if s.Updated || ok && s.Score < (1-1e-9)*rho*s.Target {
			return false
		}
	}
	return true
}

// number returns how many steps have the property.
func (tr *Trace) number(such func(Step) bool) int {
	n := 0
	for _, s := range tr.Steps {
		if such(s) {
			n++
		}
	}
	return n
}

// OpeningMistakes counts the mistakes of the initialisation phase.
func (tr *Trace) OpeningMistakes() int {
	return tr.number(func(s Step) bool { return s.Opening && s.Mistake() })
}
