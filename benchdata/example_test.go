package benchdata_test

import (
	"fmt"
	"os"
	"strings"

	"marginlab/benchdata"
)

// Examples are written as LIBSVM.
func ExampleWriteLIBSVM() {
	set, err := benchdata.Read(strings.NewReader("a,b,c,class\n0.5,0,2,1\n0,-1,0,-1\n"), "two.csv", benchdata.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	if err := benchdata.WriteLIBSVM(os.Stdout, set.Examples); err != nil {
		fmt.Println(err)
	}
	// Output:
	// +1 1:0.5 3:2
	// -1 2:-1
}

// Every pass has an order of its own, which the seed gives again.
func ExamplePermutations() {
	for range 2 {
		for order := range benchdata.Permutations(4, 3, 7) {
			fmt.Print(order)
		}
		fmt.Println()
	}
	// Output:
	// [3 1 0 2][2 1 0 3][3 2 1 0]
	// [3 1 0 2][2 1 0 3][3 2 1 0]
}
