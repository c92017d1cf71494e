package exact

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"math/big"

	"marginlab/theory/real"
)

// Limit bounds the work of a run. Its zero value is 65536 bits and a precision of 4096 bits.
type Limit struct {
	Bits    int             // limits numerators and denominators of rational numbers
	Prec    uint            // of intervals, for numbers that are not rational, or longer
	Context context.Context // checked at every step; nil for none
}

// OrDefault returns the limit with numbers in place of zeros.
func (l Limit) OrDefault() Limit {
	return Limit{cmp.Or(l.Bits, 1<<16), cmp.Or(l.Prec, 1<<12), cmp.Or(l.Context, context.Background())}
}

// Decide calls f with a precision that doubles until f decides everything. Each call of f must start afresh. The error
// is the one that f panics with (see [Try]), or at the limit a *[real.UndecidedError].
func Decide(limit Limit, f func(prec uint)) error {
	most := limit.OrDefault().Prec
	for prec := min(128, most); ; prec = min(2*prec, most) {
		err := Try(func() { f(prec) })
		if !errors.As(err, new(*real.UndecidedError)) || prec == most {
			return err
		}
	}
}

// failure is the value with which numbers and learners panic.
type failure struct{ error }

// Fail panics with an error that [Try] returns; [Decide] returns it too, unless more precision may help.
func Fail(err error) { panic(failure{err}) }

// Try calls f, and returns the error with which numbers or learners panicked: a *[real.UndecidedError], or that the
// update's problem has no solution.
func Try(f func()) (err error) {
	defer func() {
		if e := recover(); e != nil {
			failed, is := e.(failure)
			if !is {
				panic(e)
			}
			err = failed.error
		}
	}()
	f()
	return nil
}

// NoValueError says why an algorithm has no answer for a stream: the stream is outside of its domain.
type NoValueError struct{ Reason string }

func (e *NoValueError) Error() string { return e.Reason }

func noValue(format string, args ...any) { Fail(&NoValueError{fmt.Sprintf(format, args...)}) }

// failInfeasible fails because an update's problem has no solution: the examples so far are not separable.
func failInfeasible() {
	noValue("no classifier meets the constraints of the update, expected a separable stream")
}

// inStep calls f, and adds the step (counted from 1) to the error with which f fails.
func inStep(step int, f func()) {
	switch err := Try(f).(type) {
	case nil:
	case *real.UndecidedError:
		err.Step = step
		Fail(err)
	case *NoValueError:
		noValue("example %d: %v", step, err)
	default:
		Fail(err)
	}
}

// TooLongError says that numbers at a step (counted from 1) exceed the limit, for a learner that cannot use intervals
// instead.
type TooLongError struct{ Step, Bits, Limit int }

func (e *TooLongError) Error() string {
	return fmt.Sprintf("example %d: a number of %d bits, expected at most %d", e.Step, e.Bits, e.Limit)
}

// mustFit fails if a rational number at a step has more bits than the limit.
func mustFit(step, bits int, numbers ...real.Number) {
	for _, a := range numbers {
		if q, rational := a.Rational(); rational && longest(q) > bits {
			Fail(&TooLongError{Step: step, Bits: longest(q), Limit: bits})
		}
	}
}

// Repeat says how often a learner sees a stream; its zero value means once. With Rest the stream is repeated until a
// whole pass changes nothing, at most Passes times, and that pass is the last.
type Repeat struct {
	Passes int
	Rest   bool
}

// Over calls step for each of n examples in each pass, and returns the number of passes made. step reports whether the
// classifier changed.
func (r Repeat) Over(n int, step func(i int) (changed bool, err error)) (passes int, err error) {
	for passes < max(r.Passes, 1) {
		passes++
		rest := true
		for i := range n {
			changed, err := step(i)
			if err != nil {
				return passes, err
			}
			rest = rest && !changed
		}
		if r.Rest && rest {
			return passes, nil
		}
	}
	if r.Rest {
		return passes, &NoValueError{fmt.Sprintf("a change in each of %d passes, expected a pass without", passes)}
	}
	return passes, nil
}

// Run is a complete run of a learner in numbers of a field. Its methods fail, as [Learner] does, where these numbers do
// not decide.
type Run struct {
	Steps   []Step
	Passes  int         // made over the stream
	Learner Learner     // after the last step
	sqGamma real.Number // γ_t² before the first step after the opening at which there is a target
}

// Run runs the learner over the repeated stream. The precision matters if its numbers are not rational, or double in
// length at every update. It fails with an error that [Decide] returns: a *[NoValueError] if the stream is not
// separable or the learner not at rest, a *[TooLongError], the error of the limit's context or, until the precision
// decides every step, a *[real.UndecidedError]. It panics where [Learner] does.
func (s *Spec) Run(prec uint, dim int, stream []Example, repeat Repeat, limit Limit) *Run {
	limit = limit.OrDefault()
	if !s.IsRational() {
		if err := checkSize(stream); err != nil {
			Fail(err)
		}
	}
	r := &Run{Learner: s.New(s.Field(prec, limit), dim)}
	var err error
	r.Passes, err = repeat.Over(len(stream), func(i int) (bool, error) {
		inStep(len(r.Steps)+1, func() { r.step(stream[i], limit) })
		return r.Steps[len(r.Steps)-1].Updated, nil
	})
	if err != nil {
		Fail(err)
	}
	w, b := r.Learner.Classifier()
	mustFit(len(r.Steps)+1, limit.Bits, append(w[:len(w):len(w)], b)...)
	return r
}

func (r *Run) step(e Example, limit Limit) {
	if err := limit.Context.Err(); err != nil {
		Fail(err)
	}
	sqGamma := r.sqGamma
	if !sqGamma.Exists() {
		sqGamma = r.Learner.SqGamma()
	}
	s := r.Learner.Step(e.X, e.Y)
	mustFit(len(r.Steps)+1, limit.Bits, s.Score, s.SqNorm)
	if s.Target.Exists() || s.SqTarget.Exists() {
		r.sqGamma = sqGamma
	}
	r.Steps = append(r.Steps, s)
}

// Decisions returns the decisions of the steps.
func (r *Run) Decisions() (all []Decision) {
	for _, s := range r.Steps {
		all = append(all, s.Decision)
	}
	return all
}

// Gamma3 returns γ_t at the first step after the opening at which the learner has a γ_t, or no number if there is none.
func (r *Run) Gamma3() real.Number { return root(r.sqGamma) }

// LastGamma returns γ_t after the last step.
func (r *Run) LastGamma() real.Number { return root(r.Learner.SqGamma()) }

// Within reports whether a_t ≤ φγ_t at the step Steps[i] (HKNS25, eq. (4b)), with φ of any sign, or a_t ≤ φγ (eq. (4a))
// for a γ whose square is given. It is false where the learner has no γ_t, for example before its first update.
func (r *Run) Within(i int, phi *big.Rat, sqGamma real.Number) (within bool) {
	inStep(i+1, func() {
		switch s := r.Steps[i]; {
		case !s.Target.Exists() && !s.SqTarget.Exists():
		case sqGamma.Exists():
			within = atMostRoot("a_t ≤ φγ∗", s.Score, phi, sqGamma.In(s.Score.Field()).Mul(s.sqDual()))
		case s.SqTarget.Exists():
			within = atMostRoot("a_t ≤ φγ_t", s.Score, phi, s.SqTarget)
		default:
			within = s.compare("a_t ≤ φγ_t", phi) <= 0
		}
	})
	return within
}

// Toss returns the label that a randomized classifier draws at the step Steps[i]: +1 where the coin is less than the
// probability of +1, (1+q_t)/2.
func (r *Run) Toss(i int, coin *big.Rat) (label int) {
	turn := new(big.Rat).Sub(new(big.Rat).Add(coin, coin), integer(1))
	inStep(i+1, func() {
		odds := r.Steps[i].Odds
		if label = -1; Compare("the label", odds, odds.Field().Rational(turn)) > 0 {
			label = +1
		}
	})
	return label
}

// Predict returns the label or class that the last classifier gives x.
func (r *Run) Predict(x Vector) (label int) {
	if l, many := r.Learner.(interface{ predict(Vector) int }); many {
		return l.predict(x)
	}
	inStep(len(r.Steps), func() {
		if label = +1; sign("the label by the last classifier", r.Learner.Score(x)) < 0 {
			label = -1
		}
	})
	return label
}

// Margin returns the margin of the last classifier on examples, in the norm of the learner,
//
//	max{0, min y(w·x + b)}/‖w‖∗,  and 0 for w = 0 or no examples.
func (r *Run) Margin(examples []Example) real.Number {
	sqNorm := r.Learner.SqNorm()
	field := sqNorm.Field()
	if sqNorm.IsZero() || len(examples) == 0 {
		return field.Int(0)
	}
	if sqNorm.Exact() { // the quotient may have any length
		field.Exact = math.MaxInt
	}
	var least real.Number
	for _, e := range examples {
		least = lesser(least, r.Learner.Score(e.X).Times(integer(e.Y)))
	}
	return quo(least.In(field).Max(field.Int(0)), root(sqNorm.In(field)))
}
