package eager

import (
	"math/big"
	"testing"

	"marginlab/adversarial"
	"marginlab/adversarial/certificate"
	"marginlab/adversarial/hunt"
	"marginlab/algos/exact"
)

func exactly(_ map[string]*big.Rat, dim int) exact.Learner {
	return exact.Rule(func(w, x exact.Vector, y int) exact.Vector {
		label := big.NewRat(int64(y), 1)
		score := w.Dot(x)
		if score.Mul(score, label).Cmp(x.SqNorm()) > 0 || x.IsZero() {
			return nil // w stays
		}
		return w.Plus(label, x)
	}).New(dim)
}

func TestExact(t *testing.T) {
	own := adversarial.Own{Learner: Kind().Spec(), Model: exactly}
	claim, err := adversarial.Claim("eager in 2 passes: margin >= gamma0/2 where gamma0 > 0", own)
	if err != nil {
		t.Fatal(err)
	}
	found, err := hunt.Hunt{Seed: 1, Trials: 10_000}.Run(t.Context(), claim)
	if err != nil {
		t.Fatal(err)
	}
	c := found.Certificate
	if c == nil || c.IsWitness() {
		t.Fatalf("expected a certificate: %v", c)
	}
	if _, err := c.Verify(certificate.Limit{}, own.Find); err != nil {
		t.Fatal(err)
	}
}
