package reproduce

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/cmd/marginlab/term"
)

// made are the rows of a cell that counts how often it is run.
func made(times *int) func() ([]Row, error) {
	return func() ([]Row, error) {
		*times++
		r := Row{RunRow: term.RunRow{Tau: term.Number(*times), Gamma: term.Missing(), Seconds: 0.1},
			Published: Reported{"a": "1.50"}, Violated: []string{"x"}}
		r.set("d", 0.1, "word", "w", "none", nil, "at_rest", true)
		return []Row{r}, nil
	}
}

// opened is the checkpoint of the setting S in a file.
func opened(t *testing.T, file string, resume bool) *checkpoint {
	c, err := openCheckpoint(file, resume, "S")
	require.NoError(t, err)
	return c
}

// finish lets a checkpoint finish a cell of that name.
func (c *checkpoint) finish(t *testing.T, p *term.Progress, name string, times *int) []Row {
	rows, err := c.part(p, name, 1, made(times))
	require.NoError(t, err)
	return rows
}

func TestCheckpointGoesOn(t *testing.T) {
	t.Parallel()
	state, times, p := filepath.Join(t.TempDir(), "state"), 0, term.NewProgress(nil)
	c := opened(t, state, false)
	require.NoFileExists(t, state, "before anything is finished")
	c.finish(t, p, "a", &times)
	require.Equal(t, []string{"a"}, kept(t, state), "written at once")
	broken := errors.New("broken")
	_, err := c.part(p, "b", 1, func() ([]Row, error) { return nil, broken })
	require.ErrorIs(t, err, broken)
	require.NotContains(t, c.Done, "b", "it failed")

	c = opened(t, state, true)
	got := c.finish(t, p, "a", &times)
	require.Equal(t, 1, times, "not done again")
	require.Equal(t, "1", got[0].Tau.String())
	require.Equal(t, "-", got[0].Gamma.String(), "null is no number, not 0")
	require.Equal(t, map[string]any{"d": 0.1, "word": "w", "none": nil, "at_rest": true}, got[0].More)
	require.Equal(t, Reported{"a": "1.50"}, got[0].Published, "as the paper prints it")
	c.finish(t, p, "c", &times)
	require.NoError(t, c.end(t.Context(), p, nil))
	require.ElementsMatch(t, []string{"a", "c"}, kept(t, state))

	c = opened(t, state, false)
	require.ElementsMatch(t, []string{"a", "c"}, kept(t, state), "opening loses nothing")
	c.finish(t, p, "a", &times)
	require.Equal(t, 3, times, "without --resume done again")
	require.Equal(t, []string{"a"}, kept(t, state))
}

// The file is written in a twentieth of the time at most, and at the end.
func TestCheckpointIsWrittenNowAndThen(t *testing.T) {
	t.Parallel()
	state, times, p := filepath.Join(t.TempDir(), "state"), 0, term.NewProgress(nil)
	c := opened(t, state, false)
	c.finish(t, p, "a", &times)
	c.took = 1e12 // some 17 minutes
	c.finish(t, p, "b", &times)
	require.Equal(t, []string{"a"}, kept(t, state))
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	require.ErrorContains(t, c.end(ended, p, ended.Err()), "--resume goes on from there")
	require.ElementsMatch(t, []string{"a", "b"}, kept(t, state))
}

func TestCheckpointsThatAreRefused(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	file := filepath.Join(dir, "file")
	for text, want := range map[string]string{
		``:                             `--resume: ` + file + `: unexpected end of JSON input`,
		`{"setting":"S","done":{"a":[`: `--resume: ` + file + `: unexpected end of JSON input`,
		`[]`:                           `--resume: ` + file + `: json: cannot unmarshal array`,
		`{"setting":"other"}`:          `--resume: ` + file + ` is of another setting: other; expected S`,
		`{"setting":"S"}`: `--resume: ` + file +
			` is of another build of marginlab, whose rows may differ, expected that build, or no --resume to run everything anew`,
		`{"setting":"S","build":"7"}`: `--resume: ` + file + ` is of another build of marginlab, `,
		`null`:                        `--resume: ` + file + ` is of another setting: ; expected S`,
	} {
		require.NoError(t, os.WriteFile(file, []byte(text), 0o600))
		_, err := openCheckpoint(file, true, "S")
		require.ErrorContains(t, err, want)
		now, err := os.ReadFile(file)
		require.NoError(t, err)
		require.Equal(t, text, string(now), "left as it is")
	}
	build, err := term.Build()
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(file, fmt.Appendf(nil, `{"setting":"S","build":%q,"done":{"a":"x"}}`, build),
		0o600))
	_, err = openCheckpoint(file, true, "S")
	require.ErrorContains(t, err, file+": json: cannot unmarshal string")

	none := filepath.Join(dir, "none")
	_, err = openCheckpoint(none, true, "S")
	require.ErrorIs(t, err, os.ErrNotExist)
	require.ErrorContains(t, err, "--resume: ")
	for path, want := range map[string]string{
		dir:                                "--state: " + dir + " is a folder, expected the name of a file",
		filepath.Join(dir, "no", "folder"): "--state: " + filepath.Join(dir, "no", "folder") + ": ",
		filepath.Join(file, "x"):           "--state: " + filepath.Join(file, "x") + ": ",
	} {
		_, err := openCheckpoint(path, false, "S")
		require.ErrorContains(t, err, want, "before the work")
	}
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	require.Len(t, entries, 1, "nothing is left beside the file")
}

// What cannot be kept is said once, with what it was. The work goes on, and is kept when it can be.
func TestCheckpointThatCannotBeWritten(t *testing.T) {
	t.Parallel()
	dir, times := filepath.Join(t.TempDir(), "dir"), 0
	require.NoError(t, os.Mkdir(dir, 0o700))
	state := filepath.Join(dir, "state")
	c := opened(t, state, false)
	require.NoError(t, os.Remove(dir))
	var warnings bytes.Buffer
	p := term.NewProgress(&warnings)
	c.finish(t, p, "a", &times)
	c.took = 0
	c.finish(t, p, "b", &times)
	require.Equal(t, 1, bytes.Count(warnings.Bytes(), []byte("\n")))
	require.Contains(t, warnings.String(), "marginlab: "+state+": what is finished cannot be kept: ")
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	require.ErrorContains(t, c.end(ended, p, ended.Err()), "interrupted: what is finished is not in "+state)
	require.NoError(t, os.Mkdir(dir, 0o700))
	c.took = 0
	c.finish(t, p, "c", &times)
	require.ElementsMatch(t, []string{"a", "b", "c"}, kept(t, state))
}

func TestCheckpointOfASettingInTheCache(t *testing.T) {
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	t.Setenv("HOME", t.TempDir())
	one := opened(t, "", false)
	other, err := openCheckpoint("", false, "T")
	require.NoError(t, err)
	require.NotEqual(t, one.file, other.file)
	times := 0
	one.finish(t, term.NewProgress(nil), "a", &times)
	require.Contains(t, opened(t, "", true).Done, "a")
}

// kept are the names of the parts in the file of a checkpoint.
func kept(t *testing.T, file string) []string {
	t.Helper()
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	var saved struct{ Done map[string]json.RawMessage }
	require.NoError(t, json.Unmarshal(text, &saved))
	var names []string
	for name := range saved.Done {
		names = append(names, name)
	}
	return names
}
