package exact_test

import (
	"math/big"
	"testing"

	"pgregory.net/rapid"
)

// The theorems on quantities that no term of a statement names, with ‖u‖² of a known separator u, scaled to y(u·x) ≥ 1,
// where they have 1/γ². Package adversarial holds the others.
func TestBoundsOnLossesAndStepsHoldExactly(t *testing.T) {
	t.Parallel()
	forEachSetting(t, func(t *rapid.T, s setting) {
		eps, known := map[string]*big.Rat{"pa": num(1), "mira": num(1)}[s.Name]
		if s.Name == "amira" {
			eps, known = s.Params["eps"], true
		}
		if !known {
			return
		}
		d := streams(s.bias, s.longest()).Draw(t, "stream")
		losses, weighted := new(big.Rat), new(big.Rat)
		for _, st := range mustRun(t, s.new(d.dim), d.stream).steps {
			if !st.Updated {
				continue
			}
			loss := sub(num(1), st.Score)
			losses = add(losses, mul(loss, loss))
			if st.Score.Sign() > 0 {
				weighted = add(weighted, eps)
			} else {
				weighted = add(weighted, num(1))
			}
		}
		novikoff := d.ratio(d.sqRadius()) // (R/γ)²
		if s.Name == "pa" {
			atMost(t, losses, novikoff, "Σℓ² ≤ ‖u‖²R² (Crammer et al., Theorem 2)")
			return
		}
		atMost(t, weighted, mul(sub(num(2), eps), novikoff), "ε#(a > 0) + #(a ≤ 0) ≤ (2−ε)(R/γ)²")
	})
}
