package adversarial

import (
	"iter"
	"math"
	"slices"

	"marginlab/algos"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// pattern is a stream as its learner meets it: what happens at every example, and where
// the example lies relative to the classifier that the learner has just then. That is
// its level, the distance from the hyperplane, and a point, of which only the foot on
// the hyperplane counts.
//
// So the mistakes are there by construction, whatever the points and the levels are, and
// the ratio depends on these without jumps, but where the claim has some.
type pattern struct {
	events []event
	points stream  // their labels are those of the events
	depth  float64 // the least level of a mistake
}

// event is what happens at an example.
type event struct {
	y       theory.Label
	mistake bool
	level   float64      // |a_t| in the unit of the learner
	foe     theory.Label // of many classes the one that lies beyond the hyperplane
}

// beyond is the depth of a pattern in a search: more than rounding, since a tie is no
// mistake at a positive label.
const beyond = 1e-9

// patternOf reads the pattern of a stream.
func (t *target) patternOf(s stream) pattern {
	p := pattern{make([]event, len(s)), s, beyond}
	for i, e := range s {
		p.events[i].y = e.Y
	}
	if t.batch {
		return p
	}
	size := s.size()
	for i, c := range classifiers(t.learner.New(s.dim()), s, func(i int, step theory.Step) { p.events[i].mistake = t.wrong(step) }) {
		e := s[i]
		p.events[i].foe = t.foeOf(c.Classifier, e)
		between := t.facing(c.Classifier, e.Y, p.events[i].foe)
		if _, sq := t.across(between.W); sq > 0 {
			p.events[i].level = math.Abs(between.Score(e.X)) / math.Sqrt(sq) / t.unit(c.own, sq, size)
		}
	}
	return p
}

// met is a classifier that a learner meets an example with, and its own margin γ_t then, NaN if
// it has none.
type met struct {
	theory.Classifier
	own float64
}

// meets is what a learner meets its next example with.
func meets(l algos.Learner) met {
	s := l.State()
	return met{s.Classifier, s.Gamma}
}

// classifiers yields what a learner meets each example of a stream with, and then tells of its
// step there.
func classifiers(l algos.Learner, s stream, tell func(i int, step theory.Step)) iter.Seq2[int, met] {
	return func(yield func(int, met) bool) {
		streamed, ok := l.(algos.Streamed)
		if !ok {
			for i, e := range s {
				if !yield(i, meets(l)) {
					return
				}
				step := l.Step(e.X, e.Y)
				if !step.Made() {
					return
				}
				tell(i, step)
			}
			return
		}
		c := l.State().Classifier
		steps, states := streamed.Steps(s, true)
		streamed.Reset()
		for i, step := range steps {
			if !yield(i, met{c, step.Gamma()}) {
				return
			}
			if tell(i, step); step.Updated && len(states) > 0 {
				c, states = states[0], states[1:]
			}
		}
	}
}

// place puts the examples of the pattern into s, a stream of its length and dimension,
// as a fresh learner meets them.
func (t *target) place(l algos.Learner, p pattern, s stream) {
	shown, streamed := l.(algos.Streamed)
	hidden := streamed && shown.Unseen()&theory.NeedsClassifier != 0
	size := p.points.size()
	for i := range p.events {
		if t.put(l, p, i, size, s); !hidden {
			l.Step(s[i].X, s[i].Y)
		}
	}
	if streamed {
		shown.Reset() // others may have its process
	}
}

// put puts example i of the pattern into s, where the learner meets it. Points of a size are
// left where they are for a learner that shows no classifier.
func (t *target) put(l algos.Learner, p pattern, i int, size float64, s stream) {
	e, x := p.events[i], s[i].X.Value
	copy(x, p.points[i].X.Value)
	s[i].Y = e.y
	met := meets(l)
	c := t.facing(met.Classifier, e.y, e.foe)
	way, sq := t.across(c.W)
	if !(sq > 0) {
		return
	}
	a := e.level
	if e.mistake {
		a = -max(a, p.depth)
	}
	off := (c.Score(s[i].X) - float64(t.sign(e.y)*a*t.unit(met.own, sq, size)*math.Sqrt(sq))) / sq
	for k, v := range way {
		x[k] -= float64(off * v)
	}
}

// unit is what levels are measured in: γ_t where the learner has one, the distance at
// which the score is 1 where its rule is in the unit of scores, else the stream's size. The
// square is ‖w‖∗².
func (t *target) unit(own, square, size float64) float64 {
	if own > 0 && !math.IsInf(own, 1) {
		return own
	}
	if t.learner.Kind.Degree == algos.Degree0 {
		return 1 / math.Sqrt(square)
	}
	return size
}

// wrong reports that a step is a mistake: of the randomized classifier, without its
// coin, that the less probable label was revealed.
func (t *target) wrong(step theory.Step) bool {
	if t.learner.Kind.Random {
		return theory.Sign(step.Score*float64(step.Y)) != step.Y
	}
	return step.Mistake()
}

// shape is a pattern without its points and levels, as a key.
func (p pattern) shape() string {
	b := make([]byte, 0, 3*len(p.events))
	for _, e := range p.events {
		b = append(b, byte(e.y), byte(e.foe), byte(one(e.mistake)))
	}
	return string(b)
}

// mistakes is how many of the events are mistakes.
func (p pattern) mistakes() int {
	n := 0
	for _, e := range p.events {
		n += one(e.mistake)
	}
	return n
}

// drawnPattern draws a pattern whose points lie in all directions. One of n examples
// more than the least is drawn in proportion to 1/n², since what a descent costs grows faster still.
func (g source) drawnPattern() pattern {
	least := max(2, g.Examples.Low)
	n := least + min(int(1/(1-g.rng.Float64()))-1, max(0, g.Examples.High-least))
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
	s := newStream(len(p.events), min(max(g.Dim.Low, len(p.events)-1), g.Dim.High))
	events := slices.Clone(p.events)
	for i, e := range events {
		g.shake(s[i].X.Value, 1)
		events[i] = g.event(e.y, e.mistake)
		events[i].foe = e.foe
	}
	return pattern{events, s, beyond}
}

// varied is the pattern with one event more, one less, or another, which keeps the
// points of the others.
func (g source) varied(p pattern) pattern {
	p = pattern{slices.Clone(p.events), p.points.clone(), beyond}
	i := g.rng.IntN(len(p.events))
	switch kind := g.rng.IntN(8); {
	case kind < 3 && len(p.events) < g.Examples.High:
		at := len(p.events)
		if g.oneIn(2) {
			at = 1 + i
		}
		y := g.label()
		if g.oneIn(2) {
			y = g.other(p.events[at-1].y)
		}
		return g.with(p, at, g.event(y, g.oneIn(2)))
	case kind < 5 && len(p.events) > max(2, g.Examples.Low):
		p.events, p.points = slices.Delete(p.events, i, i+1), slices.Delete(p.points, i, i+1)
	case kind < 6:
		p.events[i].y = g.other(p.events[i].y)
		p.events[i].foe = g.foe(p.events[i].y)
	case kind < 7:
		p.events[i] = g.event(p.events[i].y, !p.events[i].mistake)
	default:
		e, x, at := p.events[i], p.points[i], g.rng.IntN(len(p.events))
		p.events = slices.Insert(slices.Delete(p.events, i, i+1), at, e)
		p.points = slices.Insert(slices.Delete(p.points, i, i+1), at, x)
	}
	return p
}

// with is the pattern with an event more. Its point is that of another event moved off,
// in a dimension of its own if there is room for one more.
func (g source) with(p pattern, at int, e event) pattern {
	near, size := p.points[g.rng.IntN(len(p.points))], p.points.size()
	points := p.points
	if points.dim() < g.Dim.High {
		points = points.embed(points.dim() + 1)
	}
	x := make([]float64, points.dim())
	copy(x, near.X.Value)
	g.shake(x, size*g.logUniform(0.1, 1))
	return pattern{slices.Insert(p.events, at, e), points.insert(at, theory.Example{X: vec.Dense(x...), Y: e.y}), beyond}
}
