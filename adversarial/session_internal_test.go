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

// A hunt is over at the number of trials or of epochs that it was given, of all islands or of each.
func TestNoEpochBeyondTheTrials(t *testing.T) {
	t.Parallel()
	n := &session{islands: []island{{history: history{Spent: []int{10, 20}}}, {history: history{Spent: []int{5, 7}}}}}
	for bound, over := range map[int]bool{0: false, 41: true, 42: true, 43: false} {
		n.Hunt = Hunt{Trials: bound}
		require.Equal(t, over, n.over(t.Context()), "%d of 42 trials", bound)
	}
	for bound, over := range map[int]bool{0: false, 1: true, 2: true, 3: false} {
		n.Hunt = Hunt{Epochs: bound}
		require.Equal(t, over, n.over(t.Context()), "%d of 2 epochs", bound)
	}
}
