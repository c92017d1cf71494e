package main

import (
	"bytes"
	"context"
	"encoding/json"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/algos"
	"marginlab/benchdata"
)

func TestReportsAreComplete(t *testing.T) {
	all := readReports(publishedText)
	require.Len(t, all, 2*5*2)
	for s, r := range all {
		require.Len(t, r.rows, 4, s)
		require.Equal(t, s.biasFree, r.bias == 0, s)
		for learner, row := range r.rows {
			require.False(t, math.IsNaN(float64(row.Mistakes+row.Seconds)), "%v %s", s, learner)
			require.Equal(t, math.IsNaN(float64(row.Margin)), math.IsNaN(float64(row.Tau)), "%v %s", s, learner)
		}
		// OMM is translation invariant: its rows are the same in all variants.
		require.Equal(t, number(4), r.rows["n-omm"].Mistakes, s)
		require.Equal(t, number(70), r.rows["n-omm"].Tau, s)
		require.Equal(t, number(6), r.rows["e-omm"].Mistakes, s)
		require.Equal(t, number(534), r.rows["e-omm"].Tau, s)
		require.Equal(t, number(21), r.rows["ce-omm"].Mistakes, s)
	}
	r := all[setting{1, 0.5, false}]
	require.Equal(t, "Table 3", r.table)
	require.Equal(t, 1.4486, r.ratio)
	require.Equal(t, published{56, 0.03, 24953, 0.07}, r.rows["perceptron"])
	require.Equal(t, "Table 2", all[setting{1, 0, true}].table)
	require.Equal(t, "Table 4", all[setting{5, 0, true}].table)
	require.Equal(t, published{4, 1, 70, 76.56}, all[setting{5, 0, true}].rows["n-omm"])
}

func TestLearnersAreRunAsPublished(t *testing.T) {
	for _, c := range []struct {
		learner  string
		biasFree bool
		want     string
		passes   int
	}{
		{"e-omm", false, "e-omm", 5},
		{"n-omm", false, "n-omm", 1},
		{"perceptron", true, "perceptron", 5},
		{"perceptron", false, "bias(perceptron,1)", 5},
		{"bias(perceptron,2)", true, "bias(perceptron,2)", 5},
	} {
		learner, err := algos.Parse(c.learner)
		require.NoError(t, err)
		spec, passes, err := variant{setting: setting{5, 0, c.biasFree}}.asPublished(learner)
		require.NoError(t, err)
		require.Equal(t, c.want, spec.String())
		require.Equal(t, c.passes, passes, c.learner)
	}
}

func TestSpread(t *testing.T) {
	rows := func(v ...number) (all []reproduceRow) {
		for _, tau := range v {
			all = append(all, reproduceRow{runRow: runRow{Tau: tau}})
		}
		return all
	}
	tau := func(r reproduceRow) number { return r.Tau }
	none, last := number(math.NaN()), number(math.Inf(1))
	require.Equal(t, "5", spread(rows(5), tau, "%.0f", last))
	require.Equal(t, "5 (3..9)", spread(rows(9, 5, 3), tau, "%.0f", last))
	require.Equal(t, "5 (3..10)", spread(rows(9, 5, 3, 10), tau, "%.0f", last))
	require.Equal(t, "9 (3..-)", spread(rows(none, 9, 3), tau, "%.0f", last))
	require.Equal(t, "3 (-..9)", spread(rows(none, 9, 3), tau, "%.0f", 0))
	require.Equal(t, "-", spread(rows(none, none), tau, "%.0f", last))
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

// TestReproduceAdult runs the whole pipeline. The figures of omm.txt are to the
// left; one row less is kept here than there.
func TestReproduceAdult(t *testing.T) {
	adultIsHere(t)
	var out, errs bytes.Buffer
	args := strings.Fields("reproduce adult --runs 1 --shuffle 3 --learners e-omm,perceptron")
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

Table 2 of omm.txt: theta = 0, b* = 0.0000, Dbar/D = 0.9666 (paper: b* = 0, Dbar/D = 0.9666); permutations 3 to 3

learner …
----…
e-omm … 6  … 0.84  … 534  … 0.11  …
perceptron … 59  … -  … -  … 0.07  …

Table 2 of omm.txt: theta = 0, b* = -0.2848, Dbar/D = 0.9658 (paper: b* = -0.2848, Dbar/D = 0.9658); permutations 3 to 3

learner …
----…
e-omm … 6  … 0.84  … 534  … 0.12  …
bias(perceptron,1) … 52  … -  … -  … 0.07  …
`, out.String()))
}

func TestReproduceAdultInJSON(t *testing.T) {
	adultIsHere(t)
	var out, errs bytes.Buffer
	args := strings.Fields("reproduce adult --json --runs 2 --bias-free no --theta 0,2 --learners e-omm")
	require.Zero(t, run(t.Context(), args, streams{nil, &out, &errs}), errs.String())
	var rows []reproduceRow
	for line := range strings.Lines(out.String()) {
		var keys map[string]any
		require.NoError(t, json.Unmarshal([]byte(line), &keys))
		for _, key := range strings.Fields("learner params examples dim passes mistakes updates margin tau gamma seconds table theta bias_free published") {
			require.Contains(t, keys, key)
		}
		var r reproduceRow
		require.NoError(t, json.Unmarshal([]byte(line), &r))
		rows = append(rows, r)
	}
	require.Len(t, rows, 4)
	for k := range 2 {
		paper, beyond := rows[k], rows[2+k]
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
