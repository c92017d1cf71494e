package diameter_test

import (
	"fmt"

	"marginlab/theory/diameter"
	"marginlab/theory/vec"
)

// D₊, D₋ and Δ of a stream, in ℓ2.
func ExampleSearch() {
	points := []vec.Vector{vec.Dense(0, 0), vec.Dense(3, 4), vec.Dense(0, 1), vec.Dense(6, 8)}
	at := func(i int) (x *vec.Vector, plus bool) { return &points[i], i%2 == 0 }
	d := diameter.Search{Within: true, Across: true}.Of(vec.L2{}, len(points), at, nil)
	fmt.Printf("D+ = %v, D- = %v, Delta = %v\n", d.Plus.Upper, d.Minus.Upper, d.Across.Upper)
	// Output: D+ = 1, D- = 5, Delta = 10
}
