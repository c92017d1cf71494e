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
