package theory_test

import (
	"context"
	"fmt"
	"slices"

	"marginlab/algos"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// Novikoff's theorem holds on a run of the Perceptron: its updates are at most (R/γ₀)². A caller's own claim is
// checked in the same way.
func ExampleGuarantee_Check() {
	at := func(y theory.Label, x ...float64) theory.Example { return theory.Example{X: vec.Dense(x...), Y: y} }
	stream := []theory.Example{at(+1, 3, 4), at(+1, 3, -4), at(-1, -5, 0)}
	perceptron, err := algos.Parse("perceptron")
	if err != nil {
		fmt.Println(err)
		return
	}
	run, err := perceptron.Run(context.Background(), 2, slices.Values(stream))
	if err != nil {
		fmt.Println(err)
		return
	}
	geometry := theory.Diameters(stream, 2)
	geometry.Separable, geometry.Gamma, geometry.Lower = true, 3, 3 // as w = (1, 0) shows; R = 5
	for _, g := range []theory.Guarantee{
		theory.Row("perceptron-novikoff"),
		theory.Claim("perceptron: mistakes < R/gamma0"),
	} {
		v := g.Check(&run, theory.Evidence{Geometry: geometry})
		fmt.Printf("%s: %v %s %.3f, holds: %v\n", g.ClaimIn(nil), v.Value, g.Relation, v.Bound, v.Holds)
	}
	// Output:
	// updates <= (R/gamma0)^2: 2 <= 2.778, holds: true
	// mistakes < R/gamma0: 1 < 1.667, holds: true
}
