package algos

import (
	"math"

	"marginlab/algos/expr"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// Kind describes a learner: its name, its parameters, what is known of it without a
// run, and how to make it. Nobody else lists or compares names. A trait that is zero is
// one that the learner does not have; package props holds the traits against runs.
type Kind struct {
	Name    string
	Task    theory.Task // of a learner that appends a coordinate, that of the learner it wraps
	Params  []Param
	Wraps   *Wrapped // what its first argument is, as in bias(perceptron,1); nil if it wraps no learner
	Summary string
	Source  string
	// Pseudocode are the steps of the learner, a line each, without what only rounding needs:
	// an assignment with ←, a definition with =, or what begins with predict, classify, let,
	// if, else, for each, opening, repeat or return. Commas join what happens at once; after #
	// there is a remark. The sign of 0 is +1.
	Pseudocode string
	Default    bool // one of the learners that are run when none is named
	// Checked are the arguments of more settings that the table of guarantees speaks of,
	// as "rule=printed".
	Checked []string

	// Families are the names under which the table of guarantees and the properties speak
	// of it, nil for its name alone.
	Families func(p []float64) []string
	// Also are parameters that follow from the name and the others, nil for none: the
	// aggressiveness rho up to which the learner updates at a_t ≤ rho·γ_t.
	Also func(p []float64) map[string]float64
	// Turn is the y(w·x) at which the rule of a learner without such a rho turns, in the
	// scale of its steps and given its γ_t: above it there is no update. ROMMA, whose
	// scale makes γ_t‖w‖ = 1, has both. It is nil where it is not known.
	Turn func(p []float64, gamma float64) float64
	// Condition is how many times the rounding of an inner product the learner's y(w·x) may
	// be off after examples of this Σ‖x‖², nil for once: it solves a linear system.
	Condition func(p []float64, squares float64) float64
	// OnePass reports that a second pass over the same examples changes nothing, nil: no.
	OnePass func(p []float64) bool
	// KeepsAll reports that the learner keeps every example, nil: no.
	KeepsAll func(p []float64) bool
	// Kernel reports a kernel form: it learns from inner products of examples alone. It is
	// nil if there is none.
	Kernel func(p []float64) bool

	OwnBias    bool // it has a bias of its own: a translation of the features changes nothing
	OwnMargin  bool // it has a margin γ_t of its own
	Degree     Degree
	Normalises bool // it divides every x by its length
	Solves     bool // it solves the offline problem at an update, to a relative 1e-9
	Keeps      bool // it keeps x of some steps, without copying it
	UnitNorm   bool // its classifier has ‖w‖ = 1, and its steps are in another scale
	Restless   bool // it changes w at every step, and never comes to rest
	Random     bool // it draws its predictions

	// Falls says that w falls from R to γ in length, so that the margin is off by some ε(R/γ)² of
	// γ. It names the learner that keeps these digits, and is "" where w does not fall.
	Falls string

	// Code says which code the learner is that is not of this project, nil for one of it.
	Code *Code

	// Read makes the learner of an expression whose arguments, Args in words, are not numbers,
	// nil for one that has Params.
	Read func(e expr.Expr) (*Spec, error)
	Args []string
	// New makes an online learner of two classes in a norm, which is ℓ2 unless there is a
	// parameter p. It gets the parameters in the order of Params.
	New func(s Space, p []float64, inner *Spec) Learner
	// Make makes a learner of another task: a multiclass.Maker or a normalized.Maker.
	Make any
}

// Degree is the power of the features' unit that the rule of a learner is in. On features c
// times as long, with parameters in their units, a learner of a degree that is known does the
// same.
type Degree int

// The degrees.
const (
	Unsaid  Degree = iota // nothing is said of features in another unit
	Degree0               // y(w·x) stays, as it does where it is compared with 1
	Degree1               // a_t ≤ ρ·γ_t, of lengths
	Degree2               // y(w·x) of a w that is a sum of examples
)

// Power is the power itself. It panics where it is unsaid.
func (d Degree) Power() float64 {
	if d == Unsaid {
		panic("algos: the degree of the learner is unsaid")
	}
	return float64(d - Degree0)
}

// Wrapped says which learner another one wraps.
type Wrapped struct {
	Tasks   []theory.Task // of the learner
	What    string        // the learner, in errors
	Example string        // such a learner
	Lifts   bool          // the first parameter is a constant coordinate that is appended to every x
}

// Param is a parameter of a learner: a number or integer in [Low, High], or one of
// Words, whose position is then its value.
type Param struct {
	Name      string
	Default   float64
	From      func(p []float64) float64 // the default, where it depends on parameters before it,
	Formula   string                    // in words
	Low, High float64
	Integer   bool
	Words     []string
	Named     bool // it is written even at its default
	Unit      int  // the power of a length that it scales with, as the features do
}

// maxLift bounds the constant that bias appends: its square is far from
// vec.MaxSqNorm, so that a lifted example passes the check that x did.
const maxLift = 1e100

// maxPositive bounds parameters that may be any positive number, and its
// inverse does from below: their squares do not overflow.
const maxPositive = 1e30

// positive is a parameter that may be any positive number.
func positive(name string, value float64, unit int) Param {
	return Param{Name: name, Default: value, Low: 1 / maxPositive, High: maxPositive, Unit: unit}
}

// exponent is the p of the norm that the learner learns in, from low on.
func exponent(low float64) Param {
	return Param{Name: "p", Default: 2, Low: low, High: vec.MaxExponent}
}

// below1 is the greatest number of an interval that does not hold 1.
var below1 = math.Nextafter(1, 0)

// always says that the families are the same for all parameters.
func always(families ...string) func([]float64) []string {
	return func([]float64) []string { return families }
}

// also says that the name stands for a value of a parameter.
func also(name string, value float64) func([]float64) map[string]float64 {
	return func([]float64) map[string]float64 { return map[string]float64{name: value} }
}

// AnyParams reports a trait that a learner has whatever its parameters are.
func AnyParams([]float64) bool { return true }

// turnsAt says that the rule turns at the same y(w·x) for all parameters.
func turnsAt(s float64) func([]float64, float64) float64 {
	return func([]float64, float64) float64 { return s }
}
