package exact

import (
	"errors"
	"fmt"
	"math"
	"math/big"

	"marginlab/theory/real"
)

// Limit bounds the work of a run. Its zero value is 65536 bits and a precision of
// 4096 bits.
type Limit struct {
	MaxBits int  // of the numerators and denominators of scores and of ‖w‖², and of the last classifier
	MaxPrec uint // of intervals, where numbers are not rational
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
// limit: those of OMM, ROMMA and PUMMA double in length at most updates.
type TooLongError struct{ Step, Bits, Limit int }

func (e *TooLongError) Error() string {
	return fmt.Sprintf("example %d: a number of %d bits, expected at most %d", e.Step, e.Bits, e.Limit)
}

// firstPrec is the precision that a run in intervals is first tried with.
const firstPrec = 128

// runs are runs of one learner over one stream: one where its numbers are rational,
// else runs at precisions that were sufficient to decide every step.
type runs struct {
	spec   *Spec
	dim    int
	stream []Example
	repeat Repeat
	limit  Limit
	made   []*run // of increasing precision
}

// run is a run at a precision, to the end.
type run struct {
	prec    uint
	passes  int
	steps   []Step
	sqGamma real.Number // γ_t² before the first step after the opening at which there is a target
	learner Learner
}

// at returns a run of at least a precision. The error is a *[real.UndecidedError], an
// *[InfeasibleError], a *[TooLongError] or a *[NotAtRestError].
func (all *runs) at(prec uint) (*run, error) {
	for _, r := range all.made {
		if r.prec >= prec {
			return r, nil
		}
	}
	field := real.NewField(prec)
	if all.spec.rational() {
		prec, field = math.MaxUint, rationals()
	}
	r := &run{prec: prec, learner: all.spec.inField(field, all.dim)}
	var err error
	r.passes, err = all.repeat.over(len(all.stream), func(i int) (bool, error) {
		err := r.step(all.stream[i], all.limit.bits())
		return err == nil && r.steps[len(r.steps)-1].Updated, located(err, len(r.steps)+1)
	})
	if err == nil && all.spec.rational() {
		w, b := r.learner.Classifier()
		err = short(all.limit.bits(), append(w[:len(w):len(w)], b)...)
		err = located(err, len(r.steps))
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

// real is a number of the run, of at least 0, at any precision.
func (all *runs) real(f func(*run) (real.Number, error)) real.Real {
	if a, err := f(all.made[0]); err == nil {
		if square, rational := a.Square(); rational {
			return real.Real{Square: square}
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
