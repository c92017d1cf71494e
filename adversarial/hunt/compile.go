package hunt

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"marginlab/adversarial"
	"marginlab/algos"
	"marginlab/algos/external"
	"marginlab/algos/multiclass"
	"marginlab/theory"
	"marginlab/theory/formula"
	"marginlab/theory/vec"
)

// target is a conjecture made ready to be hunted: what is measured of a stream, and how.
type target struct {
	conjecture       adversarial.Conjecture // with all that was left to the defaults
	classes          int                    // of a stream; 0 for labels +1 and −1
	problem          *adversarial.Problem
	learner, against *algos.Spec    // against is nil if there is none
	terms            []formula.Term // of the three expressions
	quantity, claim  reading
	where            reading        // its expr is nil if there is none
	comparators      bool           // U, L1 or L2 are named
	steps            [2]bool        // the steps of a run are read, of both runs
	ends             bool           // one is read of the end of a run
	classifiers      bool           // and of the last classifier, as comparators do
	lengths          theory.Lengths // that are named, or that the ease needs
	views            [views]bool    // in which the maximum margin is
	program          bool           // the learner is one
	norm             vec.Norm       // that the learner learns in, and that all is measured in
	ease             string         // what the adversary wants small; see [Finding]

	// Of a learner that is a program: ended once it has broken its protocol, with what it broke as its cause.
	broken context.Context
	breaks context.CancelCauseFunc
}

// The greatest streams that are hunted, and those of a conjecture that does not say.
const (
	maxDim      = 64
	maxExamples = 1000
)

var defaultDim, defaultExamples = adversarial.Range[int]{Low: 2, High: 16}, adversarial.Range[int]{Low: 3, High: 200}

// compile checks the conjecture. The error says what is wrong and what was expected.
func compile(c adversarial.Conjecture) (*target, error) {
	c.Dim, c.Examples = cmp.Or(c.Dim, defaultDim), cmp.Or(c.Examples, defaultExamples)
	if c.Dim.Low < 1 || c.Dim.High > maxDim {
		return nil, fmt.Errorf("dimensions are %v, expected them from 1 to %d", c.Dim, maxDim)
	}
	if c.Examples.Low < 1 || c.Examples.High > maxExamples {
		return nil, fmt.Errorf("examples are %v, expected them from 1 to %d", c.Examples, maxExamples)
	}
	t := &target{}
	t.broken, t.breaks = context.WithCancelCause(context.Background())
	var err error
	if t.learner, c.Learner, err = adversarial.ParseLearner(c.Learner, c.Own...); err != nil {
		return nil, err
	}
	if program, ok := external.Of(t.learner); ok {
		t.program = true
		if err := program.Greet(); err != nil { // a certificate has its name and version
			return nil, err
		}
	}
	if c.Against != "" {
		if t.against, c.Against, err = adversarial.ParseLearner(c.Against, c.Own...); err != nil {
			return nil, err
		}
	}
	if t.problem, err = adversarial.Compile(c.Statement, c.Own...); err != nil {
		return nil, err
	}
	c.Classes = t.problem.Classes
	if t.conjecture, t.classes = c, c.Classes; t.classes > 0 {
		t.learner = multiclass.Of(t.learner, t.classes)
		if t.against != nil {
			t.against = multiclass.Of(t.against, t.classes)
		}
	}
	t.norm = t.learner.Norm
	for _, part := range []struct {
		expr *formula.Expr
		into *reading
	}{{t.problem.Float.Quantity, &t.quantity}, {t.problem.Float.Bound, &t.claim}, {t.problem.Float.Where, &t.where}} {
		if *part.into, err = t.reading(part.expr); err != nil {
			return nil, err
		}
	}
	t.ask()
	return t, t.keeps(c.Examples.Low)
}

// keeps returns an error if a run over this many examples has more steps than are kept, and the conjecture reads them.
func (t *target) keeps(examples int) error {
	passes := max(1, t.conjecture.Passes)
	if t.conjecture.AtRest || t.steps == [2]bool{} || passes <= mostKept/max(1, examples) {
		return nil
	}
	return fmt.Errorf("%d passes through %d examples, expected at most %d steps, as the claim is about each of them",
		passes, examples, mostKept)
}

// ask notes what the statement asks for, beside what its readers do.
func (t *target) ask() {
	names := func(length string) bool { return t.usesAny(length) || t.conjecture.Fixed == length }
	t.comparators = t.usesAny("U", "L1", "L2")
	t.classifiers = t.comparators || t.usesAny("errors", "margin", "their_errors", "their_margin")
	t.ends = t.classifiers || t.usesAny("gamma3", "their_gamma3", "last_gamma", "their_last_gamma")
	t.lengths = theory.Lengths{
		Norms:  t.comparators || t.usesAny("gamma0") || names("R") || names("Dbar") || names("shortest"),
		Within: t.usesAny("r", "gamma") || names("Dplus") || names("Dminus") || names("D"),
		Across: names("Delta"),
	}
	t.views[origin] = t.views[origin] || t.comparators
	switch {
	case t.comparators:
		t.ease = "R U"
	case t.usesAny("r", "gamma"):
		t.ease = "r"
	case t.usesAny("gamma0"):
		t.ease = "R/gamma0"
	default:
		t.ease = "T"
	}
}

// reader returns the function that reads a term off what an evaluator has measured: NaN where it has no value.
// Lengths are measured in the fixed length if there is one, and U in its inverse.
func (t *target) reader(term formula.Term) func(*evaluator) float64 {
	read, fixed := t.raw(term), t.conjecture.Fixed
	own, _ := theory.Theirs(term)
	if fixed == "" || own.Name != "U" && theory.TermIn(theory.Online, own).Unit != theory.Length {
		return read
	}
	unit := t.raw(formula.Term{Name: fixed})
	return func(e *evaluator) float64 {
		switch u := unit(e); {
		case term.Name == "U":
			return read(e) * u
		case u != 0:
			return read(e) / u
		}
		return math.NaN()
	}
}

// raw reads a term in the units of the features. It notes what of a run and of the stream is to be known.
func (t *target) raw(term formula.Term) func(*evaluator) float64 {
	if v, ok := t.learner.Params()[term.Name]; ok && !theory.Words().Has(term.Name) {
		return func(*evaluator) float64 { return v }
	}
	switch term.Name { // what package theory does not read of a run
	case "U":
		return func(e *evaluator) float64 { return e.loss.norm }
	case "L1":
		return func(e *evaluator) float64 { return e.loss.l1 }
	case "L2":
		return func(e *evaluator) float64 { return e.loss.l2 }
	}
	view := biased
	term, who, learner := t.whose(term)
	of := theory.TermIn(theory.Online, term)
	if of.Needs&theory.SeparatesOrigin != 0 || term.Name == "mbar" && !learner.Kind.OwnBias {
		view = origin
	}
	if of.Needs&(theory.NeedsSteps|theory.NeedsOpening) != 0 && term.Name != "gamma3" {
		t.steps[who] = true
	}
	switch {
	case term.Name == "errors":
		return func(e *evaluator) float64 { return float64(e.runs[who].errors) }
	case term.Name == "mbar":
		t.views[view] = true
		return func(e *evaluator) float64 {
			if math.IsNaN(e.margins[view]) {
				return math.NaN()
			}
			return of.Value(&e.runs[who].seen[view])
		}
	case of.Needs&(theory.Separates|theory.SeparatesOrigin) != 0:
		t.views[view] = true
	}
	return func(e *evaluator) float64 { return of.Value(&e.runs[who].seen[view]) }
}

// whose is a term of a run without their_, and the number and the learner of that run.
func (t *target) whose(term formula.Term) (own formula.Term, who int, learner *algos.Spec) {
	own, theirs := theory.Theirs(term)
	if theirs {
		return own, 1, t.against
	}
	return own, 0, t.learner
}

// checkShown returns an error if a learner, a program, does not show what a term is read of.
func (t *target) checkShown(term formula.Term) error {
	own, _, learner := t.whose(term)
	if program, ok := learner.New(1).(algos.Streamed); ok {
		if why := program.Unseen().Hides(theory.TermIn(theory.Online, own).Needs); why != "" {
			return fmt.Errorf("%s of %s cannot be read: %s", own.Name, learner, why)
		}
	}
	return nil
}

// failure is what the program broke of its protocol, nil if nothing.
func (t *target) failure() error { return context.Cause(t.broken) }

// reading is an expression with the readers of its terms.
type reading struct {
	expr  *formula.Expr // nil if there is none
	reads []func(*evaluator) float64
}

// reading returns an error if a learner does not show what a term is read of.
func (t *target) reading(e *formula.Expr) (r reading, err error) {
	if r.expr = e; e == nil {
		return r, nil
	}
	for _, term := range e.Terms() {
		if err := t.checkShown(term); err != nil {
			return r, err
		}
		t.terms, r.reads = append(t.terms, term), append(r.reads, t.reader(term))
	}
	return r, nil
}

// usesAny reports whether one of the terms is read.
func (t *target) usesAny(names ...string) bool {
	return slices.ContainsFunc(t.terms, func(term formula.Term) bool { return slices.Contains(names, term.Name) })
}

// rotates reports whether a rotation of the stream changes nothing.
func (t *target) rotates() bool { return t.norm == vec.L2{} }

// translates reports whether a translation of the stream changes nothing that the conjecture is about.
func (t *target) translates() bool {
	fixed := t.conjecture.Fixed
	return t.learner.Kind.OwnBias && t.against == nil && !t.comparators && fixed != "R" && fixed != "Dbar" &&
		!t.usesAny("R", "Dbar", "shortest", "gamma0")
}
