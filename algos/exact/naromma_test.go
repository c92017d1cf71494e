package exact_test

import (
	"math/big"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"marginlab/algos/exact"
)

// BH16, Theorem 7: without step 4 NAROMMA decides as aggressive ROMMA does, and its w of length ℓ is that one's w.
func TestNAROMMAIsAggressiveROMMA(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		d := streams(false, 18).Draw(t, "stream")
		romma := newLearner(t, "a-romma", d.dim).(*exact.ROMMA)
		l := newLearner(t, "naromma", d.dim).(*exact.NAROMMA)
		each(t, l, d, func(a at) {
			s := mustTake(t, romma, a.Example)
			require.Equal(t, []any{s.Predicted, s.Updated}, []any{a.Predicted, a.Updated})
			if v, _ := classifier(t, romma); !v.IsZero() {
				equalVectors(t, primal(v), a.wNext, "w")
				equal(t, rational(t, romma.SqGamma()), rational(t, l.SqGamma()), "γ_t²")
			}
		})
	})
}

// The errata's stream: step 4 skips an example along w, and the direction differs from aggressive ROMMA's from then on.
func TestStep4TurnsNAROMMA(t *testing.T) {
	stream := parse("+1,0 +1/2,0 +3/5,1")
	cross := func(name string) *big.Rat {
		l := newLearner(t, name, 2)
		mustRun(t, l, stream)
		w, _ := classifier(t, l)
		romma := newLearner(t, "a-romma", 2)
		mustRun(t, romma, stream)
		v, _ := classifier(t, romma)
		return sub(mul(w[0], v[1]), mul(w[1], v[0]))
	}
	require.Zero(t, cross("naromma").Sign())
	require.NotZero(t, cross("naromma(step4=printed)").Sign())
}

// Each step of Fig. 1, with ‖w‖ = ℓ, so that ℓg = s and (ℓ²N − s)ℓ/‖w‖ = ℓN − g.
func TestNAROMMAFollowsFigure1(t *testing.T) {
	t.Parallel()
	for _, s := range only("naromma", "naromma(step4=printed)") {
		t.Run(s.Name, rapid.MakeCheck(func(t *rapid.T) {
			d := streams(false, 18).Draw(t, "stream")
			least := d.ratio(num(1)) // 1/γ²
			each(t, s.new(d.dim), d, func(a at) {
				if !a.Updated {
					return
				}
				z, n := times(num(a.Example.Y), a.X), square(a.X)
				l2, next2 := square(a.w), square(a.wNext)
				score := dot(a.w, z)
				if a.w.IsZero() || score.Cmp(mul(n, l2)) >= 0 { // g ≥ ℓN
					equalVectors(t, times(quo(num(1), n), z), a.wNext, "yx at the length 1/√N")
				} else {
					equal(t, add(l2, quo(mul(sub(score, num(1)), sub(score, num(1))), sub(n, quo(mul(score, score), l2)))), next2, "ℓ²")
					w := combine(num(1), a.w, quo(mul(sub(num(1), score), l2), sub(mul(l2, n), score)), z)
					along := dot(w, a.wNext)
					require.Positive(t, along.Sign())
					equal(t, mul(square(w), next2), mul(along, along), "the direction")
				}
				// cos(w, u) ≥ γℓ for a separator u, and ℓ ≤ 1/γ.
				atMost(t, next2, least, "ℓ ≤ 1/γ")
				atMost(t, mul(leastScore(d.u, d.b, d.stream), next2), dot(a.wNext, d.u), "cos(w, u) ≥ γℓ")
			})
		}))
	}
}
