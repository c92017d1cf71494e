package exact

import (
	"errors"
	"math/big"

	"marginlab/theory/real"
)

// firstPrec is the precision that a run in intervals is first tried with.
const firstPrec = 128

// enclosures are runs in intervals of one learner over one stream, at precisions
// that were sufficient to decide every step.
type enclosures struct {
	make   func(prec uint) enclosed
	stream []Example
	repeat Repeat
	limit  uint
	runs   []*enclosure // of increasing precision
}

// enclosure is a run at a precision, to the end.
type enclosure struct {
	prec    uint
	passes  int
	steps   []enclosedStep
	learner enclosed
}

// runEnclosed runs a learner whose numbers are not rational, at a precision that
// it doubles until every step is decided.
func runEnclosed(make func(prec uint) enclosed, stream []Example, r Repeat, limit Limit) (Result, error) {
	if err := checkSize(stream); err != nil {
		return Result{}, err
	}
	all := &enclosures{make: make, stream: stream, repeat: r, limit: limit.prec()}
	run, err := decided(all, 0, func(run *enclosure) (*enclosure, error) { return run, nil })
	if err != nil {
		return Result{}, err
	}
	result := Result{Passes: run.passes, enclosures: all}
	for i, s := range run.steps {
		result.take(s.Decision)
		if s.margin && !result.Gamma3.Exists() {
			result.Gamma3 = all.real(func(run *enclosure) (real.Number, error) { return root(run.steps[i].sqGamma), nil })
		}
	}
	if _, ok := run.learner.sqGamma(); ok {
		result.LastGamma = all.real(func(run *enclosure) (real.Number, error) {
			square, _ := run.learner.sqGamma()
			return root(square), nil
		})
	}
	return result, nil
}

// at returns a run of at least a precision. The error is an *[real.UndecidedError], an
// *[InfeasibleError] or a *[NotAtRestError].
func (all *enclosures) at(prec uint) (*enclosure, error) {
	for _, run := range all.runs {
		if run.prec >= prec {
			return run, nil
		}
	}
	run := &enclosure{prec: prec, learner: all.make(prec)}
	var err error
	run.passes, err = all.repeat.over(len(all.stream), func(i int) (bool, error) {
		s, err := run.learner.step(all.stream[i].X, all.stream[i].Y)
		run.steps = append(run.steps, s)
		return s.Updated, located(err, len(run.steps))
	})
	if err != nil {
		return nil, err
	}
	all.runs = append(all.runs, run)
	return run, nil
}

// located names the step in an error.
func located(err error, step int) error {
	var open *real.UndecidedError
	switch {
	case errors.Is(err, errInfeasible):
		return &InfeasibleError{Step: step}
	case errors.As(err, &open):
		open.Step = step
	}
	return err
}

// decided returns what f decides of a run, at a precision that is doubled until it
// is decided.
func decided[T any](all *enclosures, step int, f func(*enclosure) (T, error)) (T, error) {
	for prec := min(firstPrec, all.limit); ; prec = min(2*prec, all.limit) {
		run, err := all.at(prec)
		if err == nil {
			var value T
			if value, err = f(run); err == nil {
				return value, nil
			}
			err = located(err, step)
		}
		var open *real.UndecidedError
		if !errors.As(err, &open) || prec == all.limit {
			var none T
			return none, err
		}
	}
}

// real is a number of the run, of at least 0, at any precision.
func (all *enclosures) real(f func(*enclosure) (real.Number, error)) real.Real {
	if a, err := f(all.runs[0]); err == nil {
		if square, rational := a.Square(); rational {
			return real.Real{Square: square}
		}
	}
	return real.Real{At: func(prec uint) (real.Interval, error) {
		run, err := all.at(prec)
		if err != nil {
			return real.Interval{}, err
		}
		a, err := f(run)
		return a.Interval(), err
	}}
}

// margin is max{0, min y(w·x+b)}/‖w‖∗ over examples, 0 for w = 0.
func (run *enclosure) margin(examples []Example) (real.Number, error) {
	zero := rational(run.prec, new(big.Rat))
	square := run.learner.sqNorm()
	if square.IsZero() || len(examples) == 0 {
		return zero, nil
	}
	var least real.Number
	for i, e := range examples {
		if score := run.learner.score(e.X).Times(integer(e.Y)); i == 0 {
			least = score
		} else {
			least = least.Min(score)
		}
	}
	negative := least.Times(integer(-1)).Min(zero) // −max{0, min y(w·x+b)}
	margin, err := negative.Times(integer(-1)).Quo(root(square))
	return margin, err
}
