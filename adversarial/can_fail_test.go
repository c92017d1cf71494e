package adversarial_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/adversarial"
	"marginlab/algos"
	driver "marginlab/algos/trial"
	"marginlab/benchdata"
	"marginlab/theory"
)

// A row that cannot fail says nothing. With a millionth of its bound (a million times the bound, if from below), every
// row on an online learner of two classes fails on a run to which it applies, whatever is allowed for rounding and for
// uncertain geometry.
func TestEveryRowCanFail(t *testing.T) {
	failed := map[string]bool{}
	for _, c := range []struct {
		benchdata.Synthetic
		passes int
	}{
		{benchdata.Synthetic{Examples: 300, Dim: 12, R: 60, Ratio: 1, Margin: 1, Seed: 7}, 1}, // with mistakes
		{benchdata.Synthetic{Examples: 100, Dim: 6, R: 4, Ratio: 1, Margin: 1, Seed: 7}, 300}, // to rest
	} {
		set, _, err := c.Generate()
		require.NoError(t, err)
		examples, _ := theory.View{Normalised: true}.Of(set.Examples, set.Dim)
		holdAndTighten(t, examples, c.passes, failed)
	}
	holdAndTighten(t, adversarial.PerceptronTrap(10).Examples, 1, failed) // classes that are close
	for _, g := range theory.Table() {
		require.True(t, failed[g.ID] || g.Task != theory.Online, "%s cannot fail", g.ID)
	}
}

// holdAndTighten checks the table on runs of all families, and records which rows fail when their bounds are a million
// times tighter.
func holdAndTighten(t *testing.T, examples []theory.Example, passes int, failed map[string]bool) {
	dim := theory.Dim(examples)
	survey := driver.NewSurvey(examples, dim)
	exprs := []string{
		"n-omm(keep=violating)", "omm(rho=0.5,rule=printed)", "romma(eps=0.5)", "pumma(delta=0.5)", "alma(alpha=0.9)",
		"alma(0.7,2.5,0.5)", "amira(eps=0.5)", "bias(romma,1)", "bias(amira(eps=0.5),1)", "bias(mcp,1)", "mcp(rule=sharp)", "randomized(psi=printed)", "randomized-omd", "randomized-omd(R=1000)", "e-omm(p=1.5)", "pumma(delta=0.5,p=1.5)",
	}
	for _, s := range algos.Defaults() {
		exprs = append(exprs, s.String())
	}
	for _, expr := range exprs {
		tr, err := parse(t, expr).Run(context.Background(), dim, slices.Values(slices.Repeat(examples, passes)))
		require.NoError(t, err)
		for _, g := range theory.Table() {
			if failed[g.ID] || !g.Applies(&tr) {
				continue
			}
			ev, err := survey.Evidence(context.Background(), &tr, nil, g.ViewOf(&tr))
			require.NoError(t, err)
			v := g.Check(&tr, ev)
			require.True(t, v.Holds || g.Status != theory.Proved, "%s: %s", g.ID, expr)
			factor := 1e-6
			if g.AtLeast() {
				factor = 1e6
			}
			failed[g.ID] = v.Applies() && !scaleBound(g, factor).Check(&tr, ev).Holds
		}
	}
}

// scaleBound returns a row with its bound multiplied.
func scaleBound(g theory.Guarantee, factor float64) theory.Guarantee {
	times := func(bound string) string { return fmt.Sprintf("%.17f*(%s)", factor, bound) }
	quantity, l2 := g.Quantity+" "+g.Relation+" ", ""
	claim := quantity + times(strings.TrimPrefix(g.Plain(), quantity))
	if where := g.Where; where != "" {
		claim += " where " + where
	}
	if g.L2 != "" {
		l2 = times(g.L2)
	}
	return (theory.Guarantee{
		ID: g.ID, Learner: g.Learner, Task: g.Task, Norms: g.Norms, Claim: claim, L2: l2, Normalised: g.Normalised,
		Source: g.Source, Status: g.Status, Tight: g.Tight, TightAt: g.TightAt, Note: g.Note,
	}).Read()
}

// A learner that errs and never learns breaks a row of every learner whose rule updates at every mistake, when it is
// declared to be that learner. Exceptions: the randomized learners err by chance, OMM as printed does not update at
// ties, and one-vs-rest has no row.
func TestALearnerThatNeverLearnsFails(t *testing.T) {
	dead := theory.Step{Decision: theory.Decision{Y: theory.Negative, Predicted: theory.Positive}}
	alive := dead
	alive.Updated = true
	known := theory.Geometry{Separable: true, Gamma: 1, Lower: 1, Shortest: 1, DBar: 1, D: 1}
	zero := theory.Geometry{DBar: 1, D: 1}
	for _, spec := range adversarial.Learners(nil).Checked() {
		if spec.Kind.Task == theory.Batch {
			continue
		}
		fails := func(s theory.Step, known theory.Geometry) (failed []string) {
			tr := theory.Trace{Families: spec.Families(), Params: spec.Params(), Space: spec.Norm}
			tr.Add(s)
			for _, g := range theory.Table() {
				if strings.HasSuffix(g.ID, "-every-mistake") && g.Applies(&tr) && !g.Check(&tr, theory.Evidence{Geometry: known}).Holds {
					failed = append(failed, g.ID)
				}
			}
			return failed
		}
		learner := spec.String()
		exempt := spec.Kind.Random || slices.Contains(spec.Families(), "omm(rule=printed)") || spec.Kind.Name == "one-vs-rest"
		require.Equal(t, exempt, len(fails(dead, known)) == 0, learner)
		require.LessOrEqual(t, len(fails(dead, known)), 1, learner)
		require.Empty(t, fails(alive, known), learner)
		require.Empty(t, fails(dead, zero), "%s, of a stream that is not separable and has x = 0", learner)
	}
}
