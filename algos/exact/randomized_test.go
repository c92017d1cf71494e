package exact_test

import (
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"marginlab/algos/exact"
)

// expectedMistakes runs the randomized classifier; r is its R, "" for none.
func expectedMistakes(t require.TestingT, name, r string, dim int, stream []exact.Example) value {
	result, err := runNamed(radius(name, r), dim, stream, exact.Limit{})
	require.NoError(t, err)
	require.True(t, result.Expected().Exists())
	return result.Expected()
}

// radius is the randomized classifier of that name, with its R, "" for none.
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

// The errata's stream for Theorem 1 as printed: features of norm .3, one label. A
// comparator in the ball makes no mistakes, so that √(2T) bounds what is expected.
func TestPrintedRegulariserExceedsTheorem1(t *testing.T) {
	stream := parse(strings.Repeat("+3/10 ", 100))
	for _, r := range []string{"", "3/10"} {
		printed := float(t, expectedMistakes(t, "randomized(psi=printed)", r, 1, stream))
		require.InDelta(t, 2.07, printed/math.Sqrt(200), 0.005)
		require.Less(t, float(t, expectedMistakes(t, "randomized", r, 1, stream)), math.Sqrt(200)/2)
	}
}

// q_t is z·x_t for the x_t in the ball that minimises the regularised loss: no other
// point that is tried is better, and the loss is computed from the definition.
func TestRandomizedFollowsTheLeader(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"randomized", "randomized(psi=printed)"} {
		t.Run(name, rapid.MakeCheck(func(t *rapid.T) {
			d := streams(false, 12).Draw(t, "stream")
			radius := 4.0 // ‖x‖ ≤ √27 only: where it is more, the chance is clipped
			last := len(d.stream) - 1
			sum := make([]float64, d.dim)
			for _, e := range d.stream[:last] {
				for k, v := range e.X {
					f, _ := v.Float64()
					sum[k] += float64(e.Y) * f
				}
			}
			c := math.Sqrt(2*float64(last+1)) / 4
			if name == "randomized" {
				c *= radius * radius
			}
			// ψ − ½S·x along S: c r² − ½‖S‖r over 0 ≤ r ≤ 1/R, by trisection.
			norm := 0.0
			for _, v := range sum {
				norm += v * v
			}
			norm = math.Sqrt(norm)
			low, high := 0.0, 1/radius
			for range 200 {
				a, b := low+(high-low)/3, high-(high-low)/3
				if c*a*a-norm*a/2 <= c*b*b-norm*b/2 {
					high = b
				} else {
					low = a
				}
			}
			q := 0.0
			for k, v := range d.stream[last].X {
				if f, _ := v.Float64(); norm > 0 {
					q += f * sum[k] / norm * low
				}
			}
			q = max(-1, min(1, q))
			before := float(t, expectedMistakes(t, name, "4", d.dim, d.stream[:last]))
			after := float(t, expectedMistakes(t, name, "4", d.dim, d.stream))
			require.InDelta(t, math.Abs(float64(d.stream[last].Y)-q)/2, after-before, 1e-7)
		}))
	}
}
