package expr_test

import (
	"fmt"

	"marginlab/algos/expr"
)

// An expression is a name with arguments, by key or by position.
func ExampleParse() {
	e, err := expr.Parse("bias(omm(rho = 1/2), 1)")
	if err != nil {
		fmt.Println(err)
		return
	}
	rho, err := e.Args[0].Value.Args[0].Value.Rat()
	fmt.Println(e, e.Name, rho, err)
	// Output: bias(omm(rho=1/2),1) bias 1/2 <nil>
}
