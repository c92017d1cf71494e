package adversarial

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"
)

// A candidate that exact arithmetic does not confirm is dropped, unless it is not time yet for an attempt.
func TestWhatIsNoRefutationIsDropped(t *testing.T) {
	t.Parallel()
	at, err := prepare(conjectureOf(t, "e-omm: mistakes <= 3"))
	require.NoError(t, err)
	n := newIsland()
	n.population.offer(member{line(1, 1), score{Ratio: 2, Ease: 1, Inside: true}}) // as it would be by rounding
	n.population.offer(member{line(2, 1), score{Ratio: 0.5, Ease: 4, Inside: true}})
	n.best = n.population.top()
	n.Patience = 1
	early, found := n.attempt(t.Context(), at)
	require.Nil(t, found)
	require.Len(t, early.candidates(), 1)
	n.Rounds = 1
	after, found := n.attempt(t.Context(), at)
	require.Nil(t, found)
	require.Empty(t, after.candidates())
	require.Equal(t, 0.5, after.best.Ratio)
	require.Len(t, n.candidates(), 1, "the island before is as it was")
}

// The best ratio over time is that of all islands, after the streams of all.
func TestRisesAreOfAllIslands(t *testing.T) {
	t.Parallel()
	islands := []island{
		{history: history{Spent: []int{10, 20}, Rises: []rise{{0, 0.1}, {2, 0.5}}}},
		{history: history{Spent: []int{5, 7}, Rises: []rise{{0, 0.1}, {1, 0.3}, {2, 0.4}}}},
		{history: history{Spent: []int{100}, Rises: []rise{{0, 0.1}, {1, 0.2}}}}, // one that a refutation stopped
	}
	require.Equal(t, []Rise{{0, 0.1}, {115, 0.3}, {142, 0.5}}, rises(islands))
}

// All that an island knows is in its text.
func TestHistoryIsKept(t *testing.T) {
	t.Parallel()
	at, err := prepare(conjectureOf(t, "e-omm: mistakes <= 3"))
	require.NoError(t, err)
	n, _ := newIsland().search(t.Context(), at, 1, 0, 300, nil)
	n.history = history{Rounds: 1, Spent: []int{300}, Rises: []rise{{1, 0.25}}, Doubt: 1.5, Doubts: 2, Patience: 5}
	text, err := json.Marshal(n.kept())
	require.NoError(t, err)
	var k kept
	require.NoError(t, json.Unmarshal(text, &k))
	again, err := k.island(newEvaluator(at))
	require.NoError(t, err)
	require.Equal(t, n.history, again.history)
	require.Equal(t, n.population, again.population)
	require.Equal(t, n.best, again.best)
}
