package trial_test

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"marginlab/algos"
	"marginlab/algos/kernel"
	"marginlab/algos/registry"
	"marginlab/algos/trial"
	"marginlab/benchdata"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// Exclusive or is separable in the space of a kernel. There e-OMM learns it, and a
// theorem bounds its mistakes after the opening.
func Example() {
	at := func(y theory.Label, x ...float64) theory.Example { return theory.Example{X: vec.Dense(x...), Y: y} }
	data := trial.NewData("xor", []theory.Example{at(+1, 1, 1), at(+1, -1, -1), at(-1, 1, -1), at(-1, -1, 1)}, 2)
	poly, err := kernel.Parse("poly(degree=2)")
	if err != nil {
		fmt.Println(err)
		return
	}
	if err := data.InKernel(poly, 1<<20); err != nil {
		fmt.Println(err)
		return
	}
	learner, err := registry.Parse("e-omm")
	if err != nil {
		fmt.Println(err)
		return
	}
	run, err := data.Run(context.Background(), learner, trial.Options{Passes: slices.Values([][]int{{0, 1, 2, 3}, {0, 1, 2, 3}})})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%d mistakes, margin %.3f\n", run.Trace.Mistakes, run.Margin())

	verdicts, err := run.Verdicts(context.Background())
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, v := range verdicts {
		if v.Guarantee.ID == "omm-s1" {
			fmt.Printf("%v mistakes after the opening, of at most %s = %.3f: %v\n", v.Value, v.Guarantee.Text(vec.L2{}), v.Bound, v.Holds)
		}
	}
	// Output:
	// 3 mistakes, margin 1.414
	// 2 mistakes after the opening, of at most r < 2 ? 0 : (r-2/r)^2 = 4.500: true
}

// Exclusive or is not separable as given: the diagonals of a square meet in its middle.
func ExampleData_Geometry() {
	at := func(y theory.Label, x ...float64) theory.Example { return theory.Example{X: vec.Dense(x...), Y: y} }
	data := trial.NewData("xor", []theory.Example{at(+1, 1, 1), at(+1, -1, -1), at(-1, 1, -1), at(-1, -1, 1)}, 2)
	geometry, meet, err := data.Geometry(context.Background(), theory.View{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("separable: %v, D = %.3f\n", geometry.Separable, geometry.D)
	fmt.Printf("%d and %d examples meet: %v\n", len(meet.PlusWeights), len(meet.MinusWeights), meet.Distance < 1e-15)
	// Output:
	// separable: false, D = 2.828
	// 2 and 2 examples meet: true
}

// A learner runs on a file, and is checked against the theorems that apply to it and a caller's own claim.
func ExampleRun_Verdicts() {
	file := strings.NewReader("+1 1:2 2:1\n-1 1:1 2:3\n+1 1:3\n")
	set, err := benchdata.Read(file, "three", benchdata.Options{Format: "libsvm"})
	if err != nil {
		fmt.Println(err)
		return
	}
	learner, err := algos.Parse("amira(eps=1/2)")
	if err != nil {
		fmt.Println(err)
		return
	}
	run, err := trial.NewData(set.Name, set.Examples, set.Dim).Run(context.Background(), learner, trial.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	verdicts, err := run.Verdicts(context.Background(), theory.Claim("amira: updates <= 2"))
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, v := range verdicts {
		if !v.Guarantee.Relative && v.Guarantee.Quantity == "updates" {
			fmt.Printf("%s: %v of %.4v holds: %v\n", v.Guarantee.Claim, v.Value, v.Bound, v.Holds)
		}
	}
	// Output:
	// updates <= (2-eps)/eps*(R/gamma0)^2: 2 of 30 holds: true
	// updates <= 2: 2 of 2 holds: true
}
