package algos

import (
	_ "embed" // what is said of the learners
	"fmt"
	"slices"
	"strings"

	"marginlab/algos/expr"
	"marginlab/theory"
)

// Kind describes a learner: its name, its parameters, what is known of it without a
// run, and how to make it. Nobody else lists or compares names.
type Kind struct {
	Name    string
	Task    theory.Task
	Params  []Param
	Wraps   string // arguments that begin with a learner, as perceptron,1 of bias; "" if it wraps none
	Summary string // with Source and Pseudocode from a text, as learners.txt; see [Described]
	Source  string
	// Pseudocode are the steps of the learner, a line each, without what only rounding needs: an assignment with ←, a
	// definition with =, or what begins with predict, classify, let, if, else, for each, opening, repeat or return.
	// Commas join what happens at once; after # there is a remark. The sign of 0 is +1.
	Pseudocode string
	Default    bool // one of the learners that are run when none is named
	// Checked are the arguments of more settings that the table of guarantees is about, as "rule=printed".
	Checked []string

	Traits
	// Given sets those of the traits that depend on the arguments, nil if none does.
	Given func(a Args, t *Traits)

	// Code says which code the learner is that is not of this project, nil for one of it.
	Code *Code
	// Read makes the learner of an expression whose arguments, Usage in words, are not numbers,
	// nil for one that has Params.
	Read  func(e expr.Expr) (*Spec, error)
	Usage []string
	// New makes an online learner of two classes.
	New func(s Space, a Args) Learner
	// Make makes a learner of another task: a multiclass.Maker or a normalized.Maker.
	Make any
}

// Traits are what is known of a learner without a run. A trait that is zero is one that the
// learner does not have; package props holds the traits against runs.
type Traits struct {
	// Families are the names under which the table of guarantees and the properties speak
	// of it, nil for its name alone.
	Families []string
	Degree   Degree
	// Turn is the y(w·x) above which the learner's rule makes no update, in the scale of its
	// steps and given its γ_t, nil where it is not known. Learners with a parameter rho make none
	// at a_t > rho·γ_t. ROMMA, whose scale makes γ_t‖w‖ = 1, has both.
	Turn func(a Args, gamma float64) float64
	// Condition is how many times the rounding of an inner product the learner's y(w·x) may
	// be off after examples of this Σ‖x‖², nil for once: it solves a linear system.
	Condition func(a Args, squares float64) float64
	// Falls says that w falls from R to γ in length, so that the margin is off by some ε(R/γ)² of
	// γ. It names the learner that keeps these digits, and is "" where w does not fall.
	Falls string

	Kernel     bool // it has a kernel form: it learns from inner products of examples alone, of a [Space]
	OwnBias    bool // it has a bias of its own: a translation of the features changes nothing
	OwnMargin  bool // it has a margin γ_t of its own
	Normalises bool // it divides every x by its length
	UnitNorm   bool // its classifier has ‖w‖ = 1, and its steps are in another scale
	Random     bool // it draws its predictions
	Restless   bool // it changes w at every step, and never comes to rest
	Solves     bool // it solves the offline problem at an update, to a relative 1e-9
	OnePass    bool // a second pass over the same examples changes nothing
	KeepsAll   bool // it keeps every example
}

// Degree is the power of the features' unit that the rule of a learner is in. On features c times as long, with
// parameters in their units, a learner of a degree that is known does the same.
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

// lifts reports that the learner is the one that it wraps, with a constant coordinate: the first parameter.
func (k Kind) lifts() bool { return k.Wraps != "" && k.New == nil && k.Make == nil }

// Param is a parameter of a learner: a number or integer in [Low, High], or one of
// Words, whose position is then its value.
type Param struct {
	Name      string
	Default   float64
	From      func(a Args) float64 // the default, where it depends on parameters before it,
	Formula   string               // in words
	Low, High float64
	Integer   bool
	Words     []string
	Named     bool // it is written even at its default
	Fixed     bool // it follows from the name and other parameters, and is not written
	Unit      int  // the power of a length that it scales with, as the features do
}

// Alias describes a learner by another name, which fixes parameters. It takes the others that are
// numbers, and has the first word of those that are not.
func (k Kind) Alias(name string, fixed ...Param) Kind {
	k.Name, k.Default, k.Checked = name, true, nil
	for _, p := range k.Params {
		if p.Words == nil && !slices.ContainsFunc(fixed, func(f Param) bool { return f.Name == p.Name }) {
			fixed = append(fixed, p)
		}
	}
	k.Params = fixed
	return k
}

// Arguments are the parameters that an expression may give: those that are not fixed.
func (k Kind) Arguments() []Param {
	return slices.DeleteFunc(slices.Clone(k.Params), func(p Param) bool { return p.Fixed })
}

//go:embed learners.txt
var learners string

// Described gives kinds what a text says of them: of each a paragraph of its name, its summary and its source, a line
// each, and its pseudocode. It panics unless the text has one paragraph of each kind and no other.
func Described(text string, kinds ...Kind) []Kind {
	for paragraph := range strings.SplitSeq(strings.TrimSpace(text), "\n\n") {
		said := strings.SplitN(paragraph, "\n", 4)
		at := slices.IndexFunc(kinds, func(k Kind) bool { return k.Name == said[0] && k.Summary == "" })
		if at < 0 || len(said) < 4 {
			panic(fmt.Sprintf("algos: %q, expected a kind that was not described before, and what it is", paragraph))
		}
		k := &kinds[at]
		k.Summary, k.Source, k.Pseudocode = said[1], said[2], said[3]
	}
	for _, k := range kinds {
		if k.Summary == "" {
			panic("algos: the text describes no " + k.Name)
		}
	}
	return kinds
}
