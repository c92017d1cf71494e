package kernel

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"

	"marginlab/algos"
	"marginlab/theory"
)

// Learner is an online learner of two classes in kernel form. It learns from
// points of a Gram matrix, by their index.
type Learner interface {
	// Step predicts the label of x_i, then learns from the revealed y.
	Step(i int, y theory.Label) theory.Step
	// Wants reports whether Step would ask for the row of x_i, as an update does.
	Wants(i int, y theory.Label) bool
	// Score is what the present classifier gives x_i; sign(Score) is its label.
	Score(i int) float64
	// Classifier returns the present classifier, in memory of its own.
	Classifier() Classifier
}

// Classifier predicts sign(Σ_i Alpha_i K(x_i,·) + B). Of a learner with a constant
// coordinate c, B has the c²·Σ Alpha_i that it adds.
type Classifier struct {
	Alpha []float64 // a number a point of the Gram matrix
	B     float64
}

// New returns the kernel form of a learner of the registry over the points of a
// Gram matrix. The error is that it has none, or that Pegasos's λ is so small that
// ‖f‖² would overflow.
func New(spec *algos.Spec, g *Gram) (Learner, error) {
	if !spec.HasKernelForm() {
		return nil, fmt.Errorf("learner %q has no kernel form", spec)
	}
	core, s := spec.Core(), g.Space(spec.Lift())
	if lambda, ok := core.Params()["lambda"]; ok {
		for i := range s.Dim {
			if k := s.Gram.Diag(i) + s.Lift*s.Lift; k > mostSqNorm*lambda*lambda {
				return nil, fmt.Errorf("learner %q: K(x,x) = %.3g of example %d is too large for lambda: the squared norm of f would overflow", spec, k, i+1)
			}
		}
	}
	switch l := core.Kind.New(s, core.Values, nil).(type) {
	case *algos.NaiveOMM:
		return newNaiveOMM(l, g), nil
	case algos.Kernelized:
		return &form{l, g, spec.Lift()}, nil
	}
	panic("kernel: a learner without a kernel form")
}

// mostSqNorm bounds ‖f‖² far enough below the largest float64 for sums of a few.
const mostSqNorm = 1e290

// form is a learner over the unit vectors that the points of a Gram matrix are.
type form struct {
	algos.Kernelized
	g    *Gram
	lift float64
}

func (f *form) Step(i int, y theory.Label) theory.Step { return f.Kernelized.Step(f.g.Unit(i), y) }

func (f *form) Wants(i int, y theory.Label) bool { return f.Kernelized.Wants(f.g.Unit(i), y) }

func (f *form) Score(i int) float64 { return f.Kernelized.Score(f.g.Unit(i)) }

func (f *form) Classifier() Classifier {
	c := f.Kernelized.Classifier()
	return Classifier{Alpha: c.W, B: c.B + f.lift*f.lift*floats.Sum(c.W)}
}

// Gamma is the learner's own margin, NaN if it has none.
func (f *form) Gamma() float64 {
	if m, ok := f.Kernelized.(interface{ Gamma() float64 }); ok {
		return m.Gamma()
	}
	return math.NaN()
}

// Norm is ‖f‖, NaN if the learner does not say.
func (f *form) Norm() float64 {
	if m, ok := f.Kernelized.(interface{ Norm() float64 }); ok {
		return m.Norm()
	}
	return math.NaN()
}

// Drifts reports whether the classifier may change at any step.
func (f *form) Drifts() bool {
	d, ok := f.Kernelized.(algos.Drifting)
	return ok && d.Drifts()
}
