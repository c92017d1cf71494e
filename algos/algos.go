// Package algos holds the online learners, one file a family, each as its paper writes it; the loop that runs
// them; and the registry of their names. The steps of a learner are the Pseudocode of its [Kind].
//
//	symbol        Go                     meaning
//	x_t, y_t      x, y                   the example of step t
//	ŷ_t           Step.Predicted         predicted label, sign(0) = +1
//	a_t           Step.A                 y_t(w_t·x_t + b_t), before the update
//	γ_t           Step.Gamma             the learner's own margin, before the update
//	v₊, v₋        State.Plus, Minus      OMM's dual points
//	v             Comb                   a linear combination of examples, as w is
//	‖·‖           vec.Norm               the norm that a learner learns in; ‖w‖∗ is in its dual
//	ℓ             vec.Norm.Grad          ∇‖·‖
//	w̃             w                      ‖u‖ℓ(u) of u = v₊ − v₋, which is u in ℓ2: not normalised
//	ρ             rho                    aggressiveness in [0,1]
//
// A mistake is a predicted label that is not the revealed one; an update is a change of the classifier. A learner
// knows nothing of theorems: those are in package theory and meet the learners in props and adversarial.
//
// Digits: γ_t is true to 10⁻⁹ up to D̄ = 10⁷γ in ℓ2, of dense and sparse examples alike, near the origin and far from
// it. OMM takes examples that are far about the first of them, PUMMA takes differences of examples, ROMMA goes over to
// numbers of twice the digits where that takes them. a_t of OMM and PUMMA has an error of some ε·D²/γ at worst: v₊ and
// v₋ have errors of ε·D, which turn w, and x is at a distance of up to D. So a margin is true to 10⁻⁹ up to D̄ = 10⁷γ
// where D is at most 10³γ. What limits it beyond is the classifier: one of float64 cannot state w and b closer than
// ε·D̄/2. Three things do worse: NAROMMA (see [MaximumCosine]); a learner over a Gram matrix, whose K_ij leave ε·D̄²;
// and norms other than ℓ2, with ε·D̄²/γ at worst.
//
// References: Ho-Nguyen, Kılınç-Karzan, Nguyen, Shen, Efficient Online Large-Margin Classification via Dual
// Certificates ("omm"); Freund and Schapire, Large Margin Classification Using the Perceptron Algorithm, 1999; Grove,
// Littlestone, Schuurmans, General Convergence Results for Linear Discriminant Updates, 2001.
package algos

import (
	"math"

	"marginlab/theory"
	"marginlab/theory/vec"
)

// Learner is an online linear classifier in a space whose dimension it was
// made for. A vector that does not fit in it panics.
type Learner interface {
	// Step predicts the label of x, then learns from the revealed y. It keeps nothing of x. It is
	// [theory.NoStep] where the learner cannot go on; [State] says why.
	Step(x vec.Vector, y theory.Label) theory.Step
	// Score is what the classifier that the learner shows gives x.
	Score(x vec.Vector) float64
	// State is what the learner shows of itself.
	State() State
	// Reset makes it what it was at first, in the memory that it has.
	Reset()
}

// Repeating is a learner that keeps points, and need not keep one twice. Repeat says that it keeps
// all examples that are to come: it has seen each of them.
type Repeating interface{ Repeat() }

// Repeats tells a learner that has gone through its examples that they come again.
func Repeats(l any) {
	if r, ok := l.(Repeating); ok {
		r.Repeat()
	}
}

// Kernelized is a Learner that learns over a Gram matrix too, where a score is to look
// up, and a row is computed where an update asks for it.
type Kernelized interface {
	Learner
	// Wants reports whether Step would ask for the row of x, as an update does.
	Wants(x vec.Vector, y theory.Label) bool
}

// Streamed is a Learner that takes many examples at once, as one in another process does,
// where each message takes time.
type Streamed interface {
	Learner
	// Steps learns from the examples, one after the other, and returns what Step would have, up
	// to where it fails. If states are asked for, it also returns the classifier after each
	// update, where it can, and each step has its norm.
	Steps(examples []theory.Example, states bool) ([]theory.Step, []theory.Classifier)
	// Unseen is what it does not show. Without a classifier to show its Classifier is 0.
	Unseen() theory.Needs
}

// State is what a learner shows of itself between two steps.
type State struct {
	theory.Classifier           // in the space of the features, in memory of its own; over a Gram matrix W is α
	Gamma, Norm       float64   // its own margin, NaN if it has none, and ‖w‖∗ in its scale, NaN if it does not say
	LogDet            float64   // log det(A/a) of a second-order learner
	Plus, Minus       []float64 // copies of its dual points v₊ and v₋, nil if it has none
	Drifts            bool      // the classifier may change at any step, not only at updates
	Err               error     // why it learns no more, nil while it does
}

// judge is the step of a learner that gives x this score, before it learns from y.
func judge(score float64, y theory.Label, norm, target float64) theory.Step {
	return theory.Step{
		Score: float64(float64(y) * score), Target: target, Norm: norm,
		Decision: theory.Decision{Y: y, Predicted: theory.Sign(score)},
	}
}

// linear is what learners share whose classifier is the w that they predict with.
type linear struct {
	space *Space
	w     *Comb
	turn  float64 // the y(w·x) above which it makes no update
}

func newLinear(s Space, turn float64) linear {
	w := s.Zero()
	return linear{w.space, w, turn}
}

func (l *linear) Wants(x vec.Vector, y theory.Label) bool {
	return float64(y)*l.w.Dot(x) <= l.turn && l.space.Square(x) > 0
}

// Score implements [Learner]: w·x.
func (l *linear) Score(x vec.Vector) float64 { return l.w.Dot(x) }
func (l *linear) Reset()                     { l.w.Clear() }

func (l *linear) State() State {
	return State{Classifier: l.w.Classifier(1), Norm: l.w.Norm(), Gamma: math.NaN()}
}

// ratio is a/b, and 0 where b is 0.
func ratio(a, b float64) float64 {
	if b == 0 {
		return 0
	}
	return a / b
}
