package adult

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/cmd/marginlab/reproduce/goldentest"
	"marginlab/cmd/marginlab/term"
	"marginlab/cmd/marginlab/term/termtest"
	"marginlab/internal/rapidtest"
)

// TestReproduceAdult runs the whole pipeline. The numbers of HKNS25 are to the
// left; one row less is kept here than there.
func TestReproduceAdult(t *testing.T) {
	termtest.NeedData(t, "adult")
	var out, errs bytes.Buffer
	args := strings.Fields("reproduce adult --table 2 --permutations 1 --seed 3 --learners e-omm,perceptron,romma,mcp")
	require.Zero(t, run(t.Context(), args, term.Streams{Out: term.NewOut(&out), Err: &errs}), errs.String())
	require.NoError(t, termtest.Shown(`                             HKNS25      here
---------------------------------------------
complete rows                           45222
columns                          96        96
kept, separable               35508     35507
of these +1, %                27.11     27.11
D                            220.43  220.4355
gamma* before it is made 1            0.01622
b*                          -0.2848   -0.2848

Table 2 of HKNS25: theta = 0, b* = 0.0000, Dbar/D = 0.9666 (paper: b* = 0, Dbar/D = 0.9666); 1 pass, permutation 3

learner …
----…
e-omm … 6  … 0.84  … 534  … 0.11  …
perceptron … 59  … -  … -  … 0.07  …
romma … 38  … 0.16  … 28065  … 0.09  …
mcp … -  … -  … -  … -  …

Table 2 of HKNS25: theta = 0, b* = -0.2848, Dbar/D = 0.9658 (paper: b* = -0.2848, Dbar/D = 0.9658); 1 pass, permutation 3

learner …
----…
e-omm … 6  … 0.84  … 534  … 0.12  …
bias(perceptron,1) … 52  … -  … -  … 0.07  …
bias(romma,-Dbar) … 4114  … -  … -  … 0.22  …
bias(mcp,1) … -  … -  … -  … -  …
`, out.String()))
}

// The whole output on made-up people: every learner in every variant, after one pass and
// after several.
func TestReproduceAdultOnMadeUpPeople(t *testing.T) {
	data := smallAdult(t)
	text := printed(t, strings.Fields("reproduce adult --permutations 3 --theta 0,0.5 --passes 1,5 --data "+data)...)
	goldentest.Check(t, "tables.golden", goldentest.Without("here", text))
	rows := printed(t, strings.Fields("reproduce adult --permutations 2 --theta 0.5 --passes 1,3 --json --data "+data)...)
	goldentest.Check(t, "rows.golden", goldentest.Rows(rows))
}

// reproduced runs the command and returns its rows without the time they took.
func reproduced(t *testing.T, args string) []tableRow {
	var rows []tableRow
	for line := range strings.Lines(printed(t, strings.Fields(args)...)) {
		var keys map[string]any
		require.NoError(t, json.Unmarshal([]byte(line), &keys))
		for _, key := range strings.Fields("learner params examples dim passes mistakes updates margin tau gamma seconds table theta bias_free published") {
			require.Contains(t, keys, key)
		}
		var r tableRow
		require.NoError(t, json.Unmarshal([]byte(line), &r))
		r.Seconds = 0
		rows = append(rows, r)
	}
	return rows
}

func TestReproduceAdultInJSON(t *testing.T) {
	rows := reproduced(t, "reproduce adult --json --permutations 2 --bias-free no --theta 0,2 --passes 1 --learners e-omm,romma --data "+smallAdult(t))
	require.Len(t, rows, 8)
	for k := range 2 {
		paper, beyond := rows[k], rows[4+k]
		require.Equal(t, "Table 2", *paper.Table)
		require.Equal(t, published{6, 0.84, 534, 0.12}, *paper.Published)
		require.Nil(t, beyond.Table)
		require.Nil(t, beyond.Published)
		require.Greater(t, beyond.DBar, 2*paper.DBar)
		// OMM is translation invariant, and theta translates.
		require.Equal(t, paper.Mistakes, beyond.Mistakes)
		require.Equal(t, paper.Tau, beyond.Tau)
		require.InDelta(t, float64(paper.Margin), float64(beyond.Margin), 1e-9)
	}
	require.NotEqual(t, rows[0].Tau, rows[1].Tau, "two permutations")
	for _, r := range []tableRow{rows[2], rows[6]} {
		require.Equal(t, fmt.Sprintf("bias(romma,%v)", -float64(r.DBar)), r.Learner, "the Dbar of its own variant")
	}
}

// Neither the rows nor the figure depend on how many variants run at once.
func TestReproduceAdultIsDeterministic(t *testing.T) {
	args := "reproduce adult --json --permutations 2 --theta 0,0.5 --passes 1 --learners e-omm,a-romma,alma --data " + smallAdult(t)
	some, one := t.TempDir(), t.TempDir()
	rows := reproduced(t, args+" --figures "+some)
	require.Len(t, rows, 4*3*2)
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	if testing.Short() { // drawn once
		require.Equal(t, termtest.JSON(t, rows), termtest.JSON(t, reproduced(t, args)))
		return
	}
	require.Equal(t, termtest.JSON(t, rows), termtest.JSON(t, reproduced(t, args+" --figures "+one)))
	for _, name := range []string{"figure1.svg", "figure1.png"} {
		a, err := os.ReadFile(filepath.Join(some, name))
		require.NoError(t, err)
		b, err := os.ReadFile(filepath.Join(one, name))
		require.NoError(t, err)
		require.True(t, bytes.Equal(a, b), name)
	}
}

func TestReproduceAdultNeedsAFolderForTheFigure(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	require.NoError(t, os.WriteFile(file, nil, 0o666))
	var out, errs bytes.Buffer
	require.Equal(t, 2, run(t.Context(), []string{"reproduce", "adult", "--data", smallAdult(t), "--figures", file},
		term.Streams{Out: term.NewOut(&out), Err: &errs}))
	require.Empty(t, out.String(), "told before the work")
	require.Contains(t, errs.String(), file)
}

func TestReproduceAdultInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	var out, errs bytes.Buffer
	require.Equal(t, 2, run(ctx, []string{"reproduce", "adult", "--data", smallAdult(t)},
		term.Streams{Out: term.NewOut(&out), Err: &errs}))
	require.Empty(t, out.String())
	require.Equal(t, "marginlab: interrupted\n", errs.String())
}

// Ctrl-C amid the runs ends the command with what it has printed.
func TestReproduceAdultInterruptedAmidTheRuns(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	out := &termtest.Interruption{Cancel: cancel}
	var errs bytes.Buffer
	require.Equal(t, 2, run(ctx, []string{"reproduce", "adult", "--data", smallAdult(t), "--figures", t.TempDir()},
		term.Streams{Out: term.NewOut(out), Err: &errs}))
	require.Contains(t, out.String(), "kept, separable")
	require.NotContains(t, out.String(), "Table")
	require.Equal(t, "marginlab: interrupted\n", errs.String())
}

// TestAdultResults holds a part of the committed tables to what the command
// prints.
func TestAdultResults(t *testing.T) {
	if !rapidtest.Long() {
		t.Skip("MARGINLAB_LONG is not set")
	}
	termtest.NeedData(t, "adult")
	committed, err := os.ReadFile(filepath.Join(termtest.Root(t), "benchdata", "results", "adult.txt"))
	require.NoError(t, err)
	whole := goldentest.Without("seconds: paper", string(committed))
	require.Equal(t, 20, strings.Count(whole, "\nTable"))
	parts := strings.Split(goldentest.Without("seconds: paper", printed(t, "reproduce", "adult", "--theta", "0.25")), "\nTable")
	require.Len(t, parts, 1+4)
	for _, part := range parts {
		if !strings.Contains(whole, strings.TrimSpace(part)+"\n") {
			t.Errorf("benchdata/results/adult.txt does not hold this: make it again with marginlab reproduce adult > benchdata/results/adult.txt\nTable%s", part)
		}
	}
}
