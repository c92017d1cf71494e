package normalized_test

import (
	"context"
	"fmt"

	"marginlab/algos/normalized"
	"marginlab/algos/registry"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// Exactly one of the two exists: a separator, or a combination of the points near the origin.
func Example() {
	for _, y := range []theory.Label{-1, +1} {
		points, err := normalized.NewLinear([]theory.Example{{X: vec.Dense(1, 0), Y: +1}, {X: vec.Dense(-2, 1), Y: y}, {X: vec.Dense(0, -3), Y: +1}, {X: vec.Dense(0, 5), Y: y}}, 2)
		if err != nil {
			fmt.Println(err)
			return
		}
		nvn, err := registry.Parse("nvn(eps=0.01)")
		if err != nil {
			fmt.Println(err)
			return
		}
		r, _, err := normalized.Solve(context.Background(), nvn, points, nil)
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(r.Certificate, "verified:", normalized.Verify(points, r) == nil)
	}
	// Output:
	// separator verified: true
	// combination verified: true
}
