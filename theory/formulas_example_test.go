package theory_test

import (
	"fmt"

	"marginlab/theory"
)

// The bound of a row as it reads in ℓ2, at r = 3.
func ExampleGuarantee_Expr() {
	row := theory.Row("omm-s1")
	bound, err := row.Expr(nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("theory.%s: %s = %.3f at %v = 3\n", row.Function(), bound, bound.Float([]float64{3}), bound.Terms()[0])
	// Output: theory.MistakesS1: r < 2 ? 0 : (r-2/r)^2 = 5.444 at r = 3
}
