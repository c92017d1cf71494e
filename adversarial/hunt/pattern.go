package hunt

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"marginlab/algos"
	"marginlab/internal/linalg"
	"marginlab/internal/num"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// pattern is a stream as its learner meets it: what happens at every example, and where the example lies
// relative to the classifier that the learner has just then. That is its level, the distance from the
// hyperplane, and a point, of which only the foot on the hyperplane counts.
//
// So the mistakes are there by construction, whatever the points and the levels are, and the ratio depends on
// these without jumps, but where the claim has some.
type pattern struct {
	events []event
	points stream  // their labels are those of the events
	depth  float64 // the least level of a mistake
}

// event is what happens at an example.
type event struct {
	y, foe  theory.Label // of many classes foe is the one that lies beyond the hyperplane
	mistake bool
	level   float64 // |a_t| in the unit of the learner
}

// beyond is the depth of a pattern in a search: more than rounding, since a tie is no mistake at a positive
// label.
const beyond = 1e-9

// patternOf reads the pattern of a stream.
func (t *target) patternOf(s stream) pattern {
	p := pattern{make([]event, len(s)), s, beyond}
	for i, e := range s {
		p.events[i].y = e.Y
	}
	l, size := t.learner.New(s.dim()), s.size()
	defer l.Reset() // a program's process others may have then
	for i, e := range s {
		state, event := l.State(), &p.events[i]
		event.foe = t.foeOf(state.Classifier, e)
		c := t.facing(state.Classifier, e.Y, event.foe)
		if _, square := t.across(c.W); square > 0 {
			event.level = math.Abs(c.Score(e.X)) / math.Sqrt(square) / t.unit(state.Gamma, square, size)
		}
		step := l.Step(e.X, e.Y)
		if !step.Made() {
			break
		}
		if event.mistake = step.Mistake(); t.learner.Kind.Random { // without its coin: the more probable label
			event.mistake = theory.Sign(step.Score*float64(step.Y)) != step.Y
		}
	}
	return p
}

// place puts the examples of the pattern into s, a stream of its length and dimension, as l, a fresh learner,
// meets them, which then is fresh again. Points are left where they are for a learner that shows no classifier.
func (t *target) place(l algos.Learner, p pattern, s stream) {
	defer l.Reset()
	size := p.points.size()
	for i, e := range p.events {
		x := s[i].X.Value
		copy(x, p.points[i].X.Value)
		s[i].Y = e.y
		state := l.State()
		c := t.facing(state.Classifier, e.y, e.foe)
		if way, square := t.across(c.W); square > 0 {
			a := e.level
			if e.mistake {
				a = -max(a, p.depth)
			}
			off := c.Score(s[i].X) - float64(t.sign(e.y)*a*t.unit(state.Gamma, square, size)*math.Sqrt(square))
			num.AddScaled(x, -off/square, way)
		}
		l.Step(s[i].X, e.y)
	}
}

// unit is what levels are measured in: γ_t where the learner has one, the distance at which the score is 1
// where its rule is in the unit of scores, else the stream's size. The square is ‖w‖∗².
func (t *target) unit(own, square, size float64) float64 {
	if own > 0 && !math.IsInf(own, 1) {
		return own
	}
	if t.learner.Kind.Degree == algos.Degree0 {
		return 1 / math.Sqrt(square)
	}
	return size
}

// across returns the shortest way across the hyperplane of w, and ‖w‖∗². The way is f⁻¹(w) for f = ∇½‖·‖²,
// with w·f⁻¹(w) = ‖w‖∗²; in ℓ₂ it is w itself.
func (t *target) across(w []float64) (way []float64, square float64) {
	if way = w; !t.rotates() {
		way = make([]float64, len(w))
		dual := t.norm.Dual()
		dual.Grad(way, w)
		floats.Scale(dual.Of(w), way)
	}
	return way, num.Dot(w, way)
}

// drawnPattern draws a pattern whose points lie in all directions. One of n examples more than the least is
// drawn in proportion to 1/n², since what a descent costs grows faster still.
func (g source) drawnPattern() pattern {
	least := max(2, g.examples.Low)
	n := least + min(int(1/(1-g.rng.Float64()))-1, max(0, g.examples.High-least))
	p := pattern{events: make([]event, n)}
	alternate, mistakes := g.oneIn(2), g.rng.Float64()
	for i := range p.events {
		y := g.label()
		if alternate && i > 0 {
			y = g.other(p.events[i-1].y)
		}
		p.events[i] = g.event(y, g.rng.Float64() < mistakes)
	}
	return g.scattered(p)
}

func (g source) event(y theory.Label, mistake bool) event {
	e := event{y: y, mistake: mistake, foe: g.foe(y)}
	if !mistake {
		e.level = g.rng.Float64()
	}
	return e
}

// scattered is the pattern with other points, in all directions, and other levels.
func (g source) scattered(p pattern) pattern {
	s := newStream(len(p.events), min(max(g.dim.Low, len(p.events)-1), g.dim.High))
	events := slices.Clone(p.events)
	for i, e := range events {
		g.shake(s[i].X.Value, 1)
		events[i] = g.event(e.y, e.mistake)
		events[i].foe = e.foe
	}
	return pattern{events, s, beyond}
}

// needs is how many coordinates example i needs, up to rotations and translations that change nothing.
func (t *target) needs(i, dim int) int {
	switch {
	case t.translates() && (t.rotates() || i == 0):
		return min(i, dim)
	case t.rotates():
		return min(i+1, dim)
	}
	return dim
}

// canonical is the stream with its first example at the origin, if translations change nothing, and, if rotations
// do not, turned so that each example lies in the dimensions that it needs.
func (t *target) canonical(s stream) stream {
	c, points := s.clone(), make([][]float64, len(s))
	for i, e := range c {
		if points[i] = e.X.Value; t.translates() {
			floats.Sub(points[i], s[0].X.Value)
		}
	}
	if !t.rotates() {
		return c
	}
	basis := linalg.Orthonormal(points, 1e-9)
	turned := newStream(len(s), s.dim())
	for i, e := range c {
		turned[i].Y = e.Y
		for k, b := range basis[:min(len(basis), t.needs(i, s.dim()))] {
			turned[i].X.Value[k] = num.Dot(e.X.Value, b)
		}
	}
	return turned
}

// varied is the pattern with one event more, one less, or another, which keeps the points of the others.
func (g source) varied(p pattern) pattern {
	p = pattern{slices.Clone(p.events), p.points.clone(), beyond}
	n := len(p.events)
	i := g.rng.IntN(n)
	switch kind := g.rng.IntN(8); {
	case kind < 3 && n < g.examples.High:
		at := n
		if g.oneIn(2) {
			at = 1 + i
		}
		y := g.label()
		if g.oneIn(2) {
			y = g.other(p.events[at-1].y)
		}
		return g.with(p, at, g.event(y, g.oneIn(2)))
	case kind < 5 && n > max(2, g.examples.Low):
		p.events, p.points = slices.Delete(p.events, i, i+1), slices.Delete(p.points, i, i+1)
	case kind < 6:
		y := g.other(p.events[i].y)
		p.events[i].y, p.events[i].foe = y, g.foe(y)
	default:
		p.events[i] = g.event(p.events[i].y, !p.events[i].mistake)
	}
	return p
}

// with is the pattern with an event more. Its point is that of another event moved off, in a dimension of its
// own if there is room for one more.
func (g source) with(p pattern, at int, e event) pattern {
	near, size, points := p.points[g.rng.IntN(len(p.points))], p.points.size(), p.points
	if points.dim() < g.dim.High {
		points = points.embed(points.dim() + 1)
	}
	x := make([]float64, points.dim())
	copy(x, near.X.Value)
	g.shake(x, size*g.logUniform(0.1, 1))
	return pattern{slices.Insert(p.events, at, e), points.insert(at, theory.Example{X: vec.Dense(x...), Y: e.y}), beyond}
}
