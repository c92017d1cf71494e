package multiclass_test

import (
	"context"
	"fmt"

	"marginlab/algos/multiclass"
	"marginlab/algos/registry"
	"marginlab/theory/vec"
)

// One-vs-rest makes a learner of three classes of three Perceptrons.
func ExampleSpec_Run() {
	spec, err := registry.Parse("one-vs-rest(perceptron)")
	if err != nil {
		fmt.Println(err)
		return
	}
	x := []vec.Vector{vec.Dense(2, 0), vec.Dense(-1, 2), vec.Dense(-1, -2)}
	run, err := multiclass.Of(spec).Run(context.Background(), 2, 3, x, []int{0, 1, 2}, []int{2, 1, 0, 2, 1, 0})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%d mistakes in %d steps\n", run.Mistakes, len(run.Steps))
	// Output: 2 mistakes in 6 steps
}
