package eager

import (
	"os"
	"testing"

	"marginlab/adversarial"
	"marginlab/adversarial/hunt"
)

func TestHunt(t *testing.T) {
	own := adversarial.Own{Learner: Kind().Spec()}
	claim, err := adversarial.Claim("eager: updates <= (R/gamma0)^2 where gamma0 > 0", own)
	if err != nil {
		t.Fatal(err)
	}
	found, err := hunt.Hunt{Seed: 1, Trials: 10_000}.Run(t.Context(), claim)
	if err != nil {
		t.Fatal(err)
	}
	if found.Certificate == nil {
		t.Logf("it survived %d streams, best ratio %.3f", found.Trials, found.Ratio)
		return
	}
	t.Error(found.Certificate)
	file, err := os.Create("witness.json")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if err := found.Certificate.Write(file); err != nil {
		t.Fatal(err)
	}
}
