package certificate

import (
	"cmp"
	"errors"
	"fmt"
	"math/big"
	"slices"

	"marginlab/algos/exact"
	"marginlab/theory"
	"marginlab/theory/formula"
	"marginlab/theory/real"
)

// errNoValue says that a term has no value, so that the statement says nothing of
// the stream.
var errNoValue = errors.New("has no value")

// noValue is errNoValue with its reason.
func noValue(why string) error { return fmt.Errorf("%w: %s", errNoValue, why) }

// facts are the values of terms for a problem on a stream. What is dear, the runs
// and the margins, is computed when a term first asks for it.
type facts struct {
	*Problem
	given  []exact.Example
	stream []exact.Example // that the terms speak of; see Problem.spoken
	rival  exact.Vector
	limit  Limit
	// rational are the terms that are stated as rational, or as roots: numbers that take
	// long are stated so only by a certificate that is.
	rational map[string]bool
	// margin returns the maximum margin of that name in Geometry, nil where there is no
	// problem to solve.
	margin  func(name string, stream []exact.Example) (*Margin, error)
	margins map[string]*Margin
	runs    map[*side]*exact.Result
	batch   *BatchRun
}

func (p *Problem) facts(stream []exact.Example, rival exact.Vector, limit Limit) *facts {
	f := &facts{
		Problem: p, given: stream, stream: p.spoken(stream, p.learner), rival: rival, limit: limit.OrDefault(),
		margins: map[string]*Margin{}, runs: map[*side]*exact.Result{},
	}
	f.margin = func(name string, stream []exact.Example) (*Margin, error) { return solve(p.p, stream, name != "gamma") }
	return f
}

// values returns those of all terms of an expression.
func (f *facts) values(e *formula.Expr) ([]real.Real, error) {
	terms := e.Terms()
	at := make([]real.Real, len(terms))
	for i, t := range terms {
		var err error
		if at[i], err = f.value(t); err != nil {
			return nil, err
		}
	}
	return at, nil
}

// value returns the value of a term, measured in the fixed length if there is one.
func (f *facts) value(t formula.Term) (real.Real, error) {
	exactly := f.rational[t.String()]
	v, err := f.raw(t, exactly)
	if errors.Is(err, errNoValue) {
		return v, fmt.Errorf("%v %w", t, err)
	}
	if err != nil || f.Fixed == "" || !theory.IsLength(t.Name) && t.Name != "U" {
		return v, err
	}
	unit, err := f.raw(formula.Term{Name: f.Fixed}, exactly)
	if err != nil {
		return v, err
	}
	if unit.IsZero() {
		return v, fmt.Errorf("%v %w", t, noValue("the unit "+f.Fixed+" is 0"))
	}
	if t.Name == "U" {
		return v.Mul(unit), nil
	}
	return v.Quo(unit), nil
}

func (f *facts) raw(t formula.Term, exactly bool) (real.Real, error) {
	if q := f.params[t.Name]; q != nil {
		return real.Rational(q), nil
	}
	if own, theirs := theory.Theirs(t); theirs {
		return f.ofRun(f.against, own, exactly)
	}
	if f.learner.batch != nil {
		if v, err := f.batchTerm(t); v != nil || err != nil {
			return *cmp.Or(v, &real.Real{}), err
		}
	}
	switch t.Name {
	case "d":
		return real.Int(len(f.stream[0].X)), nil
	case "gamma", "gamma0":
		return f.gamma(t.Name)
	case "r":
		gamma, err := f.gamma("gamma")
		if err != nil {
			return gamma, err
		}
		if gamma.IsZero() {
			return real.Real{}, noValue("the classes are not separable")
		}
		return f.length("D").Quo(gamma), nil
	case "U", "L1", "L2":
		return f.ofRival(t.Name)
	case "R", "Dbar", "shortest", "Dplus", "Dminus", "D", "Delta":
		return f.length(t.Name), nil
	}
	return f.ofRun(f.learner, t, exactly)
}

// gamma returns γ∗, or errNoValue where a class is missing.
func (f *facts) gamma(name string) (real.Real, error) {
	m, err := f.maxMargin(name)
	switch {
	case err != nil:
		return real.Real{}, err
	case m == nil:
		return real.Real{}, noValue("a class is missing")
	case m.Square == nil:
		return m.value(f.p, f.stream, name == "gamma0"), nil
	}
	return real.Real{Square: m.Square}, nil
}

// length returns a length of the stream, 0 where there are no points or pairs to
// measure.
func (f *facts) length(name string) real.Real {
	if f.p != nil {
		return lengthIn(f.p, name, f.stream)
	}
	return real.Root(sqLength(name, f.stream))
}

// maxMargin is the margin of that name in Geometry.
func (f *facts) maxMargin(name string) (m *Margin, err error) {
	if m, ok := f.margins[name]; ok {
		return m, nil
	}
	stream := f.stream
	if name == "rho" {
		if stream, err = exact.Directions(stream); err != nil {
			return nil, outsideOfBatch(err)
		}
	}
	if m, err = f.margin(name, stream); err == nil {
		f.margins[name] = m
	}
	return m, err
}

// ofRival returns ‖u‖, or the sum over the steps of the run of u's losses
// max(0, 1 − y u·x), or of their squares.
func (f *facts) ofRival(name string) (real.Real, error) {
	if f.rival == nil {
		return real.Real{}, noValue("there is no rival u")
	}
	switch {
	case name == "U" && f.p != nil:
		return dualLength(f.p, f.rival), nil
	case name == "U":
		return real.Root(f.rival.SqNorm()), nil
	}
	r, err := f.run(f.learner)
	if err != nil {
		return real.Real{}, err
	}
	sum := new(big.Rat)
	for differences := range slices.Chunk(f.stream, max(1, f.Classes-1)) { // of an example
		most := new(big.Rat)
		for _, e := range differences {
			loss := e.X.Dot(f.rival)
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
	return real.Rational(sum.Mul(sum, big.NewRat(int64(r.Passes), 1))), nil
}

// sqLength returns the square of a length of the stream.
func sqLength(name string, stream []exact.Example) *big.Rat {
	var found *big.Rat
	for _, x := range segments(name, stream) {
		square := x.SqNorm()
		if found == nil || name == "shortest" && square.Cmp(found) < 0 || name != "shortest" && square.Cmp(found) > 0 {
			found = square
		}
	}
	if found == nil {
		return new(big.Rat)
	}
	return found
}

// segments are the vectors whose greatest norm is the length, or whose least norm for the
// shortest: points of the stream, or differences of two.
func segments(name string, stream []exact.Example) []exact.Vector {
	var all []exact.Vector
	for i, e := range stream {
		switch name {
		case "R", "Dbar", "shortest":
			all = append(all, e.X)
			continue
		}
		for _, o := range stream[:i] {
			var pair bool
			switch name {
			case "Dplus":
				pair = e.Y > 0 && o.Y > 0
			case "Dminus":
				pair = e.Y < 0 && o.Y < 0
			case "D":
				pair = e.Y == o.Y
			case "Delta":
				pair = e.Y != o.Y
			default:
				panic("certificate: no term " + name)
			}
			if pair {
				all = append(all, e.X.Minus(o.X))
			}
		}
	}
	return all
}
