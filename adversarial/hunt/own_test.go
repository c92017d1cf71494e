package hunt_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/adversarial"
	"marginlab/adversarial/hunt"
	"marginlab/algos"
	"marginlab/algos/exact"
	"marginlab/theory"
)

// stubborn is a Perceptron that learns so many times from an example.
func stubborn() adversarial.Own {
	kind := algos.Own("stubborn", func(int) algos.Rule {
		return func(w, x []float64, y float64) bool {
			score, square := 0.0, 0.0
			for i := range x {
				score += w[i] * x[i]
				square += x[i] * x[i]
			}
			if y*score > 2*square {
				return false
			}
			for i := range x {
				w[i] += y * x[i]
			}
			return square > 0
		}
	})
	return adversarial.Own{Learner: kind.Spec()}
}

// A theorem of one's own reaches the hunt from its row, and its refutation is certified.
func TestOwnRowIsHunted(t *testing.T) {
	t.Parallel()
	own := stubborn()
	row := theory.Claim("stubborn: updates <= 5/2*(R/gamma0)^2")
	s, err := adversarial.Statement(row, "stubborn", nil, own)
	require.NoError(t, err)
	require.Equal(t, "stubborn: updates <= 5/2*(R/gamma0)^2 where gamma0 > 0", s.String())
	found, err := hunt.Hunt{Seed: 1, Workers: 1, Trials: 400}.Run(t.Context(), adversarial.Conjecture{Statement: s, Own: []adversarial.Own{own}})
	require.NoError(t, err)
	require.NotNil(t, found.Certificate)
	hunt.RequireValid(t, found.Certificate)
	for _, e := range found.Certificate.Stream {
		for _, x := range e.X {
			require.True(t, x.IsInt(), "%v: an exact integer stream", found.Certificate)
		}
	}
}

// What is known of a learner of this project is not known of one's own of its name.
func TestOwnHasNoRecords(t *testing.T) {
	t.Parallel()
	claim, err := adversarial.Claim("e-omm: later_mistakes <= r^2/2 where gamma > 0")
	require.NoError(t, err)
	known, err := hunt.BestKnown(claim)
	require.NoError(t, err)
	require.NotEmpty(t, known.File)
	own := stubborn()
	own.Learner.Kind.Name = "e-omm"
	claim, err = adversarial.Claim(claim.Statement.String(), own)
	require.NoError(t, err)
	known, err = hunt.BestKnown(claim)
	require.NoError(t, err)
	require.Empty(t, known.File)
	_, err = hunt.Certify(claim, []exact.Example{{X: exact.Floats(1), Y: +1}})
	require.ErrorContains(t, err, "has no value: a class is missing")
}
