package certificate

import (
	"errors"
	"fmt"
	"math/big"

	"marginlab/algos/exact"
	"marginlab/theory/formula"
	"marginlab/theory/real"
)

// Look is what is known of a stream that a statement speaks of. What is dear is computed
// when it is first asked for.
type Look struct{ facts *facts }

// Look looks at a stream, with the rival u, nil for none. The error says what is wrong with
// their form.
func (p *Problem) Look(stream []exact.Example, rival exact.Vector, limit Limit) (*Look, error) {
	if err := p.check(stream, rival); err != nil {
		return nil, err
	}
	return &Look{p.facts(stream, rival, limit)}, nil
}

// Steps says why runs of the statement are not shown step by step, nil if they can be.
func (p *Problem) Steps() error {
	switch {
	case p.Classes > 0:
		return fmt.Errorf("it has %d classes, and steps are shown of two", p.Classes)
	case p.learner.batch != nil:
		return errAtOnce
	}
	return nil
}

// errAtOnce is the error for a batch algorithm.
var errAtOnce = errors.New("it sees all examples at once")

// Run is the run of a learner of the statement over the stream.
type Run struct {
	Learner string
	Stream  []exact.Example // as the learner gets it, with a constant coordinate if it has one
	Lift    *big.Rat        // that coordinate, nil for none
	*exact.Result

	facts *facts
	side  *side
}

// Violates reports whether m(φ), or m̄(φ), counts the step i. The error is that of
// [exact.Result.Within], or says that there is no γ∗.
func (r Run) Violates(i int, t formula.Term) (bool, error) { return r.facts.violates(r.side, i, t) }

// Runs returns the run of the learner and, if there is one, that of the second learner.
// The error is that of [exact.Spec.Run], or says that the run has no end.
func (l *Look) Runs() ([]Run, error) {
	f := l.facts
	own, err := f.run(f.learner)
	if err != nil {
		return nil, err
	}
	runs := []Run{{f.Learner, f.stream, f.learner.lift, own, f, f.learner}}
	if f.against != nil {
		theirs, err := f.run(f.against)
		if err != nil {
			return nil, err
		}
		runs = append(runs, Run{f.Against, f.streamOf(f.against), f.against.lift, theirs, f, f.against})
	}
	return runs, nil
}

// Value returns the value of a term of the statement. The error says that it has none.
func (l *Look) Value(t formula.Term) (real.Real, error) { return l.facts.value(t) }

// Margin returns the maximum margin of the stream, through the origin or not, nil where a
// class is missing.
func (l *Look) Margin(origin bool) (*Margin, error) {
	if origin {
		return l.facts.maxMargin("gamma0")
	}
	return l.facts.maxMargin("gamma")
}

// Stream is the stream whose margins and lengths the statement speaks of.
func (l *Look) Stream() []exact.Example { return l.facts.stream }

// Norm is the p of the norm that lengths are measured in, nil for ℓ₂.
func (l *Look) Norm() *big.Rat { return l.facts.p }

// Terms are those of the quantity, the claim and the domain, each once.
func (p *Problem) Terms() []formula.Term { return p.terms() }

// Comparator is the u that was given, nil for none.
func (l *Look) Comparator() exact.Vector { return l.facts.rival }
