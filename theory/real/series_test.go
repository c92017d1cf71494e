package real

import (
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// A sum at few bits holds the value that many bits give. Its width is at most twice its number of terms in units, and
// some units more for the width of r.
func TestSeriesHoldTheirSums(t *testing.T) {
	rng := rand.New(rand.NewPCG(23, 29))
	holds := func(bits uint, few, many Interval, log int) {
		t.Helper()
		require.LessOrEqual(t, few.lo.Cmp(many.lo), 0)
		require.LessOrEqual(t, many.hi.Cmp(few.hi), 0)
		width := up(64).Sub(few.hi, few.lo)
		require.Less(t, width.MantExp(nil), log-int(bits), "%v", few)
	}
	for i := range 400 {
		bits, log := uint(12+rng.IntN(60)), 9
		if i < 20 {
			bits, log = 2000, 14 // more terms than any slack beside them
		}
		b := 2 + rng.Int64N(1<<20)
		a := rng.Int64N(b/2+1) * (1 - 2*rng.Int64N(2))
		holds(bits, artanh(bits, big.NewInt(a), big.NewInt(b)), artanh(2100, big.NewInt(a), big.NewInt(b)), log)
		r := NewInterval(bits, big.NewRat(rng.Int64N(b), 2*b))
		r.hi.Add(r.hi, new(big.Float).SetMantExp(big.NewFloat(float64(rng.IntN(50))), -int(bits)))
		end := func(v *big.Float) Interval { return expSmall(Interval{lo: v, hi: v}.Round(2100)) }
		holds(bits, expSmall(r), end(r.lo).To(end(r.hi)), log)
	}
}
