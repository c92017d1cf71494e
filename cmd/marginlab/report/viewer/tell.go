package viewer

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/big"
	"slices"

	"marginlab/adversarial/certificate"
	"marginlab/algos/exact"
	"marginlab/theory/real"
	"marginlab/theory/vec"
)

// exactBudget is how many characters of exact coordinates a story has, and mostSteps how
// many steps.
const (
	exactBudget = 1 << 20
	mostSteps   = 2000
)

// teller makes the story of a problem on a stream.
type teller struct {
	*certificate.Problem
	ctx    context.Context
	look   *certificate.Look
	story  *Story
	budget int // characters of exact coordinates that are left
}

func (t *teller) tell(runs []certificate.Run, given []exact.Example) error {
	steps := t.shown(runs)
	for _, r := range runs {
		told, err := t.run(r, steps)
		if err != nil {
			return err
		}
		t.story.Runs = append(t.story.Runs, told)
	}
	if err := t.count(runs); err != nil {
		return err
	}
	for i, r := range runs {
		if err := t.prove(&t.story.Runs[i], r, given); err != nil {
			return err
		}
	}
	if t.budget < 0 {
		t.note("The exact coordinates of some later classifiers are left out: they are very long.")
	}
	return nil
}

func (t *teller) note(format string, args ...any) {
	t.story.Notes = append(t.story.Notes, fmt.Sprintf(format, args...))
}

// shown are the steps to show, from 0: all, or of very long runs those with an update or a
// mistake by any learner, and of very many of these the first and the last.
func (t *teller) shown(runs []certificate.Run) []int {
	longest := 0
	for _, r := range runs {
		longest = max(longest, len(r.Steps))
	}
	var some []int
	for i := range longest {
		happens := func(r certificate.Run) bool {
			return i < len(r.Steps) && (r.Steps[i].Updated || r.Steps[i].Mistake() || r.Steps[i].Opening)
		}
		if longest <= mostSteps || i == 0 || i == longest-1 || slices.ContainsFunc(runs, happens) {
			some = append(some, i)
		}
	}
	if n := longest - len(some); n > 0 {
		t.note("Of %d steps %d are left out, in which nobody errs and nothing changes.", longest, n)
	}
	if n := len(some); n > mostSteps {
		t.note("Of the %d steps with a mistake or an update only the first %d and the last %d are here.", n, mostSteps/2, mostSteps/2)
		some = append(some[:mostSteps/2:mostSteps/2], some[n-mostSteps/2:]...)
	}
	return some
}

// errWide says that the numbers of a run are in intervals too wide to draw.
var errWide = errors.New("viewer: wide intervals")

// run tells a run. Where its numbers are in intervals, these are made narrow enough to draw.
func (t *teller) run(r certificate.Run, steps []int) (told Run, err error) {
	const first, last = 256, 1 << 12
	budget := t.budget
	for prec := uint(first); ; prec *= 2 {
		t.budget = budget
		if told, err = t.runAt(r, steps, prec, prec < last); !errors.Is(err, errWide) {
			return told, err
		}
	}
}

func (t *teller) runAt(r certificate.Run, steps []int, prec uint, narrow bool) (Run, error) {
	told := t.begin(r)
	w := &watcher{teller: t, run: &told, of: r, centre: centreOf(r.Stream), narrow: narrow, keep: map[int]bool{}}
	for _, i := range steps {
		w.keep[i] = true
	}
	if told.View == "projection" {
		w.projection = newProjection(told.X, told.First)
		if told.Matrix = w.projection.matrix(); told.Matrix == nil {
			t.note("There is no table of distances, as there are more than %d examples.", mostCells)
		}
	}
	if err := r.Watch(prec, w.see); err != nil {
		return told, err
	}
	told.Through = !w.biased
	return told, t.margins(&told, r)
}

// begin tells what does not change: the examples, and the margins that the claim speaks of.
func (t *teller) begin(r certificate.Run) Run {
	d := len(r.Stream[0].X)
	told := Run{Learner: r.Learner, Dim: d, Length: len(r.Steps), Norm: normName(t.look.Norm())}
	switch d {
	case 1:
		told.View = "line"
	case 2:
		told.View = "plane"
	default:
		told.View = "projection"
	}
	if r.Lift != nil {
		told.Lift = r.Lift.RatString()
	}
	centre := centreOf(r.Stream)
	if centre != nil {
		told.Centre = rounded(centre)
	}
	for i, e := range r.Stream {
		told.X = append(told.X, rounded(from(e.X, centre)))
		told.Y = append(told.Y, e.Y)
		told.Exact = append(told.Exact, coordinates(e.X))
		first := i
		for j, o := range r.Stream[:i] {
			if o.Y == e.Y && o.X.Equal(e.X) {
				first = j
				break
			}
		}
		told.First = append(told.First, first)
	}
	return told
}

func normName(p *big.Rat) string {
	if p == nil {
		return "ℓ₂"
	}
	return "ℓp, p = " + p.RatString()
}

// centreOf is the first example of a stream that is so far from the origin that float64 would
// not tell its points apart; else nil, which stands for the origin.
func centreOf(stream []exact.Example) exact.Vector {
	first := stream[0].X
	spread := 0.0
	for _, e := range stream {
		for _, v := range rounded(e.X.Minus(stream[0].X)) {
			spread = max(spread, math.Abs(v))
		}
	}
	const far = 1 << 20
	for _, v := range rounded(first) {
		if math.Abs(v) > far*spread && spread > 0 {
			return first
		}
	}
	return nil
}

// from is x as it is seen from the centre.
func from(x, centre exact.Vector) exact.Vector {
	if centre == nil {
		return x
	}
	return x.Minus(centre)
}

func rounded(x exact.Vector) []float64 {
	z := make([]float64, len(x))
	for i, v := range x {
		z[i], _ = v.Float64()
	}
	return z
}

func coordinates(x exact.Vector) string {
	text := ""
	for i, v := range x {
		if i > 0 {
			text += ", "
		}
		text += v.RatString()
	}
	return text
}

// watcher writes down the states and steps of a run while it is made.
type watcher struct {
	*teller
	run        *Run
	of         certificate.Run
	projection *projection // nil where none is needed
	keep       map[int]bool
	centre     exact.Vector // nil for the origin
	narrow     bool         // ask for intervals that can be drawn
	biased     bool         // a hyperplane does not go through the origin
	i          int          // the step, from 0
	state      int
	written    bool        // the state is in run.States
	next       *State      // not yet written
	size       real.Number // ‖w‖∗ before the step, in the scale of its score
}

// see implements the callback of [exact.Result.Watch].
func (w *watcher) see(l exact.Learner, s *exact.Step) error {
	if err := w.ctx.Err(); err != nil {
		return err
	}
	if s != nil {
		if w.keep[w.i] {
			w.write()
			step, err := w.step(s)
			if err != nil {
				return err
			}
			w.run.Steps = append(w.run.Steps, step)
		}
		w.i++
	}
	if s == nil || s.Updated || s.Opening {
		state, err := w.stateOf(l)
		if err != nil {
			return err
		}
		w.next, w.written = state, false
	}
	if w.i == len(w.of.Steps) {
		w.write()
	}
	if n := len(w.run.Steps); s != nil && n > 0 && w.keep[w.i-1] {
		w.write()
		w.run.Steps[n-1].After = w.state
	}
	w.size = root(l.SqNorm())
	return nil
}

// write writes the present state, unless it is written.
func (w *watcher) write() {
	if w.written {
		return
	}
	if w.projection != nil && w.next.W != nil {
		w.next.Side, w.next.Loss = w.projection.side(w.next.W)
	}
	w.run.States = append(w.run.States, *w.next)
	w.state, w.written = len(w.run.States)-1, true
}

// step is a step with its numbers, as distances.
func (w *watcher) step(s *exact.Step) (Step, error) {
	step := Step{
		T: w.i + 1, Example: w.i % len(w.of.Stream), State: w.state,
		Predicted: s.Predicted, Mistake: s.Mistake(), Updated: s.Updated, Opening: s.Opening,
	}
	if w.size.IsZero() {
		step.A = float(s.Score)
		step.Exact = exactText(s.Score)
		return step, nil
	}
	a, err := s.Score.Quo(w.size)
	if err != nil {
		return step, errWide
	}
	step.A, step.Exact = float(a), exactText(a)
	if s.Limit.Exists() && !s.Opening {
		limit, err := s.Limit.Quo(w.size)
		if err != nil {
			return step, errWide
		}
		value := float(limit)
		step.Limit = &value
	}
	return step, nil
}

// stateOf is the state of a learner. Its numbers are divided by the greatest coordinate
// of w first, which a float64 might not hold.
func (w *watcher) stateOf(l exact.Learner) (*State, error) {
	point, b := l.Classifier()
	state := &State{Exact: &Exact{W: w.texts(point), B: exactText(b)}}
	if gamma := l.SqGamma(); gamma.Exists() {
		gamma = root(gamma)
		value := float(gamma)
		state.Gamma, state.Exact.Gamma = &value, exactText(gamma)
	}
	if c, is := l.(exact.Certified); is {
		plus, minus := c.Certificates()
		state.Plus, state.Minus = w.seen(plus), w.seen(minus)
		state.Exact.Plus, state.Exact.Minus = w.texts(plus), w.texts(minus)
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
		state.W = append(state.W, float(part))
	}
	d := len(point)
	size := w.dualNorm(state.W[:d])
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

// dualNorm is ‖w‖∗.
func (w *watcher) dualNorm(x []float64) float64 {
	p := 2.0
	if own := w.look.Norm(); own != nil {
		p, _ = own.Float64()
	}
	return vec.P(p).Dual().Of(x)
}

// seen is a point from the centre, rounded.
func (w *watcher) seen(x exact.Point) []float64 {
	if x == nil || w.centre == nil {
		return floatsOf(x)
	}
	z := make([]float64, len(x))
	for k, v := range x {
		z[k] = float(v.Sub(v.Field().Rational(w.centre[k])))
	}
	return z
}

// texts are exact coordinates, nil where there is no room for more.
func (w *watcher) texts(x exact.Point) []string {
	if w.budget < 0 {
		return nil
	}
	var all []string
	for _, v := range x {
		text := exactText(v)
		w.budget -= len(text)
		all = append(all, text)
	}
	return all
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
