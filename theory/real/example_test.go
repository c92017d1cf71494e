package real_test

import (
	"fmt"
	"math/big"

	"marginlab/theory/real"
)

// √2·√2 is 2, and √2 is between two numbers of 64 bits.
func ExampleRoot() {
	root := real.Root(big.NewRat(2, 1))
	square, rational := root.Mul(root).Rational()
	fmt.Println(square.RatString(), rational)
	x, err := root.Interval(64)
	if err != nil {
		fmt.Println(err)
		return
	}
	low, _ := x.Lower().Float64()
	high, _ := x.Upper().Float64()
	fmt.Printf("%.6f %v\n", low, low <= high)
	// Output:
	// 2 true
	// 1.414214 true
}
