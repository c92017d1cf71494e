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
	for budget, bounded := range map[time.Duration]bool{time.Hour: true, 0: false} {
		limited, stop := Hunt{Budget: budget}.limited(t.Context())
		end, ok := limited.Deadline()
		require.Equal(t, bounded, ok)
		require.True(t, !ok || time.Until(end) <= budget+overtime)
		stop()
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

// Progress is that of all islands in all sessions, of an epoch that runs too, but for the streams a
// second, which are of this session.
func TestProgressOfAllIslands(t *testing.T) {
	t.Parallel()
	var told []Progress
	n := &session{
		Hunt:  Hunt{Streams: 100, Progress: func(p Progress) { told = append(told, p) }},
		began: time.Now().Add(-10 * time.Second), trialsBefore: 20, secondsBefore: 100,
		islands: []island{
			{best: inside(0.5), history: history{Spent: []int{10, 20}}}, {best: inside(0.75), history: history{Spent: []int{12}}},
			{best: score{Ratio: 3}},
		},
	}
	running := n.running()
	running(0, 5)
	running(2, 4)
	running(0, 7)
	n.report(0)
	for i, trials := range []int{47, 51, 53, 42} {
		require.Equal(t, trials, told[i].Trials)
		require.InDelta(t, 110, told[i].Seconds, 5)
		require.InEpsilon(t, float64(trials-20)/(told[i].Seconds-100), told[i].PerSecond, 1e-9)
		require.Equal(t, 0.75, told[i].Ratio)
	}
	n.Streams = 0
	require.Nil(t, n.running(), "an epoch is a round")
}
