package theory_test

import (
	"context"
	"fmt"
	"slices"

	"marginlab/algos"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// Novikoff's theorem speaks of a run of the Perceptron: its updates are at most (R/γ)².
func ExampleGuarantee_Check() {
	at := func(y theory.Label, x ...float64) theory.Example { return theory.Example{X: vec.Dense(x...), Y: y} }
	stream := []theory.Example{at(+1, 3, 4), at(+1, 3, -4), at(-1, -5, 0)}
	perceptron, err := algos.Parse("perceptron")
	if err != nil {
		fmt.Println(err)
		return
	}
	run, err := perceptron.Run(context.Background(), 2, slices.Values(stream))
	if err != nil {
		fmt.Println(err)
		return
	}
	geometry := theory.Diameters(stream, 2)
	geometry.Separable, geometry.Gamma = true, 3 // as w = (1, 0) shows; R = 5
	verdict := theory.Row("perceptron-novikoff").Check(&run, theory.Evidence{Geometry: geometry})
	fmt.Printf("%d updates of at most %s = %.3f: %v\n", run.Updates, verdict.Guarantee.Text(nil), verdict.Bound, verdict.Holds)
	// Output: 2 updates of at most (R/gamma0)^2 = 2.778: true
}
