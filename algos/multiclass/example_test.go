package multiclass_test

import (
	"context"
	"fmt"
	"slices"

	"marginlab/algos/multiclass"
	"marginlab/algos/registry"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// One-vs-rest makes a learner of three classes of three Perceptrons.
func Example() {
	learner, err := registry.Parse("one-vs-rest(perceptron)")
	if err != nil {
		fmt.Println(err)
		return
	}
	pass := []theory.Example{{X: vec.Dense(-1, -2), Y: 2}, {X: vec.Dense(-1, 2), Y: 1}, {X: vec.Dense(2, 0), Y: 0}}
	run, err := multiclass.Of(learner, 3).Run(context.Background(), 2, slices.Values(slices.Repeat(pass, 2)))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%d mistakes in %d steps\n", run.Mistakes, len(run.Steps))
	// Output: 2 mistakes in 6 steps
}
