package external

import (
	"math"
	"slices"

	"marginlab/theory"
	"marginlab/theory/vec"
)

// Learner is a stream of a [Program]. It implements [algos.Streamed]: many examples at once
// take one message. Step takes one for each example, and Classifier one where the last answer
// does not have it.
type Learner struct {
	program *Program
	dim     int

	in     *child // the last process that had it
	stream int    // its number there
	seen   int    // examples

	// The examples from number offset on, counted from 0: all, so that any process can take the
	// stream over, while they are few. Later a process is kept for the stream.
	x      features
	y      []int8
	offset int
	held   bool

	now    *theory.Classifier // after all that was seen, nil if it is not known
	target float64            // γ‖w‖ after all that was seen, NaN if there is none or it is not known
	err    error
}

// mostKept are the numbers of a stream that are kept.
const mostKept = 1 << 20

func newLearner(p *Program, dim int) *Learner {
	return &Learner{program: p, dim: dim, x: features{dim: dim}, target: math.NaN()}
}

// Reset implements [algos.Renewable].
func (l *Learner) Reset() {
	if l.held {
		l.program.release(l.in)
	}
	l.x.reset(false)
	l.seen, l.offset, l.y, l.held, l.now, l.target, l.err = 0, 0, l.y[:0], false, nil, math.NaN(), nil
}

// Err implements [algos.Failing]: an *[Error].
func (l *Learner) Err() error { return l.err }

// Unseen implements [algos.Streamed]: what the greeting does not say that the program shows.
func (l *Learner) Unseen() theory.Unseen {
	if !l.greet() {
		return theory.Unseen{Classifier: true, Margin: true, Opening: true, LogDet: true}
	}
	return l.program.unseen()
}

// greet reports whether the program has greeted, and no error stands in the way.
func (l *Learner) greet() bool {
	if l.err == nil {
		l.err = l.program.Greet()
	}
	return l.err == nil
}

// shows reports whether the program shows this beside its decisions.
func (l *Learner) shows(what string) bool {
	return l.greet() && slices.Contains(l.program.about.Shows, what)
}

// Step implements [algos.Learner].
func (l *Learner) Step(x vec.Vector, y theory.Label) theory.Step {
	l.Classifier() // for the norm
	steps, _ := l.steps([]theory.Example{{X: x, Y: y}}, false, true)
	if len(steps) == 0 {
		return theory.Step{Score: math.NaN(), Target: math.NaN(), Norm: math.NaN(), Decision: theory.Decision{Y: y, Predicted: y}}
	}
	return steps[0]
}

// Steps implements [algos.Streamed].
func (l *Learner) Steps(examples []theory.Example, states bool) ([]theory.Step, []theory.Classifier) {
	return l.steps(examples, states, false)
}

// Classifier implements [algos.Learner]. That of a program that shows none is 0.
func (l *Learner) Classifier() theory.Classifier {
	if l.now == nil && l.shows(classifier) {
		_ = exchange(&request{Learner: l, since: l.seen, last: true}) // which keeps its error
	}
	if l.now == nil {
		return theory.Classifier{W: make([]float64, l.dim)}
	}
	return theory.Classifier{W: slices.Clone(l.now.W), B: l.now.B}
}

// Norm is ‖w‖ of the last classifier, NaN where the program shows none.
func (l *Learner) Norm() float64 {
	if l.Classifier(); l.now == nil {
		return math.NaN()
	}
	return vec.L2{}.Of(l.now.W)
}

// Gamma is the learner's own margin γ, NaN where it has none or the program shows none.
func (l *Learner) Gamma() float64 {
	if !l.shows(margins) {
		return math.NaN()
	}
	norm := l.Norm() // which asks for what is not known
	return l.target / norm
}

// steps learns from examples.
func (l *Learner) steps(examples []theory.Example, withStates, withLast bool) (steps []theory.Step, states []theory.Classifier) {
	if withStates {
		l.Classifier() // which the first steps have
	}
	if l.err != nil || len(examples) == 0 {
		return nil, nil
	}
	before := l.now
	since := l.seen
	l.keep(examples)
	asked := &request{Learner: l, since: since, states: withStates, last: withLast}
	if exchange(asked) != nil {
		return nil, nil
	}
	at := 0
	for _, a := range asked.answers {
		shown := a.States
		for i, label := range a.Predictions {
			e := examples[at]
			s := theory.Step{Score: math.NaN(), Target: a.margin(i), Norm: math.NaN(), Decision: theory.Decision{
				Y: e.Y, Predicted: theory.Label(label), Updated: a.Updates[i], Opening: a.Openings != nil && a.Openings[i],
			}}
			if a.Scores != nil {
				s.Score = float64(e.Y) * a.Scores[i]
			}
			if before != nil {
				s.Norm = vec.L2{}.Of(before.W)
				if a.Scores == nil {
					s.Score = float64(e.Y) * before.Score(e.X)
				}
			}
			switch {
			case a.Updates[i] && len(shown) > 0:
				before = &theory.Classifier{W: shown[0].W, B: shown[0].B}
				states, shown = append(states, *before), shown[1:]
			case a.Updates[i]:
				before = nil
			}
			steps = append(steps, s)
			at++
		}
	}
	if withStates {
		l.now = before
	}
	return steps, states
}

// keep keeps the examples, and forgets those before where they are many.
func (l *Learner) keep(examples []theory.Example) {
	if l.seen == 0 && examples[0].X.IsSparse() && l.greet() {
		l.x.reset(l.program.about.Sparse)
	}
	if len(l.x.value) > mostKept && l.held {
		l.x.reset(l.x.sparse)
		l.offset, l.y = l.seen, l.y[:0]
	}
	for _, e := range examples {
		l.x.add(e.X)
		l.y = append(l.y, int8(e.Y))
	}
	l.seen += len(examples)
	l.now = nil
}
