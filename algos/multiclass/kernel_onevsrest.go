package multiclass

import (
	"fmt"

	"marginlab/algos"
	"marginlab/algos/kernel"
	"marginlab/theory"
)

// KernelOneVsRest is [OneVsRest] in the space of a kernel, over the points of a
// Gram matrix, which are named by their index. It implements the one-vs-rest scheme
// of amira.txt, Sections 4.2 and 4.3.
type KernelOneVsRest struct {
	poll     *Poll
	spec     *algos.Spec
	learners []kernel.Learner
}

// NewKernelOneVsRest returns one-vs-rest over the kernel form of a binary learner.
// The error is that it has none; see [kernel.New].
func NewKernelOneVsRest(g *kernel.Gram, classes int, binary *algos.Spec) (*KernelOneVsRest, error) {
	o := &KernelOneVsRest{poll: NewPoll(classes, binary), spec: binary}
	for range classes {
		l, err := kernel.New(binary, g)
		if err != nil {
			return nil, err
		}
		o.learners = append(o.learners, l)
	}
	return o, nil
}

// Step implements [KernelLearner]. It is an update if any of the binary learners made one.
func (o *KernelOneVsRest) Step(i, y int) Step {
	return o.poll.Step(y, func(c int, label theory.Label) theory.Step { return o.learners[c].Step(i, label) })
}

// Wants implements [KernelLearner].
func (o *KernelOneVsRest) Wants(i, y int) bool {
	for c, l := range o.learners {
		if l.Wants(i, against(c, y)) {
			return true
		}
	}
	return false
}

// Scores implements [KernelLearner]: of each class, what the classifier that its
// learner shows gives x_i.
func (o *KernelOneVsRest) Scores(dst []float64, i int) []float64 {
	if dst == nil {
		dst = make([]float64, len(o.learners))
	}
	for c, l := range o.learners {
		dst[c] = l.Score(i)
	}
	return dst
}

// Classes implements [KernelLearner].
func (o *KernelOneVsRest) Classes() int { return len(o.learners) }

// Norm implements [KernelLearner]: that of all f together, NaN if a learner does not
// say.
func (o *KernelOneVsRest) Norm() float64 { return norm(o.Traces()) }

// Learners are the binary learners, one a class.
func (o *KernelOneVsRest) Learners() []kernel.Learner { return o.learners }

// Classifiers implements [KernelLearner].
func (o *KernelOneVsRest) Classifiers() []kernel.Classifier {
	var all []kernel.Classifier
	for _, l := range o.learners {
		all = append(all, l.Classifier())
	}
	return all
}

// Traces are the runs of the binary learners so far, as those of [OneVsRest] but
// without classifiers: they are the learners'.
func (o *KernelOneVsRest) Traces() []theory.Trace {
	traces := make([]theory.Trace, len(o.learners))
	for c, l := range o.learners {
		traces[c] = named(o.poll.traces[c], o.spec, l)
	}
	return traces
}

// BinaryUpdates are the updates of all binary learners so far.
func (o *KernelOneVsRest) BinaryUpdates() int {
	updates := 0
	for _, tr := range o.poll.traces {
		updates += tr.Updates
	}
	return updates
}

// Err implements [KernelLearner]: that of the first binary learner that failed.
func (o *KernelOneVsRest) Err() error {
	for c, l := range o.learners {
		if f, ok := l.(interface{ Err() error }); ok && f.Err() != nil {
			return fmt.Errorf("class %d against the rest: %w", c, f.Err())
		}
	}
	return nil
}

// against is the label of class y for the learner of class c.
func against(c, y int) theory.Label {
	if c == y {
		return theory.Positive
	}
	return theory.Negative
}
