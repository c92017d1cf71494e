package main

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/algos/trial"
	"marginlab/cmd/marginlab/report"
	"marginlab/cmd/marginlab/term"
	"marginlab/theory"
)

// ratio is a proved row that speaks.
func ratio(id string, ratio float64, change func(*term.VerdictRow)) term.VerdictRow {
	r := fake(id, theory.Proved, true, "")
	r.Ratio, r.Value, r.Bound, r.Count = term.Number(ratio), term.Number(10*ratio), 10, true
	if change != nil {
		change(&r)
	}
	return r
}

// Counts go before lengths, lengths before constants, and what fails before all.
func TestNearestToItsBound(t *testing.T) {
	t.Parallel()
	rows := []term.VerdictRow{
		ratio("constant", 1, func(r *term.VerdictRow) { r.Fixed = true }),
		ratio("refuted", 5, func(r *term.VerdictRow) { r.Status, r.Holds = theory.RefutedAsPrinted, new(false) }),
		ratio("silent", 9, func(r *term.VerdictRow) { r.Holds, r.Reason = nil, new("why") }),
		ratio("length", 0.9, func(r *term.VerdictRow) { r.Count = false }),
		ratio("length again", 0.95, func(r *term.VerdictRow) { r.Count = false }),
		ratio("count", 0.3, nil), ratio("nearer", 0.4, nil), ratio("as near", 0.4, nil), ratio("far", 0.1, nil),
		ratio("fails", 1.1, func(r *term.VerdictRow) { r.Holds, r.Count = new(false), false }),
	}
	for _, c := range []struct {
		rows int
		want string
	}{{1, "constant"}, {3, "constant"}, {4, "length"}, {5, "length again"}, {6, "count"}, {9, "nearer"}, {10, "fails"}} {
		near, ok := term.Nearest(rows[:c.rows])
		require.True(t, ok)
		require.Equal(t, c.want, near.ID)
	}
	_, ok := term.Nearest(rows[1:3])
	require.False(t, ok)
}

// A proved guarantee that fails is shown in full, with what it claims, and in the verdict.
func TestSummaryShowsFailuresInFull(t *testing.T) {
	t.Parallel()
	quiet := func(id string, why theory.Reason) term.VerdictRow {
		r := fake(id, theory.Proved, true, why.String())
		r.Why = why
		return r
	}
	rows := []term.VerdictRow{
		ratio("good", 0.25, nil),
		ratio("bad", 1.25, func(r *term.VerdictRow) {
			r.Holds, r.At, r.Relation, r.Claim, r.View, r.Assumption, r.Source = new(false), "mistakes", "<=", "mistakes <= 10", "as given", "none", "a paper"
		}),
		quiet("quiet", theory.Reason{Kind: theory.NotAtRest}),
		quiet("unmet", theory.Reason{Kind: theory.NotMet, Detail: "equal norms"}),
		quiet("unmet too", theory.Reason{Kind: theory.NotMet, Detail: "equal norms"}),
		fake("one class", theory.Proved, true, "one class only"),
		fake("printed", theory.RefutedAsPrinted, true, ""),
		fake("refuted and quiet", theory.Refuted, true, "one class only"),
	}
	var out bytes.Buffer
	require.ErrorAs(t, checkCmd{learnFlags: learnFlags{Learners: learnerList{}}}.report(term.NewOut(&out),
		sampleOf("x", rows...), nil), new(term.Finding))
	require.Equal(t, `x: 0 examples, 0 features; 0 are +1, 0 are -1

learner    hold  nearest to its bound  quantity  value      bound  part used   ratio
------------------------------------------------------------------------------------
e-omm    1 of 2  bad                   mistakes   12.5  <=     10  ██████████   1.25

fails  quantity  value      bound  ratio  status
------------------------------------------------
e-omm
  bad  mistakes   12.5  <=     10   1.25  proved
    mistakes <= 10, on examples as given, assuming: none (a paper)

FAIL: 1 proved guarantee fails: bad (e-omm). 1 hold. 4 do not apply: not met: equal norms (2); not
at rest (1); other reasons (1). 1 that is refuted or conjectured holds here. --all shows every
guarantee.
`, out.String())
}

// sampleOf has rows, on no examples.
func sampleOf(name string, rows ...term.VerdictRow) *report.Sample {
	return &report.Sample{Data: trial.NewData(name, nil, 0), Rows: rows}
}

// What fails on a set beside the first is shown, and found.
func TestFailuresBesides(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	bad := ratio("bad", 1.25, func(r *term.VerdictRow) { r.Holds = new(false) })
	err := checkCmd{}.report(term.NewOut(&out), sampleOf("x", ratio("good", 0.25, nil)), nil,
		sampleOf("y", ratio("near", 1, nil), bad))
	require.ErrorAs(t, err, new(term.Finding))
	require.EqualError(t, err, "1 proved guarantee fails: bad (e-omm)")
	require.Contains(t, out.String(), "\ny: 1 of 2 hold, nearest bad 1.25\nFAIL: 1 proved guarantee fails: bad (e-omm). 1 hold.")
	require.Contains(t, out.String(), "\n  bad             12.5")
}
