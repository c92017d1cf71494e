package adversarial

import (
	"encoding/json"
	"math"
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
	require.Zero(t, after.Doubts, "what is refused is in no doubt")
	require.Len(t, n.candidates(), 1, "the island before is as it was")
}

// What an island tries to certify refutes by more than rounding: first what does so clearly, and of that
// the smallest.
func TestCandidatesAreInOrder(t *testing.T) {
	t.Parallel()
	n := newIsland()
	for examples, ratio := range []float64{1: 1 + 1e-6, 2: 1 + 1e-4, 3: 1 + 1e-9, 4: 1.25, 5: 1.5} {
		n.population.offer(member{newStream(examples, 1), score{Ratio: ratio, Ease: math.Exp2(float64(examples)), Inside: examples > 0}})
	}
	var ratios []float64
	for _, m := range n.candidates() {
		ratios = append(ratios, m.Score.Ratio)
	}
	require.Equal(t, []float64{1.25, 1.5, 1 + 1e-6, 1 + 1e-4}, ratios)
}

// The best ratio over time is that of all islands, after the streams of all.
func TestRisesAreOfAllIslands(t *testing.T) {
	t.Parallel()
	islands := []island{
		{history: history{Spent: []int{10, 20}, Rises: []rise{{0, 0.1}, {2, 0.5}}}},
		{history: history{Spent: []int{5, 7, 9}, Rises: []rise{{0, 0.1}, {1, 0.3}, {2, 0.4}, {3, 0.5}}}},
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
