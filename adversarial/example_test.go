package adversarial_test

import (
	"context"
	"fmt"
	"slices"

	"marginlab/adversarial"
	"marginlab/adversarial/certificate"
	"marginlab/algos"
)

// The streams of the lower bounds are learned as they say.
func ExampleTraps() {
	trap := adversarial.Traps()[0]
	learner, err := algos.Parse(trap.Learner)
	if err != nil {
		fmt.Println(err)
		return
	}
	run, err := learner.Run(context.Background(), trap.Dim(), slices.Values(trap.Examples))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%s: %s\n", trap.Source, trap.Says)
	fmt.Printf("%s makes %d mistakes\n", trap.Learner, run.Mistakes)
	// Output:
	// Theorem S1: 3 mistakes, 2 of them in the opening; gamma* = 1 = D/2
	// e-omm makes 3 mistakes
}

// A printed theorem, and the certificate that refutes it.
func ExampleErrata() {
	erratum := adversarial.Errata()[0]
	refutation, err := erratum.Certificate()
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(erratum.Source)
	fmt.Println(refutation.Statement.Quantity, "is bounded for", refutation.Statement.Learner)
	_, err = refutation.Verify(certificate.Limit{})
	fmt.Println("refuted:", err == nil)
	// Output:
	// HKNS25, Theorem 4.1
	// m(0) is bounded for omm(rho=0,rule=printed)
	// refuted: true
}

// A threshold asks for the least r² with a number of mistakes: the least known one, and one below which there is none.
func ExampleThresholds() {
	question := adversarial.Thresholds()[1]
	least, err := question.Least()
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(question.Conjecture)
	fmt.Printf("known at r^2 = %.4f\n", least)
	// Output:
	// e-omm: r^2 >= 5.3333 where later_mistakes >= 2
	// known at r^2 = 5.3333
}
