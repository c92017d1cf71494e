package external

import (
	"math"
	"slices"

	"marginlab/algos"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// Learner is a stream of a [Program]. It implements [algos.Streamed]: many examples at once take one message,
// and each answer has the classifier after it, if the program shows one.
type Learner struct {
	program *Program
	dim     int
	stream  int // its number in its process
	seen    int // examples

	now    *theory.Classifier // after all examples seen, nil if unknown
	target float64            // γ‖w‖ after all examples seen, NaN if there is none or it is unknown
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

// Unseen implements [algos.Streamed]: what the greeting does not announce.
func (l *Learner) Unseen() theory.Needs {
	if !l.greet() {
		return theory.NeedsClassifier | theory.NeedsMargin | theory.NeedsOpening | theory.NeedsLogDet
	}
	return l.program.unseen()
}

// greet reports whether the program has greeted, and there was no error.
func (l *Learner) greet() bool {
	if l.err == nil {
		l.err = l.program.Greet()
	}
	return l.err == nil
}

// shows reports whether the program shows this in addition to its decisions.
func (l *Learner) shows(what string) bool {
	return l.greet() && slices.Contains(l.program.about.Shows, what)
}

// knows reports whether the present classifier is known; a learner that has seen nothing asks for it.
func (l *Learner) knows() bool {
	if l.now == nil && l.shows(classifier) {
		l.ask(nil, false)
	}
	return l.now != nil
}

// State implements [algos.Learner]. If the program shows no classifier it is 0, and its norm NaN. Err is an *[Error].
func (l *Learner) State() algos.State {
	s := algos.State{Classifier: theory.Classifier{W: make([]float64, l.dim)}, Gamma: math.NaN(), Norm: math.NaN()}
	if l.knows() {
		s.Classifier.B = l.now.B
		copy(s.Classifier.W, l.now.W)
		s.Norm = vec.L2{}.Of(l.now.W)
	}
	if l.shows(margins) {
		s.Gamma = l.target / s.Norm
	}
	s.Err = l.err
	return s
}

// Score implements [algos.Learner]. It is NaN if the program shows no classifier.
func (l *Learner) Score(x vec.Vector) float64 {
	if !l.knows() {
		return math.NaN()
	}
	return l.now.Score(x)
}

// Step implements [algos.Learner].
func (l *Learner) Step(x vec.Vector, y theory.Label) theory.Step {
	l.knows() // for the norm
	steps, _ := l.Steps([]theory.Example{{X: x, Y: y}}, false)
	if len(steps) == 0 {
		return theory.NoStep // it cannot continue
	}
	return steps[0]
}

// Steps implements [algos.Streamed].
func (l *Learner) Steps(examples []theory.Example, withStates bool) (steps []theory.Step, had []theory.Classifier) {
	if withStates {
		l.knows() // for the first steps
	}
	if l.err != nil || len(examples) == 0 {
		return nil, nil
	}
	before := l.now
	for _, a := range l.ask(examples, withStates) {
		shown := a.States
		for i, label := range a.Predictions {
			e := examples[len(steps)]
			s := theory.Step{Score: math.NaN(), Target: a.margin(i), Norm: math.NaN(), Decision: theory.Decision{
				Y: e.Y, Predicted: theory.Label(label), Updated: a.Updates[i], Opening: a.Openings != nil && a.Openings[i],
			}}
			if before != nil {
				s.Norm, s.Score = vec.L2{}.Of(before.W), float64(e.Y)*before.Score(e.X)
			}
			if a.Scores != nil {
				s.Score = float64(e.Y) * a.Scores[i]
			}
			steps = append(steps, s)
			if !s.Updated {
				continue
			}
			if before = nil; len(shown) > 0 {
				before, shown = shown[0].classifier(), shown[1:]
				had = append(had, *before)
			}
		}
	}
	return steps, had
}

const (
	mostAsked  = 1 << 16 // numbers in a question,
	mostRows   = 1 << 10 // examples, and
	mostStates = 1 << 20 // numbers in the classifiers of its answer
	mostAgain  = 10_000  // examples that are learned again, one by one, to find the one at which a program ended
)

// ask sends the program the next examples, and returns the answers to them; without examples it asks only for the
// classifier. It keeps an error.
func (l *Learner) ask(examples []theory.Example, withStates bool) []answer {
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
	questions := l.questions(c.greeting, examples, withStates)
	if twice {
		questions = slices.Insert(questions, 0, questions[0])
	}
	answers, failed := c.exchange(questions, l.program.biased(), l.program.timeout)
	if failed == nil && twice {
		failed = answers[0].differs(&answers[1], questions[0])
		answers = answers[1:]
	}
	l.now, l.target = nil, math.NaN()
	if failed != nil {
		l.program.drop(c)
		if failed.ended && l.seen == 0 && len(examples) <= mostAgain {
			if located, by := l.oneByOne(examples); located != nil {
				failed, c = located, by
			}
		}
		failed.Learner, failed.Stderr = l.program.text, c.stderr.last()
		l.err = failed
		return nil
	}
	l.program.release(c)
	l.seen += len(examples)
	last := &answers[len(answers)-1]
	if l.target = last.margin(len(last.Predictions)); last.Classifier != nil {
		l.now = last.Classifier.classifier()
	}
	return answers
}

// questions returns the questions that send the examples, cut where a question or its answer would be too long; they
// ask for all that the program shows.
func (l *Learner) questions(g greeting, examples []theory.Example, withStates bool) (all []question) {
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
	if last := &all[len(all)-1]; planes {
		last.show = append(slices.Clone(show), classifier)
	}
	return all
}

// oneByOne sends the beginning of a stream to another process, an example in each question, and returns what fails
// there and in which process: nil if nothing does.
func (l *Learner) oneByOne(examples []theory.Example) (*Error, *child) {
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
