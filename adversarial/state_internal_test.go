package adversarial

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

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
	for name, edit := range map[string]func(*state){
		"none":                 func(*state) {},
		"trials":               func(s *state) { s.Trials = 500*s.Epoch - 1 },
		"epochs":               func(s *state) { s.Epoch = -1 },
		"very many epochs":     func(s *state) { s.Epoch, s.Tried = 1<<60, 1<<60 },
		"improved":             func(s *state) { s.Improved++ },
		"improved after all":   func(s *state) { s.Improved, s.Rises = s.Trials+1, append(s.Rises, Rise{s.Trials + 1, 1}) },
		"rises in no order":    func(s *state) { s.Rises = append([]Rise{{s.Trials, 1}}, s.Rises...) },
		"tried in the future":  func(s *state) { s.Tried = s.Epoch + 2 },
		"time before the hunt": func(s *state) { s.Seconds = -1 },
	} {
		var s state
		require.NoError(t, json.Unmarshal(text, &s))
		edit(&s)
		unsealed, err := s.unsealed()
		require.NoError(t, err)
		s.Seal = sealOf(unsealed)
		sealed, err := json.Marshal(s)
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(hunt.State, sealed, 0o600))
		if _, err = ReadState(hunt.State); name == "none" {
			require.NoError(t, err)
		} else {
			require.ErrorContains(t, err, "counts that do not add up", name)
		}
	}
}
