// Package hunt looks for a stream that refutes a conjecture, and proves that it does.
package hunt

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"marginlab/adversarial"
	"marginlab/algos"
	"marginlab/algos/external"
	"marginlab/algos/multiclass"
	"marginlab/internal/num"
	"marginlab/theory"
	"marginlab/theory/formula"
	"marginlab/theory/vec"
)

// target is a conjecture made ready to be hunted: what is measured of a stream, and how.
type target struct {
	conjecture        adversarial.Conjecture // with all that was left to the defaults
	dim, examples     adversarial.Range[int]
	classes           int // of a stream; 0 for labels +1 and −1
	problem           *adversarial.Problem
	learner, against  *algos.Spec // against is nil if there is none
	terms             []formula.Term
	reads             []func(*facts) float64 // the values of the terms
	counted, theirs   []violation            // that a run of the learner, and of the second one, counts
	quantity, claim   reading
	where             reading // its expr is nil if there is none
	uses              map[string]bool
	comparators       bool           // U, L1 or L2 are spoken of
	classifiers       bool           // the last classifier is spoken of, or a comparator, which starts from it
	lengths           theory.Lengths // that are spoken of, or that the ease needs
	margin, origin    bool           // γ∗ is, and that through the origin
	optimal, expected bool           // m̄(φ) is, and expected mistakes
	bias              bool           // the learner has a bias of its own: translations change nothing
	batch             bool           // it sees all examples at once: see batch.go
	program           bool           // it is one
	norm              vec.Norm       // that the learner learns in, and that all is measured in
	ease              string         // what the adversary wants small; see [Finding]
	r                 adversarial.Range[float64]

	// Of a learner that is a program: ended once it has broken its protocol, with what it broke.
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
	if c.Dim == (adversarial.Range[int]{}) {
		c.Dim = defaultDim
	}
	if c.Examples == (adversarial.Range[int]{}) {
		c.Examples = defaultExamples
	}
	if c.Dim.Low < 1 || c.Dim.High > maxDim {
		return nil, fmt.Errorf("dimensions are %v, expected them from 1 to %d", c.Dim, maxDim)
	}
	if c.Examples.Low < 1 || c.Examples.High > maxExamples {
		return nil, fmt.Errorf("examples are %v, expected them from 1 to %d", c.Examples, maxExamples)
	}
	t := &target{uses: map[string]bool{}, dim: c.Dim, examples: c.Examples}
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
	t.bias, t.norm, t.batch = t.learner.Kind.OwnBias, t.learner.Norm, t.learner.Kind.Task == theory.Batch
	t.quantity, t.claim, t.where = t.reading(t.problem.QuantityExpr), t.reading(t.problem.ClaimExpr), t.reading(t.problem.WhereExpr)
	for at, term := range t.terms {
		t.reads = append(t.reads, t.reader(term, at))
	}
	if err := t.shown(); err != nil {
		return nil, err
	}
	t.ask()
	t.r = t.rangeOfR()
	return t, nil
}

// ask notes what the statement asks for.
func (t *target) ask() {
	speaks := func(length string) bool { return t.usesAny(length) || t.conjecture.Fixed == length }
	bounds := func(gamma string) bool { // m̄(φ) is read at this γ∗
		return t.uses["mbar"] && optimum(t.learner.Kind) == gamma || t.uses["their_mbar"] && optimum(t.against.Kind) == gamma
	}
	t.comparators = t.usesAny("U", "L1", "L2")
	t.classifiers = t.comparators || t.usesAny("errors", "margin", "their_errors", "their_margin")
	t.optimal = t.usesAny("mbar", "their_mbar")
	t.expected = t.usesAny("expected_mistakes", "their_expected_mistakes")
	t.lengths = theory.Lengths{
		Norms:  t.comparators || t.uses["gamma0"] || speaks("R") || speaks("Dbar") || speaks("shortest"),
		Within: t.usesAny("r", "gamma") || speaks("Dplus") || speaks("Dminus") || speaks("D"),
		Across: speaks("Delta"),
	}
	t.margin = !t.batch && (speaks("gamma") || t.uses["r"] || bounds("gamma"))
	t.origin = speaks("gamma0") || t.comparators || bounds("gamma0")
	switch {
	case t.batch && t.uses["rho"]:
		t.ease = "1/rho"
	case t.batch:
		t.ease = "n"
	case t.comparators:
		t.ease = "R U"
	case t.usesAny("r", "gamma"):
		t.ease = "r"
	case t.uses["gamma0"]:
		t.ease = "R/gamma0"
	default:
		t.ease = "T"
	}
}

// shown returns an error if the statement speaks of what a learner, a program, does not show.
func (t *target) shown() error {
	if t.batch {
		return nil
	}
	for _, term := range t.terms {
		learner := t.learner
		name, their := strings.CutPrefix(term.Name, "their_")
		if their {
			learner = t.against
		}
		if program, ok := learner.New(1).(algos.Streamed); ok {
			if why := program.Unseen().Hides(theory.TermOf(name).Needs); why != "" {
				return fmt.Errorf("%s of %s cannot be read: %s", name, learner, why)
			}
		}
	}
	return nil
}

// fail notes why the learner's program cannot be used, and ends the hunt, unless a run ended otherwise.
func (t *target) fail(err error) {
	if broken, ok := errors.AsType[*external.Error](err); ok {
		t.breaks(broken)
	}
}

// failure is what the program broke, nil if nothing.
func (t *target) failure() error { return context.Cause(t.broken) }

// reason is what the program broke, if that is why there is an error.
func (t *target) reason(err error) error {
	if broken := t.failure(); broken != nil {
		return broken
	}
	return err
}

// within is a context that ends with ctx, and once the program has broken its protocol.
func (t *target) within(ctx context.Context) (within context.Context, stop func()) {
	within, cancel := context.WithCancel(ctx)
	after := context.AfterFunc(t.broken, cancel)
	return within, func() { after(); cancel() }
}

// reading is an expression with the positions of its terms among those of the target.
type reading struct {
	expr *formula.Expr
	at   []int
}

func (t *target) reading(e *formula.Expr) reading {
	r := reading{expr: e}
	if e == nil {
		return r
	}
	for _, term := range e.Terms() {
		at := slices.IndexFunc(t.terms, func(known formula.Term) bool { return known.String() == term.String() })
		if at < 0 {
			at = len(t.terms)
			t.terms = append(t.terms, term)
			t.uses[term.Name] = true
		}
		r.at = append(r.at, at)
	}
	return r
}

// of reads the expression at the values of the target's terms; room is as long as its own terms are many.
func (r reading) of(values, room []float64) float64 {
	room = room[:len(r.at)]
	for i, at := range r.at {
		room[i] = values[at]
	}
	return r.expr.Float(room)
}

// usesAny reports whether one of the terms is read.
func (t *target) usesAny(names ...string) bool {
	return slices.ContainsFunc(names, func(name string) bool { return t.uses[name] })
}

// rotates reports whether a rotation of the stream changes nothing.
func (t *target) rotates() bool { return t.norm == vec.L2{} }

// translates reports whether a translation of the stream changes nothing that the conjecture speaks of.
func (t *target) translates() bool {
	fixed := t.conjecture.Fixed
	return t.bias && t.against == nil && !t.comparators && !t.usesAny("R", "Dbar", "shortest", "gamma0") && fixed != "R" && fixed != "Dbar"
}

// optimum is the name of the γ∗ that m̄(φ) of a learner is about.
func optimum(k algos.Kind) string {
	if k.OwnBias {
		return "gamma"
	}
	return "gamma0"
}

// rangeOfR is the range of r = D/γ∗ that the domain leaves, where streams are drawn; the zero value where
// it has no upper end. It is found by asking whether the domain has streams of an r, whose other numbers
// are drawn, so that the same domain in other words has the same range.
func (t *target) rangeOfR() (within adversarial.Range[float64]) {
	const least, most, step = 0.125, 64, 1.03
	if t.where.expr == nil || !t.margin {
		return within
	}
	values, room := make([]float64, len(t.terms)), make([]float64, len(t.terms))
	inside := func(r float64) bool {
		for rng, tries := rand.New(rand.NewPCG(1, 0)), 0; tries < 64; tries++ {
			f := t.drawnFacts(rng, r)
			for i, read := range t.reads {
				values[i] = read(f)
			}
			if t.where.of(values, room) == 1 {
				return true
			}
		}
		return false
	}
	border := func(out, in float64) float64 {
		for range 40 {
			if middle := (out + in) / 2; inside(middle) {
				in = middle
			} else {
				out = middle
			}
		}
		return in
	}
	if inside(most) {
		return within
	}
	before := 0.
	for r := least; r < most; before, r = r, r*step {
		if inside(r) {
			if within.High == 0 && before > 0 {
				within.Low = border(before, r)
			}
			within.High = r
		}
	}
	if within.High > 0 {
		within.High = border(within.High*step, within.High)
	}
	return within
}

// drawnFacts are facts that a stream of an r may have, at γ∗ = 1.
func (t *target) drawnFacts(rng *rand.Rand, r float64) *facts {
	draw := func(low, high float64) float64 { return low * num.Pow(high/low, rng.Float64()) }
	count := func(most int) int { return int(draw(1, float64(most)+2)) - 1 }
	var their *facts
	for range 2 { // the second one has the first as theirs
		f := &facts{steps: 100, mistakes: count(50), updates: 50 + count(50), gamma3: draw(1, 10), lastGamma: draw(1, 10),
			expected: draw(1, 50), optimum: 1, errors: count(5), margin: draw(0.1, 1), their: their, gamma0: draw(0.1, 1)}
		f.opening, f.openingUpdates = min(f.mistakes, rng.IntN(3)), rng.IntN(3)
		f.Dim, f.Gamma, f.D, f.DPlus, f.DMinus = t.dim.Low, 1, r, r, r*float64(rng.IntN(2))
		f.DBar, f.Shortest, f.Delta = draw(1, 100), draw(0.1, 1), 2+float64(draw(0.1, 2)*r)
		f.comparatorNorm, f.comparatorL1, f.comparatorL2 = draw(0.1, 10), draw(0.1, 50), draw(0.1, 50)
		for range t.terms {
			f.counts = append(f.counts, count(50))
		}
		their = f
	}
	return their
}
