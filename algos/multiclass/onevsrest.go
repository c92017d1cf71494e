package multiclass

import (
	"fmt"
	"math"

	"marginlab/algos"
	"marginlab/algos/kernel"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// Poll asks M binary learners, of whatever kind, and keeps the trace of each. The
// learner of class c is told +1 iff y = c; the class predicted is that of the
// greatest score before the update, the raw w·x+b of each learner in its own scale
// (amira.txt, Section 4.2; mcp.txt, Section 6). That of the OMM family is a_t: its
// classifier has ‖w‖ = 1, and what it says in its steps, of v₊−v₋, is no scale to
// compare classes in.
type Poll struct {
	traces []theory.Trace
	scores []float64
	unit   bool // the learners' classifiers have ‖w‖ = 1
}

// NewPoll returns a poll of learners of the spec, as many as there are classes.
func NewPoll(classes int, binary *algos.Spec) *Poll {
	checkClasses(classes)
	return &Poll{
		traces: make([]theory.Trace, classes), scores: make([]float64, classes),
		unit: binary.Core().Kind.UnitNorm,
	}
}

// Step lets each learner c make its step, by ask, at an example of class y. The
// Norm is that of all w together.
func (p *Poll) Step(y int, ask func(c int, label theory.Label) theory.Step) Step {
	checkClass(y, len(p.scores))
	var ww float64
	updated := false
	for c := range p.traces {
		label := against(c, y)
		s := ask(c, label)
		p.traces[c].Add(s)
		p.scores[c] = float64(label) * p.score(s)
		ww += s.Norm * s.Norm
		updated = updated || s.Updated
	}
	step := Judge(p.scores, y, math.Sqrt(ww))
	step.Updated = updated
	return step
}

// score is what a learner said of its class, or against it. In the initialisation
// phase, where w = 0, it is the score as it stands.
func (p *Poll) score(s theory.Step) float64 {
	if p.unit && s.Norm > 0 {
		return s.A()
	}
	return s.Score
}

// norm is that of all w of runs together, NaN if a learner does not say.
func norm(traces []theory.Trace) float64 {
	var ww float64
	for _, tr := range traces {
		ww += tr.Norm * tr.Norm
	}
	return math.Sqrt(ww)
}

// Traces are the runs of the learners so far: their steps, mistakes and updates.
func (p *Poll) Traces() []theory.Trace { return p.traces }

// OneVsRest makes a classifier of M classes of M binary learners; see [Poll].
type OneVsRest struct {
	poll     *Poll
	spec     *algos.Spec
	learners []algos.Learner
}

// NewOneVsRest returns one-vs-rest of x in dim dimensions over the binary learner
// of the spec.
func NewOneVsRest(dim, classes int, spec *algos.Spec) *OneVsRest {
	o := &OneVsRest{poll: NewPoll(classes, spec), spec: spec}
	for range classes {
		o.learners = append(o.learners, spec.New(dim))
	}
	return o
}

// Step implements [Learner]. It is an update if any of the binary learners made
// one.
func (o *OneVsRest) Step(x vec.Vector, y int) Step {
	return o.poll.Step(y, func(c int, label theory.Label) theory.Step { return o.learners[c].Step(x, label) })
}

// Classes implements [Learner].
func (o *OneVsRest) Classes() int { return len(o.learners) }

// Classifier implements [Learner]: of each class, the classifier that its learner
// shows, which for the averaged Perceptron is not the one it predicts with.
func (o *OneVsRest) Classifier() Classifier {
	c := make(Classifier, len(o.learners))
	for z, l := range o.learners {
		c[z] = l.Classifier()
	}
	return c
}

// Norm implements [Learner]: that of all w together, NaN if a learner does not say.
func (o *OneVsRest) Norm() float64 {
	return norm(o.Traces())
}

// Err implements [Learner]: that of the first binary learner that failed.
func (o *OneVsRest) Err() error {
	for c, l := range o.learners {
		if f, ok := l.(algos.Failing); ok && f.Err() != nil {
			return fmt.Errorf("class %d against the rest: %w", c, f.Err())
		}
	}
	return nil
}

// Traces are the runs of the binary learners so far, one a class, each over the
// stream with the labels +1 iff y = c: what the theorems on two classes speak of.
func (o *OneVsRest) Traces() []theory.Trace {
	traces := make([]theory.Trace, len(o.learners))
	for c, l := range o.learners {
		traces[c] = named(o.poll.traces[c], o.spec, l)
		traces[c].Classifier = l.Classifier()
	}
	return traces
}

// named is the trace of a binary learner with its name and parameters, and what it
// says of itself.
func named(tr theory.Trace, spec *algos.Spec, l any) theory.Trace {
	spec.Caption(&tr)
	tr.Gamma, tr.Norm = math.NaN(), math.NaN()
	algos.Measure(&tr, l)
	return tr
}

// oneVsRestKind describes one-vs-rest.
func oneVsRestKind() algos.Kind {
	return algos.Kind{
		Name: "one-vs-rest", Task: theory.ManyClasses, Kernel: algos.AnyParams, Checked: []string{"e-omm"},
		Wraps:    &algos.Wrapped{Tasks: []theory.Task{theory.Online}, What: "a learner of two classes", Example: "perceptron"},
		Summary:  "of each class a binary learner of it against the rest; the greatest raw score wins",
		Source:   "amira.txt, Section 4.2",
		Families: func([]float64) []string { return []string{"one-vs-rest"} },
		Make: Maker{
			New: func(dim, classes int, _ []float64, binary *algos.Spec) Learner {
				return NewOneVsRest(dim, classes, binary)
			},
			Kernel: func(g *kernel.Gram, classes int, _ []float64, binary *algos.Spec) (KernelLearner, error) {
				o, err := NewKernelOneVsRest(g, classes, binary)
				if err != nil {
					return nil, err
				}
				return o, nil
			},
		},
	}
}
