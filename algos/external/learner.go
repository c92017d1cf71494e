package external

import (
	"math"
	"slices"

	"marginlab/algos"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// Learner is a stream of a [Program]. It implements [algos.Streamed]: many examples at once take one message.
// Step takes one for each example, and Classifier one where the last answer does not have it.
type Learner struct {
	program *Program
	dim     int
	stream  int // its number in its process
	seen    int // examples

	now    *theory.Classifier // after all that was seen, nil if it is not known
	target float64            // γ‖w‖ after all that was seen, NaN if there is none or it is not known
	err    error
}

func newLearner(p *Program, dim int) *Learner {
	return &Learner{program: p, dim: dim, target: math.NaN()}
}

// Reset implements [algos.Learner]. It leaves the process to other streams.
func (l *Learner) Reset() {
	l.program.leave(l)
	*l = *newLearner(l.program, l.dim)
}

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
	l.shown() // for the norm
	steps, _ := l.steps([]theory.Example{{X: x, Y: y}}, false, true)
	if len(steps) == 0 {
		return theory.NoStep // it cannot go on
	}
	return steps[0]
}

// Steps implements [algos.Streamed].
func (l *Learner) Steps(examples []theory.Example, states bool) ([]theory.Step, []theory.Classifier) {
	return l.steps(examples, states, false)
}

// State implements [algos.Learner]. The classifier of a program that shows none is 0, and its norm NaN. Err
// is an *[Error].
func (l *Learner) State() algos.State {
	s := algos.State{Classifier: l.shown(), Gamma: math.NaN(), Norm: math.NaN()}
	if l.now != nil {
		s.Norm = vec.L2{}.Of(l.now.W)
	}
	if l.shows(margins) {
		s.Gamma = l.target / s.Norm
	}
	s.Err = l.err
	return s
}

// Score implements [algos.Learner]. It is NaN where the program shows no classifier.
func (l *Learner) Score(x vec.Vector) float64 {
	if l.shown(); l.now == nil {
		return math.NaN()
	}
	return l.now.Score(x)
}

// shown is the classifier that the program shows, 0 if it shows none.
func (l *Learner) shown() theory.Classifier {
	if l.now == nil && l.shows(classifier) {
		l.ask(nil, false, true)
	}
	if l.now == nil {
		return theory.Classifier{W: make([]float64, l.dim)}
	}
	return theory.Classifier{W: slices.Clone(l.now.W), B: l.now.B}
}

// steps learns from examples.
func (l *Learner) steps(examples []theory.Example, withStates, withLast bool) (steps []theory.Step, states []theory.Classifier) {
	if withStates {
		l.shown() // which the first steps have
	}
	if l.err != nil || len(examples) == 0 {
		return nil, nil
	}
	before, at := l.now, 0
	for _, a := range l.ask(examples, withStates, withLast) {
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
	if withStates && l.err == nil {
		l.now = before
	}
	return steps, states
}

const (
	mostAsked  = 1 << 16 // numbers in a question,
	mostRows   = 1 << 10 // examples, and
	mostStates = 1 << 20 // numbers in the classifiers that its answer may show
)

// ask has the program learn examples that follow those seen, and returns the answers to them; without examples it asks
// for the classifier alone. An error is kept.
func (l *Learner) ask(examples []theory.Example, withStates, withLast bool) []answer {
	c, err := l.program.acquire(l)
	if err != nil {
		l.err = err
		return nil
	}
	twice := false
	if l.seen == 0 {
		if l.stream = c.streams + 1; len(examples) > 0 {
			twice = c.streams%againEvery == 0
			c.streams++
		}
	}
	questions := l.questions(c.greeting, examples, withStates, withLast)
	if twice {
		questions = slices.Insert(questions, 0, questions[0])
	}
	answers, failed := c.exchange(questions, l.program.biased(), l.program.timeout)
	if failed == nil && twice {
		if wrong := answers[0].differs(&answers[1], questions[0]); wrong != nil {
			failed = &failure{fault: *wrong}
		}
		answers = answers[1:]
	}
	if failed != nil {
		l.program.drop(c)
		l.now = nil
		if failed.ended && l.seen == 0 {
			if located, by := l.oneByOne(examples); located != nil {
				failed, c = located, by
			}
		}
		l.err = &Error{Learner: l.program.text, Example: failed.example, What: failed.what,
			Message: cut(string(failed.line)), Stderr: c.stderr.last()}
		return nil
	}
	l.program.release(c)
	l.seen += len(examples)
	last := &answers[len(answers)-1]
	if l.now, l.target = nil, last.margin(len(last.Predictions)); last.Classifier != nil {
		l.now = &theory.Classifier{W: last.Classifier.W, B: last.Classifier.B}
	}
	return answers
}

// questions are those that send the examples, cut where a question or its answer would be too long, and ask for what
// the program shows.
func (l *Learner) questions(g greeting, examples []theory.Example, withStates, withLast bool) (all []question) {
	var show []string
	for _, what := range []string{scores, margins, openings} {
		if slices.Contains(g.Shows, what) {
			show = append(show, what)
		}
	}
	most, planes := mostRows, slices.Contains(g.Shows, classifier)
	if withStates && planes {
		show = append(show, states)
		most = min(most, max(1, mostStates/max(1, l.dim)))
	}
	for from := 0; from < len(examples) || all == nil; {
		begin, numbers := from, 0
		for from < min(len(examples), begin+most) {
			if numbers += g.numbers(examples[from].X, l.dim); numbers > mostAsked && from > begin {
				break
			}
			from++
		}
		all = append(all, question{stream: l.stream, first: l.seen + begin + 1, dim: l.dim,
			examples: examples[begin:from], show: show})
	}
	if last := &all[len(all)-1]; withLast && planes {
		last.show = append(slices.Clone(show), classifier)
	}
	return all
}

// oneByOne has another process learn the beginning of a stream again, an example in each question, and returns
// what fails there and in which process: nil if nothing does, or if there are too many.
func (l *Learner) oneByOne(examples []theory.Example) (*failure, *child) {
	const most = 10_000
	if len(examples) > most {
		return nil, nil
	}
	c, err := l.program.start()
	if err != nil {
		return nil, nil
	}
	defer l.program.drop(c)
	for i := range examples {
		q := question{stream: 1, first: i + 1, dim: l.dim, examples: examples[i : i+1]}
		if _, failed := c.exchange([]question{q}, l.program.biased(), l.program.timeout); failed != nil {
			return failed, c
		}
	}
	return nil, nil
}
