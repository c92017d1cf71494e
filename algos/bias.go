package algos

import (
	"marginlab/theory"
	"marginlab/theory/vec"
)

// Bias is a learner through the origin that does not itself handle a [Space] with a Bias: Bias appends the constant
// coordinate c to every x, so that w·x + w_{d+1}c has the bias b = w_{d+1}c.
type Bias struct {
	inner Learner
	space Space
	x     vec.Vector
}

// lifted returns a learner whose examples get the constant coordinate of the space appended.
func lifted(s Space, learner func(wider Space) Learner) Learner {
	wider := s
	wider.Dim, wider.Bias = s.Dim+1, 0
	b := &Bias{inner: learner(wider), space: s}
	if program, ok := b.inner.(Streamed); ok {
		return streamedBias{b, program}
	}
	return b
}

// of returns (x, c), valid until the next call.
func (b *Bias) of(x vec.Vector) vec.Vector {
	if b.x = copyInto(b.x, x); x.IsSparse() {
		b.x.Index = append(b.x.Index, b.space.Dim)
	} else {
		for len(b.x.Value) < b.space.Dim {
			b.x.Value = append(b.x.Value, 0)
		}
	}
	b.x.Value = append(b.x.Value, b.space.Bias)
	return b.x
}

func (b *Bias) Step(x vec.Vector, y theory.Label) theory.Step { return b.inner.Step(b.of(x), y) }
func (b *Bias) Score(x vec.Vector) float64                    { return b.inner.Score(b.of(x)) }

// State implements [Learner]: (w, w_{d+1}c) in the space of the features.
func (b *Bias) State() State {
	s := b.inner.State()
	s.Classifier = b.space.classifier(s.W)
	return s
}

func (b *Bias) Reset() { b.inner.Reset() }

// streamedBias is a Bias whose learner takes many examples at once.
type streamedBias struct {
	*Bias
	inner Streamed
}

func (b streamedBias) Unseen() theory.Needs { return b.inner.Unseen() }

// Steps implements [Streamed]: the inner learner sees the examples (x, c).
func (b streamedBias) Steps(examples []theory.Example, states bool) ([]theory.Step, []theory.Classifier) {
	lifted, _ := theory.View{Lift: b.space.Bias}.Of(examples, b.space.Dim)
	steps, had := b.inner.Steps(lifted, states)
	for i, c := range had {
		had[i] = b.space.classifier(c.W)
	}
	return steps, had
}

// biasName is the name of the constant coordinate in an expression.
const biasName = "bias"

// constant is the coordinate that bias appends.
var constant = Param{Name: "c", Default: 1, Low: -maxLift, High: maxLift, Unit: 1}

// BiasKind describes a learner of any task with a constant coordinate appended for it.
func BiasKind() Kind {
	return Kind{
		Name: biasName, Default: true, Traits: Traits{Kernel: true},
		Wraps:   "perceptron,1",
		Params:  []Param{constant},
		Summary: "a learner through the origin on features with a constant coordinate c appended",
		Source:  "HKNS25, Section B.3",
		Pseudocode: `for each (x, y):
  predict as the learner does on (x, c)
  let it learn from (x, c), y`,
	}
}
