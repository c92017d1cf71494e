package certificate

import (
	"errors"
	"fmt"
	"math"
	"math/big"
	"slices"
	"strings"

	"marginlab/algos/exact"
	"marginlab/theory/formula"
	"marginlab/theory/real"
)

// Facts are the values of terms on a stream. They are numbers of one precision. Each is computed once, when a term
// first needs it. Where the precision does not decide, [exact.Decide] computes them again with a higher one.
type Facts struct {
	*Problem
	given       []exact.Example
	stream      []exact.Example // the stream that the terms are about
	Comparator  exact.Vector    // u, nil for none
	limit       Limit
	multipliers func(term string) exact.Vector // prove a margin; either stated or found

	// For the present precision, then for any.
	field    real.Field
	known    map[string]real.Number
	runs     map[*Learner]*exact.Run
	margins  map[string]exact.Solution
	answered *exact.Run // of a program
}

// Look returns the facts of a stream with the comparator u, nil for none. The error says what is wrong with their form.
func (p *Problem) Look(stream []exact.Example, comparator exact.Vector, limit Limit) (*Facts, error) {
	if err := p.check(stream, comparator); err != nil {
		return nil, err
	}
	f := &Facts{
		Problem: p, given: stream, stream: p.streamOf(stream, p.learner), Comparator: comparator,
		limit: limit.OrDefault(), margins: map[string]exact.Solution{},
	}
	f.multipliers = f.find
	return f, nil
}

// exactBits bounds the length of exact numbers: longer ones become intervals.
const exactBits = 1 << 16

// decide calls ask with growing precision until the precision decides everything. Inside ask, facts fail by a panic, as
// numbers of package exact do. The error may be a *[exact.NoValueError], or the error of a number without a value.
func (f *Facts) decide(ask func()) error {
	return exact.Decide(f.limit, func(prec uint) { f.at(prec); ask() })
}

func (f *Facts) at(prec uint) {
	f.field = real.Field{Bits: prec, Exact: exactBits}
	f.known, f.runs = map[string]real.Number{}, map[*Learner]*exact.Run{}
}

// must returns v, or fails. A number that this precision cannot compute is undecided.
func must[T any](v T, err error) T {
	if domain, is := errors.AsType[*real.DomainError](err); is && domain.Undecided {
		err = &real.UndecidedError{Prec: domain.Of.Prec(), Last: domain.Of, Domain: domain}
	}
	if err != nil {
		exact.Fail(err)
	}
	return v
}

func noValue(of, why string) { exact.Fail(&exact.NoValueError{Reason: of + " has no value: " + why}) }

// isOutside reports whether an error says that something has no value.
func isOutside(err error) bool {
	return errors.As(err, new(*exact.NoValueError)) || errors.As(err, new(*real.DomainError))
}

// number returns the value of an expression; a condition is 1 or 0.
func (f *Facts) number(e *formula.Expr) real.Number {
	var at []real.Number
	for _, t := range e.Terms() {
		at = append(at, f.value(t))
	}
	return must(e.Number(f.field, at))
}

// value returns the value of a term, measured in the fixed length if there is one.
func (f *Facts) value(t formula.Term) real.Number {
	v := f.raw(t)
	if f.Fixed == "" || !isLength(t.Name) && t.Name != "U" {
		return v
	}
	unit := f.raw(formula.Term{Name: f.Fixed})
	switch {
	case unit.IsZero():
		noValue(t.String(), "the unit "+f.Fixed+" is 0")
	case t.Name == "U":
		return v.Mul(unit)
	}
	return must(v.Quo(unit))
}

// raw returns the value of a term without the unit.
func (f *Facts) raw(t formula.Term) real.Number {
	v, known := f.known[t.String()]
	if !known {
		v = f.computed(t)
		f.known[t.String()] = v
	}
	return v
}

func (f *Facts) computed(t formula.Term) real.Number {
	if q := f.learner.Params[t.Name]; q != nil && !words().Has(t.Name) {
		return f.field.Rational(q)
	}
	if own, is := strings.CutPrefix(t.Name, theirs); is {
		return f.ofRun(f.against, formula.Term{Name: own, Arg: t.Arg})
	}
	switch t.Name {
	case "d":
		return f.field.Int(len(f.stream[0].X))
	case "gamma", "gamma0":
		return f.gamma(t.Name)
	case "r":
		gamma := f.raw(formula.Term{Name: "gamma"})
		if gamma.IsZero() {
			noValue("r", "the classes are not separable")
		}
		return must(f.raw(formula.Term{Name: "D"}).Quo(gamma))
	case "R", "Dbar", "shortest", "Dplus", "Dminus", "D", "Delta":
		return f.length(t.Name)
	case "U":
		return f.lengthOf(f.theComparator(), true)
	case "L1", "L2":
		return f.loss(t.Name)
	}
	return f.ofRun(f.learner, t)
}

// ---- Lengths

// lengthOf returns ‖x‖, or the dual ‖x‖∗ = ‖x‖_q, 1/p + 1/q = 1.
func (f *Facts) lengthOf(x exact.Vector, dual bool) real.Number {
	p := f.Norm
	if p == nil {
		return must(f.field.Rational(x.SqNorm()).Sqrt())
	}
	if dual {
		p = new(big.Rat).Quo(p, new(big.Rat).Sub(p, big.NewRat(1, 1)))
	}
	return f.field.Enclosed(must(exact.LengthIn(p, x, f.field.Bits)))
}

// length returns a length of the stream: that of the longest segment, or for "shortest" of the shortest. It is 0 where
// there are no points or pairs to measure. In ℓ₂ it compares squares.
func (f *Facts) length(name string) (found real.Number) {
	squares := real.Field{Bits: f.field.Bits, Exact: math.MaxInt}
	for _, x := range segments(name, f.stream) {
		l := squares.Rational(x.SqNorm())
		if f.Norm != nil {
			l = f.lengthOf(x, false)
		}
		switch {
		case !found.Exists():
			found = l
		case name == "shortest":
			found = found.Min(l)
		default:
			found = found.Max(l)
		}
	}
	switch {
	case !found.Exists():
		return f.field.Int(0)
	case f.Norm == nil:
		found = must(found.Sqrt())
	}
	return found.In(f.field)
}

// segments returns the points of the stream, or the differences of two, that a length is about.
func segments(name string, stream []exact.Example) (all []exact.Vector) {
	for i, e := range stream {
		if slices.Contains([]string{"R", "Dbar", "shortest"}, name) {
			all = append(all, e.X)
			continue
		}
		for _, o := range stream[:i] {
			if map[string]bool{
				"Dplus": e.Y > 0 && o.Y > 0, "Dminus": e.Y < 0 && o.Y < 0, "D": e.Y == o.Y, "Delta": e.Y != o.Y,
			}[name] {
				all = append(all, e.X.Minus(o.X))
			}
		}
	}
	return all
}

// ---- Margins

// gamma returns a maximum margin, as proved by the multipliers that are stated or found.
func (f *Facts) gamma(name string) real.Number {
	origin := name == "gamma0"
	if !origin && !slices.ContainsFunc(f.stream, func(e exact.Example) bool { return e.Y != f.stream[0].Y }) {
		noValue(name, "a class is missing")
	}
	v, err := f.prove(name, origin)
	if err != nil {
		exact.Fail(refuse("multipliers.%s: %s", name, strings.TrimPrefix(err.Error(), "exact: ")))
	}
	return v
}

// prove returns the margin that the multipliers prove. In a norm other than ℓ₂ they need not solve the problem of ℓ₂:
// then the solution has nothing but the multipliers.
func (f *Facts) prove(name string, origin bool) (real.Number, error) {
	s, known := f.margins[name]
	if !known {
		lambda := f.multipliers(name)
		proof, err := exact.Prove(f.stream, lambda, origin)
		switch {
		case err != nil && f.Norm == nil:
			return real.Number{}, err
		case err != nil:
			proof = exact.Solution{Lambda: lambda}
		}
		s, f.margins[name] = proof, proof
	}
	if f.Norm == nil || s.W != nil && s.W.IsZero() {
		return f.field.Rational(s.SqGamma).Sqrt()
	}
	between, err := exact.MarginIn(f.Norm, f.stream, s.Lambda, origin, f.field.Bits)
	if err != nil {
		return real.Number{}, err
	}
	return f.field.Enclosed(between), nil
}

// find returns multipliers of the maximum margin: in a norm other than ℓ₂, the ones that prove it most closely.
func (f *Facts) find(term string) exact.Vector {
	origin := term == "gamma0"
	s, _ := exact.MaxMargin(f.stream, origin)
	best := exact.Vector(s.Lambda)
	if f.Norm == nil || s.W.IsZero() || f.Propose == nil {
		return best
	}
	width := func(lambda exact.Vector) *big.Rat {
		x, err := exact.MarginIn(f.Norm, f.stream, lambda, origin, 128)
		if err != nil {
			return big.NewRat(math.MaxInt64, 1)
		}
		return new(big.Rat).Sub(x.Upper(), x.Lower())
	}
	if other := f.Propose(f.Norm, f.stream, origin); other != nil && width(other).Cmp(width(best)) < 0 {
		best = other
	}
	return best
}

// ---- The comparator

func (f *Facts) theComparator() exact.Vector {
	if f.Comparator == nil {
		noValue("u", "there is no comparator")
	}
	return f.Comparator
}

// loss returns the sum over the steps of the run of u's losses max(0, 1 − y u·x), or of their squares. With many
// classes an example counts the greatest loss of its differences.
func (f *Facts) loss(name string) real.Number {
	u, sum := f.theComparator(), new(big.Rat)
	for differences := range slices.Chunk(f.stream, max(1, f.Classes-1)) {
		most := new(big.Rat)
		for _, e := range differences {
			loss := e.X.Dot(u)
			loss.Sub(big.NewRat(1, 1), loss.Mul(loss, big.NewRat(int64(e.Y), 1)))
			if loss.Cmp(most) > 0 {
				most = loss
			}
		}
		if name == "L2" {
			most.Mul(most, most)
		}
		sum.Add(sum, most)
	}
	return f.field.Rational(sum.Mul(sum, big.NewRat(int64(f.run(f.learner).Passes), 1)))
}

// ---- Runs

// run returns the run of a learner, or of a program by its answers. Where the run does not reach its end, or rest, none
// of its terms has a value.
func (f *Facts) run(l *Learner) *exact.Run {
	if l.Answers != nil {
		return f.answers(l)
	}
	if f.runs[l] == nil {
		stream := l.Lifted(f.given)
		f.runs[l] = l.Run(f.field.Bits, len(stream[0].X), stream, f.repeat(), f.limit)
	}
	return f.runs[l]
}

func (f *Facts) answers(l *Learner) *exact.Run {
	if f.answered == nil {
		steps, passes, err := l.Answers(f.given, f.repeat())
		f.answered = &exact.Run{Passes: must(passes, err)}
		for _, d := range steps {
			f.answered.Steps = append(f.answered.Steps, exact.Step{Decision: d})
		}
	}
	return f.answered
}

func (f *Facts) repeat() exact.Repeat { return exact.Repeat{Passes: f.Passes, Rest: f.AtRest} }

// ofRun returns the value of a term of a learner's run.
func (f *Facts) ofRun(l *Learner, t formula.Term) real.Number {
	ofOwn := func(gamma real.Number) real.Number {
		if !gamma.Exists() {
			noValue(t.Name, "the run has no gamma_t after its opening")
		}
		return gamma.In(f.field)
	}
	switch t.Name {
	case "gamma3":
		return ofOwn(f.run(l).Gamma3())
	case "last_gamma":
		return ofOwn(f.run(l).LastGamma())
	case "margin":
		return f.run(l).Margin(f.streamOf(f.given, l)).In(f.field)
	case "expected_mistakes":
		return f.run(l).Learner.(exact.Random).Expected().In(f.field)
	case "errors":
		return count(f, l.Lifted(f.given), func(_ int, e exact.Example) bool { return f.run(l).Predict(e.X) != e.Y })
	case "m", "mbar":
		return count(f, f.run(l).Steps, func(i int, _ exact.Step) bool { return f.violates(l, i, t) })
	}
	is := counted[t.Name]
	if is == nil {
		noValue(t.String(), "there is no such term")
	}
	return count(f, f.run(l).Steps, func(_ int, s exact.Step) bool { return is(s.Decision) })
}

// counted lists the terms that count steps by their decisions.
var counted = map[string]func(d exact.Decision) bool{
	"T":                func(exact.Decision) bool { return true },
	"mistakes":         exact.Decision.Mistake,
	"opening_mistakes": func(d exact.Decision) bool { return d.Mistake() && d.Opening },
	"later_mistakes":   func(d exact.Decision) bool { return d.Mistake() && !d.Opening },
	"updates":          func(d exact.Decision) bool { return d.Updated },
	"later_updates":    func(d exact.Decision) bool { return d.Updated && !d.Opening },
}

// count returns the number of elements for which is(i, v) is true.
func count[T any](f *Facts, all []T, is func(i int, v T) bool) real.Number {
	n := 0
	for i, v := range all {
		if is(i, v) {
			n++
		}
	}
	return f.field.Int(n)
}

// violates reports whether m(φ), or m̄(φ), counts the step i of the run of a learner.
func (f *Facts) violates(l *Learner, i int, t formula.Term) bool {
	switch {
	case f.run(l).Steps[i].Opening:
		return false
	case t.Name == "m":
		return f.run(l).Within(i, t.Arg, real.Number{})
	}
	optimum := "gamma0"
	if l.Has(exact.OwnBias) {
		optimum = "gamma"
	}
	gamma := f.raw(formula.Term{Name: optimum})
	return f.run(l).Within(i, t.Arg, gamma.Mul(gamma))
}

// ---- What the viewer shows

// Steps returns nil if runs of the statement can be shown step by step, else the reason why not.
func (p *Problem) Steps() error {
	switch {
	case p.Classes > 0:
		return fmt.Errorf("it has %d classes, and steps are shown of two", p.Classes)
	case p.learner.Answers != nil:
		return errors.New("it has no exact model")
	}
	return nil
}

// Run is the run of a learner of the statement over the stream.
type Run struct {
	*Learner
	Text   string          // the learner as written in the statement
	Stream []exact.Example // as the learner sees it, with its constant coordinate if it has one
	Steps  []exact.Decision
}

// Runs returns the run of the learner and, if there is a second learner, its run.
func (f *Facts) Runs() (runs []Run, err error) {
	err = f.decide(func() { runs = f.both() })
	return runs, err
}

func (f *Facts) both() []Run {
	runs := []Run{{f.learner, f.Learner, f.learner.Lifted(f.given), f.run(f.learner).Decisions()}}
	if l := f.against; l != nil {
		runs = append(runs, Run{l, f.Against, l.Lifted(f.given), f.run(l).Decisions()})
	}
	return runs
}

// Counts reports whether a term of a run that counts steps counts the step i.
func (f *Facts) Counts(r Run, i int, t formula.Term) (is bool, err error) {
	if of := counted[t.Name]; of != nil || t.Arg == nil {
		return of != nil && of(r.Steps[i]), nil
	}
	err = f.decide(func() { is = f.violates(r.Learner, i, t) })
	return is, err
}

// Value returns the value of a term at a precision. The error says that it has none.
func (f *Facts) Value(t formula.Term, prec uint) (v real.Number, err error) {
	f.at(prec)
	err = exact.Try(func() { v = f.value(t) })
	return v, err
}

// Margin returns gamma or gamma0 at a precision, without the unit. The error says that it has no value.
func (f *Facts) Margin(name string, prec uint) (gamma real.Number, err error) {
	f.at(prec)
	err = exact.Try(func() { gamma = f.gamma(name) })
	return gamma, err
}
