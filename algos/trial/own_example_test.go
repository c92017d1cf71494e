package trial_test

import (
	"context"
	"fmt"
	"strings"

	"marginlab/algos"
	"marginlab/algos/trial"
	"marginlab/benchdata"
	"marginlab/theory"
)

// A learner is run on a file, and held against the theorems that apply to it and a claim of
// one's own.
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
