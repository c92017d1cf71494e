package algos_test

import (
	"context"
	"fmt"
	"slices"

	"marginlab/algos"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// A learner of one's own is a rule that changes w, and goes wherever the others go.
func ExampleOwn() {
	kind := algos.Own("greedy", func(dim int) algos.Rule {
		return func(w, x []float64, y float64) (updated bool) { // w is the last example that was wrong
			score := 0.0
			for i := range x {
				score += w[i] * x[i]
			}
			if y*score > 0 {
				return false
			}
			for i := range x {
				w[i] = y * x[i]
			}
			return true
		}
	})
	at := func(y theory.Label, x ...float64) theory.Example { return theory.Example{X: vec.Dense(x...), Y: y} }
	run, err := kind.Spec().Run(context.Background(), 2, slices.Values([]theory.Example{at(+1, 2, 1), at(-1, 1, 2), at(+1, 2, 1)}))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%s: %d mistakes, %d updates, w = %v\n", run.Learner, run.Mistakes, run.Updates, run.Classifier.W)
	// Output: greedy: 2 mistakes, 3 updates, w = [2 1]
}
