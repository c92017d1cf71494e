package adversarial_test

import (
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/adversarial"
)

// What is proved of the thresholds is what the recursions of Theorems S1 and P2 say, and,
// of conservative OMM, Theorem S3. What is known lies above, and rises with the mistakes.
func TestThresholdsLieAboveWhatIsProved(t *testing.T) {
	proved := map[string]float64{} // the least r² by learner, as it goes through the mistakes
	falls := func(learner string, first, part float64) float64 {
		if proved[learner] == 0 {
			return 1 / first
		}
		b := 1 / proved[learner]
		return 1 / (b - part*b*b)
	}
	known, rooms := map[string]float64{}, map[string]adversarial.Conjecture{}
	for _, q := range adversarial.Thresholds() {
		l, want := q.Learner, 0.
		switch {
		case l == "e-omm(p=3)":
			want = 2 // ½D²/γ² is the least that Lemma 8 leaves, as f(1) = ½ for c = 2
		case strings.HasPrefix(l, "pumma"):
			proved[l] = falls(l, 3./4, 1./4)
			want = proved[l]
		default:
			proved[l] = falls(l, 1./4, 1)
			want = proved[l]
		}
		if l == "ce-omm" {
			want = max(want, 4./3*float64(q.Mistakes+1)) // ¾r² − 1
		}
		require.InDelta(t, want-0.5e-4, q.Proved, 0.5e-4+1e-9, q.Name)
		require.LessOrEqual(t, q.Proved, want*(1+1e-12), q.Name)

		require.Greater(t, q.Conjecture.Dim.High, rooms[l].Dim.High, "%s has room for one mistake more", q.Name)
		require.Greater(t, q.Conjecture.Examples.High, rooms[l].Examples.High, q.Name)
		rooms[l] = q.Conjecture

		least, err := q.Least()
		require.NoError(t, err)
		require.GreaterOrEqual(t, least, want*(1-1e-6), q.Name)
		require.GreaterOrEqual(t, least, known[l]*(1-1e-6), q.Name)
		known[l] = least
		require.False(t, math.IsInf(least, 0), q.Name)
	}
}
