package theory_test

import (
	"fmt"

	"marginlab/theory"
)

// A claim of one's own is a guarantee like the rows of the table, and is held against the
// trace of a run and the geometry of its stream.
func ExampleClaim() {
	claim := theory.Claim("mine: mistakes <= r^2 where r >= 1")
	run := theory.Trace{Families: []string{"mine"}, Mistakes: 5}
	verdict := claim.Check(&run, theory.Evidence{Geometry: theory.Geometry{
		Separable: true, Gamma: 1, Lower: 1, D: 2, DPlus: 2, DBar: 2,
	}})
	fmt.Printf("%s: %v, %v of %v\n", claim.Claim, verdict.Holds, verdict.Value, verdict.Bound)
	// Output: mistakes <= r^2 where r >= 1: false, 5 of 4
}
