package registry_test

import (
	"fmt"
	"math"

	"marginlab/algos"
	"marginlab/algos/registry"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// hebb adds y x at every example, with a rate.
type hebb struct {
	rate float64
	w    []float64
}

func (h *hebb) Step(x vec.Vector, y theory.Label) theory.Step {
	score := x.Dot(h.w)
	x.AddTo(h.w, h.rate*float64(y))
	return theory.Step{Score: float64(y) * score, Decision: theory.Decision{Y: y, Predicted: theory.Sign(score), Updated: true}}
}

func (h *hebb) Score(x vec.Vector) float64 { return x.Dot(h.w) }

func (h *hebb) State() algos.State {
	return algos.State{Classifier: theory.Classifier{W: append([]float64(nil), h.w...)}, Gamma: math.NaN(),
		Norm: math.NaN()}
}

func (h *hebb) Reset() { clear(h.w) }

// A Kind describes a caller's own learner. The registry reads its expressions like those of the others.
func ExampleLearners() {
	own := algos.Kind{
		Name:   "hebb",
		Params: []algos.Param{{Name: "rate", Default: 1, Low: 0, High: 100, Unit: -2}},
		New: func(s algos.Space, a algos.Args) algos.Learner {
			return &hebb{a.Num("rate"), make([]float64, s.Dim)}
		},
	}
	r := registry.Learners()
	r.Kinds = append(r.Kinds, own)

	spec, err := r.Parse("bias(hebb(rate=1/4),2)")
	fmt.Println(spec, err)
	l := spec.New(1)
	for _, x := range []float64{1, 3, 4} {
		fmt.Println(l.Step(vec.Dense(x), theory.Positive).Score)
	}
	_, err = r.Parse("hebb(rate=-1)")
	fmt.Println(err)
	// Output:
	// bias(hebb(rate=0.25),2) <nil>
	// 0
	// 1.75
	// 6
	// learner "hebb(rate=-1)": parameter rate is "-1", expected a number in [0, 100]
}
