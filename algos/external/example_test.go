package external

import (
	"context"
	"fmt"
	"os"
	"slices"

	"marginlab/algos"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// A learner that is a program works wherever others do: here this test itself, which can act as a Perceptron.
func ExampleKind() {
	registry := algos.Learners()
	registry.Kinds = append(registry.Kinds, Kind())
	spec, err := registry.Parse(fmt.Sprintf("exec('%s' fake '' perceptron,as=perceptron)", os.Args[0]))
	if err != nil {
		fmt.Println(err)
		return
	}
	defer Stop()
	stream := []theory.Example{{X: vec.Dense(2, 1), Y: 1}, {X: vec.Dense(1, 2), Y: -1}, {X: vec.Dense(2, 1), Y: 1}}
	run, err := spec.Run(context.Background(), 2, slices.Values(stream))
	fmt.Println(run.Mistakes, run.Updates, run.Classifier.W, err)
	// Output: 1 2 [1 -1] <nil>
}
