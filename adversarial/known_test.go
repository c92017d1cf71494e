package adversarial_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/adversarial"
	"marginlab/adversarial/hunt"
)

// No stream that is known, of whichever question, beats a record.
func TestRecordsAreTheBestKnown(t *testing.T) {
	for _, q := range adversarial.Open() {
		if q.Refuted {
			continue
		}
		record, err := q.Record()
		require.NoError(t, err)
		known, err := adversarial.KnownStreams(q.Conjecture.Classes, false)
		require.NoError(t, err)
		for _, s := range known {
			ratio, inside, err := hunt.Evaluate(q.Conjecture, s.Examples)
			require.NoError(t, err)
			require.True(t, !inside || ratio <= record.Ratio+1e-6, "%s: %v is above the record %v, on %v", q.Name, ratio, record.Ratio, s.Name)
		}
	}
}
