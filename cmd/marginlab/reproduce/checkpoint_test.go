package reproduce

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/cmd/marginlab/term"
)

// made returns the rows of a cell that counts its runs.
func made(times *int) func() ([]Row, error) {
	return func() ([]Row, error) {
		*times++
		r := Row{RunRow: term.RunRow{Tau: term.Number(*times), Gamma: term.Missing(), Seconds: 0.1},
			Published: Reported{"a": "1.50"}, Violated: []string{"x"}}
		r.set("d", 0.1, "word", "w", "none", nil, "at_rest", true)
		return []Row{r}, nil
	}
}

// opened returns the checkpoint of the setting S in a folder.
func opened(t *testing.T, dir string, resume bool) *checkpoint {
	c, err := openCheckpoint(dir, resume, "S")
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
	c.finish(t, p, "a", &times)
	require.Len(t, kept(t, state), 1, "written at once")
	broken := errors.New("broken")
	_, err := c.part(p, "b", 1, func() ([]Row, error) { return nil, broken })
	require.ErrorIs(t, err, broken)
	require.Len(t, kept(t, state), 1, "it failed")

	c = opened(t, state, true)
	got := c.finish(t, p, "a", &times)
	require.Equal(t, 1, times, "not done again")
	require.Equal(t, "1", got[0].Tau.String())
	require.Equal(t, "-", got[0].Gamma.String(), "null is no number, not 0")
	require.Equal(t, map[string]any{"d": 0.1, "word": "w", "none": nil, "at_rest": true}, got[0].More)
	require.Equal(t, Reported{"a": "1.50"}, got[0].Published, "as the paper prints it")
	c.finish(t, p, "c", &times)
	require.NoError(t, c.end(t.Context(), nil))
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	require.ErrorContains(t, c.end(ended, ended.Err()), "--resume goes on from there")

	opened(t, state, false).finish(t, p, "a", &times)
	require.Equal(t, 3, times, "without --resume done again")
	require.Len(t, kept(t, state), 2, "nothing is lost")
}

// A cell that is broken, or from another build, is run again.
func TestCellsThatAreNotTaken(t *testing.T) {
	t.Parallel()
	state, times, p := t.TempDir(), 0, term.NewProgress(nil)
	opened(t, state, false).finish(t, p, "a", &times)
	for i, text := range []string{``, `{"build":"7","rows":[]}`, `null`, `[]`, `{"rows":[`} {
		require.NoError(t, os.WriteFile(kept(t, state)[0], []byte(text), 0o600))
		opened(t, state, true).finish(t, p, "a", &times)
		require.Equal(t, i+2, times, text)
	}
}

func TestCheckpointsThatAreRefused(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	_, err := openCheckpoint(dir, true, "S")
	require.EqualError(t, err, "--resume: "+dir+" keeps nothing of this setting: S")
	opened(t, dir, false)
	opened(t, dir, true)
	_, err = openCheckpoint(dir, true, "T")
	require.ErrorContains(t, err, "nothing of this setting: T")
	file := filepath.Join(dir, "file")
	require.NoError(t, os.WriteFile(file, nil, 0o600))
	_, err = openCheckpoint(file, false, "S")
	require.ErrorContains(t, err, "--state: mkdir "+file, "before the work")
}

// What cannot be kept is said with what it was. The work goes on.
func TestCheckpointThatCannotBeWritten(t *testing.T) {
	t.Parallel()
	state, times := t.TempDir(), 0
	c := opened(t, state, false)
	require.NoError(t, os.Remove(c.dir))
	var warnings bytes.Buffer
	c.finish(t, term.NewProgress(&warnings), "a", &times)
	require.Equal(t, 1, bytes.Count(warnings.Bytes(), []byte("\n")))
	require.Contains(t, warnings.String(), "marginlab: what is finished cannot be kept: "+c.dir)
}

func TestCheckpointInTheCache(t *testing.T) {
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	t.Setenv("HOME", t.TempDir())
	times, p := 0, term.NewProgress(nil)
	opened(t, "", false).finish(t, p, "a", &times)
	opened(t, "", true).finish(t, p, "a", &times)
	require.Equal(t, 1, times)
}

// kept returns the files of the cells in the folder of a checkpoint.
func kept(t *testing.T, dir string) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*", "*.json"))
	require.NoError(t, err)
	return files
}
