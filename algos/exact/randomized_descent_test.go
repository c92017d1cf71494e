package exact_test

import (
	"math"
	"math/big"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"marginlab/algos"
	"marginlab/algos/exact"
	"marginlab/internal/rapidtest"
	"marginlab/theory"
)

// With R = 5 the first step at x = (3,4) is √2/25 of it, which is √2/5 long: the ball makes it x/25. At t = 2, q = 1
// against the label +1; the step to x/25 + x/25 ends at x/25. At t = 3 (4,−3) is orthogonal, and q = 0 is decided; the
// step is √(2/3)/25 of it, so that x is (x + √(2/3)z)/25, of the length √(5/3)/5, cut to √(3/5) of that. At t = 4 q =
// √(3/5) for the wrong label.
func TestRandomizedDescentByHand(t *testing.T) {
	stream := parse("+3,4 +3,4 +4,-3 -3,4")
	want := []float64{0.5, 0.5, 1, 1 + (1+math.Sqrt(0.6))/2}
	for n := range want {
		for _, r := range []string{"", "5"} {
			require.InDelta(t, want[n], float(t, expectedMistakes(t, "randomized-omd", r, 2, stream[:n+1])), 1e-15)
		}
	}
	equal(t, num(1), expectedMistakes(t, "randomized-omd", "", 2, stream[:3]).Square, "½ + 0 + ½")
	// R = 10: the step √2/100 stays in the ball, and q = 25√2/100.
	require.InDelta(t, 1-math.Sqrt2/8, float(t, expectedMistakes(t, "randomized-omd", "10", 2, stream[:2])), 1e-15)
	// R grows from 1 to 4: x is 1 long, then ¼, and q = 1.
	require.InDelta(t, 0.5, float(t, expectedMistakes(t, "randomized-omd", "", 1, parse("+1 +4"))), 1e-15)
	// R is less than the second example, which has the probability 1.
	require.InDelta(t, 1.5, float(t, expectedMistakes(t, "randomized-omd", "1", 1, parse("+1 -4"))), 1e-15)
	zeros := expectedMistakes(t, "randomized-omd", "", 1, parse("+0 -0"))
	equal(t, num(1), zeros.Square, "2·½")
}

// The exact classifiers by OMD and by FTRL have the probabilities of the floating-point ones, and the same classifier.
func TestRandomizedClassifiersHaveTheOddsOfFloats(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"randomized", "randomized-omd"} {
		for _, r := range []string{"", "2", "7/2"} {
			t.Run(name+" "+r, rapid.MakeCheck(func(t *rapid.T) {
				d := streams(false, rapidtest.Count(20, 20, 30)).Draw(t, "stream")
				spec, err := algos.Parse(radius(name, r))
				require.NoError(t, err)
				twin, want := spec.New(d.dim), 0.0
				for _, e := range d.stream {
					want += (1 - twin.Step(dense(e.X), theory.Label(e.Y)).Score) / 2
				}
				result, err := runNamed(radius(name, r), d.dim, d.stream, exact.Limit{})
				require.NoError(t, err)
				require.InDelta(t, want, float(t, result.Expected()), 1e-9*want)
				if name == "randomized" {
					return // its w is in another scale
				}
				w, _ := lastOf(t, result, 64)
				for k, v := range twin.State().Classifier.W {
					f, _ := w[k].Lower().Float64()
					require.InDelta(t, v, f, 1e-9)
				}
			}))
		}
	}
}

// A label is drawn as +1 exactly where the coin is less than the probability of +1: ¾ at q = ½, and ¼ at q = −½.
func TestToss(t *testing.T) {
	t.Parallel()
	stream := parse("+3,4 +3,4 --3,-4") // q = 0, ½ and −2/√6 by FTRL with R = 5
	result, err := runNamed("randomized(R=5)", 2, stream, exact.Limit{})
	require.NoError(t, err)
	small := new(big.Rat).SetFrac64(1, 1<<60)
	minus := rat("91751709536136") // 10¹⁵(1 − 2/√6)/2 is 91751709536136.98…
	minus.Quo(minus, num(1e15))
	for _, c := range []struct {
		coins [3]*big.Rat
		want  [3]int
	}{
		{[3]*big.Rat{rat("1/2"), rat("3/4"), add(minus, rat("1/1000000000000000"))}, [3]int{-1, -1, -1}},
		{[3]*big.Rat{sub(rat("1/2"), small), sub(rat("3/4"), small), minus}, [3]int{+1, +1, +1}},
		{[3]*big.Rat{num(0), rat("1/4"), num(0)}, [3]int{+1, +1, +1}},
	} {
		for i, want := range c.want {
			require.Equal(t, want, result.Toss(i, c.coins[i]), "%v, step %d", c.coins, i+1)
		}
	}
}
