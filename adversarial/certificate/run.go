package certificate

import (
	"cmp"
	"errors"
	"fmt"
	"math/big"
	"slices"

	"marginlab/algos"
	"marginlab/algos/exact"
	"marginlab/theory"
	"marginlab/theory/formula"
	"marginlab/theory/real"
)

// norm is the p of the norm that the learners learn in, and that all is measured in, nil
// for ℓ₂.
func (p *Problem) norm() (*big.Rat, error) {
	two := big.NewRat(2, 1)
	of := func(l *side) *big.Rat {
		if l == nil {
			return two
		}
		return cmp.Or(l.params["p"], two)
	}
	own, theirs := of(p.learner), of(p.against)
	switch {
	case p.against != nil && own.Cmp(theirs) != 0:
		return nil, fmt.Errorf("against %q, expected a learner in the norm of %s: there is one geometry", p.Against, p.Learner)
	case own.Cmp(two) == 0:
		return nil, nil
	}
	return own, nil
}

// has is nil if a stream can have a value for the term.
func (p *Problem) has(name string) error {
	learner := p.learner
	if learner.batch != nil {
		return p.ofBatch(name)
	}
	term, theirs := theory.Theirs(formula.Term{Name: name})
	if theirs {
		learner = p.against
	}
	margin := slices.Contains([]string{"m", "mbar", "gamma3", "last_gamma"}, term.Name)
	switch {
	case learner == nil:
		return fmt.Errorf("%s, expected a second learner (against), which there is not", name)
	case learner.model == nil && slices.Contains([]string{"m", "mbar", "gamma3", "last_gamma", "margin", "errors", "expected_mistakes"}, term.Name):
		return fmt.Errorf("%s of %s, expected a count of its answers, such as mistakes or updates: only they are exact of a learner without an exact model", name, learner.name)
	case p.Classes > 0 && slices.Contains([]string{"gamma", "r", "D", "Dplus", "Dminus", "Delta"}, term.Name):
		return fmt.Errorf("%s of %s, expected a term that the differences of many classes have, such as gamma0, R or mistakes", name, learner.name)
	case margin && !learner.kind.OwnMargin:
		return fmt.Errorf("%s of %s, expected a learner with a margin of its own, such as e-omm", name, learner.name)
	case term.Name == "mbar" && learner.kind.Normalises:
		return fmt.Errorf("mbar of %s, expected a learner of the examples as they are: its a_t are of examples of length 1", learner.name)
	case term.Name == "mbar" && theirs && !sameLift(p.learner, learner):
		return fmt.Errorf("%s of %s, expected a learner on the points of %s: gamma and gamma0 are theirs", name, p.Against, p.Learner)
	case term.Name == "expected_mistakes" && !learner.kind.Random:
		return fmt.Errorf("%s of %s, expected the learner randomized", name, learner.name)
	}
	return nil
}

// streamOf is the stream that the classifier of one of the learners is on.
func (f *facts) streamOf(l *side) []exact.Example {
	if l == f.against {
		return f.spoken(f.given, l)
	}
	return f.stream
}

// mostSteps is how many steps a run may have, each of which is kept with its numbers.
const mostSteps = 100_000

// run returns the run of a learner. Where it does not get to the end, or not to
// rest, the stream is outside of the domain: no term of it has a value.
func (f *facts) run(l *side) (*exact.Result, error) {
	if r := f.runs[l]; r != nil {
		return r, nil
	}
	if l.batch != nil {
		return nil, errAtOnce
	}
	if f.Passes > mostSteps/len(f.given) {
		return nil, fmt.Errorf("%d examples and %d passes, expected at most %d steps in all", len(f.given), f.Passes, mostSteps)
	}
	repeat := exact.Repeat{Passes: f.Passes, Rest: f.AtRest}
	var r *exact.Result
	var err error
	if l.model == nil {
		var steps []exact.Decision
		var passes int
		if steps, passes, err = l.answers(f.given, repeat); err == nil {
			r = exact.Counted(steps, passes)
		}
	} else {
		stream := lifted(f.given, l.lift)
		r, err = l.model.Run(len(stream[0].X), stream, repeat, f.limit)
	}
	var stuck *exact.InfeasibleError
	var restless *exact.NotAtRestError
	switch {
	case errors.As(err, &stuck), errors.As(err, &restless):
		return nil, fmt.Errorf("%w: %w", errNoValue, err)
	case err != nil:
		return nil, err
	}
	f.runs[l] = r
	return r, nil
}

// ofRun returns a fact of the run of a learner.
func (f *facts) ofRun(l *side, t formula.Term, exactly bool) (real.Real, error) {
	r, err := f.run(l)
	if err != nil {
		return real.Real{}, err
	}
	if exactly && l.model != nil {
		r = r.Exactly()
	}
	n := 0
	switch t.Name {
	case "gamma3":
		return value(r.Gamma3())
	case "last_gamma":
		return value(r.LastGamma())
	case "margin":
		return value(r.Margin(f.streamOf(l)))
	case "expected_mistakes":
		return value(r.Expected)
	case "T":
		n = len(r.Steps)
	case "mistakes":
		n = r.Mistakes
	case "opening_mistakes":
		n = r.OpeningMistakes
	case "later_mistakes":
		n = r.Mistakes - r.OpeningMistakes
	case "updates":
		n = r.Updates
	case "later_updates":
		n = r.Updates - r.OpeningUpdates
	case "errors":
		for _, e := range lifted(f.given, l.lift) {
			label, err := r.Predict(e.X)
			if err != nil {
				return real.Real{}, err
			}
			if label != e.Y {
				n++
			}
		}
	case "m", "mbar":
		for i := range r.Steps {
			violates, err := f.violates(l, i, t)
			if err != nil {
				return real.Real{}, err
			}
			if violates {
				n++
			}
		}
	default:
		panic("certificate: no term " + t.Name)
	}
	return real.Int(n), nil
}

// violates reports whether m(φ), or m̄(φ), counts the step i of the run of a learner.
func (f *facts) violates(l *side, i int, t formula.Term) (within bool, err error) {
	r := f.runs[l]
	if r.Steps[i].Opening {
		return false, nil
	}
	if t.Name == "m" {
		return r.Within(i, t.Arg)
	}
	gamma, err := f.gamma(Optimum(l.kind))
	if err != nil {
		return false, err
	}
	return r.WithinOf(i, t.Arg, gamma)
}

// Optimum is the name of the γ∗ that m̄(φ) of a learner speaks of.
func Optimum(k algos.Kind) string {
	if k.OwnBias {
		return "gamma"
	}
	return "gamma0"
}

// sameLift reports whether two learners get the same points.
func sameLift(a, b *side) bool {
	zero := new(big.Rat)
	return cmp.Or(a.lift, zero).Cmp(cmp.Or(b.lift, zero)) == 0
}

// value is a number of the run, or errNoValue where the learner has no γ_t to give it.
func value(x real.Real) (real.Real, error) {
	if !x.Exists() {
		return real.Real{}, noValue("the run has no gamma_t after its opening")
	}
	return x, nil
}

// decisions returns the steps of a run as a certificate states them.
func decisions(steps []exact.Decision) []Decision {
	var all []Decision
	for _, s := range steps {
		all = append(all, Decision{Predicted: s.Predicted, Mistake: s.Mistake(), Updated: s.Updated, Opening: s.Opening})
	}
	return all
}
