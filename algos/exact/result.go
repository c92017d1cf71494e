package exact

import (
	"cmp"
	"math"
	"math/big"

	"marginlab/theory/real"
)

// Result is a run of a learner. It is not for concurrent use.
type Result struct {
	Steps                     []Decision
	Mistakes, OpeningMistakes int       // all, and of these those of the initialisation phase
	Updates, OpeningUpdates   int       //
	Passes                    int       // made over the stream
	Expected                  real.Real // Σ ½|y − q|, of the randomized classifiers

	spec   *Spec
	dim    int
	stream []Example
	repeat Repeat
	limit  Limit
	first  *run                // that of the least precision which decides every step
	made   map[real.Field]*run // in fields that do
	bits   int
}

// statedBits are those of the rational numbers that a result states as such, if they double.
const statedBits = 1 << 14

// Run runs the learner over the stream, repeated. Where its numbers are not rational, or
// double in length at every update, the precision is doubled until every step is decided.
// The error is an *[InfeasibleError], a *[TooLongError], a *[NotAtRestError], a
// *[NoModelError], that of the limit's context or, of these learners, a *[real.UndecidedError]. It
// panics where [Learner] does.
func (s *Spec) Run(dim int, stream []Example, repeat Repeat, limit Limit) (*Result, error) {
	if err := s.Exists(); err != nil {
		return nil, err
	}
	if !s.isRational() {
		if err := checkSize(stream); err != nil {
			return nil, err
		}
	}
	r := &Result{spec: s, dim: dim, stream: stream, repeat: repeat, limit: limit, made: map[real.Field]*run{},
		bits: min(statedBits, limit.OrDefault().Bits)}
	if err := Decide(limit, func(prec uint) { r.first = r.in(s.field(prec, limit)) }); err != nil {
		return nil, err
	}
	r.Passes = r.first.passes
	for _, s := range r.first.steps {
		r.take(s.Decision)
	}
	r.Expected = r.real(func(r *run) real.Number {
		if l, random := r.learner.(interface{ Expected() real.Number }); random {
			return l.Expected()
		}
		return real.Number{}
	})
	return r, nil
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
	count := func(is bool, all, opening *int) {
		if is {
			*all++
		}
		if is && d.Opening {
			*opening++
		}
	}
	count(d.Mistake(), &r.Mistakes, &r.OpeningMistakes)
	count(d.Updated, &r.Updates, &r.OpeningUpdates)
}

// Exactly is the result with the numbers stated as rational, or as roots, as far as the
// limit of the run goes. Without it those of learners whose numbers double are stated so
// up to 16384 bits.
func (r *Result) Exactly() *Result {
	longer := *r
	longer.bits = r.limit.OrDefault().Bits
	return &longer
}

// Numbers returns the step Steps[i] with its numbers, as they decided it.
func (r *Result) Numbers(i int) Step { return r.first.steps[i] }

// Toss returns the label that a randomized classifier draws at the step Steps[i]: +1 where the coin is less than
// the probability of that, (1+q_t)/2. The error is a *[real.UndecidedError].
func (r *Result) Toss(i int, coin *big.Rat) (label int, err error) {
	turn := new(big.Rat).Mul(integer(2), coin)
	turn.Sub(turn, integer(1))
	err = r.decide(i+1, func(run *run) {
		odds := run.steps[i].Odds
		if label = -1; compare("the label", odds, odds.Field().Rational(turn)) > 0 {
			label = +1
		}
	})
	return label, err
}

// in returns the run in a field.
func (r *Result) in(field real.Field) *run {
	if r.made[field] == nil {
		r.made[field] = r.spec.run(field, r.dim, r.stream, r.repeat, r.limit)
	}
	return r.made[field]
}

// at returns a run of at least a precision.
func (r *Result) at(prec uint) *run {
	return r.in(r.spec.field(max(prec, r.first.field.Bits), r.limit))
}

// decide calls f with runs of growing precision until it decides what it asks of a step. The error
// is a *[real.UndecidedError].
func (r *Result) decide(step int, f func(*run)) error {
	return located(Decide(r.limit, func(prec uint) { f(r.at(prec)) }), step)
}

// real is a number of the run, of at least 0, at any precision, none where there is no number. Its
// square is known where that is rational, and of numbers that double where the run's have at most
// so many bits.
func (r *Result) real(f func(*run) real.Number) real.Real {
	fields := []real.Field{r.first.field}
	if r.spec.doubles() {
		fields = append(fields, real.Field{Bits: fields[0].Bits, Exact: r.bits})
	}
	for _, field := range fields {
		var a real.Number
		if Try(func() { a = f(r.in(field)) }) != nil {
			continue // a greater precision tells
		}
		if !a.Exists() {
			return real.Real{}
		}
		if square, rational := a.Square(); rational {
			return real.Root(square)
		}
	}
	return real.Real{At: func(prec uint) (x real.Interval, err error) {
		err = decideFrom(prec, r.limit, func(prec uint) { x = f(r.at(prec)).Interval() })
		return x, err
	}}
}

// Gamma3 is γ_t at the first step after the opening at which the learner has one.
func (r *Result) Gamma3() real.Real {
	return r.real(func(r *run) real.Number { return root(r.sqGamma) })
}

// LastGamma is γ_t after the last step.
func (r *Result) LastGamma() real.Real {
	return r.real(func(r *run) real.Number { return root(r.learner.SqGamma()) })
}

// Within reports a_t ≤ φγ_t at the step Steps[i], with φ of any sign. It is false
// where the learner has no γ_t, as before its first update. The error is a
// *[real.UndecidedError].
func (r *Result) Within(i int, phi *big.Rat) (bool, error) {
	return r.WithinOf(i, phi, real.Real{})
}

// WithinOf reports a_t ≤ φγ at the step Steps[i], as [Result.Within] does of γ_t.
func (r *Result) WithinOf(i int, phi *big.Rat, gamma real.Real) (within bool, err error) {
	err = r.decide(i+1, func(run *run) {
		var sqGamma real.Number
		if gamma.Exists() {
			if sqGamma, err = gamma.Mul(gamma).In(run.field); err != nil {
				fail(err)
			}
		}
		within = run.steps[i].within(phi, sqGamma)
	})
	return within, err
}

// Predict returns the label, or the class of many, that the last classifier gives x. The error is a
// *[real.UndecidedError].
func (r *Result) Predict(x Vector) (label int, err error) {
	err = r.decide(len(r.Steps), func(run *run) {
		if l, many := run.learner.(*ManyAMIRA); many {
			_, label = l.predict(x)
		} else if label = +1; sign("the label by the last classifier", run.learner.Score(x)) < 0 {
			label = -1
		}
	})
	return label, err
}

// Margin returns the margin of the last classifier on examples, in the norm of the
// learner,
//
//	max{0, min y(w·x + b)}/‖w‖∗,  and 0 for w = 0 or no examples.
func (r *Result) Margin(examples []Example) real.Real {
	return r.real(func(run *run) real.Number {
		sqNorm := run.learner.SqNorm()
		field := sqNorm.Field()
		if sqNorm.IsZero() || len(examples) == 0 {
			return field.Int(0)
		}
		if r.spec.doubles() { // the quotient may be as long as it is
			field.Exact = math.MaxInt
		}
		var least real.Number
		for _, e := range examples {
			least = lesser(least, run.learner.Score(e.X).Times(integer(e.Y)))
		}
		return quo(least.In(field).Max(field.Int(0)), root(sqNorm.In(field)))
	})
}

// Watch runs the learner once more, in numbers of at least a precision. It shows the
// learner before the first step, without a step, and then after each step. The learner
// moves on when see returns.
func (r *Result) Watch(prec uint, see func(l Learner, s *Step) error) (err error) {
	failed := Try(func() {
		l := r.spec.inField(r.at(prec).field, r.dim)
		err = see(l, nil)
		for i := 0; err == nil && i < len(r.Steps); i++ {
			e := r.stream[i%len(r.stream)]
			s := l.Step(e.X, e.Y)
			err = see(l, &s)
		}
	})
	return cmp.Or(failed, err)
}
