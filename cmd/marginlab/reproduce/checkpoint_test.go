package reproduce

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/cmd/marginlab/term"
	"marginlab/cmd/marginlab/term/termtest"
)

func TestCheckpointGoesOn(t *testing.T) {
	t.Parallel()
	flags := CheckpointFlags{State: filepath.Join(t.TempDir(), "state")}
	l, err := flags.Open("S")
	require.NoError(t, err)
	require.NoFileExists(t, flags.State, "before anything is finished")
	made := 0
	make := func() ([]term.Number, error) {
		made++
		return []term.Number{term.Number(made), term.Missing(), 0.1}, nil
	}
	for range 2 { // the second time from memory
		got, err := Part(l, term.NewProgress(nil), "a", 1, make)
		require.NoError(t, err)
		require.Equal(t, term.Number(1), got[0])
	}
	require.Equal(t, []string{"a"}, termtest.Kept(t, flags.State), "written at once")
	broken := errors.New("broken")
	_, err = Part(l, term.NewProgress(nil), "b", 1, func() (int, error) { return 3, broken })
	require.ErrorIs(t, err, broken)
	_, known := l.Done["b"]
	require.False(t, known, "it failed")

	flags.Resume = true
	l, err = flags.Open("S")
	require.NoError(t, err)
	got, err := Part(l, term.NewProgress(nil), "a", 1, make)
	require.NoError(t, err)
	require.Equal(t, 1, made, "not done again")
	require.Len(t, got, 3)
	require.True(t, math.IsNaN(float64(got[1])), "null is no number, not 0")
	require.Equal(t, term.Number(0.1), got[2])
	_, err = Part(l, term.NewProgress(nil), "c", 1, func() (int, error) { return 4, nil })
	require.NoError(t, err)
	require.ElementsMatch(t, []string{"a", "c"}, termtest.Kept(t, flags.State))

	flags.Resume = false
	l, err = flags.Open("S")
	require.NoError(t, err)
	require.ElementsMatch(t, []string{"a", "c"}, termtest.Kept(t, flags.State), "opening loses nothing")
	_, err = Part(l, term.NewProgress(nil), "a", 1, make)
	require.NoError(t, err)
	require.Equal(t, 2, made, "without --resume done again")
	require.Equal(t, []string{"a"}, termtest.Kept(t, flags.State))
}

// A resumed row is the row that was run, its null no 0.
func TestRowsSurviveTheCheckpoint(t *testing.T) {
	t.Parallel()
	seed := uint64(math.MaxUint64)
	row := Row[term.Number]{
		RunRow: term.RunRow{
			Learner: "L", Params: map[string]any{"eps": 0.85}, Examples: 3, Dim: 2, Passes: 1, Mistakes: 4, Updates: 5,
			Margin: term.Missing(), Tau: 7, Gamma: 0.1, Seconds: 1e-9, Data: "D", Shuffle: &seed, Steps: 6,
		},
		Table: new("Table 1"), Published: new(term.Number(100. / 3)),
	}
	flags := CheckpointFlags{State: filepath.Join(t.TempDir(), "state")}
	l, err := flags.Open("S")
	require.NoError(t, err)
	_, err = Part(l, term.NewProgress(nil), "a", 1, func() ([]Row[term.Number], error) { return []Row[term.Number]{row}, nil })
	require.NoError(t, err)
	flags.Resume = true
	l, err = flags.Open("S")
	require.NoError(t, err)
	again, err := Part(l, term.NewProgress(nil), "a", 1, func() ([]Row[term.Number], error) { return nil, errors.New("done again") })
	require.NoError(t, err)
	require.True(t, math.IsNaN(float64(again[0].Margin)))
	again[0].Margin, row.Margin = 0, 0
	require.Equal(t, []Row[term.Number]{row}, again)
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
		`{"setting":"S"}`:              `--resume: ` + file + ` is of another build of marginlab, whose rows may differ, expected that build, or no --resume to run everything anew`,
		`{"setting":"S","build":"7"}`:  `--resume: ` + file + ` is of another build of marginlab, `,
		`null`:                         `--resume: ` + file + ` is of another setting: ; expected S`,
	} {
		require.NoError(t, os.WriteFile(file, []byte(text), 0o600))
		_, err := CheckpointFlags{State: file, Resume: true}.Open("S")
		require.ErrorContains(t, err, want)
		now, err := os.ReadFile(file)
		require.NoError(t, err)
		require.Equal(t, text, string(now), "left as it is")
	}
	build, err := term.Build()
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(file, fmt.Appendf(nil, `{"setting":"S","build":%q,"done":{"a":"x"}}`, build), 0o600))
	l, err := CheckpointFlags{State: file, Resume: true}.Open("S")
	require.NoError(t, err)
	_, err = Part(l, term.NewProgress(nil), "a", 1, func() (int, error) { return 1, nil })
	require.ErrorContains(t, err, file+": a: json: cannot unmarshal string")

	none := filepath.Join(dir, "none")
	_, err = CheckpointFlags{State: none, Resume: true}.Open("S")
	require.ErrorIs(t, err, os.ErrNotExist)
	require.ErrorContains(t, err, "--resume: ")
	for path, want := range map[string]string{
		dir:                                "--state: " + dir + " is a folder, expected the name of a file",
		filepath.Join(dir, "no", "folder"): "--state: " + filepath.Join(dir, "no", "folder") + ": ",
		filepath.Join(file, "x"):           "--state: " + filepath.Join(file, "x") + ": ",
	} {
		_, err := CheckpointFlags{State: path}.Open("S")
		require.ErrorContains(t, err, want, "before the work")
	}
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	require.Len(t, entries, 1, "nothing is left beside the file")
}

// What cannot be kept is said once, with what it was. The work goes on, and is kept when it can be.
func TestCheckpointThatCannotBeWritten(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "dir")
	require.NoError(t, os.Mkdir(dir, 0o700))
	state := filepath.Join(dir, "state")
	l, err := CheckpointFlags{State: state}.Open("S")
	require.NoError(t, err)
	require.NoError(t, os.Remove(dir))
	var warnings bytes.Buffer
	p := term.NewProgress(&warnings)
	part := func(name string) {
		got, err := Part(l, p, name, 1, func() (int, error) { return 1, nil })
		require.NoError(t, err)
		require.Equal(t, 1, got)
	}
	part("a")
	part("b")
	require.Equal(t, 1, bytes.Count(warnings.Bytes(), []byte("\n")))
	require.Contains(t, warnings.String(), "marginlab: "+state+": a is finished, but cannot be kept: ")
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	require.ErrorContains(t, l.Interrupted(ended, ended.Err()), "interrupted: what is finished is not in "+state)
	require.NoError(t, os.Mkdir(dir, 0o700))
	part("c")
	require.ElementsMatch(t, []string{"a", "b", "c"}, termtest.Kept(t, state))
	require.ErrorContains(t, l.Interrupted(ended, ended.Err()), "--resume goes on from there")
}

func TestCheckpointOfASettingInTheCache(t *testing.T) {
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	t.Setenv("HOME", t.TempDir())
	one, err := CheckpointFlags{}.Open("S")
	require.NoError(t, err)
	same, err := CheckpointFlags{}.Open("S")
	require.NoError(t, err)
	other, err := CheckpointFlags{}.Open("T")
	require.NoError(t, err)
	require.Equal(t, one.File, same.File)
	require.NotEqual(t, one.File, other.File)
	_, err = Part(one, term.NewProgress(nil), "a", 1, func() (int, error) { return 1, nil })
	require.NoError(t, err)
	resumed, err := CheckpointFlags{Resume: true}.Open("S")
	require.NoError(t, err)
	require.Contains(t, resumed.Done, "a")
}

// Parts on all cores, as Figure 3 has them.
func TestCheckpointOfSeveralAtOnce(t *testing.T) {
	t.Parallel()
	flags := CheckpointFlags{State: filepath.Join(t.TempDir(), "state")}
	items := make([]int, 100)
	for i := range items {
		items[i] = i
	}
	name := func(i int) string { return string(rune('A' + i)) }
	all := func(made *atomic.Int64) (got []int) {
		l, err := flags.Open("S")
		require.NoError(t, err)
		require.NoError(t, InOrder(t.Context(), items, func(_ context.Context, i int) (int, error) {
			return Part(l, term.NewProgress(nil), name(i), 1, func() (int, error) {
				made.Add(1)
				return i * i, nil
			})
		}, func(v int) error {
			got = append(got, v)
			return nil
		}))
		return got
	}
	var first, second atomic.Int64
	got := all(&first)
	require.Equal(t, int64(100), first.Load())
	require.Len(t, termtest.Kept(t, flags.State), 100)
	flags.Resume = true
	require.Equal(t, got, all(&second))
	require.Zero(t, second.Load())
	require.Equal(t, 99*99, got[99])
}

func TestInterruptedSaysWhereToGoOn(t *testing.T) {
	t.Parallel()
	l, err := CheckpointFlags{State: filepath.Join(t.TempDir(), "state")}.Open("S")
	require.NoError(t, err)
	ctx, cancel := context.WithCancel(t.Context())
	broken := errors.New("broken")
	require.Equal(t, broken, l.Interrupted(ctx, broken))
	require.NoError(t, l.Interrupted(ctx, nil))
	cancel()
	require.NoError(t, l.Interrupted(ctx, nil))
	require.EqualError(t, l.Interrupted(ctx, ctx.Err()), "interrupted: nothing is finished yet")
	_, err = Part(l, term.NewProgress(nil), "a", 1, func() (int, error) { return 1, nil })
	require.NoError(t, err)
	require.EqualError(t, l.Interrupted(ctx, ctx.Err()),
		"interrupted: what is finished is in "+l.File+", and the same command with --resume goes on from there")
}
