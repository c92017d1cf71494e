package exact_test

import (
	"errors"
	"math/big"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/algos/exact"
	"marginlab/theory/real"
)

func TestLengthIn(t *testing.T) {
	for _, c := range []struct{ p, x, power string }{
		{"3", "1,2", "9"}, {"3", "-1,2", "9"}, {"4", "1,-2,1/2", "273/16"}, {"2", "3,4", "25"}, {"101", "1,1", "2"},
	} {
		requireSame(t, real.NewInterval(200, rat(c.power)), power(t, lengthIn(t, c.p, c.x, 300), c.p), c.p+" of "+c.x)
	}
	requireSame(t, real.NewInterval(200, rat("81")), power(t, lengthIn(t, "3/2", "1,4", 200), "3"), "9^{2/3}")
	for _, x := range []string{"0,-3/2", "3/2,0", "3/2"} {
		got := lengthIn(t, "10/3", x, 64)
		require.True(t, got.Lower().Cmp(rat("3/2")) == 0 && got.Upper().Cmp(rat("3/2")) == 0, "exactly: %v", got)
	}
	require.Zero(t, lengthIn(t, "3", "0,0", 64).Upper().Sign())
	require.Panics(t, func() { _, _ = exact.LengthIn(num(1), point("1"), 64) })
	require.Panics(t, func() { _, _ = exact.MarginIn(num(102), parse("+1 -0"), point("1,1"), false, 64) })
}

func lengthIn(t *testing.T, p, x string, prec uint) real.Interval {
	length, err := exact.LengthIn(rat(p), point(x), prec)
	require.NoError(t, err)
	return length
}

// Coordinates whose powers do not fit in an interval are an error, wherever they come from; slightly smaller ones are
// not.
func TestFarCoordinatesAreRefused(t *testing.T) {
	t.Parallel()
	far := func(bits uint) exact.Vector {
		return exact.Vector{new(big.Rat).SetInt(new(big.Int).Lsh(big.NewInt(1), bits)), num(1)}
	}
	for bits, refused := range map[uint]bool{1 << 20: true, 32000: false} {
		stream := []exact.Example{{X: far(bits), Y: 1}, {X: point("0,0"), Y: -1}, {X: point("1,2"), Y: 1}}
		_, length := exact.LengthIn(num(100), far(bits), 64)
		_, margin := exact.MarginIn(num(100), stream, point("1,1,0"), false, 64)
		_, run := runNamed("e-omm(p=100)", 2, stream, exact.Limit{Prec: 128})
		for _, err := range []error{length, margin, run} {
			var long *exact.TooLongError
			require.Equal(t, refused, errors.As(err, &long), "%v", err)
		}
	}
}

// With the weights of the maximum margin both ends are it; with others it is between,
// and weights that are not convex are refused.
func TestMarginIn(t *testing.T) {
	margin := func(stream, weights string, origin bool) (real.Interval, error) {
		return exact.MarginIn(num(3), parse(stream), point(weights), origin, 300)
	}
	const text = "+-1,5/2 +3,3/2 -0,0" // the hull of the positives comes as near as (1, 2), ‖u‖³ = 9
	best, err := margin(text, "1/2,1/2,1", false)
	require.NoError(t, err)
	requireSame(t, real.NewInterval(200, rat("9/8")), power(t, best, "3"), "γ")
	for _, weights := range []string{"1/3,2/3,1", "51/100,49/100,1", "0,1,1", "1,0,1"} {
		wide, err := margin(text, weights, false)
		require.NoError(t, err)
		require.True(t, wide.Lower().Cmp(best.Lower()) < 0 && wide.Upper().Cmp(best.Upper()) > 0, "%s: %v is not around %v", weights, wide, best)
		require.GreaterOrEqual(t, wide.Lower().Sign(), 0)
	}
	// The nearest of a class counts, of either, and those that are farther do not.
	for _, s := range [][2]string{
		{"--1,5/2 -3,3/2 +0,0", "1/2,1/2,1"}, {"--1,5/2 -3,3/2 -5,5 +0,0 +-4,-4", "1/2,1/2,0,1,0"}, {"+-1,5/2 +3,3/2 +5,5 -0,0 --4,-4", "1/2,1/2,0,1,0"},
	} {
		same, err := margin(s[0], s[1], false)
		require.NoError(t, err)
		requireSame(t, real.NewInterval(200, rat("9/8")), power(t, same, "3"), s[0])
	}
	for _, s := range []string{"+-1,5/2 +3,3/2 +1/2,1/2 -0,0", "--1,5/2 -3,3/2 -1/2,1/2 +0,0"} { // w·x = 5/2 of 9
		less, err := margin(s, "1/2,1/2,0,1", false)
		require.NoError(t, err)
		middle := func(x *big.Rat) float64 { f, _ := x.Float64(); return f }
		require.InEpsilon(t, middle(best.Upper())*5/18, middle(less.Lower()), 1e-12)
		require.InEpsilon(t, middle(best.Upper()), middle(less.Upper()), 1e-12)
	}
	through, err := margin("+-1,5/2 --3,-3/2", "1/2,1/2", true)
	require.NoError(t, err)
	requireSame(t, real.NewInterval(200, num(9)), power(t, through, "3"), "γ through the origin")
	for weights, want := range map[string]string{
		"1/2,1/2,1/2": "have sums", "3/2,-1/2,1": "expected at least 0", "1/2,1/2": "2 multipliers of 3 examples",
	} {
		_, err := margin(text, weights, false)
		require.ErrorContains(t, err, want)
	}
	_, err = margin("+0,0 +2,0 -1,0", "1/2,1/2,1", false)
	require.ErrorContains(t, err, "no margin")
	// A stream of one class has no margin with a bias.
	_, err = margin("+1,0", "1", false)
	require.Error(t, err)
}
