package hunt

import (
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/adversarial"
	"marginlab/internal/rapidtest"
)

// Every proved row of the table that can be stated survives a hunt, of each learner that it speaks of.
func TestProvedRowsSurviveTheHunt(t *testing.T) {
	rows := adversarial.ProvedRows()
	require.Greater(t, len(rows), 100)
	for i, r := range rows {
		if testing.Short() && i%5 > 0 {
			continue
		}
		t.Run(r.Row+"/"+r.Conjecture.Learner, func(t *testing.T) {
			t.Parallel()
			h := Hunt{Seed: 1, Workers: 1, Cold: true, Trials: rapidtest.Count(1, 100, 50_000)}
			if r.Conjecture.AtRest && !rapidtest.Long() {
				r.Conjecture.Passes = 10 // the exact numbers of e-OMM in 100 take seconds
			}
			require.Nil(t, ran(t, h, r.Conjecture).Certificate, r.Conjecture)
		})
	}
}

// A claim is held beside the proved rows in whichever words it is.
func TestBeside(t *testing.T) {
	stream := adversarial.OneMistake().Examples
	for _, claim := range []string{
		"perceptron: updates <= (R/gamma0)^2 + T", "perceptron: updates - ((R/gamma0)^2 + T) <= 0",
		"perceptron: updates - (R/gamma0)^2 <= 0 + 0",
	} {
		c := conjectureOf(t, claim)
		for ratio, says := range map[float64]string{
			1e-3: "row perceptron-freund-schapire, which is proved, is at least as sharp",
			100:  "sharper than every proved row on it: the nearest, perceptron-freund-schapire,",
		} {
			said, err := Beside(c, stream, ratio)
			require.NoError(t, err)
			require.Contains(t, said, says, claim)
		}
	}
}
