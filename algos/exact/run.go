package exact

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"

	"marginlab/theory/real"
)

// Limit bounds the work of a run. Its zero value is 65536 bits and a precision of
// 4096 bits.
type Limit struct {
	Bits    int             // of the numerators and denominators of rational numbers
	Prec    uint            // of intervals, where numbers are not rational, or longer
	Context context.Context // that is asked at every step, nil for none
}

// OrDefault returns the limit with numbers in place of zeros.
func (l Limit) OrDefault() Limit {
	return Limit{cmp.Or(l.Bits, 1<<16), cmp.Or(l.Prec, 1<<12), cmp.Or(l.Context, context.Background())}
}

// ask fails with the error of the context.
func (l Limit) ask() {
	if err := l.Context.Err(); err != nil {
		fail(err)
	}
}

// firstPrec is the precision that is tried first.
const firstPrec = 128

// Decide calls f with a precision that is doubled until f decides all that it asks. Whatever f makes,
// it makes anew. The error is what f panics with (see [Try]), at the limit a *[real.UndecidedError].
func Decide(limit Limit, f func(prec uint)) error { return decideFrom(firstPrec, limit, f) }

// decideFrom is Decide from another precision on.
func decideFrom(prec uint, limit Limit, f func(prec uint)) error {
	for most := limit.OrDefault().Prec; ; prec *= 2 {
		prec = min(prec, most)
		err := Try(func() { f(prec) })
		if !errors.As(err, new(*real.UndecidedError)) || prec == most {
			return err
		}
	}
}

// Try calls f, and returns what a learner, or a comparison of its numbers, panicked with: a
// *[real.UndecidedError], or that the update's problem has no solution.
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

// InfeasibleError says that the update at a step (counted from 1) has no solution,
// which proves that the examples so far are not separable.
type InfeasibleError struct{ Step int }

func (e *InfeasibleError) Error() string {
	return fmt.Sprintf("example %d: no classifier meets the constraints of the update, expected a separable stream", e.Step)
}

// TooLongError says that the numbers at a step (counted from 1) are longer than the
// limit, of a learner that has no intervals in their place.
type TooLongError struct{ Step, Bits, Limit int }

func (e *TooLongError) Error() string {
	return fmt.Sprintf("example %d: a number of %d bits, expected at most %d", e.Step, e.Bits, e.Limit)
}

// mustFit fails where a rational number at a step has more bits.
func mustFit(step, bits int, numbers ...real.Number) {
	for _, a := range numbers {
		if q, rational := a.Rational(); rational && longest(q) > bits {
			fail(&TooLongError{Step: step, Bits: longest(q), Limit: bits})
		}
	}
}

// located names the step in an error.
func located(err error, step int) error {
	var open *real.UndecidedError
	if errors.As(err, &open) {
		open.Step = step
	} else if errors.Is(err, errInfeasible) {
		return &InfeasibleError{Step: step}
	}
	return err
}

// Repeat is how often a learner is shown a stream; its zero value is once. With Rest
// it is repeated until a whole pass changes nothing, at most Passes times, and that
// pass is the last.
type Repeat struct {
	Passes int
	Rest   bool
}

// NotAtRestError says that the classifier changed in each of the passes.
type NotAtRestError struct{ Passes int }

func (e *NotAtRestError) Error() string {
	return fmt.Sprintf("a change in each of %d passes, expected a pass without", e.Passes)
}

// Over calls step for each of n examples, which tells whether the classifier
// changed, and returns the number of passes made.
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
		return passes, &NotAtRestError{Passes: passes}
	}
	return passes, nil
}

// run is a run in a field, to the end.
type run struct {
	field   real.Field
	passes  int
	steps   []Step
	sqGamma real.Number // γ_t² before the first step after the opening at which there is a target
	learner Learner
}

// rationals is the field of a learner whose every number is rational: there is no limit to its
// length.
func rationals() real.Field { return real.Field{Bits: 64, Exact: math.MaxInt} }

// exactPerPrec is how many times as long as intervals the rational numbers may be of a
// learner whose numbers double: so long they are no dearer.
const exactPerPrec = 16

// field is that of a precision.
func (s *Spec) field(prec uint, limit Limit) real.Field {
	f := real.NewField(prec)
	switch {
	case s.doubles() && prec >= limit.OrDefault().Prec:
		f.Exact = limit.OrDefault().Bits
	case s.doubles():
		f.Exact = min(exactPerPrec*int(prec), limit.OrDefault().Bits)
	case s.isRational():
		f.Exact = math.MaxInt
	}
	return f
}

// run runs the learner over a stream in a field. It panics with a *[real.UndecidedError], an
// *[InfeasibleError], a *[TooLongError], a *[NotAtRestError] or the error of the limit's context.
func (s *Spec) run(field real.Field, dim int, stream []Example, repeat Repeat, limit Limit) *run {
	r := &run{field: field, learner: s.inField(field, dim)}
	limit = limit.OrDefault()
	err := Try(func() {
		var err error
		r.passes, err = repeat.Over(len(stream), func(i int) (bool, error) { return r.step(stream[i], limit), nil })
		if err != nil {
			fail(err)
		}
		w, b := r.learner.Classifier()
		mustFit(len(r.steps), limit.Bits, append(w[:len(w):len(w)], b)...)
	})
	if err != nil {
		fail(located(err, len(r.steps)+1))
	}
	return r
}

// step makes a step, and reports whether the classifier changed.
func (r *run) step(e Example, limit Limit) bool {
	limit.ask()
	sqGamma := r.sqGamma
	if !sqGamma.Exists() {
		sqGamma = r.learner.SqGamma()
	}
	s := r.learner.Step(e.X, e.Y)
	mustFit(len(r.steps)+1, limit.Bits, s.Score, s.SqNorm)
	if s.Target.Exists() || s.SqTarget.Exists() {
		r.sqGamma = sqGamma
	}
	r.steps = append(r.steps, s)
	return s.Updated
}
