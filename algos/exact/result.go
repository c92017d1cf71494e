package exact

import (
	"math/big"

	"marginlab/theory/real"
)

// Decision is what a learner decided at a step.
type Decision struct {
	Y, Predicted int
	Updated      bool // the classifier changed
	Opening      bool // a step of an initialisation phase
}

// Mistake reports whether the predicted label was not the revealed one.
func (d Decision) Mistake() bool { return d.Predicted != d.Y }

// Result is a run of a learner. It is not for concurrent use.
type Result struct {
	Steps  []Decision
	Passes int // made over the stream

	Mistakes, OpeningMistakes int // all, and of these those of the initialisation phase
	Updates, OpeningUpdates   int

	// The last classifier, not normalised; nil where its numbers are not rational.
	W Vector
	B *big.Rat

	Gamma3    real.Real // γ_t at the first step after the opening at which the learner has one
	LastGamma real.Real // γ_t after the last step
	Expected  real.Real // Σ ½|y − q|, of the randomized classifier

	steps      []Step      // of learners whose numbers are rational
	enclosures *enclosures // of others
}

// take counts a step.
func (r *Result) take(d Decision) {
	r.Steps = append(r.Steps, d)
	count := func(of bool, all, opening *int) {
		if of {
			*all++
			if d.Opening {
				*opening++
			}
		}
	}
	count(d.Mistake(), &r.Mistakes, &r.OpeningMistakes)
	count(d.Updated, &r.Updates, &r.OpeningUpdates)
}

// Within reports a_t ≤ φγ_t at the step Steps[i], with φ of any sign. It is false
// where the learner has no γ_t, as before its first update. The error is an
// *[real.UndecidedError].
func (r Result) Within(i int, phi *big.Rat) (bool, error) {
	switch {
	case r.enclosures != nil:
		return decided(r.enclosures, i+1, func(run *enclosure) (bool, error) {
			s := run.steps[i]
			if !s.margin {
				return false, nil
			}
			return atMost("a_t ≤ φγ_t", s.score, phi, s.sqTarget)
		})
	case r.steps != nil:
		return r.steps[i].Within(phi), nil
	}
	return false, nil
}

// Predict returns the label that the last classifier gives x. The error is an
// *[real.UndecidedError].
func (r Result) Predict(x Vector) (int, error) {
	if r.enclosures == nil {
		score := r.W.Dot(x)
		return sign(score.Add(score, r.B)), nil
	}
	return decided(r.enclosures, len(r.Steps), func(run *enclosure) (int, error) {
		score := run.learner.score(x)
		if _, decided := score.Sign(); !decided {
			return 0, undecided("the label by the last classifier", score)
		}
		d, err := see(score, +1)
		return d.Predicted, err
	})
}

// Margin returns the margin of the last classifier on examples, in the norm of the
// learner,
//
//	max{0, min y(w·x + b)}/‖w‖∗,  and 0 for w = 0 or no examples.
func (r Result) Margin(examples []Example) real.Real {
	if r.enclosures != nil {
		return r.enclosures.real(func(run *enclosure) (real.Number, error) { return run.margin(examples) })
	}
	var least *big.Rat
	for _, e := range examples {
		score := r.W.Dot(e.X)
		score.Add(score, r.B).Mul(score, integer(e.Y))
		if least == nil || score.Cmp(least) < 0 {
			least = score
		}
	}
	if least == nil || least.Sign() < 0 || r.W.IsZero() {
		return real.Real{Square: new(big.Rat)}
	}
	least.Mul(least, least)
	return real.Real{Square: least.Quo(least, r.W.SqNorm())}
}

// Classifier encloses the last classifier. Where its numbers are rational it is
// (W, B), and in a norm other than ℓ₂ in a scale of its own.
func (r Result) Classifier(prec uint) (w []real.Interval, b real.Interval, err error) {
	if r.enclosures != nil {
		run, err := r.enclosures.at(prec)
		if err != nil {
			return nil, real.Interval{}, err
		}
		w, b = run.learner.classifier()
		return w, b, nil
	}
	for _, v := range r.W {
		w = append(w, real.NewInterval(prec, v))
	}
	return w, real.NewInterval(prec, r.B), nil
}
