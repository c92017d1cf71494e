package algos

import (
	"math"

	"marginlab/theory"
	"marginlab/theory/vec"
)

// Bias lets a learner through the origin use a bias: it appends the constant
// coordinate c to every x, so that w·x + w_{d+1}c has the bias b = w_{d+1}c.
// Theorems on the learner then speak of the lifted stream (x, c).
type Bias struct {
	inner Learner
	*lift
}

// NewBias wraps inner, a learner for dim+1 dimensions.
func NewBias(inner Learner, dim int, c float64) *Bias {
	return &Bias{inner, newLift(dim, c)}
}

// Step implements [Learner]. The inner learner must not keep x.
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
func (b *Bias) Classifier() theory.Classifier { return b.classifier(b.inner.Classifier()) }

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

// lifted makes the learner, which is one of two classes, with its constant coordinate. Others are
// given the lifted examples.
func (s *Spec) lifted(space Space) Learner {
	if space.Gram != nil {
		space.Lift = s.Bias
		return s.Kind.New(space, s.Args)
	}
	space.Dim++
	if s.HasKernelForm() { // it asks its space for inner products, which spares copies of x
		space.lift = newLift(space.Dim-1, s.Bias)
		return s.Kind.New(space, s.Args)
	}
	lifted := s.Kind.New(space, s.Args)
	b := NewBias(lifted, space.Dim-1, s.Bias)
	if streamed, ok := lifted.(Streamed); ok {
		return streamedBias{b, streamed}
	}
	return b
}
