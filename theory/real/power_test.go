package real

import (
	"math/big"
	"testing"

	"github.com/stretchr/testify/require"
)

// Powers of the least and the greatest possible numbers do not panic, and enclose the value.
func TestPowersOfFarNumbers(t *testing.T) {
	for _, exponent := range []int{-1 << 17, nearest - 2, nearest - 1, nearest, 0, 1 << 15} {
		v := new(big.Float).SetPrec(128).SetMantExp(big.NewFloat(1), exponent)
		for _, p := range []string{"101/100", "3/2", "3", "100"} {
			e, _ := new(big.Rat).SetString(p)
			got := Interval{lo: v, hi: v}.SignedPower(e)
			require.Positive(t, got.hi.Sign())
			want := Interval{lo: v, hi: v}
			low, _ := want.Neg().SignedPower(e).Cmp(got.Neg())
			require.Zero(t, low, "odd")
			require.Equal(t, exponent < nearest-1, got.lo.Sign() == 0, "%d^%s", exponent, p)
			if exponent < nearest-1 {
				require.Greater(t, exponent, got.hi.MantExp(nil)-1<<24)
			}
		}
	}
}

// Powers with whole and half exponents are exact if they are numbers of the precision.
func TestSignedPowersAreSharp(t *testing.T) {
	for _, c := range []struct{ base, num, denom, want int64 }{{2, 3, 1, 8}, {3, 20, 1, 3486784401}, {4, 3, 2, 8}, {-9, 5, 2, -243}, {-5, 1, 1, -5}, {0, 1, 2, 0}} {
		got := NewInterval(64, big.NewRat(c.base, 1)).SignedPower(big.NewRat(c.num, c.denom))
		order, decided := got.Cmp(NewInterval(64, big.NewRat(c.want, 1)))
		require.True(t, decided && order == 0, "%d^(%d/%d): %v", c.base, c.num, c.denom, got)
	}
}
