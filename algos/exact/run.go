package exact

import (
	"errors"
	"fmt"
	"math/big"

	"marginlab/theory/real"
)

// Limit bounds the work of a run. Its zero value is 65536 bits and a precision of
// 4096 bits.
type Limit struct {
	MaxBits int  // of the numerators and denominators of rational numbers
	MaxPrec uint // of intervals, where numbers are not rational, or longer
}

func (l Limit) bits() int {
	if l.MaxBits == 0 {
		return 1 << 16
	}
	return l.MaxBits
}

func (l Limit) prec() uint {
	if l.MaxPrec == 0 {
		return 1 << 12
	}
	return l.MaxPrec
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

// firstPrec is the precision that a run in intervals is first tried with.
const firstPrec = 128

// exactPerPrec is how many times as long as intervals the rational numbers may be of a
// learner whose numbers double: so long they are no dearer.
const exactPerPrec = 16

// runs are runs of one learner over one stream: one where its numbers are rational,
// else runs in fields that were sufficient to decide every step.
type runs struct {
	spec   *Spec
	dim    int
	stream []Example
	repeat Repeat
	limit  Limit
	made   []*run // the first of the least precision
}

// run is a run in a field, to the end.
type run struct {
	field    real.Field
	rational bool // all its numbers are known to be, so that no field has more to tell
	passes   int
	steps    []Step
	sqGamma  real.Number // γ_t² before the first step after the opening at which there is a target
	learner  Learner
}

// field is that of a precision.
func (all *runs) field(prec uint) real.Field {
	switch {
	case !all.spec.rational():
		return real.NewField(prec)
	case !all.spec.doubles():
		return rationals()
	case prec >= all.limit.prec():
		return real.Field{Bits: prec, Exact: all.limit.bits()}
	}
	return real.Field{Bits: prec, Exact: min(exactPerPrec*int(prec), all.limit.bits())}
}

// at returns a run of at least a precision. The error is as that of in.
func (all *runs) at(prec uint) (*run, error) {
	for _, r := range all.made {
		if r.rational || r.field.Bits >= prec && r.field.Exact >= all.field(prec).Exact {
			return r, nil
		}
	}
	return all.in(all.field(prec))
}

// in returns a run in a field. Which numbers it knows exactly does not depend on the runs
// before. The error is a *[real.UndecidedError], an *[InfeasibleError], a *[TooLongError]
// or a *[NotAtRestError].
func (all *runs) in(field real.Field) (*run, error) {
	for _, r := range all.made {
		if r.field == field || r.rational && r.field.Exact <= field.Exact {
			return r, nil
		}
	}
	r := &run{field: field, learner: all.spec.inField(field, all.dim)}
	var err error
	r.passes, err = all.repeat.Over(len(all.stream), func(i int) (bool, error) {
		err := r.step(all.stream[i], all.limit.bits())
		return err == nil && r.steps[len(r.steps)-1].Updated, located(err, len(r.steps)+1)
	})
	if err == nil {
		err = located(r.end(all.limit.bits()), len(r.steps))
	}
	if err != nil {
		return nil, err
	}
	all.made = append(all.made, r)
	return r, nil
}

// step makes a step, whose rational numbers may have so many bits.
func (r *run) step(e Example, bits int) error {
	var sqGamma real.Number
	if !r.sqGamma.Exists() {
		sqGamma = r.learner.SqGamma()
	}
	s, err := r.learner.Step(e.X, e.Y)
	if err == nil && s.SqNorm.Exists() {
		err = short(bits, s.Score, s.SqNorm)
	}
	if err != nil {
		return err
	}
	if !s.Opening && (s.Target.Exists() || s.SqTarget.Exists()) && !r.sqGamma.Exists() {
		r.sqGamma = sqGamma
	}
	r.steps = append(r.steps, s)
	return nil
}

// end looks at the numbers, those of the last classifier too, which may have so many bits
// if they are rational.
func (r *run) end(bits int) error {
	w, b := r.learner.Classifier()
	_, r.rational = append(w[:len(w):len(w)], b).Rational()
	for _, s := range r.steps {
		_, score := s.Score.Rational()
		_, target := s.Target.Rational()
		r.rational = r.rational && score && (target || !s.Target.Exists()) && !s.SqTarget.Exists()
	}
	return short(bits, append(w[:len(w):len(w)], b)...)
}

// short returns a *[TooLongError] if a rational number has more bits.
func short(bits int, numbers ...real.Number) error {
	for _, a := range numbers {
		if q, ok := a.Rational(); ok && longest(q) > bits {
			return &TooLongError{Bits: longest(q), Limit: bits}
		}
	}
	return nil
}

// longest is the greatest number of bits of the numerators and denominators.
func longest(numbers ...*big.Rat) int {
	bits := 0
	for _, q := range numbers {
		bits = max(bits, q.Num().BitLen(), q.Denom().BitLen())
	}
	return bits
}

// located names the step in an error.
func located(err error, step int) error {
	var open *real.UndecidedError
	var long *TooLongError
	switch {
	case errors.Is(err, errInfeasible):
		return &InfeasibleError{Step: step}
	case errors.As(err, &open):
		open.Step = step
	case errors.As(err, &long):
		long.Step = step
	}
	return err
}

// decided returns what f decides of a run, at a precision that is doubled until it
// is decided.
func decided[T any](all *runs, step int, f func(*run) (T, error)) (T, error) {
	limit := all.limit.prec()
	for prec := min(firstPrec, limit); ; prec = min(2*prec, limit) {
		r, err := all.at(prec)
		if err == nil {
			var value T
			if value, err = f(r); err == nil {
				return value, nil
			}
			err = located(err, step)
		}
		var open *real.UndecidedError
		if !errors.As(err, &open) || prec == limit {
			var none T
			return none, err
		}
	}
}

// real is a number of the run, of at least 0, at any precision. Its square is known where
// that is rational, and of numbers that double where the run's have at most so many bits.
func (all *runs) real(bits int, f func(*run) (real.Number, error)) real.Real {
	field := all.made[0].field
	fields := []real.Field{field}
	if all.spec.doubles() {
		fields = append(fields, real.Field{Bits: field.Bits, Exact: min(bits, all.limit.bits())})
	}
	for _, field := range fields {
		r, err := all.in(field)
		if err != nil {
			continue
		}
		if a, err := f(r); err == nil {
			if square, rational := a.Square(); rational {
				return real.Real{Square: square}
			}
		}
	}
	return real.Real{At: func(prec uint) (real.Interval, error) {
		r, err := all.at(prec)
		if err != nil {
			return real.Interval{}, err
		}
		a, err := f(r)
		if err != nil {
			return real.Interval{}, err
		}
		return a.Interval(), nil
	}}
}
