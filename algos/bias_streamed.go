package algos

import "marginlab/theory"

// streamedBias is a [Bias] of a learner that takes many examples at once, and does so too.
type streamedBias struct {
	*Bias
	inner Streamed
}

// Unseen implements [Streamed].
func (b streamedBias) Unseen() theory.Unseen { return b.inner.Unseen() }

// Steps implements [Streamed]: the inner learner sees the examples (x, c).
func (b streamedBias) Steps(examples []theory.Example, states bool) ([]theory.Step, []theory.Classifier) {
	lifted, _ := theory.View{Lift: b.space.Bias}.Of(examples, b.space.Dim)
	steps, had := b.inner.Steps(lifted, states)
	for i, c := range had {
		had[i] = b.space.classifier(c.W)
	}
	return steps, had
}
