package kernel

import (
	"fmt"

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

// Learners lists the learners of the registry that have a kernel form here, by name.
func Learners() map[string]func(s Space, p map[string]float64) Learner {
	return map[string]func(s Space, p map[string]float64) Learner{
		"perceptron":          func(s Space, _ map[string]float64) Learner { return NewPerceptron(s) },
		"averaged-perceptron": func(s Space, _ map[string]float64) Learner { return NewAveragedPerceptron(s) },
		"romma":               func(s Space, p map[string]float64) Learner { return NewROMMA(s, p["eps"]) },
		"a-romma":             func(s Space, p map[string]float64) Learner { return NewROMMA(s, 0) },
		"alma":                func(s Space, p map[string]float64) Learner { return NewALMA(s, p["alpha"], p["B"], p["C"]) },
		"pegasos": func(s Space, p map[string]float64) Learner {
			return NewPegasos(s, p["lambda"], p["project"] == 1, p["classifier"] == 1)
		},
		"pa":     func(s Space, _ map[string]float64) Learner { return NewPA(s) },
		"pa-i":   func(s Space, p map[string]float64) Learner { return NewPA1(s, p["C"]) },
		"pa-ii":  func(s Space, p map[string]float64) Learner { return NewPA2(s, p["C"]) },
		"mira":   func(s Space, _ map[string]float64) Learner { return NewAMIRA(s, 1) },
		"amira":  func(s Space, p map[string]float64) Learner { return NewAMIRA(s, p["eps"]) },
		"e-omm":  func(s Space, _ map[string]float64) Learner { return NewOMM(s, 1) },
		"ce-omm": func(s Space, _ map[string]float64) Learner { return NewOMM(s, 0) },
		"omm":    func(s Space, p map[string]float64) Learner { return NewOMM(s, p["rho"]) },
		"n-omm":  func(s Space, p map[string]float64) Learner { return NewNaiveOMM(s, p["keep"] == 1) },
	}
}

// New returns the kernel form of a learner of the registry over the points of a
// Gram matrix. The error is that it has none, or that Pegasos's λ is so small that
// ‖f‖² would overflow.
func New(spec *algos.Spec, g *Gram) (Learner, error) {
	if !spec.HasKernelForm() {
		return nil, fmt.Errorf("learner %q has no kernel form", spec)
	}
	s, p := Space{Gram: g, Lift: spec.Lift()}, spec.Core().Params()
	if lambda, ok := p["lambda"]; ok {
		for i := range s.Len() {
			if s.Diag(i) > mostSqNorm*lambda*lambda {
				return nil, fmt.Errorf("learner %q: K(x,x) = %.3g of example %d is too large for lambda: the squared norm of f would overflow", spec, s.Diag(i), i+1)
			}
		}
	}
	return Learners()[spec.Core().Kind.Name](s, p), nil
}

// mostSqNorm bounds ‖f‖² far enough below the largest float64 for sums of a few.
const mostSqNorm = 1e290
