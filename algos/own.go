package algos

import (
	"math"
	"slices"
	"strings"

	"marginlab/theory"
	"marginlab/theory/vec"
)

// Code names the code of a learner from outside this project.
type Code struct {
	Name    string `json:"name"`
	Version string `json:"version"`
	Command string `json:"command"` // runs it over a pipe; "" for a learner in Go
}

// String returns the name with the version.
func (c Code) String() string { return strings.TrimSpace(c.Name + " " + c.Version) }

// Rule is the update of a linear learner through the origin: it changes w by an example, and reports whether it did.
// Before the first example w is 0.
type Rule func(w, x []float64, y float64) (updated bool)

// Own describes a caller's own learner by its rule. It predicts sign(w·x), with sign(0) = +1. Each run makes the rule
// anew, in dim dimensions, so that the rule may have a state beside w.
//
// The caller may add the learner's traits: see [Kind].
func Own(name string, rule func(dim int) Rule) Kind {
	return Kind{
		Name: name, Code: &Code{Name: name},
		New: func(s Space, _ Args) Learner {
			return &ruled{w: make([]float64, s.Dim), x: make([]float64, s.Dim), anew: rule, rule: rule(s.Dim)}
		},
	}
}

// ruled is the learner of a rule.
type ruled struct {
	w, x []float64
	anew func(dim int) Rule
	rule Rule
}

// Step implements [Learner]; a_t is y(w·x), in the scale of w.
func (l *ruled) Step(x vec.Vector, y theory.Label) theory.Step {
	step := judge(x.Dot(l.w), y, vec.L2{}.Of(l.w), math.NaN())
	x.CopyTo(l.x)
	step.Updated = l.rule(l.w, l.x, float64(y))
	return step
}

// Score implements [Learner]: w·x.
func (l *ruled) Score(x vec.Vector) float64 { return x.Dot(l.w) }

func (l *ruled) State() State {
	return State{Classifier: theory.Classifier{W: slices.Clone(l.w)}, Gamma: math.NaN(), Norm: vec.L2{}.Of(l.w)}
}

func (l *ruled) Reset() {
	clear(l.w)
	l.rule = l.anew(len(l.w))
}
