package hunt_test

import (
	"context"
	"fmt"

	"marginlab/adversarial"
	"marginlab/adversarial/certificate"
	"marginlab/adversarial/hunt"
	"marginlab/algos"
)

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
	// 1 1
	// 1 1
	// witness: true verified: true answers again: true
}
