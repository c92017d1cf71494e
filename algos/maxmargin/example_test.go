package maxmargin_test

import (
	"context"
	"fmt"

	"marginlab/algos/trial"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// The maximum margin is half the distance of (2, 0) and (−2, 0). A gap of less than 1e-6
// is certified by the dual solution.
func ExampleMeasure() {
	at := func(y theory.Label, x ...float64) theory.Example { return theory.Example{X: vec.Dense(x...), Y: y} }
	examples := []theory.Example{at(+1, 2, 0), at(+1, 3, 1), at(-1, -2, 0), at(-1, -4, 1)}
	geometry, err := trial.Measure(context.Background(), examples, theory.View{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("gamma* = %.4f, D = %.4f, r = %.4f, certified: %v\n", geometry.Gamma, geometry.D, geometry.R(), geometry.Gap() < 1e-6)
	// Output: gamma* = 2.0000, D = 2.2361, r = 1.1180, certified: true
}
