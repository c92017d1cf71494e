package adversarial

import (
	"context"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// A state whose counts cannot be those of a hunt is refused, even under a seal of its own.
func TestCountsOfAStateAddUp(t *testing.T) {
	t.Parallel()
	c, err := Claim("e-omm: later_mistakes <= r^2")
	require.NoError(t, err)
	hunt := Hunt{Workers: 2, Trials: 200, Cold: true, State: filepath.Join(t.TempDir(), "state.json")}
	_, err = hunt.Run(t.Context(), c)
	require.NoError(t, err)
	text, err := os.ReadFile(hunt.State)
	require.NoError(t, err)
	for name, c := range map[string]struct {
		edit func(*state)
		want string
	}{
		"none":                {func(*state) {}, ""},
		"trials":              {func(s *state) { s.Trials++ }, "streams in"},
		"streams of an epoch": {func(s *state) { s.Islands[1].Spent[0] = 249 }, "counts that do not add up"},
		"streams below zero":  {func(s *state) { s.Islands[1].Spent[0] = -1 }, "counts that do not add up"},
		"rounds":              {func(s *state) { s.Islands[0].Rounds = -1 }, "counts that do not add up"},
		"very many rounds":    {func(s *state) { s.Islands[0].Rounds = 1 << 60 }, "counts that do not add up"},
		"epochs":              {func(s *state) { s.Epoch++ }, "1 epochs, expected 2"},
		"rises in no order":   {func(s *state) { s.Islands[0].Rises = append(s.Islands[0].Rises, rise{0, 2}) }, "counts that do not add up"},
		"rises that fall":     {func(s *state) { s.Islands[0].Rises = []rise{{0, 0.5}, {1, 0.25}} }, "counts that do not add up"},
		"a rise after all":    {func(s *state) { s.Islands[0].Rises = []rise{{2, 0.5}} }, "counts that do not add up"},
		"patience":            {func(s *state) { s.Islands[0].Patience = -1 }, "counts that do not add up"},
		"time":                {func(s *state) { s.Seconds = -1 }, "in -1 s"},
		"no time":             {func(s *state) { s.Seconds = 0 }, ""},
		"no learner":          {func(s *state) { s.Conjecture.Learner = "svm" }, "svm"},
		"a program":           {func(s *state) { s.Conjecture.Learner = "exec(x.py)" }, "its learner is a program, x.py, which a file does not start"},
		"a label of no class": {func(s *state) {
			for _, all := range s.Islands[0].Population {
				all[0][1].Y = 0
			}
		}, "stream 1: example 2: expected"},
		"islands":           {func(s *state) { s.Islands = s.Islands[:1] }, "1 islands, expected one for each of 2 workers"},
		"a gap in a stream": {func(s *state) { s.Islands[0].Pools[0][0].Stream[0].Y = 0 }, "island 1: pool 0, pattern 1: example 1: expected"},
		"fewer moves":       {func(s *state) { s.Islands[0].Credit = s.Islands[0].Credit[1:] }, "credit of 3 moves, expected 4"},
	} {
		var s state
		require.NoError(t, json.Unmarshal(text, &s))
		c.edit(&s)
		edited, err := sealed(s)
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(hunt.State, edited, 0o600))
		if _, err = ReadState(t.Context(), hunt.State); c.want == "" {
			require.NoError(t, err, name)
		} else {
			require.ErrorContains(t, err, c.want, name)
		}
	}
}

// Counts add up where each round ran its streams, 250 and twice as many up to 4000, an epoch may have
// ended before its first, and the best ratio rose from epoch to epoch.
func TestCountsThatAddUp(t *testing.T) {
	for _, c := range []struct {
		history
		adds bool
	}{
		{history{}, true}, {history{Spent: []int{0}}, true}, {history{Rounds: 1, Spent: []int{250}}, true}, {history{Rounds: 1, Spent: []int{249}}, false}, {history{Rounds: 2, Spent: []int{250}}, false},
		{history{Rounds: 2, Spent: []int{750}}, true}, {history{Rounds: 2, Spent: []int{300, 449}}, false}, {history{Rounds: 2, Spent: []int{751, -1}}, false},
		{history{Rounds: 6, Spent: []int{250 + 500 + 1000 + 2000 + 4000 + 4000}}, true}, {history{Rounds: 6, Spent: []int{11_749}}, false},
		{history{Rounds: -1}, false}, {history{Doubts: -1}, false}, {history{Patience: -1}, false}, {history{Doubt: -1}, false}, {history{Doubt: math.NaN()}, false},
		{history{Spent: []int{0}, Rises: []rise{{0, 0.5}, {1, 0.6}}}, true}, {history{Spent: []int{0}, Rises: []rise{{0, 0.5}, {1, 0.5}}}, false},
		{history{Spent: []int{0}, Rises: []rise{{1, 0.5}, {1, 0.6}}}, false}, {history{Spent: []int{0}, Rises: []rise{{2, 0.5}}}, false}, {history{Rises: []rise{{-1, 0.5}}}, false},
	} {
		require.Equal(t, c.adds, c.history.adds(), "%+v", c.history)
	}
}

// The streams of a state are scored again, which ends with the context however many passes they take.
func TestReadingAStateEndsWithItsContext(t *testing.T) {
	t.Parallel()
	c, err := Claim("e-omm: later_mistakes <= r^2")
	require.NoError(t, err)
	hunt := Hunt{Workers: 1, Trials: 200, Cold: true, State: filepath.Join(t.TempDir(), "state.json")}
	_, err = hunt.Run(t.Context(), c)
	require.NoError(t, err)
	s, err := readState(hunt.State)
	require.NoError(t, err)
	s.Conjecture.Passes = 1 << 40
	text, err := sealed(s)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(hunt.State, text, 0o644))
	ctx, stop := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer stop()
	_, err = ReadState(ctx, hunt.State)
	require.ErrorIs(t, err, context.DeadlineExceeded)
	hunt.Resume, c.Passes = true, 1<<40
	_, err = hunt.Run(ctx, c)
	require.ErrorIs(t, err, context.DeadlineExceeded)

	r, err := Plan{Conjecture: c, Islands: 1}.Runner()
	require.NoError(t, err)
	island := s.Islands[0]
	text, err = sealed(stateText{place{r.name, 0, len(island.Spent)}, island, nil})
	require.NoError(t, err)
	_, err = r.Finding(ctx, [][]byte{text})
	require.ErrorIs(t, err, context.DeadlineExceeded)
	_, err = r.Step(ctx, 0, len(island.Spent), text)
	require.ErrorIs(t, err, context.DeadlineExceeded)
}
