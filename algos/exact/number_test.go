package exact

import (
	"math/big"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// numbers draws q + b√r at 256 bits, often 0 or rational, with few r.
func numbers() *rapid.Generator[number] {
	return rapid.Custom(func(t *rapid.T) number {
		ratio := func(label string) *big.Rat {
			return big.NewRat(rapid.Int64Range(-3, 3).Draw(t, label), rapid.Int64Range(1, 3).Draw(t, label+" over"))
		}
		root := rational(256, integer(rapid.SampledFrom([]int{2, 8, 3, 4}).Draw(t, "r"))).sqrt()
		return root.times(ratio("b")).add(rational(256, ratio("q")))
	})
}

// An exact number is in the interval that the same operation makes of the intervals,
// and every exact comparison agrees with one that intervals decide.
func TestExactNumbersAreInTheirIntervals(t *testing.T) {
	meets := func(t *rapid.T, exact number, x Interval, what string) {
		require.NotNil(t, exact.q, what)
		order, decided := exact.interval().Cmp(x)
		require.True(t, !decided || order == 0, "%s: %v, expected %v", what, exact.interval(), x)
	}
	fields := 0
	rapid.Check(t, func(t *rapid.T) {
		a, b := numbers().Draw(t, "a"), numbers().Draw(t, "b")
		x, y := a.interval(), b.interval()
		signA, decided := a.sign()
		require.True(t, decided)
		signX, decided := x.Sign()
		require.True(t, decided, "no interval of the drawn numbers but 0 itself holds 0")
		require.Equal(t, signX, signA)
		root := a.abs().sqrt()
		one := root.mul(root).interval().Sub(a.abs().interval())
		require.True(t, one.Contains(new(big.Rat)), "root")
		if _, _, _, _, _, alike := alike(a, b); !alike {
			return
		}
		fields++
		meets(t, a.add(b), x.Add(y), "sum")
		meets(t, a.mul(b), x.Mul(y), "product")
		meets(t, a.signedSquare(), x.Mul(x.Max(x.Neg())), "signed square")
		meets(t, a.min(b), x.Min(y), "minimum")
		order, decided := a.cmp(b)
		require.True(t, decided)
		if want, decided := x.Cmp(y); decided {
			require.Equal(t, want, order)
		} else {
			require.Zero(t, order, "%v and %v", x, y)
		}
		if !b.isZero() {
			ratio, err := a.over(b)
			require.NoError(t, err)
			meets(t, ratio, x.over(y), "quotient")
			same, decided := ratio.mul(b).cmp(a)
			require.True(t, decided && same == 0, "a/b·b = a")
		}
		sum, decided := a.add(b).add(b.times(integer(-1))).cmp(a)
		require.True(t, decided && sum == 0, "a + b − b = a")
	})
	require.Positive(t, fields)
}

// What is longer than the precision is an interval, which holds it.
func TestLongNumbersAreIntervals(t *testing.T) {
	q := big.NewRat(1<<40+1, 3)
	require.NotNil(t, rational(41, q).q)
	long := rational(40, q)
	require.Nil(t, long.q)
	require.True(t, long.x.Contains(q))
	require.False(t, rational(40, integer(0)).mul(long).interval().Contains(q))
	require.True(t, rational(40, integer(0)).mul(long).isZero(), "0 times what is not known is 0")
	_, err := long.over(rational(40, integer(0)))
	require.ErrorAs(t, err, new(*DomainError))
}
