package certificate_test

import (
	"fmt"
	"strings"

	"marginlab/adversarial/certificate"
	"marginlab/algos/exact"
)

// A stream that somebody has found is proved to refute a statement, written, read and
// verified again.
func ExampleProblem_Certify() {
	statement, err := certificate.ParseStatement("perceptron: mistakes <= 0")
	if err != nil {
		fmt.Println(err)
		return
	}
	problem, err := certificate.Compile(statement)
	if err != nil {
		fmt.Println(err)
		return
	}
	c, err := problem.Certify([]exact.Example{{X: exact.Floats(1, 2), Y: -1}}, nil, certificate.Limit{})
	if err != nil {
		fmt.Println(err)
		return
	}
	var file strings.Builder
	if err := c.Write(&file); err != nil {
		fmt.Println(err)
		return
	}
	again, err := certificate.Read(strings.NewReader(file.String()))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(again)
	fmt.Println("verified:", again.Verify(certificate.Limit{}) == nil)
	// Output:
	// perceptron: mistakes <= 0
	//   -1  1 2
	// mistakes = 1 > 0, exactly: the claim is refuted
	// verified: true
}
