package certificate

import (
	"fmt"
	"slices"

	"marginlab/algos/exact"
	"marginlab/theory/formula"
)

// RefusedError says why a stream, or a certificate, refutes nothing: the first
// thing that is not so.
type RefusedError struct{ Reason string }

func (e *RefusedError) Error() string { return "certificate refused: " + e.Reason }

func refuse(format string, args ...any) error { return &RefusedError{fmt.Sprintf(format, args...)} }

// Certify makes the certificate that the stream refutes the statement. The error is
// a *[RefusedError] where it does not, or as that of [Problem.Refuted].
func (p *Problem) Certify(stream []exact.Example, rival exact.Vector, limit Limit) (*Certificate, error) {
	if err := p.check(stream, rival); err != nil {
		return nil, err
	}
	return p.facts(stream, rival, limit).certificate()
}

// certificate puts the facts together.
func (f *facts) certificate() (*Certificate, error) {
	c, err := f.assemble()
	if isOutside(err) {
		err = refuse("the stream is outside of the domain: %v", err)
	}
	return c, err
}

func (f *facts) assemble() (*Certificate, error) {
	if err := f.refutes(); err != nil {
		return nil, err
	}
	c := &Certificate{Format: Format, Statement: f.Statement, Stream: slices.Clone(f.given)}
	if of := f.learner.code; of != nil {
		code := *of
		c.Code = &code
	}
	var err error
	if c.Geometry.Gamma, err = f.maxMargin("gamma"); err != nil {
		return nil, err
	}
	if c.Geometry.Gamma0, err = f.maxMargin("gamma0"); err != nil {
		return nil, err
	}
	if f.learner.batch != nil {
		err = f.sum(c)
	} else {
		c.Runs, err = f.decisions()
	}
	if err != nil {
		return nil, err
	}
	for _, t := range f.terms() {
		stated, err := f.term(t)
		if err != nil {
			return nil, err
		}
		c.Terms = append(c.Terms, stated)
		if slices.Contains([]string{"U", "L1", "L2"}, t.Name) {
			c.Comparator = f.rival
		}
	}
	if c.Quantity, c.Claim, err = f.sides(); err != nil {
		return nil, err
	}
	c.Seal, err = c.seal()
	return c, err
}

// refutes is nil if the stream is in the domain and contradicts the statement.
func (f *facts) refutes() error {
	in, err := f.inDomain(f)
	if err != nil {
		return err
	}
	if !in {
		return refuse("where: %s does not hold of the stream", f.Where)
	}
	holds, err := f.holds(f.relation)
	if err != nil {
		return err
	}
	if !holds {
		return nil
	}
	quantity, err := f.side(f.QuantityExpr, leastBits)
	if err != nil {
		return err
	}
	bound, err := f.side(f.ClaimExpr, leastBits)
	if err != nil {
		return err
	}
	return refuse("%s %s %s holds of the stream: %v %s %v", f.Quantity, f.Relation, f.Claim, quantity.Middle(), f.Relation, bound.Middle())
}

// terms returns those of the quantity, the claim and the domain, each once.
func (p *Problem) terms() []formula.Term {
	var all []formula.Term
	for _, e := range []*formula.Expr{p.QuantityExpr, p.ClaimExpr, p.WhereExpr} {
		if e == nil {
			continue
		}
		for _, t := range e.Terms() {
			same := func(o formula.Term) bool { return o.String() == t.String() }
			if !slices.ContainsFunc(all, same) {
				all = append(all, t)
			}
		}
	}
	return all
}

// term returns the term with its value, which is a Square where that is no square
// of a rational.
func (f *facts) term(t formula.Term) (Term, error) {
	v, err := f.value(t)
	if err != nil {
		return Term{}, err
	}
	stated := Term{Name: t.String()}
	if v.Square == nil {
		between, err := f.enclose(v.Interval, leastBits)
		if f.p != nil && err == nil && between[0].Cmp(between[1]) == 0 {
			stated.Value = between[0]
			return stated, nil
		}
		stated.Between = &between
		return stated, err
	}
	if root, rational := v.Rational(); rational {
		stated.Value = root
	} else {
		stated.Square = v.Square
	}
	return stated, nil
}

// decisions returns the runs of the learners.
func (f *facts) decisions() (Runs, error) {
	var runs Runs
	r, err := f.run(f.learner)
	if err != nil {
		return runs, err
	}
	runs.Learner = decisions(r.Steps)
	if f.against != nil {
		if r, err = f.run(f.against); err != nil {
			return runs, err
		}
		runs.Against = decisions(r.Steps)
	}
	return runs, nil
}
