package exact

import (
	"math"
	"math/big"

	"marginlab/theory/real"
)

// Result is a run of a learner. It is not for concurrent use.
type Result struct {
	Steps  []Decision
	Passes int // made over the stream

	Mistakes, OpeningMistakes int // all, and of these those of the initialisation phase
	Updates, OpeningUpdates   int

	Expected real.Real // Σ ½|y − q|, of the randomized classifiers

	runs  *runs
	bits  int
	coins []*big.Rat // of what was drawn, else none
}

// statedBits are those of the rational numbers that a result states as such, if they double.
const statedBits = 1 << 14

// Exactly is the result with the numbers stated as rational, or as roots, as far as the
// limit of the run goes. Without it those of learners whose numbers double are stated so
// up to 16384 bits.
func (r *Result) Exactly() *Result {
	longer := *r
	longer.bits = r.runs.limit.bits()
	return &longer
}

// Run runs the learner over the stream, repeated. Where its numbers are not rational, or
// double in length at every update, the precision is doubled until every step is decided.
// The error is an *[InfeasibleError], a *[TooLongError], a *[NotAtRestError], a
// *[NoModelError] or, of these learners, a *[real.UndecidedError]. It panics where
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
	result := &Result{Passes: first.passes, runs: all, bits: statedBits}
	for _, s := range first.steps {
		result.take(s.Decision)
	}
	switch l := first.learner.(type) {
	case *Randomized:
		result.Expected = l.ExpectedMistakes()
	case *RandomizedDescent:
		result.Expected = all.real(result.bits, func(r *run) (real.Number, error) { return r.learner.(*RandomizedDescent).expected, nil })
	}
	return result, nil
}

// Drawn returns the result of a randomized classifier that draws its labels: at step t it predicts
// +1 where the coin is less than the probability of that, (1+q_t)/2. The error is a
// *[real.UndecidedError].
func (r *Result) Drawn(coins []*big.Rat) (*Result, error) {
	drawn := &Result{Passes: r.Passes, Expected: r.Expected, runs: r.runs, bits: r.bits, coins: coins}
	for i, d := range r.Steps {
		beyond, err := decided(r.runs, i+1, func(run *run) (int, error) {
			chance, err := run.steps[i].Printed()
			if err != nil {
				return 0, err
			}
			return compare("the label", chance, chance.Field().Rational(level(coins[i], d.Y)))
		})
		if err != nil {
			return nil, err
		}
		if d.Predicted = -1; beyond*d.Y > 0 {
			d.Predicted = +1
		}
		drawn.take(d)
	}
	return drawn, nil
}

// level is the y q at which the label of a coin turns.
func level(coin *big.Rat, y int) *big.Rat {
	level := new(big.Rat).Mul(integer(2), coin)
	return level.Sub(level, integer(1)).Mul(level, integer(y))
}

// Counted returns the result of a run that was made elsewhere, in so many passes. All that is
// known of it are its steps: no other method may be called.
func Counted(steps []Decision, passes int) *Result {
	r := &Result{Passes: passes}
	for _, d := range steps {
		r.take(d)
	}
	return r
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

// Gamma3 is γ_t at the first step after the opening at which the learner has one.
func (r *Result) Gamma3() real.Real {
	return r.gamma(func(r *run) real.Number { return r.sqGamma })
}

// LastGamma is γ_t after the last step.
func (r *Result) LastGamma() real.Real {
	return r.gamma(func(r *run) real.Number { return r.learner.SqGamma() })
}

func (r *Result) gamma(square func(*run) real.Number) real.Real {
	if !square(r.runs.made[0]).Exists() {
		return real.Real{}
	}
	return r.runs.real(r.bits, func(r *run) (real.Number, error) { return root(square(r)), nil })
}

// Within reports a_t ≤ φγ_t at the step Steps[i], with φ of any sign. It is false
// where the learner has no γ_t, as before its first update. The error is a
// *[real.UndecidedError].
func (r *Result) Within(i int, phi *big.Rat) (bool, error) {
	return decided(r.runs, i+1, func(run *run) (bool, error) { return run.steps[i].within(phi) })
}

// WithinOf reports a_t ≤ φγ at the step Steps[i], as [Result.Within] does of γ_t.
func (r *Result) WithinOf(i int, phi *big.Rat, gamma real.Real) (bool, error) {
	square := gamma.Mul(gamma)
	return decided(r.runs, i+1, func(run *run) (bool, error) {
		sqGamma, err := square.In(run.field)
		if err != nil {
			return false, err
		}
		return run.steps[i].withinOf(phi, sqGamma)
	})
}

// Predict returns the label, or the class of many, that the last classifier gives x. The error is a
// *[real.UndecidedError].
func (r *Result) Predict(x Vector) (int, error) {
	return decided(r.runs, len(r.Steps), func(run *run) (int, error) {
		if l, many := run.learner.(*ManyAMIRA); many {
			_, class := l.predict(x)
			return class, nil
		}
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
	examples = r.nearest(examples)
	return r.runs.real(r.bits, func(run *run) (real.Number, error) {
		sqNorm := run.learner.SqNorm()
		field := sqNorm.Field()
		if sqNorm.IsZero() || len(examples) == 0 {
			return field.Int(0), nil
		}
		if r.runs.spec.doubles() { // the quotient may be as long as it is
			field.Exact = math.MaxInt
		}
		_, least := run.scores(examples)
		return least.In(field).Max(field.Int(0)).Quo(root(sqNorm.In(field)))
	})
}

// nearest are the examples whose score by the last classifier may be the least: the exact
// scores of the others may be long.
func (r *Result) nearest(examples []Example) []Example {
	var near []Example
	scores, least := r.runs.made[0].scores(examples)
	for i, e := range examples {
		if order, decided := scores[i].Cmp(least); !decided || order <= 0 {
			near = append(near, e)
		}
	}
	return near
}

// scores are y(w·x + b) of the last classifier, and the least of them.
func (r *run) scores(examples []Example) (all []real.Number, least real.Number) {
	for i, e := range examples {
		score := r.learner.Score(e.X).Times(integer(e.Y))
		all = append(all, score)
		if i > 0 {
			score = score.Min(least)
		}
		least = score
	}
	return all, least
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
