package exact_test

import (
	"math/big"
	"testing"

	"pgregory.net/rapid"
)

// The theorems, with ‖u‖² of a known separator u, scaled to y(u·x+b) ≥ 1, where
// they have 1/γ*².
func TestBoundsHoldExactly(t *testing.T) {
	forEachSetting(t, func(t *rapid.T, s setting) {
		d := streams(s.bias, s.longest()).Draw(t, "stream")
		tr := mustRun(t, s.new(t, d.dim), d.stream)
		novikoff := d.ratio(d.sqRadius())  // (R/γ)²
		var late, ties, tiesAndMargins int // mistakes after the opening; a ≤ 0; updates with a > 0
		loss2 := new(big.Rat)
		for _, st := range tr.steps {
			if !st.Opening && st.Mistake() {
				late++
			}
			if !st.Opening && st.Updated && st.Score.Sign() <= 0 {
				ties++
			} else if !st.Opening && st.Updated {
				tiesAndMargins++
			}
			if st.Updated {
				loss2 = add(loss2, mul(sub(num(1), st.Score), sub(num(1), st.Score)))
			}
		}
		updates := num(ties + tiesAndMargins)
		switch s.name {
		case "perceptron":
			atMost(t, updates, novikoff, "updates ≤ (R/γ)²")
		case "pa":
			atMost(t, loss2, novikoff, "Σℓ² ≤ ‖u‖²R² (Crammer et al., Theorem 2)")
		case "mira", "amira":
			eps := num(1)
			if s.name == "amira" {
				eps = rat(s.value)
			}
			atMost(t, add(mul(eps, num(tiesAndMargins)), num(ties)), mul(sub(num(2), eps), novikoff), "ε#(a > 0) + #(a ≤ 0) ≤ (2−ε)(R/γ)²")
		case "romma":
			atMost(t, num(ties), novikoff, "R1: mistakes ≤ (R/γ)²")
			atMost(t, mul(updates, mul(rat(s.value), rat(s.value))), novikoff, "R2: updates ≤ (R/εγ)²")
		case "a-romma", "naromma":
			atMost(t, num(ties), novikoff, "R1: mistakes ≤ (R/γ)²")
		case "pumma":
			if len(tr.steps) > 0 && tr.steps[len(tr.steps)-1].Opening {
				break // one class: no pairs
			}
			p1 := sub(d.ratio(d.sqDiameter(true)), num(4))
			atMost(t, num(late), p1, "P1: mistakes ≤ Δ²/γ² − 4")
			delta := rat(s.value)
			atMost(t, mul(updates, mul(delta, delta)), p1, "P1: δ² updates ≤ Δ²/γ² − 4")
			r2 := d.ratio(d.sqDiameter(false))
			if late > 0 {
				b := big.NewRat(3, 4)
				for range late - 1 {
					b = sub(b, quo(mul(b, b), num(4)))
				}
				atMost(t, num(1), mul(r2, b), "P2: r²b_m ≥ 1")
			}
		case "e-omm", "ce-omm", "omm":
			if late > 0 {
				alpha := big.NewRat(1, 4)
				for range late - 1 {
					alpha = sub(alpha, mul(alpha, alpha))
				}
				atMost(t, num(1), mul(d.ratio(d.sqDiameter(false)), alpha), "S1: r²α_m ≥ 1")
			}
		}
	})
}
