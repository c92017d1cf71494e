package viewer

import (
	"math/big"
	"slices"

	"marginlab/adversarial/certificate"
	"marginlab/algos/exact"
	"marginlab/theory/real"
)

// watcher writes down the states and steps of a run while it is made.
type watcher struct {
	*teller
	run      *Run
	of       certificate.Run
	keep     map[int]bool
	centre   exact.Vector // nil for the origin
	narrow   bool         // ask for intervals that can be drawn
	biased   bool         // a hyperplane does not go through the origin
	i        int          // the step, from 0
	mistakes int
	updates  int
	written  bool        // the state is in run.States
	next     *State      // not yet written
	side     []float64   // of the last state that is written
	size     real.Number // ‖w‖∗ before the step, in the scale of its score
}

// watch runs the learner of a run anew in numbers of a precision. It shows the learner before the first step,
// without a step, and then after each step. The learner moves on when see returns.
func watch(r certificate.Run, prec uint, see func(l exact.Learner, s *exact.Step) error) error {
	l := r.Model.New(r.Model.Field(prec, exact.Limit{}), len(r.Stream[0].X))
	err := see(l, nil)
	for i := 0; err == nil && i < len(r.Steps); i++ {
		e := r.Stream[i%len(r.Stream)]
		s := l.Step(e.X, e.Y)
		err = see(l, &s)
	}
	return err
}

// see is what [watch] calls.
func (w *watcher) see(l exact.Learner, s *exact.Step) error {
	if err := w.ctx.Err(); err != nil {
		return err
	}
	if s == nil {
		return w.move(l)
	}
	if s.Mistake() {
		w.mistakes++
	}
	if s.Updated {
		w.updates++
	}
	kept := w.keep[w.i]
	if kept {
		step, err := w.step(s)
		if err != nil {
			return err
		}
		w.run.Steps = append(w.run.Steps, step)
	}
	w.i++
	if s.Updated || s.Opening {
		if err := w.move(l); err != nil {
			return err
		}
	}
	if kept {
		step := &w.run.Steps[len(w.run.Steps)-1]
		step.After = w.write()
		if random, is := l.(exact.Random); is {
			step.expected = certificate.Middle(random.Expected())
		}
	}
	return nil
}

// move takes the state of the learner, which is written once a step that is kept needs it.
func (w *watcher) move(l exact.Learner) (err error) {
	w.next, err = w.stateOf(l)
	w.written, w.size = false, root(l.SqNorm())
	return err
}

// write returns the number of the present state, which it writes unless it is written.
func (w *watcher) write() int {
	if w.written {
		return len(w.run.States) - 1
	}
	if w.run.View == "projection" && w.next.W != nil {
		w.side = w.run.side(w.next.W, w.side)
		w.next.Side = w.side
	}
	w.run.States, w.written = append(w.run.States, *w.next), true
	return len(w.run.States) - 1
}

// step is a step with its numbers, as distances.
func (w *watcher) step(s *exact.Step) (Step, error) {
	step := Step{
		T: w.i + 1, Example: w.i % len(w.of.Stream), State: w.write(),
		Predicted: s.Predicted, Mistake: s.Mistake(), Updated: s.Updated, Opening: s.Opening,
		Mistakes: w.mistakes, Updates: w.updates,
	}
	if w.size.IsZero() {
		step.A = certificate.Middle(s.Score)
		step.Exact = exactText(s.Score)
		return step, nil
	}
	a, err := s.Score.Quo(w.size)
	if err != nil {
		return step, errWide
	}
	step.A, step.Exact = certificate.Middle(a), exactText(a)
	if s.Limit.Exists() && !s.Opening {
		limit, err := s.Limit.Quo(w.size)
		if err != nil {
			return step, errWide
		}
		value := certificate.Middle(limit)
		step.Limit = &value
	}
	return step, nil
}

// stateOf is the state of a learner. Its numbers are divided by the greatest coordinate
// of w first, which a float64 might not hold.
func (w *watcher) stateOf(l exact.Learner) (*State, error) {
	point, b := l.Classifier()
	state := &State{Exact: &Exact{W: textsOf(point), B: exactText(b)}}
	if gamma := l.SqGamma(); gamma.Exists() {
		gamma = root(gamma)
		value := certificate.Middle(gamma)
		state.Gamma, state.Exact.Gamma = &value, exactText(gamma)
	}
	if c, is := l.(exact.Certified); is {
		plus, minus := c.Certificates()
		state.Plus, state.Minus = w.seen(plus), w.seen(minus)
		state.Exact.Plus, state.Exact.Minus = textsOf(plus), textsOf(minus)
	}
	if k, is := l.(interface {
		Kept() (plus, minus exact.Vector)
	}); is {
		state.Kept = w.indices(k.Kept())
	}
	greatest := real.Number{}
	for _, v := range point {
		if size := v.Abs(); !greatest.Exists() {
			greatest = size
		} else if order, decided := size.Cmp(greatest); decided && order > 0 {
			greatest = size
		}
	}
	if greatest.IsZero() {
		state.Label = 1
		if sign, _ := b.Sign(); sign < 0 {
			state.Label = -1
		}
		return state, nil
	}
	w.biased = w.biased || !b.IsZero()
	for k, v := range w.centre {
		b = b.Add(point[k].Times(v))
	}
	for _, v := range append(point[:len(point):len(point)], b) {
		part, err := v.Quo(greatest)
		if err != nil || w.narrow && wide(part) {
			return nil, errWide
		}
		state.W = append(state.W, certificate.Middle(part))
	}
	d := len(point)
	size := w.norm().Dual().Of(state.W[:d])
	for k := range state.W {
		state.W[k] /= size
	}
	state.W, state.B = state.W[:d:d], state.W[d]
	return state, nil
}

// wide reports that an interval is too wide to draw.
func wide(a real.Number) bool {
	if a.Exact() {
		return false
	}
	x := a.Interval()
	width := new(big.Rat).Sub(x.Upper(), x.Lower())
	bound := new(big.Rat).Abs(x.Upper())
	if one := big.NewRat(1, 1); bound.Cmp(one) < 0 {
		bound = one
	}
	return width.Cmp(bound.Mul(bound, big.NewRat(1, 1<<40))) > 0
}

// seen is a point from the centre, rounded.
func (w *watcher) seen(x exact.Point) []float64 {
	if x == nil || w.centre == nil {
		return floatsOf(x)
	}
	z := make([]float64, len(x))
	for k, v := range x {
		z[k] = certificate.Middle(v.Sub(v.Field().Rational(w.centre[k])))
	}
	return z
}

// indices are the numbers of the examples of each class at these places.
func (w *watcher) indices(plus, minus exact.Vector) []int {
	var found []int
	for y, x := range map[int]exact.Vector{+1: plus, -1: minus} {
		for i, e := range w.of.Stream {
			if x != nil && e.Y == y && e.X.Equal(x) {
				found = append(found, i)
				break
			}
		}
	}
	slices.Sort(found)
	return found
}

// root is √a, where what an interval has below 0 is left out.
func root(a real.Number) real.Number {
	r, err := a.Max(a.Field().Int(0)).Sqrt()
	if err != nil {
		panic(err) // a is at least 0
	}
	return r
}
