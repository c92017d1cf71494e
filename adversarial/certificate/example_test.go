package certificate_test

import (
	"fmt"
	"strings"

	"marginlab/adversarial/certificate"
	"marginlab/algos/exact"
)

// A stream that somebody has found is proved to refute a statement, written, read and verified again.
func ExampleProblem_Certify() {
	statement := certificate.Statement{Learner: "perceptron", Quantity: "mistakes", Claim: "0"}
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
	verdict, err := again.Verify(certificate.Limit{})
	fmt.Println(again.Statement, "by", again.Stream[0].X[1].RatString())
	fmt.Println("mistakes:", certificate.Middle(verdict.Quantity), "verified:", err == nil)
	// Output: perceptron: mistakes <= 0 by 2
	// mistakes: 1 verified: true
}
