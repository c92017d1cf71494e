package exact

import (
	"errors"
	"fmt"
	"math/big"
	"slices"

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

// TooLongError says that the numbers at a step (counted from 1) are longer than the
// limit: those of OMM, ROMMA and PUMMA double in length at most updates.
type TooLongError struct{ Step, Bits, Limit int }

func (e *TooLongError) Error() string {
	return fmt.Sprintf("example %d: a number of %d bits, expected at most %d", e.Step, e.Bits, e.Limit)
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

// over calls step for each of n examples, which tells whether the classifier
// changed, and returns the number of passes made.
func (r Repeat) over(n int, step func(i int) (changed bool, err error)) (int, error) {
	last := max(r.Passes, 1)
	for pass := 1; ; pass++ {
		rest := true
		for i := range n {
			changed, err := step(i)
			if err != nil {
				return pass, err
			}
			rest = rest && !changed
		}
		switch {
		case r.Rest && rest:
			return pass, nil
		case pass == last && r.Rest:
			return pass, &NotAtRestError{Passes: pass}
		case pass == last:
			return pass, nil
		}
	}
}

// RunNamed runs the learner of that name over the stream. The error says what is
// wrong with the name or the parameters, or it is an *[InfeasibleError], a
// *[TooLongError], a *[NoModelError] or, of learners whose numbers are not rational, an
// *[real.UndecidedError]. It panics where [Learner] does. The Perceptron is run on integers
// of 64 bits where they suffice (see [Scaled]).
func RunNamed(name string, params map[string]*big.Rat, dim int, stream []Example, limit Limit) (Result, error) {
	return RunRepeated(name, params, dim, stream, Repeat{}, limit)
}

// RunRepeated runs the learner over the repeated stream. The error may also be a
// *[NotAtRestError].
func RunRepeated(name string, params map[string]*big.Rat, dim int, stream []Example, r Repeat, limit Limit) (Result, error) {
	k, err := find(name, params)
	if err != nil {
		return Result{}, err
	}
	model, enclosed, err := k.enclose(dim, params)
	switch {
	case err != nil:
		return Result{}, err
	case enclosed:
		return runEnclosed(model, stream, r, limit)
	case name == "perceptron":
		if scaled, err := Scale(dim, stream); err == nil {
			if run, err := scaled.Perceptron(r); !errors.As(err, new(*OverflowError)) {
				return scaled.result(run), err
			}
		}
	}
	return runRational(k.New(dim, params), stream, r, limit)
}

// runRational runs a learner whose numbers are rational.
func runRational(l Learner, stream []Example, r Repeat, limit Limit) (Result, error) {
	var result Result
	passes, err := r.over(len(stream), func(i int) (bool, error) {
		s := l.Step(stream[i].X, stream[i].Y)
		n := len(result.Steps) + 1
		if s.Infeasible {
			return false, &InfeasibleError{Step: n}
		}
		if b := longest(s.Score, s.SqNorm); b > limit.bits() {
			return false, &TooLongError{Step: n, Bits: b, Limit: limit.bits()}
		}
		if s.Target != nil && !s.Opening && !result.Gamma3.Exists() {
			square := new(big.Rat).Mul(s.Target, s.Target)
			result.Gamma3 = real.Real{Square: square.Quo(square, s.SqNorm)}
		}
		result.take(Decision{Y: s.Y, Predicted: s.Predicted, Updated: s.Updated, Opening: s.Opening})
		result.steps = append(result.steps, s)
		return s.Updated, nil
	})
	if err != nil {
		return Result{}, err
	}
	result.Passes = passes
	result.W, result.B = l.Classifier()
	if b := longest(slices.Concat(result.W, Vector{result.B})...); b > limit.bits() {
		return Result{}, &TooLongError{Step: len(result.Steps), Bits: b, Limit: limit.bits()}
	}
	if m, ok := l.(interface{ SqGamma() *big.Rat }); ok {
		result.LastGamma = real.Real{Square: m.SqGamma()}
	}
	if m, ok := l.(*Randomized); ok {
		result.Expected = m.ExpectedMistakes()
	}
	return result, nil
}

// longest is the greatest number of bits of the numerators and denominators.
func longest(numbers ...*big.Rat) int {
	bits := 0
	for _, q := range numbers {
		bits = max(bits, q.Num().BitLen(), q.Denom().BitLen())
	}
	return bits
}
