package exact_test

import (
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/algos/exact"
)

// expectedMistakes runs the randomized classifier; r is its R, "" for none.
func expectedMistakes(t require.TestingT, name, r string, dim int, stream []exact.Example) value {
	result, err := runNamed(radius(name, r), dim, stream, exact.Limit{})
	require.NoError(t, err)
	require.True(t, result.Expected().Exists())
	return result.Expected()
}

// radius returns the randomized classifier of a name with its R, "" for none.
func radius(name, r string) string {
	if name, word, _ := strings.Cut(strings.TrimSuffix(name, ")"), "("); r != "" {
		return name + "(R=" + r + strings.TrimSuffix(","+word, ",") + ")"
	}
	return name
}

// At t = 1 each label has probability ½. At t = 2, x = (3,4) and S = x: the divisor is R²√4 = 50 and q = 25/50. At t =
// 3, S = 2x: q = 50/(25√6); √6 R² is more than R‖S‖ = 50. At t = 4 it is against -x: wrong with (1 + 75/(25√8))/2.
func TestRandomizedByHand(t *testing.T) {
	stream := parse("+3,4 +3,4 +3,4 -3,4")
	third := (1 - 2/math.Sqrt(6)) / 2
	want := []float64{0.5, 0.75, 0.75 + third, 0.75 + third + 1} // 75 > 25√8: beyond the ball, q = 1
	for n := range want {
		require.InDelta(t, want[n], float(t, expectedMistakes(t, "randomized", "", 2, stream[:n+1])), 1e-15)
		require.InDelta(t, want[n], float(t, expectedMistakes(t, "randomized", "5", 2, stream[:n+1])), 1e-15)
	}
	half := expectedMistakes(t, "randomized", "", 2, stream[:2])
	equal(t, rat("9/16"), half.Square, "(½ + ¼)²")
	require.Nil(t, expectedMistakes(t, "randomized", "", 2, stream[:3]).Square)
	// As printed the divisor is max{2, 25}, the ball's.
	equal(t, rat("1/4"), expectedMistakes(t, "randomized(psi=printed)", "", 2, stream[:2]).Square, "½²")
	// R = 10 is a ball of radius 1/10 and an S/200.
	equal(t, rat("225/256"), expectedMistakes(t, "randomized", "10", 2, stream[:2]).Square, "(½ + 7/16)²")
}
