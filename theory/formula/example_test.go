package formula_test

import (
	"fmt"
	"math/big"

	"marginlab/theory/formula"
	"marginlab/theory/real"
)

// A claim is evaluated in float64 and, where the result must be trusted, between two numbers that enclose its value.
func ExampleParse() {
	claim, err := formula.Parse("2 + rho*sqrt(r)", formula.Words{}.With("r", "rho"))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(claim.Terms(), claim.Float([]float64{0.5, 3}))
	field := real.NewField(64)
	enclosed, err := claim.Number(field, []real.Number{field.Rational(big.NewRat(1, 2)), field.Int(3)})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(enclosed.Interval())
	// Output:
	// [rho r] 2.8660254037844384
	// [2.8660254037844386467, 2.8660254037844386469]
}
