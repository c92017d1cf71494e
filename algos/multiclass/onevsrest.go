package multiclass

import (
	"fmt"
	"math"
	"slices"

	"marginlab/algos"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// OneVsRest makes a classifier of M classes from M binary learners of any kind. The learner of class c gets the label
// +1 iff y = c. The predicted class has the greatest score before the update, the raw w·x+b of each learner in its
// own scale. For the OMM family this score is a_t: its classifier has ‖w‖ = 1, and the scale of its steps, v₊−v₋, is
// no scale in which to compare classes.
//
// It implements the scheme of ZH13, Sections 4.2 and 4.3, and BH16, Section 6.
type OneVsRest struct {
	spec     *algos.Spec
	unit     bool // whether the learners' classifiers have ‖w‖ = 1
	learners []algos.Learner
	steps    []theory.Step  // of the present example
	traces   []theory.Trace // of each learner
	scores   []float64
	err      error
}

// NewOneVsRest returns one-vs-rest over the binary learner of the spec, in ℝ^d in the norm that the spec names.
func NewOneVsRest(s algos.Space, classes int, spec *algos.Spec) *OneVsRest {
	checkClasses(classes)
	o := &OneVsRest{
		spec: spec, unit: spec.Kind.UnitNorm, steps: make([]theory.Step, classes),
		traces: make([]theory.Trace, classes), scores: make([]float64, classes),
	}
	for range classes {
		o.learners = append(o.learners, spec.Over(s))
	}
	return o
}

// Step implements [algos.Learner]. It is an update if any of the binary learners made one. The Norm is that of all w
// together. If a binary learner fails, the traces of all end at the example before.
func (o *OneVsRest) Step(x vec.Vector, y theory.Label) theory.Step {
	if o.err != nil {
		return theory.NoStep
	}
	for c, l := range o.learners {
		if o.steps[c] = l.Step(x, against(c, y)); !o.steps[c].Made() {
			o.err = fmt.Errorf("class %d against the rest: %w", c, l.State().Err)
			return theory.NoStep
		}
	}
	var ww float64
	for c, s := range o.steps {
		o.traces[c].Add(s)
		score := s.Score
		if o.unit && s.Norm > 0 { // in the initialisation phase w = 0
			score = s.A()
		}
		o.scores[c] = float64(s.Y) * score
		ww += float64(s.Norm * s.Norm)
	}
	step := judge(o.scores, y, math.Sqrt(ww))
	step.Updated = slices.ContainsFunc(o.steps, func(s theory.Step) bool { return s.Updated })
	return step
}

// against returns the label of class y for the learner of class c.
func against(c int, y theory.Label) theory.Label {
	if c == int(y) {
		return theory.Positive
	}
	return theory.Negative
}

func (o *OneVsRest) Classes() int { return len(o.learners) }

// Wants implements [algos.Kernelized]. A binary learner without a kernel form asks for no row.
func (o *OneVsRest) Wants(x vec.Vector, y theory.Label) bool {
	for c, l := range o.learners {
		if k, is := l.(algos.Kernelized); is && k.Wants(x, against(c, y)) {
			return true
		}
	}
	return false
}

// Scores implements [Learner]: for each class, the score that the visible classifier of its learner gives x.
func (o *OneVsRest) Scores(dst []float64, x vec.Vector) []float64 {
	for c, l := range o.learners {
		dst[c] = l.Score(x)
	}
	return dst
}

// Score implements [algos.Learner]: the greatest of the Scores.
func (o *OneVsRest) Score(x vec.Vector) float64 { return slices.Max(o.Scores(o.scores, x)) }

// ByClass implements [Learner]: it returns for each class the visible classifier of its learner, which for the
// averaged Perceptron is not the one it predicts with.
func (o *OneVsRest) ByClass() Classifier {
	c, _ := o.classifiers()
	return c
}

// State implements [algos.Learner]. Norm is that of all w together, NaN if a learner's is unknown, and Err the error
// of the first binary learner that failed.
func (o *OneVsRest) State() algos.State {
	c, norm := o.classifiers()
	return algos.State{Classifier: c.Concatenated(), Gamma: math.NaN(), Norm: norm, Err: o.err}
}

// classifiers returns the classifier of each class, and the norm of all w together.
func (o *OneVsRest) classifiers() (c Classifier, norm float64) {
	var ww float64
	for _, l := range o.learners {
		s := l.State()
		c, ww = append(c, s.Classifier), ww+float64(s.Norm*s.Norm)
	}
	return c, math.Sqrt(ww)
}

func (o *OneVsRest) Reset() {
	for _, l := range o.learners {
		l.Reset()
	}
	clear(o.traces)
	o.err = nil
}

// Forget drops the steps of the binary learners so far, and keeps their counts.
func (o *OneVsRest) Forget() {
	for c := range o.traces {
		o.traces[c].Steps = o.traces[c].Steps[:0]
	}
}

// Repeat implements [algos.Repeating].
func (o *OneVsRest) Repeat() {
	for _, l := range o.learners {
		algos.Repeats(l)
	}
}

// Traces returns the runs of the binary learners so far, one a class, each over the stream with the labels +1 iff y =
// c: the theorems on two classes apply to these.
func (o *OneVsRest) Traces() []theory.Trace {
	traces := make([]theory.Trace, len(o.learners))
	for c, l := range o.learners {
		traces[c] = o.traces[c]
		o.spec.Caption(&traces[c])
		algos.Show(&traces[c], l)
	}
	return traces
}

// oneVsRestKind describes one-vs-rest.
func oneVsRestKind() algos.Kind {
	return algos.Kind{
		Name: "one-vs-rest", Task: theory.ManyClasses, Checked: []string{"e-omm"},
		Wraps:  "perceptron",
		Traits: algos.Traits{Families: []string{"one-vs-rest"}, Kernel: true},
		Make: Maker(func(s algos.Space, classes int, _ algos.Args, binary *algos.Spec) Learner {
			return NewOneVsRest(s, classes, binary)
		}),
	}
}
