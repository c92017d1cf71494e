package hunt

import (
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/adversarial"
	"marginlab/algos"
	"marginlab/algos/exact"
)

// What is known of a learner of this project is not known of one's own of its name.
func TestOwnHasNoRecords(t *testing.T) {
	t.Parallel()
	claim := conjectureOf(t, "e-omm: later_mistakes <= r^2/2 where gamma > 0")
	known, err := BestKnown(claim)
	require.NoError(t, err)
	require.NotEmpty(t, known.File)
	own := adversarial.Own{Learner: algos.Own("e-omm", func(int) algos.Rule {
		return func(w, x []float64, y float64) bool { return false }
	}).Spec()}
	claim, err = adversarial.Claim(claim.Statement.String(), own)
	require.NoError(t, err)
	known, err = BestKnown(claim)
	require.NoError(t, err)
	require.Empty(t, known.File)
	_, err = Certify(claim, []exact.Example{{X: exact.Floats(1), Y: +1}})
	require.ErrorContains(t, err, "has no value: a class is missing")
}
