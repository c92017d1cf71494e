package algos

import (
	"math"

	"marginlab/theory"
	"marginlab/theory/vec"
)

// Bias lets a learner through the origin that has no [Comb] use a bias: it appends the constant
// coordinate c to every x, so that w·x + w_{d+1}c has the bias b = w_{d+1}c.
type Bias struct {
	inner Learner
	space Space
	x     vec.Vector
}

// Lifted returns what of makes for a space without a constant coordinate, behind a [Bias] where the space
// has one.
func Lifted(s Space, of func(s Space) Learner) Learner {
	if s.Bias == 0 {
		return of(s)
	}
	lifted := s
	lifted.Bias = 0
	lifted.Dim++
	l := of(lifted)
	b := &Bias{inner: l, space: s}
	if streamed, ok := l.(Streamed); ok {
		return streamedBias{b, streamed}
	}
	return b
}

// of is (x, c), until the next call.
func (b *Bias) of(x vec.Vector) vec.Vector {
	if b.x = copied(b.x, x); x.IsSparse() {
		b.x.Index = append(b.x.Index, b.space.Dim)
	} else {
		for len(b.x.Value) < b.space.Dim {
			b.x.Value = append(b.x.Value, 0)
		}
	}
	b.x.Value = append(b.x.Value, b.space.Bias)
	return b.x
}

// Step implements [Learner].
func (b *Bias) Step(x vec.Vector, y theory.Label) theory.Step { return b.inner.Step(b.of(x), y) }

// scorer is that of the inner learner, on lifted points; nil if it has none.
func (b *Bias) scorer() func(vec.Vector) float64 {
	score := scorerOf(b.inner)
	if score == nil {
		return nil
	}
	return func(x vec.Vector) float64 { return score(b.of(x)) }
}

// Gamma is the inner learner's own margin, NaN if it has none.
func (b *Bias) Gamma() float64 {
	if m, ok := b.inner.(interface{ Gamma() float64 }); ok {
		return m.Gamma()
	}
	return math.NaN()
}

// Norm is the inner learner's ‖w‖, NaN if it does not say.
func (b *Bias) Norm() float64 {
	if m, ok := b.inner.(interface{ Norm() float64 }); ok {
		return m.Norm()
	}
	return math.NaN()
}

// LogDet is the inner learner's log det(A/a), 0 if it has none.
func (b *Bias) LogDet() float64 {
	if m, ok := b.inner.(interface{ LogDet() float64 }); ok {
		return m.LogDet()
	}
	return 0
}

// Err implements [Failing] as the inner learner does, nil if that cannot fail.
func (b *Bias) Err() error {
	if f, ok := b.inner.(Failing); ok {
		return f.Err()
	}
	return nil
}

// Drifts implements [Drifting] as the inner learner does.
func (b *Bias) Drifts() bool { return drifts(b.inner) }

// Classifier implements [Learner]: (w, w_{d+1}c) in the space of the features.
func (b *Bias) Classifier() theory.Classifier { return b.space.classifier(b.inner.Classifier().W) }

const biasSteps = `for each (x, y):
  predict as the learner does on (x, c)
  let it learn from (x, c), y`

// BiasKind describes a learner of any task with a constant coordinate appended for it.
func BiasKind() Kind {
	return Kind{
		Name: biasName, Default: true, Traits: Traits{Kernel: true},
		Pseudocode: biasSteps,
		Summary:    "a learner through the origin on features with a constant coordinate c appended",
		Source:     "HKNS25, Section B.3",
		Wraps: &Wrapped{
			Tasks: []theory.Task{theory.Online, theory.ManyClasses, theory.Batch},
			What:  "a learner to wrap", Example: "perceptron,1", Lifts: true,
		},
		Params: []Param{{Name: "c", Default: 1, Low: -maxLift, High: maxLift, Unit: 1}},
	}
}

// biasName is how an expression says that a learner has a constant coordinate.
const biasName = "bias"
