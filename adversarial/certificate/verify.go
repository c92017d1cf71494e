package certificate

import (
	"slices"
	"strings"

	"marginlab/algos/exact"
	"marginlab/theory/formula"
	"marginlab/theory/real"
)

// Verdict has what follows from a valid certificate.
type Verdict struct {
	*Certificate
	Terms           []Value // of the expressions, in order of appearance
	Quantity, Claim real.Number
	Runs            []Run // of the learner, and of the second one
}

// Value is a term with its value.
type Value struct {
	Name   string
	Number real.Number
}

// Verify computes all that follows from the statement, the stream, the comparator and the multipliers, and compares the
// quantity with the claim. It takes the answers of a witness as stated. A statement about a user's own learner with a
// model needs it among own. The error is a *[RefusedError] where the stream does not refute the statement, or says that
// the limit does not suffice to tell.
func (c *Certificate) Verify(limit Limit, own ...Own) (*Verdict, error) {
	if c.Format != 1 && c.Format != Format {
		return nil, refuse("format: %d, expected %d", c.Format, Format)
	}
	p, err := c.problem(own)
	if err != nil {
		return nil, refuse("statement: %v", err)
	}
	for _, text := range []string{c.Statement.Quantity, c.Statement.Claim, c.Statement.Where} {
		if plain := formula.Plain(text); plain != text {
			return nil, refuse("statement: %q, expected %q", text, plain)
		}
	}
	f, err := p.Look(c.Stream, c.Comparator, limit)
	if err != nil {
		return nil, refuse("%v", err)
	}
	f.multipliers = func(term string) exact.Vector { return c.Multipliers[term] }
	v, err := f.verdict()
	if err == nil {
		v.Certificate = c
	}
	return v, err
}

// Certify makes the certificate that the stream refutes the statement. The error is a *[RefusedError] where it does
// not, or says that the limit does not suffice to tell.
func (p *Problem) Certify(stream []exact.Example, comparator exact.Vector, limit Limit) (*Certificate, error) {
	f, err := p.Look(stream, comparator, limit)
	if err != nil {
		return nil, err
	}
	v, err := f.verdict()
	if err != nil {
		return nil, err
	}
	c := &Certificate{Format: Format, Statement: p.Statement, Stream: slices.Clone(stream), Code: p.learner.Code}
	if len(f.margins) > 0 {
		c.Multipliers = Multipliers{}
	}
	for name, s := range f.margins {
		c.Multipliers[name] = s.Lambda
	}
	for _, t := range v.Terms {
		if slices.Contains([]string{"U", "L1", "L2"}, t.Name) {
			c.Comparator = comparator
		}
	}
	if c.IsWitness() {
		c.Answers = v.Runs[0].Steps
	}
	return c, nil
}

// verdict returns the verdict on the stream. The error is a *[RefusedError] where the statement holds for it, or does
// not apply.
func (f *Facts) verdict() (v *Verdict, err error) {
	err = f.decide(func() {
		v = &Verdict{}
		switch order := f.compare(v); {
		case !v.Claim.Exists():
			exact.Fail(refuse("where: %s does not hold of the stream", f.Where))
		case order <= 0:
			exact.Fail(refuse("%s %s %s holds of the stream: %v %s %v", f.Statement.Quantity, f.Relation, f.Statement.Claim,
				Middle(v.Quantity), f.Relation, Middle(v.Claim)))
		}
		v.Runs = f.both()
		for _, t := range f.Terms() {
			v.Terms = append(v.Terms, Value{t.String(), f.value(t)})
		}
	})
	if isOutside(err) {
		err = refuse("the stream is outside of the domain: %s", strings.TrimPrefix(err.Error(), "exact: "))
	}
	return v, err
}

// compare returns the order of [Problem.Compare]. In the domain it stores the two numbers in v.
func (f *Facts) compare(v *Verdict) int {
	if f.number(f.claim.Where).IsZero() {
		return -1
	}
	v.Quantity, v.Claim = f.number(f.claim.Quantity), f.number(f.claim.Bound)
	order := exact.Compare("", v.Quantity, v.Claim)
	switch {
	case order == 0 && f.Strict():
		return 1
	case f.FromBelow():
		return -order
	}
	return order
}

// Compare compares quantity and claim on the stream (and the comparator, nil if none), exactly. It returns +1 where the
// stream refutes the statement, 0 where the statement holds with equality, and −1 where it holds otherwise or does not
// apply, e.g. where a term has no value. The error says that the limit does not suffice to tell, or that there is no
// stream.
func (p *Problem) Compare(stream []exact.Example, comparator exact.Vector, limit Limit) (order int, err error) {
	f, err := p.Look(stream, comparator, limit)
	if err != nil {
		return 0, err
	}
	err = f.decide(func() { order = f.compare(new(Verdict)) })
	if isOutside(err) {
		return -1, nil
	}
	return order, err
}

// Middle is a number to float64.
func Middle(a real.Number) float64 {
	x := a.Interval()
	lower, _ := x.Lower().Float64()
	upper, _ := x.Upper().Float64()
	return lower + float64((upper-lower)/2)
}
