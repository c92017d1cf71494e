package props

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/props/stream"
)

// Over 400 seeds the mean of the mistakes agrees with the expected mistakes, Σ ½(1−y q_t). The labels are drawn one
// by one, so that by Hoeffding's inequality the sum over the seeds of the mistakes of T steps is off by more than
// √(nT ln(2/δ)/2) with probability δ at most: here δ = 1e-6, for each of the streams. With nearly certain steps the
// variance gives a better bound, by Bernstein's inequality.
func TestRandomizedMakesTheMistakesToBeExpected(t *testing.T) {
	const seeds, delta = 400, 1e-6
	for name, examples := range map[string]string{
		"separable":   strings.Repeat(" +1,2 -2,-1 +3,1 --1,0", 8),
		"inseparable": strings.Repeat(" +1,2 -1,2 +2,0", 10),
		"alternating": strings.Repeat(" +1 -1", 15),
		"constant":    strings.Repeat(" +1", 40),
	} {
		mistakes, expected, variance, positive, ups := 0.0, 0.0, 0.0, 0.0, 0.0
		for seed := range seeds {
			c, err := stream.Parse(fmt.Sprintf("randomized(seed=%d);%s", seed+1, examples))
			require.NoError(t, err)
			steps, err := replay(c)
			require.NoError(t, err)
			for _, s := range steps {
				p := (1 - s.Reported.Score) / 2
				expected += p
				variance += p * (1 - p)
				up := (1 + s.Y*s.Reported.Score) / 2
				ups += up
				if s.Reported.Predicted > 0 {
					positive++
				}
				if s.Reported.Mistake() {
					mistakes++
				}
			}
		}
		// Bernstein: t² / (2(v + t/3)) = ln(2/δ).
		l := math.Log(2 / delta)
		room := l/3 + math.Sqrt(l*l/9+2*variance*l)
		require.InDelta(t, expected, mistakes, room, "%s: mistakes over %d seeds", name, seeds)
		require.InDelta(t, ups, positive, room, "%s: +1 predicted", name)
		require.Less(t, room, 0.1*seeds*float64(strings.Count(examples, " ")), name)
	}
}

// Cases that once failed, or that have a tie.
func TestOwnFixtures(t *testing.T) {
	for _, f := range []struct{ property, text, why string }{
		{"pegasos", "pegasos(project=yes); +0,1 -1,1; a=1e-18,0,0", "a projection by 1e-9 took nine digits from the mean"},
		{"pegasos", "pegasos(project=yes); +0,0 +0,0 +5,1; a=0.001,0,0", "the mean of zeros, of what rounds to 1e-14"},
		{"randomized", "randomized; +0,-1.024e09 -1,-1.024e09; a=0,0,0", "‖Σ y z‖² rounded to 0, and x_t was taken for 0"},
		{"randomized", "randomized(psi=printed); +0,4000 -1,4000; a=0,0,0", "‖Σ y z‖², followed, was off by 3e-8 where the sum cancels"},
		{"step", "alma(alpha=0.5,B=4,C=1); +1 +1 +1 +3; a=0", "a tie at k = 4 that dividing by ‖x‖ = 3 rounds"},
		{"step", "alma(alpha=0.5,B=4,C=1); +1 +1 +1 +1; a=0", "a tie at k = 4"},
		{"step", "mcp; -2 -1; a=0", "a tie at ½/l"},
		{"step", "romma(eps=0.5); +2 +1; a=0", "a tie at 1 − eps"},
		{"step", "omm(rho=0.5); +2,0 --2,0 +1,3; a=0", "a tie at rho·gamma_t"},
		{"step", "pumma(delta=0.5); --3 +1 +0; a=0", "a tie at 1 − delta, which is no update"},
		{"step", "alma; +1001,0 -0:999 +1001,0; a=0", "‖w‖² of 0, followed, was 2e-16"},
		{"randomized", "randomized(psi=printed); +2000,-0.1 -2000; a=0,0,0", "the same of a dense vector not of full length"},
		{"randomized", "randomized(psi=printed); +0.001,2e06 +0.001,2e06 --0.01,2e06,0.01 --0.001,2e06; a=0,0,0", "and was 0"},
		{"step", "pumma; +4.15252671491434e15,2.100090254007619e15,4.289962191296806e15,6.405034931097384e15 -4.152526710934557e15,2.100090258450459e15,4.289962198319626e15,6.405034926837017e15 -4.152526716348266e15,2.100090257923599e15,4.289962198173604e15,6.405034929886639e15; a=0", "‖x₊−x₋‖² of squares in twice the digits"},
		{"step", "perceptron(p=3); +1,0 -1,0 +0,1; a=0", "theta is 0 again, and so is its gradient"},
		{"step", "perceptron(p=1.5); +1,0 -1,0 +0,1; a=0", "the same where p < 2"},
		{"rest", "pumma(delta=0.5); +0,0,0 -1,1,1", "Δ²/γ² − 4 rounded to −4e-15"},
	} {
		c, err := stream.Parse(f.text)
		require.NoError(t, err)
		holds(t, property(t, f.property), c, f.why)
	}
}
