package adversarial_test

import (
	"context"
	"fmt"
	"slices"

	"marginlab/adversarial"
	"marginlab/adversarial/certificate"
	"marginlab/algos"
	"marginlab/theory"
)

// The bound on the Perceptron's updates by the hinge losses is not what its paper prints:
// a hunt finds a stream that refutes it, and proves that it does.
func ExampleHunt() {
	statement, err := adversarial.Statement(theory.Row("perceptron-hinge-printed"), "perceptron", map[string]string{"h": "1", "Lh": "L1"})
	if err != nil {
		fmt.Println(err)
		return
	}
	hunt := adversarial.Hunt{Seed: 1, Workers: 1, Trials: 1} // one round
	found, err := hunt.Run(context.Background(), adversarial.Conjecture{
		Statement: statement,
		Dim:       adversarial.Range[int]{Low: 1, High: 2},
		Examples:  adversarial.Range[int]{Low: 3, High: 5},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(found.Conjecture)
	_, err = found.Certificate.Verify(certificate.Limit{})
	fmt.Println("examples:", len(found.Certificate.Stream), "verified:", err == nil)
	// Output:
	// perceptron: updates <= L1 + 1^2*R^2*U^2/2 + 1*U*sqrt(1^2*R^2*U^2/4 + L1)
	// examples: 1 verified: true
}

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

// A conjecture is stated in a line, hunted, and leaves its best stream as a record.
func ExampleRecord() {
	statement, err := adversarial.ParseStatement("e-omm: later_mistakes <= 1/2 + r^2/2 where r <= 3")
	if err != nil {
		fmt.Println(err)
		return
	}
	hunt := adversarial.Hunt{Seed: 1, Workers: 1, Trials: 4000}
	found, err := hunt.Run(context.Background(), adversarial.Conjecture{Statement: statement})
	if err != nil {
		fmt.Println(err)
		return
	}
	record, survived := found.Record()
	fmt.Println(record.Statement)
	fmt.Println("survived:", survived, "as stated:", record.Verify() == nil)
	// Output:
	// e-omm: later_mistakes <= 1/2 + r^2/2 where r <= 3
	// survived: true as stated: true
}

// What a paper prints, and the certificate that refutes it.
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

// A threshold is a question: the least r² of so many mistakes that is known, and the one
// below which there are none.
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
