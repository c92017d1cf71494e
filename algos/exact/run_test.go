package exact_test

import (
	"errors"
	"math/big"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/algos/exact"
	"marginlab/theory/real"
)

// Decide doubles the precision up to the limit, as long as something is undecided.
func TestDecide(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		enough uint
		asked  []uint
	}{{1, []uint{128}}, {200, []uint{128, 256}}, {300, []uint{128, 256, 300}}, {301, []uint{128, 256, 300}}} {
		var asked []uint
		err := exact.Decide(exact.Limit{Prec: 300}, func(prec uint) {
			if asked = append(asked, prec); prec < c.enough {
				exact.Fail(&real.UndecidedError{Prec: prec})
			}
		})
		require.Equal(t, c.asked, asked)
		require.Equal(t, c.enough > 300, err != nil)
	}
	broken := errors.New("broken")
	require.Equal(t, broken, exact.Decide(exact.Limit{}, func(uint) { exact.Fail(broken) }))
	require.PanicsWithValue(t, "a bug", func() { _ = exact.Decide(exact.Limit{}, func(uint) { panic("a bug") }) })
}

// result is the run of the least precision that decides every step. It gives its numbers at any precision.
type result struct {
	*exact.Run
	Steps                                              []exact.Decision
	Mistakes, OpeningMistakes, Updates, OpeningUpdates int

	at    func(prec uint) *exact.Run
	limit exact.Limit
}

// runOf runs a learner, as often as repeat says.
func runOf(s *exact.Spec, dim int, stream []exact.Example, repeat exact.Repeat, limit exact.Limit) (*result, error) {
	made := map[uint]*exact.Run{}
	r := &result{limit: limit, at: func(prec uint) *exact.Run {
		if made[prec] == nil {
			made[prec] = s.Run(prec, dim, stream, repeat, limit)
		}
		return made[prec]
	}}
	if err := exact.Decide(limit, func(prec uint) { r.Run = r.at(prec) }); err != nil {
		return nil, err
	}
	r.Steps = r.Decisions()
	for _, d := range r.Steps {
		for count, is := range map[*int]bool{
			&r.Mistakes: d.Mistake(), &r.OpeningMistakes: d.Mistake() && d.Opening,
			&r.Updates: d.Updated, &r.OpeningUpdates: d.Updated && d.Opening,
		} {
			if is {
				*count++
			}
		}
	}
	return r, nil
}

// value is a number of a run, which may be none.
type value struct {
	*result
	of     func(*exact.Run) real.Number
	Square *big.Rat // nil where it is not known to be rational
}

func (r *result) value(of func(*exact.Run) real.Number) value {
	v := value{r, of, nil}
	square := func(run *exact.Run) {
		if q, rational := of(run).Square(); rational {
			v.Square = q
		}
	}
	_ = exact.Try(func() { square(r.Run) })
	if v.Square == nil {
		_ = exact.Try(func() { square(r.at(1024)) })
	}
	return v
}

func (v value) Exists() bool {
	is := true
	_ = exact.Try(func() { is = v.of(v.Run).Exists() })
	return is
}

// Interval encloses the number, in a run of at least a precision.
func (v value) Interval(prec uint) (x real.Interval, err error) {
	if q, rational := v.rational(); rational {
		return real.NewInterval(prec, q), nil
	}
	err = exact.Decide(v.limit, func(least uint) { x = v.of(v.at(max(prec, least))).Interval() })
	return x, err
}

// float returns the number, which must be at least 0, to the last place or so.
func float(t require.TestingT, v value) float64 {
	for prec := uint(256); ; prec *= 2 {
		x, err := v.Interval(prec)
		require.NoError(t, err)
		lower, _ := x.Lower().Float64()
		upper, _ := x.Upper().Float64()
		if upper-lower <= 1e-15*upper {
			return upper
		}
	}
}

func (v value) rational() (*big.Rat, bool) {
	var a real.Number
	_ = exact.Try(func() { a = v.of(v.Run) })
	return a.Rational()
}

func (r *result) Gamma3() value    { return r.value((*exact.Run).Gamma3) }
func (r *result) LastGamma() value { return r.value((*exact.Run).LastGamma) }
func (r *result) Margin(examples []exact.Example) value {
	return r.value(func(run *exact.Run) real.Number { return run.Margin(examples) })
}

func (r *result) Expected() value {
	return r.value(func(run *exact.Run) real.Number {
		if l, random := run.Learner.(exact.Random); random {
			return l.Expected()
		}
		return real.Number{}
	})
}

// decide calls f with runs of growing precision.
func (r *result) decide(f func(*exact.Run)) error {
	return exact.Decide(r.limit, func(prec uint) { f(r.at(prec)) })
}

func (r *result) Within(i int, phi *big.Rat) (bool, error) {
	return r.WithinOf(i, phi, func(real.Field) real.Number { return real.Number{} })
}

func (r *result) WithinOf(i int, phi *big.Rat, sqGamma func(real.Field) real.Number) (within bool, err error) {
	err = r.decide(func(run *exact.Run) { within = run.Within(i, phi, sqGamma(run.Steps[i].Score.Field())) })
	return within, err
}

func (r *result) Predict(x exact.Vector) (label int, err error) {
	err = r.decide(func(run *exact.Run) { label = run.Predict(x) })
	return label, err
}

// lastOf encloses the last classifier of a run.
func lastOf(t require.TestingT, r *result, prec uint) (w []real.Interval, b real.Interval) {
	enclose := func(a real.Number) real.Interval {
		if q, ok := a.Rational(); ok {
			return real.NewInterval(prec, q)
		}
		return a.Interval()
	}
	require.NoError(t, exact.Decide(r.limit, func(least uint) {
		w = nil
		point, bias := r.at(max(prec, least)).Learner.Classifier()
		for _, v := range point {
			w = append(w, enclose(v))
		}
		b = enclose(bias)
	}))
	return w, b
}
