package algos_test

import (
	"context"
	"fmt"
	"slices"

	"marginlab/algos"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// An expression makes a learner, which goes twice through a stream.
func ExampleParse() {
	spec, err := algos.Parse("omm(rho=1/2)")
	if err != nil {
		fmt.Println(err)
		return
	}
	at := func(y theory.Label, x ...float64) theory.Example { return theory.Example{X: vec.Dense(x...), Y: y} }
	stream := []theory.Example{at(+1, 2, 0), at(-1, -2, 0), at(+1, 1, 3), at(-1, -1, 4)}
	run, err := spec.Run(context.Background(), 2, slices.Values(slices.Concat(stream, stream)))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%v: %d mistakes, %d updates\n", spec, run.Mistakes, run.Updates)
	fmt.Printf("margin %.3f\n", run.Classifier.Margin(stream))
	// Output:
	// omm(rho=0.5): 2 mistakes, 5 updates
	// margin 1.043
}
