package exact

import (
	"math/big"

	"marginlab/theory/real"
)

// Result is a run of a learner. It is not for concurrent use.
type Result struct {
	Steps  []Decision
	Passes int // made over the stream

	Mistakes, OpeningMistakes int // all, and of these those of the initialisation phase
	Updates, OpeningUpdates   int

	Gamma3    real.Real // γ_t at the first step after the opening at which the learner has one
	LastGamma real.Real // γ_t after the last step
	Expected  real.Real // Σ ½|y − q|, of the randomized classifier

	runs *runs
}

// Run runs the learner over the stream, repeated. Where its numbers are not rational
// the precision is doubled until every step is decided. The error is an
// *[InfeasibleError], a *[TooLongError], a *[NotAtRestError], a *[NoModelError] or, of
// learners whose numbers are not rational, a *[real.UndecidedError]. It panics where
// [Learner] does.
func (s *Spec) Run(dim int, stream []Example, r Repeat, limit Limit) (*Result, error) {
	if err := s.Exists(); err != nil {
		return nil, err
	}
	if !s.rational() {
		if err := checkSize(stream); err != nil {
			return nil, err
		}
	}
	all := &runs{spec: s, dim: dim, stream: stream, repeat: r, limit: limit}
	first, err := decided(all, 0, func(r *run) (*run, error) { return r, nil })
	if err != nil {
		return nil, err
	}
	result := &Result{Passes: first.passes, runs: all}
	for _, s := range first.steps {
		result.take(s.Decision)
	}
	if first.sqGamma.Exists() {
		result.Gamma3 = all.real(func(r *run) (real.Number, error) { return root(r.sqGamma), nil })
	}
	if first.learner.SqGamma().Exists() {
		result.LastGamma = all.real(func(r *run) (real.Number, error) { return root(r.learner.SqGamma()), nil })
	}
	if l, ok := first.learner.(*Randomized); ok {
		result.Expected = l.ExpectedMistakes()
	}
	return result, nil
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
// where the learner has no γ_t, as before its first update. The error is a
// *[real.UndecidedError].
func (r *Result) Within(i int, phi *big.Rat) (bool, error) {
	return decided(r.runs, i+1, func(run *run) (bool, error) { return run.steps[i].within(phi) })
}

// Predict returns the label that the last classifier gives x. The error is a
// *[real.UndecidedError].
func (r *Result) Predict(x Vector) (int, error) {
	return decided(r.runs, len(r.Steps), func(run *run) (int, error) {
		score := run.learner.Score(x)
		sign, decided := score.Sign()
		switch {
		case !decided:
			return 0, undecided("the label by the last classifier", score)
		case sign < 0:
			return -1, nil
		}
		return +1, nil
	})
}

// Margin returns the margin of the last classifier on examples, in the norm of the
// learner,
//
//	max{0, min y(w·x + b)}/‖w‖∗,  and 0 for w = 0 or no examples.
func (r *Result) Margin(examples []Example) real.Real {
	return r.runs.real(func(run *run) (real.Number, error) {
		sqNorm := run.learner.SqNorm()
		zero := sqNorm.Field().Int(0)
		if sqNorm.IsZero() || len(examples) == 0 {
			return zero, nil
		}
		var least real.Number
		for i, e := range examples {
			score := run.learner.Score(e.X).Times(integer(e.Y))
			if i > 0 {
				score = score.Min(least)
			}
			least = score
		}
		return least.Max(zero).Quo(root(sqNorm))
	})
}

// Classifier encloses the last classifier. Where its numbers are rational it is that
// of the learner, and in a norm other than ℓ₂ in a scale of its own.
func (r *Result) Classifier(prec uint) (w []real.Interval, b real.Interval, err error) {
	run, err := r.runs.at(prec)
	if err != nil {
		return nil, real.Interval{}, err
	}
	point, last := run.learner.Classifier()
	for _, v := range point {
		w = append(w, enclose(v, prec))
	}
	return w, enclose(last, prec), nil
}

// enclose is a number in an interval of a precision, if it is rational, else of its own.
func enclose(a real.Number, prec uint) real.Interval {
	if q, ok := a.Rational(); ok {
		return real.NewInterval(prec, q)
	}
	return a.Interval()
}
