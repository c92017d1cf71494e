package kernel_test

import (
	"context"
	"fmt"

	"marginlab/algos"
	"marginlab/algos/kernel"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// The Perceptron learns exclusive or over the matrix of a kernel.
func ExampleRun() {
	k, err := kernel.Parse("poly(degree=2)")
	if err != nil {
		fmt.Println(err)
		return
	}
	points := []vec.Vector{vec.Dense(1, 1), vec.Dense(-1, -1), vec.Dense(1, -1), vec.Dense(-1, 1)}
	gram, err := kernel.NewGram(k, points, 2, 1<<20)
	if err != nil {
		fmt.Println(err)
		return
	}
	perceptron, err := algos.Parse("perceptron")
	if err != nil {
		fmt.Println(err)
		return
	}
	labels := []theory.Label{+1, +1, -1, -1}
	run, learned, err := kernel.Run(context.Background(), perceptron, gram, labels, []int{0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%d mistakes, margin %.3f\n", run.Mistakes, kernel.Margin(learned, gram, labels))
	// Output: 3 mistakes, margin 1.414
}
