package viewer

import (
	"math"
	"math/big"
	"strconv"

	"marginlab/adversarial/certificate"
	"marginlab/algos/exact"
	"marginlab/theory/real"
)

// watcher records the states and steps of a run while it is made. If a precision does not give its numbers closely
// enough, it fails as numbers of package exact do.
type watcher struct {
	*teller
	of     certificate.Run
	centre exact.Vector
	narrow bool // ask for intervals that can be drawn
	run    Run
	size   real.Number // ‖w‖∗ before the step, in the scale of its score
}

// watch repeats the run in numbers of a precision, and records its states and steps.
func (w *watcher) watch(prec uint) Run {
	w.begin()
	l := w.of.New(w.of.Field(prec, exact.Limit{}), len(w.centre))
	w.move(l)
	for i := range w.of.Steps {
		if err := w.ctx.Err(); err != nil {
			exact.Fail(err)
		}
		e := w.of.Stream[i%len(w.of.Stream)]
		s := l.Step(e.X, e.Y)
		step := w.step(i, &s)
		if s.Updated || s.Opening {
			w.move(l)
		}
		step.After = len(w.run.States) - 1
		w.run.Steps = append(w.run.Steps, step)
	}
	return w.run
}

// move records the state of the learner.
func (w *watcher) move(l exact.Learner) {
	state := w.stateOf(l)
	if w.run.isProjected() && state.W != nil {
		state.Side = w.run.side(state.W)
	}
	w.run.States, w.size = append(w.run.States, state), root(l.SqNorm())
}

// step returns a step with its numbers as distances.
func (w *watcher) step(i int, s *exact.Step) Step {
	step := Step{
		T: i + 1, Example: i % len(w.of.Stream), State: len(w.run.States) - 1,
		Predicted: s.Predicted, Mistake: s.Mistake(), Updated: s.Updated, Opening: s.Opening,
	}
	a := s.Score
	if !w.size.IsZero() {
		a = quo(a, w.size)
		if s.Limit.Exists() && !s.Opening {
			step.Limit = new(certificate.Middle(quo(s.Limit, w.size)))
		}
	}
	step.A, step.Exact = certificate.Middle(a), exactText(a)
	return step
}

// stateOf returns the state of a learner. It first divides the numbers by the greatest
// coordinate of w, which a float64 might not hold.
func (w *watcher) stateOf(l exact.Learner) State {
	point, b := l.Classifier()
	state := State{Exact: &Exact{W: textsOf(point), B: exactText(b)}}
	if gamma := l.SqGamma(); gamma.Exists() {
		gamma = root(gamma)
		state.Gamma, state.Exact.Gamma = new(certificate.Middle(gamma)), exactText(gamma)
	}
	if c, is := l.(exact.Certified); is {
		plus, minus := c.Certificates()
		state.Plus, state.Minus = w.seen(plus), w.seen(minus)
		state.Exact.Plus, state.Exact.Minus = textsOf(plus), textsOf(minus)
	}
	greatest := b.Field().Int(0)
	for _, v := range point {
		greatest = greatest.Max(v.Abs())
	}
	if greatest.IsZero() {
		state.Label = 1
		if sign, _ := b.Sign(); sign < 0 {
			state.Label = -1
		}
		return state
	}
	w.run.Through = w.run.Through && b.IsZero()
	for k, v := range w.centre {
		b = b.Add(point[k].Times(v))
	}
	for _, v := range append(point[:len(point):len(point)], b) {
		part := quo(v, greatest)
		if w.narrow && isWide(part) {
			failUndecided(part)
		}
		state.W = append(state.W, certificate.Middle(part))
	}
	d := len(point)
	size := w.norm().Dual().Of(state.W[:d])
	for k := range state.W {
		state.W[k] /= size
	}
	state.W, state.B = state.W[:d:d], state.W[d]
	return state
}

// failUndecided fails because a number must be known more closely.
func failUndecided(a real.Number) {
	exact.Fail(&real.UndecidedError{Prec: a.Interval().Prec(), Last: a.Interval()})
}

// quo returns a/b.
func quo(a, b real.Number) real.Number {
	q, err := a.Quo(b)
	if err != nil {
		failUndecided(b)
	}
	return q
}

// isWide reports whether an interval is too wide to draw.
func isWide(a real.Number) bool {
	low, _ := a.Interval().Lower().Float64()
	high, _ := a.Interval().Upper().Float64()
	return !a.Exact() && high-low > 0x1p-40*max(1, math.Abs(high))
}

// seen returns a point relative to the centre, rounded.
func (w *watcher) seen(x exact.Point) (z []float64) {
	for k, v := range x {
		z = append(z, certificate.Middle(v.Sub(v.Field().Rational(w.centre[k]))))
	}
	return z
}

// root returns √a, without the part of an interval below 0.
func root(a real.Number) real.Number {
	r, err := a.Max(a.Field().Int(0)).Sqrt()
	if err != nil {
		panic(err) // a is at least 0
	}
	return r
}

// number is a float64 that is null in JSON if it has no value. It is written with at most seven
// digits, enough for pictures and tables.
type number float64

// MarshalJSON implements [json.Marshaler].
func (v number) MarshalJSON() ([]byte, error) {
	if math.IsNaN(float64(v)) || math.IsInf(float64(v), 0) {
		return []byte("null"), nil
	}
	return strconv.AppendFloat(nil, float64(v+0), 'g', 7, 64), nil
}

func textsOf(x []real.Number) (all []string) {
	for _, v := range x {
		all = append(all, exactText(v))
	}
	return all
}

// exactText writes a number as a fraction or a root if that is short, otherwise approximately with 20 digits.
func exactText(a real.Number) string {
	const long = 64
	if q, rational := a.Rational(); rational && len(q.RatString()) <= long {
		return q.RatString()
	}
	if square, rational := a.Square(); rational && len(square.RatString()) <= long {
		text := "√(" + square.RatString() + ")"
		if order, _ := a.Sign(); order < 0 {
			text = "−" + text
		}
		return text
	}
	x := a.Interval()
	middle := new(big.Rat).Add(x.Lower(), x.Upper())
	return "≈ " + new(big.Float).SetPrec(256).SetRat(middle.Mul(middle, big.NewRat(1, 2))).Text('g', 20)
}
