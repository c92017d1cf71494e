package theory

import (
	"math"

	"marginlab/theory/vec"
)

// Step is what happened at one example of a run, in the scale of the learner:
// its classifier need not have ‖w_t‖ = 1, and to say by how much is cheaper, and
// exact on exact data, where dividing is not.
type Step struct {
	Score  float64 // y_t(w_t·x_t + b_t) before the update, with the learner's own ‖w_t‖; the lead of many classes' y_t
	Target float64 // γ_t‖w_t‖, the learner's own margin in the same scale; NaN where it has none
	Norm   float64 // ‖w_t‖∗
	Decision
}

// Decision is what a learner decided at a step. It is apart from the numbers, as the compiler keeps in registers
// only a struct of at most four fields and 32 bytes.
type Decision struct {
	Y, Predicted Label
	Updated      bool // the classifier changed
	Opening      bool // a step of an initialisation phase, which predicts without a classifier
}

// NoStep is the step of a learner that cannot go on: it has no label.
var NoStep = Step{Decision: Decision{Y: noLabel}}

const noLabel Label = math.MinInt16

// Made reports whether the learner could make the step.
func (d Decision) Made() bool { return d.Y != noLabel }

// Mistake reports whether the predicted label was not the revealed one.
func (d Decision) Mistake() bool { return d.Predicted != d.Y }

// A is a_t = y_t(w_t·x_t + b_t)/‖w_t‖, the signed distance of x_t from the
// learner's hyperplane; 0 where w_t = 0.
func (s Step) A() float64 { return quotient(s.Score, s.Norm) }

// Gamma is γ_t, the learner's own margin before the update.
func (s Step) Gamma() float64 { return quotient(s.Target, s.Norm) }

// learned reports whether the learner had something to learn from the step: a mistake or an update.
func (s Step) learned() bool { return s.Updated || s.Mistake() }

// quotient is a/b, and 0 where b is 0.
func quotient(a, b float64) float64 { return choose(b == 0, 0, a/b) }

// Iterate is what is known of iterate k of an algorithm of the task [Batch]; see
// package algos/normalized for the symbols. What an algorithm has not is NaN or 0.
type Iterate struct {
	Loop, K int     // of an algorithm that calls another: the call; of ISNKP how often q was shrunk
	Start   float64 // ‖q‖_G, of the p that the call starts from
	Least   float64 // min_i q_i
	Delta   float64 // δ of the call
	Mu      float64 // μ_k
	Norm    float64 // ‖p_k‖_G, of an algorithm without p ‖α_k‖_G
	L, LMu  float64 // L(α_k), L_{μ_k}(α_k)
	Last    bool    // it ends the call
}

// Trace is the run of one learner over one stream.
type Trace struct {
	Learner    string             // the expression that makes the learner again, as omm(rho=0.5)
	Families   []string           // the names under which guarantees apply to it
	Params     map[string]float64 // its parameters by name
	Lift       float64            // the constant coordinate it appends to every x, 0 if none
	Space      vec.Norm           // the norm that it learns in, nil for ℓ2
	Seen       int                // how many steps there were
	Steps      []Step             // all of them; nil where they were counted and not kept
	Unseen     Needs              // what its learner, a program, does not show: theorems that need it do not apply
	Iterates   []Iterate          // of a batch algorithm, which has no steps: at least the first and last of each call
	Mistakes   int
	Updates    int
	Classifier Classifier // after the last step, in the space of the features
	Gamma      float64    // γ after the last step, NaN where the learner has none
	Norm       float64    // ‖w‖∗ after the last step in the learner's own scale, NaN where it does not say
	LogDet     float64    // log det(A/a) after the last step of a second-order learner, A = aI + Σxxᵀ, else 0
	Seconds    float64    // spent in the learner's steps
}

// Count takes a step into the counts, without keeping it.
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

// Append goes on with the run over the next part of the stream, whose steps are counted and not kept.
func (tr *Trace) Append(next Trace) {
	next.Seen += tr.Seen
	next.Mistakes += tr.Mistakes
	next.Updates += tr.Updates
	next.Seconds += tr.Seconds
	next.Steps = nil
	*tr = next
}

// partial reports whether not all steps are kept.
func (tr *Trace) partial() bool { return tr.Seen > len(tr.Steps) }

// Rests reports whether the last n steps changed nothing, and none of them asked for a
// change: a learner with a ρ updates at a_t < ργ_t, but in ℓp near p = 1 float64 may not
// have the v that it is to go to.
func (tr *Trace) Rests(n int) bool {
	rho, ok := tr.Params["rho"]
	for _, s := range tr.Steps[len(tr.Steps)-n:] {
		if s.Updated || ok && s.Score < (1-1e-9)*rho*s.Target {
			return false
		}
	}
	return true
}

// number is how many steps are such.
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
