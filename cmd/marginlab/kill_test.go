package main

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"marginlab/theory/rapidtest"
)

// A long command that is killed, as often as it is, leaves no file half written, and goes on to what
// one finds that was left alone.
func TestKilled(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		args    []string
		changes []string // keys of the state that tell the time
	}{
		"hunt": {
			[]string{"hunt", "--learner", "e-omm", "--quantity", "later_mistakes", "--claim", "T + R", "--workers", "2", "--seed", "3", "--cold",
				"--trials", fmt.Sprint(rapidtest.Count(6_000, 20_000, 400_000))},
			[]string{"seconds", "seal"},
		},
		"reproduce": {
			[]string{"reproduce", "normalized", "--subset", fmt.Sprint(rapidtest.Count(12, 20, 40)), "--runs", "2", "--sizes", "10,20", "--json"},
			nil,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			at := func(file string) []string {
				return append(c.args[:len(c.args):len(c.args)], "--state", filepath.Join(dir, file))
			}
			begun := time.Now()
			out, err := exec.Command("marginlab", at("whole.json")...).CombinedOutput()
			require.NoError(t, err, "%s", out)
			lasted := time.Since(begun)
			rng := rand.New(rand.NewPCG(18, 9))
			file, args := filepath.Join(dir, "killed.json"), at("killed.json")
			for range rapidtest.Count(2, 5, 200) {
				command := exec.Command("marginlab", args...)
				require.NoError(t, command.Start())
				time.Sleep(time.Duration(rng.Float64() * float64(lasted))) // anywhere
				_ = command.Process.Kill()                                 // unless it has ended
				if command.Wait() == nil {
					require.NoError(t, os.Remove(file)) // once more from the beginning
				}
				args = at("killed.json")
				if _, err := os.Stat(file); err == nil {
					args = append(args, "--resume")
				}
			}
			out, err = exec.Command("marginlab", args...).CombinedOutput()
			require.NoError(t, err, "%s", out)
			require.Equal(t, settled(t, dir, "whole.json", c.changes), settled(t, dir, "killed.json", c.changes))
		})
	}
}

// settled is the state in a file, without what tells the time.
func settled(t *testing.T, dir, file string, changes []string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(dir, file))
	require.NoError(t, err)
	var state map[string]any
	require.NoError(t, json.Unmarshal(text, &state))
	for _, key := range changes {
		delete(state, key)
	}
	if text, err = json.Marshal(timeless(state)); err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// timeless is a JSON value whose keys that name seconds are left out.
func timeless(v any) any {
	switch v := v.(type) {
	case map[string]any:
		for key, value := range v {
			if strings.Contains(strings.ToLower(key), "seconds") {
				delete(v, key)
				continue
			}
			v[key] = timeless(value)
		}
	case []any:
		for i := range v {
			v[i] = timeless(v[i])
		}
	}
	return v
}
