package benchdata_test

import (
	"fmt"
	"os"
	"strings"

	"marginlab/benchdata"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// Examples in LIBSVM are written as CSV, and as LIBSVM again.
func ExampleWriteCSV() {
	set, err := benchdata.Read(strings.NewReader("+1 1:0.5 3:2\n-1 2:-1\n"), "two", benchdata.Options{Format: "libsvm"})
	if err != nil {
		fmt.Println(err)
		return
	}
	if err := benchdata.WriteCSV(os.Stdout, set.Examples); err != nil {
		fmt.Println(err)
	}
	if err := benchdata.WriteLIBSVM(os.Stdout, set.Examples); err != nil {
		fmt.Println(err)
	}
	// Output:
	// x1,x2,x3,class
	// 0.5,0,2,1
	// 0,-1,0,-1
	// +1 1:0.5 3:2
	// -1 2:-1
}

// Every pass has an order of its own, which the seed gives again.
func ExamplePasses() {
	examples := make([]theory.Example, 4)
	for i := range examples {
		examples[i] = theory.Example{X: vec.Dense(float64(i)), Y: theory.Positive}
	}
	for range 2 {
		var order []float64
		for e := range benchdata.Passes(examples, benchdata.Permutations(4, 3, 7)) {
			order = append(order, e.X.At(0))
		}
		fmt.Println(order)
	}
	// Output:
	// [3 1 0 2 2 1 0 3 3 2 1 0]
	// [3 1 0 2 2 1 0 3 3 2 1 0]
}
