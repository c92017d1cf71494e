package algos

import "marginlab/theory"

// streamedBias is a [Bias] of a learner that takes many examples at once, and does so too.
type streamedBias struct {
	*Bias
	inner Streamed
}

// Reset implements [Renewable].
func (b streamedBias) Reset() { b.inner.Reset() }

// Unseen implements [Streamed].
func (b streamedBias) Unseen() theory.Unseen { return b.inner.Unseen() }

// Steps implements [Streamed]: the inner learner sees the examples (x, c).
func (b streamedBias) Steps(examples []theory.Example, states bool) ([]theory.Step, []theory.Classifier) {
	lifted, _ := theory.View{Lift: b.c}.Of(examples, b.dim)
	steps, had := b.inner.Steps(lifted, states)
	for i, c := range had {
		had[i] = b.classifier(c)
	}
	return steps, had
}

// Streams implements [Streamed].
func (b streamedBias) Streams() int { return b.inner.Streams() }

// Abreast implements [Streamed].
func (b streamedBias) Abreast(learners []Learner, examples []theory.Example) {
	inner := make([]Learner, len(learners))
	for i, l := range learners {
		inner[i] = l.(streamedBias).inner
	}
	lifted, _ := theory.View{Lift: b.c}.Of(examples, b.dim)
	b.inner.Abreast(inner, lifted)
}
