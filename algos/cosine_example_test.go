package algos_test

import (
	"context"
	"fmt"
	"slices"

	"marginlab/algos"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// A bound of one's own on the cosine makes a learner: here NAROMMA's, at mistakes alone, which is
// ROMMA in the framework. It goes wherever the others go, and the theorems of the framework are
// held against it.
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
