package real

import (
	"fmt"
	"math/big"
	"testing"

	"github.com/stretchr/testify/require"
)

// Powers of the least and the greatest numbers that there may be do not panic, and
// enclose.
func TestPowersOfFarNumbers(t *testing.T) {
	for _, exponent := range []int{-1 << 17, nearest - 2, nearest, 0, 1 << 15} {
		v := new(big.Float).SetPrec(128).SetMantExp(big.NewFloat(1), exponent)
		for _, p := range []string{"101/100", "3/2", "3", "100"} {
			e, _ := new(big.Rat).SetString(p)
			got := Interval{lo: v, hi: v}.SignedPower(e)
			require.Positive(t, got.hi.Sign())
			want := Interval{lo: v, hi: v}
			low, _ := want.Neg().SignedPower(e).Cmp(got.Neg())
			require.Zero(t, low, "odd")
			if exponent < nearest {
				require.Zero(t, got.lo.Sign(), fmt.Sprint(exponent, p))
				require.Greater(t, exponent, got.hi.MantExp(nil)-1<<24)
			}
		}
	}
}
