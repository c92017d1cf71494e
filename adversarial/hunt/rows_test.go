package hunt_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/adversarial"
	"marginlab/adversarial/hunt"
	"marginlab/internal/rapidtest"
	"marginlab/theory"
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
			h := hunt.Hunt{Seed: 1, Workers: 1, Cold: true, Trials: rapidtest.Count(1, 250, 50_000)}
			found, err := h.Run(t.Context(), r.Conjecture)
			require.NoError(t, err)
			require.Nil(t, found.Certificate, r.Conjecture)
		})
	}
}

// A row whose bound is a tenth too low is found out.
func TestHuntFindsRowsThatFail(t *testing.T) {
	for id, learner := range map[string]string{
		"omm-s1": "e-omm", "perceptron-novikoff": "perceptron", "romma-mistakes": "romma", "omm-gamma-3": "e-omm",
	} {
		s, err := adversarial.Statement(theory.Row(id), learner, nil)
		require.NoError(t, err)
		s.Claim = "9/10*(" + s.Claim + ")"
		found, err := hunt.Hunt{Seed: 1, Workers: 1, Trials: 1000}.Run(t.Context(), adversarial.Conjecture{Statement: s})
		require.NoError(t, err)
		require.NotNil(t, found.Certificate, "%s: ratio %v", id, found.Ratio)
	}
}

// A claim is held beside the proved rows in whichever words it is.
func TestBeside(t *testing.T) {
	stream := adversarial.OneMistake().Examples
	for _, claim := range []string{
		"perceptron: updates <= (R/gamma0)^2 + T", "perceptron: updates - ((R/gamma0)^2 + T) <= 0",
		"perceptron: updates - (R/gamma0)^2 <= 0 + 0",
	} {
		s, err := adversarial.ParseStatement(claim)
		require.NoError(t, err)
		c := adversarial.Conjecture{Statement: s}
		for ratio, says := range map[float64]string{
			1e-3: "row perceptron-freund-schapire, which is proved, is at least as sharp",
			100:  "sharper than every proved row on it: the nearest, perceptron-freund-schapire,",
		} {
			said, err := hunt.Beside(c, stream, ratio)
			require.NoError(t, err)
			require.Contains(t, said, says, claim)
		}
	}
}
