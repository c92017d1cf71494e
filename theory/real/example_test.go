package real_test

import (
	"fmt"

	"marginlab/theory/real"
)

// √2·√2 is 2, and √2 is between two numbers of 64 bits.
func ExampleNumber() {
	root, err := real.NewField(64).Int(2).Sqrt()
	if err != nil {
		fmt.Println(err)
		return
	}
	square, rational := root.Mul(root).Rational()
	fmt.Println(square.RatString(), rational)
	x := root.Interval()
	low, _ := x.Lower().Float64()
	high, _ := x.Upper().Float64()
	fmt.Printf("%.6f %v\n", low, low <= high)
	// Output:
	// 2 true
	// 1.414214 true
}
