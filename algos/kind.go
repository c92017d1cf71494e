package algos

import (
	_ "embed" // the texts about the learners
	"fmt"
	"slices"
	"strings"

	"marginlab/algos/expr"
	"marginlab/theory"
)

// Kind describes a learner: its name, its parameters, its traits, and how to make it. No other code lists or compares
// names.
type Kind struct {
	Name    string
	Task    theory.Task
	Params  []Param
	Wraps   string // arguments that begin with a learner, such as perceptron,1 of bias; "" if it wraps none
	Summary string // from a text such as learners.txt, with Source and Pseudocode; see [Described]
	Source  string
	// Pseudocode has the steps of the learner, a line each, without those that only rounding needs. A line is an
	// assignment with ←, a definition with =, or begins with predict, classify, let, if, else, for each, opening,
	// repeat or return. Commas join what happens at once; a remark follows #. The sign of 0 is +1.
	Pseudocode string
	Default    bool // whether it runs when no learner is named
	// Checked are the arguments of further settings that the table of guarantees is about, such as "rule=printed".
	Checked []string

	Traits
	// Given sets the traits that depend on the arguments; nil if none does.
	Given func(a Args, t *Traits)

	// Code names the code of a learner from outside this project; nil for one of the project.
	Code *Code
	// Read makes the learner of an expression whose arguments are not numbers; Usage describes them. It is nil for a
	// learner with Params.
	Read  func(e expr.Expr) (*Spec, error)
	Usage []string
	// New makes an online learner of two classes.
	New func(s Space, a Args) Learner
	// Make makes a learner of another task: a multiclass.Maker or a normalized.Maker.
	Make any
}

// Traits are the known facts about a learner without a run. A zero trait is one that the learner lacks; package props
// checks the traits on runs.
type Traits struct {
	// Families are the names by which the table of guarantees and the properties refer to the learner, nil for its
	// name alone.
	Families []string
	Degree   Degree
	// Turn is the y(w·x) above which the learner's rule makes no update, in the scale of its steps and given its γ_t;
	// nil where it is unknown. Learners with a parameter rho make none at a_t > rho·γ_t. ROMMA, whose scale makes
	// γ_t‖w‖ = 1, has both.
	Turn func(a Args, gamma float64) float64
	// Condition bounds the error of the learner's y(w·x), in units of the rounding of an inner product, after
	// examples with this Σ‖x‖²: the learner solves a linear system. nil means 1.
	Condition func(a Args, squares float64) float64
	// Falls means that the length of w falls from R to γ, so that the margin has an error of some ε(R/γ)² of γ. It
	// names the learner that keeps these digits; "" where w does not fall.
	Falls string

	Kernel     bool // a kernel form: it learns only from inner products of examples, of a [Space]
	OwnBias    bool // a bias of its own: a translation of the features changes nothing
	OwnMargin  bool // a margin γ_t of its own
	Normalises bool // it divides every x by its length
	UnitNorm   bool // its classifier has ‖w‖ = 1, while its steps are in another scale
	Random     bool // it draws its predictions at random
	Restless   bool // it changes w at every step, and is never at rest
	Solves     bool // it solves the offline problem at an update, to a relative 1e-9
	OnePass    bool // a second pass over the same examples changes nothing
	KeepsAll   bool // it keeps every example
}

// Degree is the power of the features' unit in the rule of a learner. If the degree is known, then on features c
// times as long, with parameters in their units, the learner does the same.
type Degree int

// The degrees.
const (
	Unsaid  Degree = iota // the behaviour on features in another unit is not stated
	Degree0               // y(w·x) stays the same, as where it is compared with 1
	Degree1               // a_t ≤ ρ·γ_t, of lengths
	Degree2               // y(w·x) of a w that is a sum of examples
)

// Power returns the power itself. It panics where it is unsaid.
func (d Degree) Power() float64 {
	if d == Unsaid {
		panic("algos: the degree of the learner is unsaid")
	}
	return float64(d - Degree0)
}

// lifts reports whether the kind only adds a constant coordinate, its first parameter, to the learner that it wraps.
func (k Kind) lifts() bool { return k.Wraps != "" && k.New == nil && k.Make == nil }

// Param is a parameter of a learner: a number or integer in [Low, High], or one of Words, with its position as the
// value.
type Param struct {
	Name      string
	Default   float64
	From      func(a Args) float64 // the default, where it depends on parameters before it
	Formula   string               // the same in words
	Low, High float64
	Integer   bool
	Words     []string
	Named     bool // an expression has it even at its default
	Fixed     bool // it follows from the name and other parameters, and no expression has it
	Unit      int  // the power of a length that it scales with, as the features do
}

// Alias describes the learner under another name, which fixes some parameters. The alias keeps the other numeric
// ones; of parameters with words it takes the first word.
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

// Arguments returns the parameters that an expression may give: all that are not fixed.
func (k Kind) Arguments() []Param {
	return slices.DeleteFunc(slices.Clone(k.Params), func(p Param) bool { return p.Fixed })
}

//go:embed learners.txt
var learners string

// Described adds the texts to kinds: for each kind the text has a paragraph of its name, summary and source, a line
// each, and its pseudocode. It panics unless the text has one paragraph for each kind and no other.
func Described(text string, kinds ...Kind) []Kind {
	for paragraph := range strings.SplitSeq(strings.TrimSpace(text), "\n\n") {
		said := strings.SplitN(paragraph, "\n", 4)
		at := slices.IndexFunc(kinds, func(k Kind) bool { return k.Name == said[0] && k.Summary == "" })
		if at < 0 || len(said) < 4 {
			panic(fmt.Sprintf("algos: %q, expected a kind that was not described before, and its description", paragraph))
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
