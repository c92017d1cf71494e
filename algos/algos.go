// Package algos holds the online learners, one file for each family, each as its paper writes it; the loop that runs
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
//	w̃             w                      ‖u‖ℓ(u) with u = v₊ − v₋; in ℓ2 u itself: not normalised
//	ρ             rho                    aggressiveness in [0,1]
//
// A mistake is a predicted label that differs from the revealed one; an update is a change of the classifier. A
// learner knows nothing of theorems: those are in package theory, and meet the learners in props and adversarial.
//
// Digits: γ_t is true to 10⁻⁹ up to D̄ = 10⁷γ in ℓ2, for dense and sparse examples alike, near the origin and far
// from it. OMM takes the first example as origin if examples are far, PUMMA takes differences of examples, and ROMMA
// changes to numbers of twice the digits where it needs them. a_t of OMM and PUMMA has an error of at most some
// ε·D²/γ: v₊ and v₋ have errors of ε·D, which turn w, and x is at a distance of up to D. So a margin is true to 10⁻⁹
// up to D̄ = 10⁷γ where D is at most 10³γ. Beyond that the classifier is the limit: float64 cannot state w and b
// closer than ε·D̄/2. Three cases do worse: NAROMMA (see [MaximumCosine]); a learner over a Gram matrix, whose K_ij
// leave ε·D̄²; and norms other than ℓ2, with at most ε·D̄²/γ.
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

// Learner is an online linear classifier in a space of fixed dimension. It panics at a vector that does not fit.
type Learner interface {
	// Step predicts the label of x, then learns from the revealed y. It keeps no reference to x. It returns
	// [theory.NoStep] if the learner cannot continue; [State] says why.
	Step(x vec.Vector, y theory.Label) theory.Step
	// Score returns the score that the learner's visible classifier gives x.
	Score(x vec.Vector) float64
	// State returns the visible state of the learner.
	State() State
	// Reset returns the learner to its initial state, in the same memory.
	Reset()
}

// Repeating is a learner that keeps points, and need not keep one twice. Repeat says that the learner has seen all
// examples to come.
type Repeating interface{ Repeat() }

// Repeats calls Repeat if l is a [Repeating] learner: its examples will come again.
func Repeats(l any) {
	if r, ok := l.(Repeating); ok {
		r.Repeat()
	}
}

// Kernelized is a Learner that also learns over a Gram matrix, where a score is looked up, and a row is computed when
// an update asks for it.
type Kernelized interface {
	Learner
	// Wants reports whether Step would ask for the row of x, as an update does.
	Wants(x vec.Vector, y theory.Label) bool
}

// Streamed is a Learner that takes many examples at once, such as one in another process, where each message takes
// time.
type Streamed interface {
	Learner
	// Steps learns from the examples in order and returns the results of Step, up to the first failure. If states is
	// set, it also returns the classifier after each update, if available, and each step has its norm.
	Steps(examples []theory.Example, states bool) ([]theory.Step, []theory.Classifier)
	// Unseen returns what the learner does not show. A learner without a classifier to show has the Classifier 0.
	Unseen() theory.Needs
}

// State is the visible state of a learner between two steps.
type State struct {
	theory.Classifier           // in the space of the features, in memory of its own; over a Gram matrix W is α
	Gamma, Norm       float64   // its own margin, NaN if none, and ‖w‖∗ in its scale, NaN if unknown
	LogDet            float64   // log det(A/a) of a second-order learner
	Plus, Minus       []float64 // copies of its dual points v₊ and v₋, nil if it has none
	Drifts            bool      // the classifier may change at any step, not only at updates
	Err               error     // why the learner has stopped, nil while it learns
}

// judge returns the step of a learner that gives x this score, before it learns from y.
func judge(score float64, y theory.Label, norm, target float64) theory.Step {
	return theory.Step{
		Score: float64(float64(y) * score), Target: target, Norm: norm,
		Decision: theory.Decision{Y: y, Predicted: theory.Sign(score)},
	}
}

// linear is the common part of learners whose classifier is the w that they predict with.
type linear struct {
	space *Space
	w     *Comb
	turn  float64 // the y(w·x) above which there is no update
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

// ratio returns a/b, or 0 where b is 0.
func ratio(a, b float64) float64 {
	if b == 0 {
		return 0
	}
	return a / b
}
