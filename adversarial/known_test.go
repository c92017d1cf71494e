package adversarial

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// No stream that is known, of whichever question, beats a record.
func TestRecordsAreTheBestKnown(t *testing.T) {
	for _, q := range Open() {
		if q.Refuted {
			continue
		}
		record, err := q.Record()
		require.NoError(t, err)
		known, err := knownStreams(q.Conjecture.Classes, false)
		require.NoError(t, err)
		for _, s := range known {
			ratio, inside, err := q.Conjecture.Evaluate(s.examples)
			require.NoError(t, err)
			require.True(t, !inside || ratio <= record.Ratio+1e-6, "%s: %v is above the record %v, on %v", q.Name, ratio, record.Ratio, s.name)
		}
	}
}
