package hunt_test

import (
	"context"
	"fmt"

	"marginlab/adversarial"
	"marginlab/adversarial/certificate"
	"marginlab/adversarial/hunt"
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
	h := hunt.Hunt{Seed: 1, Workers: 1, Trials: 1} // one round
	found, err := h.Run(context.Background(), adversarial.Conjecture{
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

// A conjecture is stated in a line, hunted, and leaves its best stream as a record.
func ExampleVerify() {
	statement, err := adversarial.ParseStatement("e-omm: later_mistakes <= 1/2 + r^2/2 where r <= 3")
	if err != nil {
		fmt.Println(err)
		return
	}
	h := hunt.Hunt{Seed: 1, Workers: 1, Trials: 4000}
	found, err := h.Run(context.Background(), adversarial.Conjecture{Statement: statement})
	if err != nil {
		fmt.Println(err)
		return
	}
	record, survived := found.Record()
	fmt.Println(record.Statement)
	fmt.Println("survived:", survived, "as stated:", hunt.Verify(record) == nil)
	// Output:
	// e-omm: later_mistakes <= 1/2 + r^2/2 where r <= 3
	// survived: true as stated: true
}

// A learner of one's own is a value. A claim on it is hunted like any other, and what refutes
// it is a witness: the stream, its geometry, and what the learner answered.
func ExampleHunt_own() {
	double := algos.Own("double", func(int) algos.Rule { // a Perceptron that learns until y(w·x) > ‖x‖²
		return func(w, x []float64, y float64) bool {
			var score, square float64
			for i := range x {
				score += w[i] * x[i]
				square += x[i] * x[i]
			}
			if y*score > square {
				return false
			}
			for i := range x {
				w[i] += y * x[i]
			}
			return square > 0
		}
	})
	own := adversarial.Own{Learner: double.Spec()}
	claim, err := adversarial.Claim("double: updates <= (R/gamma0)^2 where gamma0 > 0", own)
	if err != nil {
		fmt.Println(err)
		return
	}
	found, err := hunt.Hunt{Seed: 1, Workers: 1, Trials: 1}.Run(context.Background(), claim) // one round
	if err != nil {
		fmt.Println(err)
		return
	}
	c := found.Certificate
	for _, e := range c.Stream {
		fmt.Println(e.Y, e.X[0].RatString())
	}
	_, err = c.Verify(certificate.Limit{})
	fmt.Println("witness:", c.IsWitness(), "verified:", err == nil, "answers again:", adversarial.Rerun(c, own) == nil)
	// Output:
	// -1 1
	// -1 1
	// witness: true verified: true answers again: true
}
