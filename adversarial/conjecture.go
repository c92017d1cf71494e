package adversarial

import (
	"context"
	"errors"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"marginlab/adversarial/certificate"
	"marginlab/algos"
	"marginlab/algos/external"
	"marginlab/theory"
	"marginlab/theory/formula"
	"marginlab/theory/vec"
)

// Conjecture is a statement on an online learner, and where a stream that refutes
// it is looked for. The zero value of a range is for its default; R is part of the
// statement, the others are not: a stream of fewer dimensions or examples is one of
// more, with zeros and repeats.
type Conjecture struct {
	certificate.Statement
	Dim      Range[int]     `json:"dim"`      // 2..16
	Examples Range[int]     `json:"examples"` // 3..200
	R        Range[float64] `json:"r"`        // of r = D/γ∗; all of them
	// Own are learners of one's own that the statement may name.
	Own []Own `json:"-"`
}

// Range is the numbers from Low to High.
type Range[N int | float64] struct{ Low, High N }

// Defaults of a hunt.
var (
	defaultDim      = Range[int]{2, 16}
	defaultExamples = Range[int]{3, 200}
)

// ParseRange reads "2..6", "..6" (from 0), "6.." (to the greatest) or "6" (6 alone).
func ParseRange[N int | float64](text string, greatest N) (Range[N], error) {
	low, high, ranged := strings.Cut(text, "..")
	if !ranged {
		high = low
	}
	r := Range[N]{High: greatest}
	for _, end := range []struct {
		text string
		to   *N
	}{{low, &r.Low}, {high, &r.High}} {
		v, err := number(end.text, *end.to)
		if err != nil || v < 0 || v > greatest || !ranged && end.text == "" {
			return Range[N]{}, fmt.Errorf("range is %q, expected LOW..HIGH with numbers from 0 to %v, as 2..6", text, greatest)
		}
		*end.to = v
	}
	if r.Low > r.High {
		return Range[N]{}, fmt.Errorf("range is %q, expected the lower end first", text)
	}
	return r, nil
}

// number reads a number, and is otherwise where there is no text.
func number[N int | float64](text string, otherwise N) (N, error) {
	if text == "" {
		return otherwise, nil
	}
	switch any(otherwise).(type) {
	case int:
		v, err := strconv.Atoi(text)
		return N(v), err
	default:
		v, err := strconv.ParseFloat(text, 64)
		if v != v {
			err = strconv.ErrSyntax
		}
		return N(v), err
	}
}

func (r Range[N]) String() string {
	if float64(r.High) == math.MaxFloat64 {
		return fmt.Sprintf("%v..", r.Low)
	}
	return fmt.Sprintf("%v..%v", r.Low, r.High)
}

func (r Range[N]) or(otherwise Range[N]) Range[N] {
	if r == (Range[N]{}) {
		return otherwise
	}
	return r
}

// Claim reads a conjecture from a line, as [ParseStatement] does, on learners of
// this project or of one's own.
func Claim(text string, own ...Own) (Conjecture, error) {
	s, err := ParseStatement(text, own...)
	return Conjecture{Statement: s, Own: own}, err
}

// same reports whether two conjectures say the same, and look for it in the same streams.
func (c Conjecture) same(o Conjecture) bool {
	return c.Statement == o.Statement && c.Dim == o.Dim && c.Examples == o.Examples && c.R == o.R
}

// Whole is the statement with the range of r as part of its domain.
func (c Conjecture) Whole() certificate.Statement {
	s := c.Statement
	if c.R == (Range[float64]{}) {
		return s
	}
	var parts []string
	if c.R.Low > 0 {
		parts = append(parts, fmt.Sprintf("%v <= r", c.R.Low))
	}
	if c.R.High < math.MaxFloat64 {
		parts = append(parts, fmt.Sprintf("r <= %v", c.R.High))
	}
	if len(parts) == 2 {
		parts = []string{fmt.Sprintf("%v <= r <= %v", c.R.Low, c.R.High)}
	}
	switch {
	case s.Where != "" && len(parts) > 0:
		parts = append(parts, "("+s.Where+")")
	case s.Where != "":
		parts = append(parts, s.Where)
	}
	s.Where = strings.Join(parts, " && ")
	return s
}

func (c Conjecture) String() string { return c.Whole().String() }

// ofR finds a condition on r alone among those that && joins.
var ofR = regexp.MustCompile(`^(?:([\d.e]+)\s*<=?\s*)?r(?:\s*(<=?|>=?)\s*([\d.e]+))?$`)

// rangeOfR is the range of r that the domain says in numbers, which is where streams are
// drawn; all of r where it says none.
func (c Conjecture) rangeOfR() Range[float64] {
	within, whole := Range[float64]{High: math.MaxFloat64}, c.Whole().Where
	if strings.ContainsAny(whole, "|?") || strings.Contains(whole, " or ") {
		return Range[float64]{}
	}
	for condition := range strings.SplitSeq(strings.ReplaceAll(whole, " and ", "&&"), "&&") {
		found := ofR.FindStringSubmatch(strings.TrimSpace(condition))
		if found == nil {
			continue
		}
		low, high := found[1], found[3]
		if strings.HasPrefix(found[2], ">") {
			low, high = found[3], ""
		}
		if v, err := strconv.ParseFloat(low, 64); err == nil {
			within.Low = max(within.Low, v)
		}
		if v, err := strconv.ParseFloat(high, 64); err == nil {
			within.High = min(within.High, v)
		}
	}
	if within == (Range[float64]{High: math.MaxFloat64}) || within.Low > within.High {
		return Range[float64]{}
	}
	return within
}

// target is a conjecture made ready to be hunted.
type target struct {
	Conjecture
	R                Range[float64] // that the domain says, in whichever way; see Conjecture.rangeOfR
	problem          *Problem
	learner, against *algos.Spec // against is nil if there is none
	guess            *algos.Spec // of a learner that is a program; see guessOf
	terms            []formula.Term
	reads            []func(*facts) float64 // the values of the terms
	violations       []violation            // that a run counts for them
	theirs           []violation            // that a run of the second learner counts
	quantity         reading
	claim            reading
	where            reading // its expr is nil if there is none
	uses             map[string]bool
	comparators      bool              // U, L1 or L2 are spoken of
	classifiers      bool              // the last classifier is spoken of, or a comparator, which starts from it
	lengths          theory.Lengths    // that are spoken of, or that the ease needs
	guarantee        *theory.Guarantee // instead of a statement, nil if there is one
	bias             bool              // the learner has a bias of its own: translations change nothing
	batch            bool              // it sees all examples at once: see batch.go
	norm             vec.Norm          // that the learner learns in, and that all is measured in
	trial

	// Of a learner that is a program: ended once it has broken its protocol, with what it broke.
	broken context.Context
	breaks context.CancelCauseFunc
}

// fail notes why the learner's program cannot be used, and ends the hunt. The error is nil where
// a run ended otherwise.
func (t *target) fail(err error) {
	if broken, ok := errors.AsType[*external.Error](err); ok {
		t.breaks(broken)
	}
}

// failure is what the program broke, nil if nothing.
func (t *target) failure() error { return context.Cause(t.broken) }

// within is a context that ends with ctx, and once the program has broken its protocol.
func (t *target) within(ctx context.Context) (within context.Context, stop func()) {
	within, cancel := context.WithCancel(ctx)
	after := context.AfterFunc(t.broken, cancel)
	return within, func() { after(); cancel() }
}

// reading is an expression with the positions of its terms among those of the
// target.
type reading struct {
	expr *formula.Expr
	at   []int
}

// prepare checks the conjecture. The error says what is wrong and what was
// expected.
func prepare(c Conjecture) (*target, error) {
	c.Dim, c.Examples = c.Dim.or(defaultDim), c.Examples.or(defaultExamples)
	if c.Dim.Low < 1 || c.Dim.High > maxDim {
		return nil, fmt.Errorf("dimensions are %v, expected them from 1 to %d", c.Dim, maxDim)
	}
	if c.Examples.Low < 1 || c.Examples.High > maxExamples {
		return nil, fmt.Errorf("examples are %v, expected them from 1 to %d", c.Examples, maxExamples)
	}
	t := &target{uses: map[string]bool{}}
	t.broken, t.breaks = context.WithCancelCause(context.Background())
	var err error
	if t.learner, c.Learner, err = parseLearner(c.Learner, c.Own); err != nil {
		return nil, err
	}
	if err := greeted(t.learner); err != nil { // a certificate has its name and version
		return nil, err
	}
	if c.Against != "" {
		if t.against, c.Against, err = parseLearner(c.Against, c.Own); err != nil {
			return nil, err
		}
	}
	problem, err := Compile(c.Whole(), c.Own...)
	if err != nil {
		return nil, err
	}
	c.Classes = problem.Classes
	t.learner = labelled(t.learner, c.Classes)
	if t.against != nil {
		t.against = labelled(t.against, c.Classes)
	}
	t.Conjecture, t.R, t.problem = c, c.rangeOfR(), problem
	t.quantity = t.read(problem.QuantityExpr)
	t.claim = t.read(problem.ClaimExpr)
	t.where = t.read(problem.WhereExpr)
	t.batch = t.learner.Kind.Task == theory.Batch
	for at, term := range t.terms {
		t.reads = append(t.reads, t.reader(term, at))
	}
	if err := t.shown(); err != nil {
		return nil, err
	}
	t.comparators = t.usesAny("U", "L1", "L2")
	t.classifiers = t.comparators || t.usesAny("errors", "margin", "their_errors", "their_margin")
	t.lengths = theory.Lengths{
		Norms:  t.comparators || t.usesAny("gamma0") || t.speaks("R") || t.speaks("Dbar") || t.speaks("shortest"),
		Within: t.usesAny("r", "gamma") || t.speaks("Dplus") || t.speaks("Dminus") || t.speaks("D"),
		Across: t.speaks("Delta"),
	}
	t.bias, t.norm, t.guess = t.learner.Kind.OwnBias, t.learner.Norm, t.guessOf()
	return t, nil
}

// greeted starts a learner that is a program, and returns an error if it cannot be used.
func greeted(learner *algos.Spec) error {
	if program, ok := external.Of(learner); ok {
		return program.Greet()
	}
	return nil
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
		program, ok := learner.New(1).(algos.Streamed)
		if !ok {
			continue
		}
		if why := program.Unseen().Hides(theory.NeedsOf(name)); why != "" {
			return fmt.Errorf("%s of %s cannot be read: %s", name, learner, why)
		}
	}
	return nil
}

// The greatest streams that are hunted.
const (
	maxDim      = 64
	maxExamples = 1000
)

func (t *target) read(e *formula.Expr) reading {
	if e == nil {
		return reading{}
	}
	r := reading{expr: e}
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

// of reads the expression at the values of the target's terms; room is as long as
// its own terms are many.
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

// translates reports whether a translation of the stream changes nothing that the
// conjecture speaks of.
func (t *target) translates() bool {
	return t.bias && t.against == nil && !t.comparators && !t.usesAny("R", "Dbar", "shortest", "gamma0") && t.Fixed != "R" && t.Fixed != "Dbar"
}
