package exact_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"marginlab/algos/exact"
)

// BH16, Theorem 7: without step 4 NAROMMA decides as aggressive ROMMA does, and its w of length ℓ equals aggressive
// ROMMA's w.
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
