package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/floats"

	"marginlab/algos"
	"marginlab/benchdata"
	"marginlab/theory"
)

func TestReportsAreComplete(t *testing.T) {
	all := readReports(publishedText)
	require.Len(t, all, 2*5*2)
	data, passes := adultCmd{BiasFree: "both"}.variants()
	for k := range len(data) * len(passes) {
		s := data[k%len(data)]
		s.passes = passes[k/len(data)]
		r, ok := all[s]
		require.True(t, ok, s)
		require.Equal(t, s.biasFree, r.bias == 0, s)
		require.Len(t, r.rows, 8, s)
		for learner, row := range r.rows {
			_, err := algos.Parse(learner)
			require.NoError(t, err)
			where := fmt.Sprint(s, " ", learner)
			require.False(t, math.IsNaN(float64(row.Mistakes+row.Seconds)), where)
			if !math.IsNaN(float64(row.Margin)) {
				require.Greater(t, row.Tau, number(0), "a last classifier that separates, and none that did: %s", where)
			}
			// All runs of the paper's go through one permutation first: what happens
			// in the first pass of five happened in the only one too.
			one, five := all[setting{1, s.theta, s.biasFree}].rows[learner], all[setting{5, s.theta, s.biasFree}].rows[learner]
			require.LessOrEqual(t, one.Mistakes, five.Mistakes, where)
			if five.Tau > 35508 {
				five.Tau = number(math.NaN())
			}
			require.Equal(t, one.Tau.String(), five.Tau.String(), where)
			require.False(t, one.Seconds > five.Seconds, where)
		}
	}
}

// The rows whose dashes are hardest to place, by hand from the text of omm.txt.
func TestReportsAreAsPrinted(t *testing.T) {
	all := readReports(publishedText)
	for _, c := range []struct {
		passes             int
		theta              float64
		learner            string
		biasFree, withBias string // m, margin, tau, seconds
	}{
		{1, 0, "n-omm", "{4 1 70 76.56}", "{4 1 70 74.25}"},
		{1, 0, "romma", "{38 0.16 28065 0.09}", "{4114 - - 0.22}"},
		{1, 0, "a-romma", "{11 0.73 265 0.15}", "{2643 - - 0.21}"},
		{1, 0, "alma", "{53 - - 0.07}", "{174 - - 0.07}"},
		{1, 0.25, "a-romma", "{220 - 12282 0.16}", "{3816 - - 0.22}"},
		{1, 0.25, "alma", "{689 - 23099 0.08}", "{1961 - - 0.1}"},
		{1, 0.5, "perceptron", "{66 - - 0.07}", "{56 0.03 24953 0.07}"},
		{1, 0.5, "e-omm", "{6 0.84 534 0.12}", "{6 0.84 534 0.13}"},
		{1, 0.75, "perceptron", "{112 - - 0.07}", "{74 - - 0.07}"},
		{1, 1, "perceptron", "{80 - - 0.07}", "{46 0.05 20579 0.07}"},
		{1, 1, "alma", "{6636 - - 0.11}", "{10946 - - 0.13}"},
		{5, 0, "romma", "{38 0.16 28065 0.18}", "{6637 - - 1.17}"},
		{5, 0, "a-romma", "{11 0.89 265 0.8}", "{3095 - 150864 1.06}"},
		{5, 0, "perceptron", "{69 0.06 64028 0.21}", "{78 0.01 170119 0.38}"},
		{5, 0.25, "a-romma", "{221 0.56 12282 0.85}", "{4851 - - 1.1}"},
		{5, 0.25, "perceptron", "{72 0.16 60814 0.22}", "{122 - - 0.39}"},
		{5, 0.25, "alma", "{695 0.64 23099 0.36}", "{2142 0.36 45381 0.41}"},
		{5, 0.5, "a-romma", "{807 0.07 39063 0.84}", "{7292 - - 1.09}"},
		{5, 0.5, "perceptron", "{70 0 47354 0.22}", "{56 0.03 24953 0.15}"},
		{5, 0.5, "alma", "{2685 0.28 57793 0.39}", "{7999 0.01 135655 0.47}"},
		{5, 0.75, "a-romma", "{1829 - 89998 0.91}", "{10124 - - 1.09}"},
		{5, 0.75, "perceptron", "{138 - - 0.37}", "{82 0.01 52263 0.23}"},
		{5, 1, "a-romma", "{3176 - 160346 0.92}", "{13393 - - 1.13}"},
		{5, 1, "romma", "{6653 - - 1.19}", "{20737 - - 3.58}"},
		{5, 1, "pumma", "{9 0.88 584 0.4}", "{9 0.88 584 0.39}"},
	} {
		where := fmt.Sprint(c.passes, " ", c.theta, " ", c.learner)
		require.Equal(t, c.biasFree, fmt.Sprint(all[setting{c.passes, c.theta, true}].rows[c.learner]), where)
		require.Equal(t, c.withBias, fmt.Sprint(all[setting{c.passes, c.theta, false}].rows[c.learner]), where)
	}
	require.Equal(t, "Table 2", all[setting{1, 0, true}].table)
	require.Equal(t, "Table 3", all[setting{1, 0.5, false}].table)
	require.Equal(t, "Table 4", all[setting{5, 0, true}].table)
	require.Equal(t, 1.4486, all[setting{1, 0.5, false}].ratio)
	require.Equal(t, 1.9331, all[setting{5, 1, true}].ratio)
}

func TestVariantsOfATable(t *testing.T) {
	theta := func(theta ...float64) (all []setting) {
		for _, t := range theta {
			all = append(all, setting{0, t, true}, setting{0, t, false})
		}
		return all
	}
	for _, c := range []struct {
		adultCmd
		data   []setting
		passes []int
	}{
		{adultCmd{}, theta(0, 0.25, 0.5, 0.75, 1), []int{1, 5}},
		{adultCmd{Table: 2}, theta(0), []int{1}},
		{adultCmd{Table: 3}, theta(0, 0.25, 0.5, 0.75, 1), []int{1}},
		{adultCmd{Table: 4}, theta(0, 0.25, 0.5, 0.75, 1), []int{5}},
		{adultCmd{Theta: []float64{2, 0}, Passes: []int{3, 1}}, theta(2, 0), []int{3, 1}},
	} {
		c.BiasFree = "both"
		data, passes := c.variants()
		require.Equal(t, c.data, data)
		require.Equal(t, c.passes, passes)
	}
	data, _ := adultCmd{Table: 2, BiasFree: "no"}.variants()
	require.Equal(t, []setting{{0, 0, false}}, data)
}

// someOutcomes are runs of three learners as they might be in three variants.
func someOutcomes() []outcome {
	none := number(math.NaN())
	run := func(learner string, p *published, mistakes int, margin, tau number) []reproduceRow {
		return []reproduceRow{{
			runRow:    runRow{Learner: learner, Mistakes: mistakes, Margin: margin, Tau: tau, Seconds: 0.25},
			Published: p, asked: learner, shown: learner,
		}}
	}
	var all []outcome
	for _, s := range []setting{{1, 0, true}, {1, 0.5, true}, {1, 0, false}} {
		all = append(all, outcome{setting: s, learners: [][]reproduceRow{
			run("e-omm", &published{6, 0.84, 534, 0.12}, 5, 0.75, 600),
			run("alma", &published{689, none, 23099, 0.08}, 700+int(100*s.theta), 0, none),
			run("mcp", nil, 18, 0.125, 4000),
		}})
	}
	return all
}

// A learner that goes through the passes one by one, in other memory, is the one
// that goes through the stream of all of them.
func TestPassesAreOneStream(t *testing.T) {
	set := benchdata.Default()
	set.Examples = set.Examples[:100] // few enough to be separated in some passes
	v := variant{set: set, biasFree: true}
	late := false
	for _, name := range []string{"n-omm", "e-omm", "romma", "alma", "perceptron"} {
		learner, err := algos.Parse(name)
		require.NoError(t, err)
		outcomes, err := v.outcomes(t.Context(), []*algos.Spec{learner}, []uint64{7, 8}, []int{5, 1}, &counter{})
		require.NoError(t, err)
		for _, o := range outcomes {
			require.Len(t, o.learners, 1)
			require.Len(t, o.learners[0], 2)
			for k, r := range o.learners[0] {
				seed := uint64(7 + k)
				want, stopped, err := learn(t.Context(), learner, set, order{min(o.passes, mostPasses(learner)), &seed}, progress{})
				require.NoError(t, errors.Join(stopped, err))
				late = late || r.Tau > 100
				r.Seconds, want.Seconds = 0, 0
				require.Equal(t, fmt.Sprintf("%+v", want), fmt.Sprintf("%+v", withSeed(r.runRow, want.Shuffle)))
			}
		}
	}
	require.True(t, late, "a tau after the first pass")
}

// withSeed is the row with its seed where another has it, if it is the same.
func withSeed(r runRow, seed *uint64) runRow {
	if *r.Shuffle == *seed {
		r.Shuffle = seed
	}
	return r
}

func TestPrintRuns(t *testing.T) {
	var out bytes.Buffer
	require.NoError(t, printRuns(&out, someOutcomes()[0].learners))
	require.Equal(t, `
learner  mistakes: paper  here  margin: paper  here    tau: paper  here  seconds: paper  here
------------------------------------------------------------------------------------------------
e-omm                  6  5              0.84  0.7500         534  600             0.12  0.250
alma                 689  700               -  -            23099  -               0.08  0.250
mcp                    -  18                -  0.1250           -  4000               -  0.250
`, "\n"+out.String())
}

func TestInOrder(t *testing.T) {
	// The first item is done last: its result still comes first.
	last := make(chan struct{})
	var got []int
	err := inOrder(t.Context(), []int{0, 1, 2, 3}, func(_ context.Context, i int) (int, error) {
		if runtime.GOMAXPROCS(0) > 1 {
			switch i {
			case 0:
				<-last
			case 3:
				close(last)
			}
		}
		return 10 * i, nil
	}, func(v int) error {
		got = append(got, v)
		return nil
	})
	require.NoError(t, err)
	require.Equal(t, []int{0, 10, 20, 30}, got)
}

func TestInOrderStops(t *testing.T) {
	broken := errors.New("broken")
	ctx, cancel := context.WithCancel(t.Context())
	var begun atomic.Int64
	items := make([]int, 1000)
	for i := range items {
		items[i] = i
	}
	same := func(_ context.Context, i int) (int, error) { return i, nil }
	for _, c := range []struct {
		name string
		f    func(context.Context, int) (int, error)
		use  func(int) error
		want error
	}{
		{"in the work", func(_ context.Context, i int) (int, error) {
			if i == 2 {
				return 0, broken
			}
			return i, nil
		}, func(i int) error { require.Less(t, i, 2); return nil }, broken},
		{"in the use", same, func(int) error { return broken }, broken},
		{"by Ctrl-C", func(ctx context.Context, i int) (int, error) {
			begun.Add(1)
			cancel()
			<-ctx.Done() // what is begun comes to its end, and nothing else is begun
			return i, nil
		}, func(int) error { return nil }, context.Canceled},
	} {
		t.Run(c.name, func(t *testing.T) {
			require.ErrorIs(t, inOrder(ctx, items, c.f, c.use), c.want)
		})
	}
	require.LessOrEqual(t, begun.Load(), int64(runtime.GOMAXPROCS(0)))
}

func TestLearnersAreRunAsPublished(t *testing.T) {
	for _, c := range []struct {
		learner  string
		biasFree bool
		want     string
		shown    string
		passes   int
	}{
		{"e-omm", false, "e-omm", "e-omm", 5},
		{"pumma", false, "pumma", "pumma", 5},
		{"n-omm", false, "n-omm", "n-omm", 1},
		{"n-omm(keep=violating)", false, "n-omm(keep=violating)", "n-omm(keep=violating)", 5},
		{"perceptron", true, "perceptron", "perceptron", 5},
		{"romma", true, "romma", "romma", 5},
		{"perceptron", false, "bias(perceptron,1)", "bias(perceptron,1)", 5},
		{"alma", false, "bias(alma,1)", "bias(alma,1)", 5},
		{"alma(alpha=0.5)", false, "bias(alma(alpha=0.5),1)", "bias(alma(alpha=0.5),1)", 5},
		{"mcp", false, "bias(mcp,1)", "bias(mcp,1)", 5},
		{"romma", false, "bias(romma,-212.25)", "bias(romma,-Dbar)", 5},
		{"a-romma", false, "bias(a-romma,-212.25)", "bias(a-romma,-Dbar)", 5},
		{"bias(perceptron,2)", false, "bias(perceptron,2)", "bias(perceptron,2)", 5},
		{"pa", false, "pa", "pa", 5},
	} {
		learner, err := algos.Parse(c.learner)
		require.NoError(t, err)
		v := variant{biasFree: c.biasFree, geometry: theory.Geometry{DBar: 212.25}}
		spec, shown, err := v.asPublished(learner)
		require.NoError(t, err)
		require.Equal(t, c.want, spec.String())
		require.Equal(t, c.shown, shown)
		require.Equal(t, c.passes, min(5, mostPasses(learner)), c.learner)
	}
}

func TestSpread(t *testing.T) {
	rows := func(v ...number) (all []reproduceRow) {
		for _, tau := range v {
			all = append(all, reproduceRow{runRow: runRow{Tau: tau}})
		}
		return all
	}
	none, tau := number(math.NaN()), measures()[2]
	require.Equal(t, "5", tau.show(rows(5)))
	require.Equal(t, "5 (3..9)", tau.show(rows(9, 5, 3)))
	require.Equal(t, "5 (3..10)", tau.show(rows(9, 5, 3, 10)))
	require.Equal(t, "9 (3..-)", tau.show(rows(none, 9, 3)))
	require.Equal(t, "-", tau.show(rows(none, none)))
	tau.none = 0 // as for the margin
	require.Equal(t, "3 (-..9)", tau.show(rows(none, 9, 3)))
}

// adultIsHere skips the test where the raw files of Adult are missing, and tells
// the command where they are.
func adultIsHere(t *testing.T) {
	if testing.Short() {
		t.Skip("-short")
	}
	dir := dataDir(t)
	if _, err := benchdata.Find("adult", dir); err != nil {
		t.Skip(err)
	}
	t.Setenv(benchdata.DataEnv, dir)
}

// TestReproduceAdult runs the whole pipeline. The numbers of omm.txt are to the
// left; one row less is kept here than there.
func TestReproduceAdult(t *testing.T) {
	adultIsHere(t)
	var out, errs bytes.Buffer
	args := strings.Fields("reproduce adult --table 2 --permutations 1 --seed 3 --learners e-omm,perceptron,romma,mcp")
	require.Zero(t, run(t.Context(), args, streams{nil, &out, &errs}), errs.String())
	require.NoError(t, shown(`                            omm.txt      here
-----------------------------------------------
complete rows                           45222
columns                          96        96
kept, separable               35508     35507
of these +1, %                27.11     27.11
D                            220.43  220.4355
gamma* before it is made 1            0.01622
b*                          -0.2848   -0.2848

Table 2 of omm.txt: theta = 0, b* = 0.0000, Dbar/D = 0.9666 (paper: b* = 0, Dbar/D = 0.9666); 1 pass, permutations 3 to 3

learner …
----…
e-omm … 6  … 0.84  … 534  … 0.11  …
perceptron … 59  … -  … -  … 0.07  …
romma … 38  … 0.16  … 28065  … 0.09  …
mcp … -  … -  … -  … -  …

Table 2 of omm.txt: theta = 0, b* = -0.2848, Dbar/D = 0.9658 (paper: b* = -0.2848, Dbar/D = 0.9658); 1 pass, permutations 3 to 3

learner …
----…
e-omm … 6  … 0.84  … 534  … 0.12  …
bias(perceptron,1) … 52  … -  … -  … 0.07  …
bias(romma,-Dbar) … 4114  … -  … -  … 0.22  …
bias(mcp,1) … -  … -  … -  … -  …
`, out.String()))
}

// reproduced runs the command and returns its rows without the time they took.
func reproduced(t *testing.T, args string) []reproduceRow {
	var out, errs bytes.Buffer
	require.Zero(t, run(t.Context(), strings.Fields(args), streams{nil, &out, &errs}), errs.String())
	var rows []reproduceRow
	for line := range strings.Lines(out.String()) {
		var keys map[string]any
		require.NoError(t, json.Unmarshal([]byte(line), &keys))
		for _, key := range strings.Fields("learner params examples dim passes mistakes updates margin tau gamma seconds table theta bias_free published") {
			require.Contains(t, keys, key)
		}
		var r reproduceRow
		require.NoError(t, json.Unmarshal([]byte(line), &r))
		r.Seconds = 0
		rows = append(rows, r)
	}
	return rows
}

func TestReproduceAdultInJSON(t *testing.T) {
	adultIsHere(t)
	rows := reproduced(t, "reproduce adult --json --permutations 2 --bias-free no --theta 0,2 --passes 1 --learners e-omm,romma")
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
	for _, r := range []reproduceRow{rows[2], rows[6]} {
		require.Equal(t, fmt.Sprintf("bias(romma,%v)", -float64(r.DBar)), r.Learner, "the Dbar of its own variant")
	}
}

// Neither the rows nor the figure depend on how many variants run at once.
func TestReproduceAdultIsDeterministic(t *testing.T) {
	adultIsHere(t)
	args := "reproduce adult --json --permutations 2 --theta 0,0.5 --passes 1 --learners e-omm,a-romma,alma --figures "
	some, one := t.TempDir(), t.TempDir()
	rows := reproduced(t, args+some)
	require.Len(t, rows, 4*3*2)
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	again := reproduced(t, args+one)
	require.Equal(t, rows, again)
	for _, name := range []string{"figure1.svg", "figure1.png"} {
		a, err := os.ReadFile(filepath.Join(some, name))
		require.NoError(t, err)
		b, err := os.ReadFile(filepath.Join(one, name))
		require.NoError(t, err)
		require.True(t, bytes.Equal(a, b), name)
	}
}

func TestReproduceAdultNeedsAFolderForTheFigure(t *testing.T) {
	adultIsHere(t)
	file := filepath.Join(t.TempDir(), "file")
	require.NoError(t, os.WriteFile(file, nil, 0o666))
	var out, errs bytes.Buffer
	require.Equal(t, 2, run(t.Context(), []string{"reproduce", "adult", "--figures", file}, streams{nil, &out, &errs}))
	require.Empty(t, out.String(), "told before the work")
	require.Contains(t, errs.String(), file)
}

func TestReproduceAdultInterrupted(t *testing.T) {
	adultIsHere(t)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	var out, errs bytes.Buffer
	require.Equal(t, 2, run(ctx, []string{"reproduce", "adult"}, streams{nil, &out, &errs}))
	require.Empty(t, out.String())
	require.Equal(t, "marginlab: interrupted\n", errs.String())
}

// interruption cancels a context when something is written.
type interruption struct {
	bytes.Buffer
	cancel context.CancelFunc
}

func (w *interruption) Write(p []byte) (int, error) {
	w.cancel()
	return w.Buffer.Write(p)
}

// Ctrl-C amid the runs ends the command with what it has printed.
func TestReproduceAdultInterruptedAmidTheRuns(t *testing.T) {
	adultIsHere(t)
	ctx, cancel := context.WithCancel(t.Context())
	out := &interruption{cancel: cancel}
	var errs bytes.Buffer
	require.Equal(t, 2, run(ctx, []string{"reproduce", "adult", "--figures", t.TempDir()}, streams{nil, out, &errs}))
	require.Contains(t, out.String(), "kept, separable")
	require.NotContains(t, out.String(), "Table")
	require.Equal(t, "marginlab: interrupted\n", errs.String())
}

// paperALMA is ALMA(alpha = 0.7) as omm.txt seems to have run it where b* is not
// 0: on (x/|x|, 1), which it does not normalise. It returns the mistakes.
func paperALMA(stream iter.Seq[theory.Example], dim int) (mistakes int) {
	const alpha = 0.7
	w, x, k := make([]float64, dim+1), make([]float64, dim+1), 1.0
	for e := range stream {
		e.X.CopyTo(x[:dim])
		floats.Scale(1/floats.Norm(x[:dim], 2), x[:dim])
		x[dim] = 1
		s := floats.Dot(w, x)
		if theory.Sign(s) != e.Y {
			mistakes++
		}
		if float64(e.Y)*s <= (1-alpha)*math.Sqrt(8)/alpha/math.Sqrt(k) {
			floats.AddScaled(w, float64(e.Y)*math.Sqrt2/math.Sqrt(k), x)
			floats.Scale(1/max(1, floats.Norm(w, 2)), w)
			k++
		}
	}
	return mistakes
}

// The paper's mistakes of ALMA where b* is not 0 are far from those of
// bias(alma,1), which normalises (x, 1), and among those of paperALMA.
func TestPublishedALMANormalisesBeforeTheLift(t *testing.T) {
	adultIsHere(t)
	dir, err := benchdata.Find("adult", "")
	require.NoError(t, err)
	a, err := newAdult(t.Context(), dir)
	require.NoError(t, err)
	learner, err := algos.Parse("bias(alma,1)")
	require.NoError(t, err)
	for _, theta := range []float64{0, 0.25, 0.5, 0.75, 1} {
		v := a.variant(setting{theta: theta})
		said := int(a.reports[setting{1, theta, false}].rows["alma"].Mistakes)
		var lifted, theirs []int
		for seed := range uint64(8) {
			stream := func() iter.Seq[theory.Example] { return benchdata.ShuffledPasses(v.set.Examples, 1, seed) }
			tr, err := learner.Run(t.Context(), v.set.Dim, stream())
			require.NoError(t, err)
			lifted, theirs = append(lifted, tr.Mistakes), append(theirs, paperALMA(stream(), v.set.Dim))
		}
		require.Greater(t, 2*said, 3*slices.Max(lifted), "theta = %v", theta)
		require.GreaterOrEqual(t, said, slices.Min(theirs), "theta = %v", theta)
		require.LessOrEqual(t, said, slices.Max(theirs), "theta = %v", theta)
	}
}

// withoutSeconds are the lines of tables up to the column of the seconds.
func withoutSeconds(text string) string {
	end := math.MaxInt
	var out strings.Builder
	for line := range strings.Lines(text) {
		switch i := strings.Index(line, "seconds: paper"); {
		case i >= 0:
			end = i
		case strings.TrimSpace(line) == "" || strings.HasPrefix(line, "Table"):
			out.WriteString(line)
			continue
		}
		out.WriteString(strings.TrimRight(line[:min(end, len(line)-1)], " ") + "\n")
	}
	return out.String()
}

// TestAdultResults holds a part of the committed tables to what the command
// prints.
func TestAdultResults(t *testing.T) {
	adultIsHere(t)
	committed, err := os.ReadFile(filepath.Join(root, "benchdata", "results", "adult.txt"))
	require.NoError(t, err)
	var out, errs bytes.Buffer
	args := strings.Fields("reproduce adult --theta 0.25")
	require.Zero(t, run(t.Context(), args, streams{nil, &out, &errs}), errs.String())
	whole := withoutSeconds(string(committed))
	require.Equal(t, 20, strings.Count(whole, "\nTable"))
	parts := strings.Split(withoutSeconds(out.String()), "\nTable")
	require.Len(t, parts, 1+4)
	for _, part := range parts {
		if !strings.Contains(whole, strings.TrimSpace(part)+"\n") {
			t.Errorf("benchdata/results/adult.txt does not hold this: make it again with marginlab reproduce adult > benchdata/results/adult.txt\nTable%s", part)
		}
	}
}
