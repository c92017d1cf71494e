package algos_test

import (
	"context"
	"fmt"
	"slices"

	"marginlab/algos"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// An expression makes a learner, which makes two passes over a stream.
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

// A caller's own learner is a rule that changes w. It works wherever the others do.
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
	run, err := kind.Spec().Run(context.Background(), 2,
		slices.Values([]theory.Example{at(+1, 2, 1), at(-1, 1, 2), at(+1, 2, 1)}))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%s: %d mistakes, %d updates, w = %v\n", run.Learner, run.Mistakes, run.Updates, run.Classifier.W)
	// Output: greedy: 2 mistakes, 3 updates, w = [2 1]
}

// A caller's own bound on the cosine makes a learner: here NAROMMA's at mistakes only, which is ROMMA in the
// framework. It works wherever the others do, and the theorems of the framework are checked on it.
func ExampleOwnCosine() {
	romma := algos.OwnCosine("conservative-naromma", func(g, ell, xx float64) algos.CosineStep {
		to := algos.NAROMMARule(g, ell, xx)
		to.Update = g <= 0
		return to
	})
	at := func(y theory.Label, x ...float64) theory.Example { return theory.Example{X: vec.Dense(x...), Y: y} }
	stream := []theory.Example{at(+1, 1, 1), at(+1, 3, -4), at(-1, -2, 1), at(+1, 3, -1)}
	theirs, err := algos.Parse("romma")
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, learner := range []*algos.Spec{romma.Spec(), theirs} {
		run, err := learner.Run(context.Background(), 2, slices.Values(stream))
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Printf("%s: mistakes %d, updates %d, 1/l = %.4f\n", run.Learner, run.Mistakes, run.Updates, run.Gamma)
	}
	// Output:
	// conservative-naromma: mistakes 1, updates 2, 1/l = 1.2999
	// romma: mistakes 1, updates 2, 1/l = 1.2999
}
