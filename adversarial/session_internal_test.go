package adversarial

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// A hunt begins no epoch that would end beyond its budget, if it took as long as the last.
func TestNoEpochBeyondTheBudget(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		began, lasted time.Duration
		over          bool
	}{
		{time.Hour, 0, false},
		{time.Hour, time.Hour / 2, false},
		{time.Hour, time.Hour + time.Minute, true},
		{2*time.Hour + time.Minute, 0, true},
	} {
		n := &session{Hunt: Hunt{Budget: 2 * time.Hour}, began: time.Now().Add(-c.began), lasted: c.lasted}
		require.Equal(t, c.over, n.over(t.Context()), "%+v", c)
		n.Budget = 0
		require.False(t, n.over(t.Context()), "without a budget: %+v", c)
	}
}
