package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/algos"
	"marginlab/algos/maxmargin"
	"marginlab/benchdata"
	"marginlab/theory"
)

// Without a list of learners, check holds every row of the table against a run;
// on normalised synthetic examples, until the learners rest, every row speaks,
// and no proved one fails.
func TestCheckCoversEveryRow(t *testing.T) {
	var out, errs bytes.Buffer
	args := []string{"check", "--json", "--passes", "300", "--normalise", "synthetic(examples=120,r=4,seed=7)"}
	require.Zero(t, run(context.Background(), args, streams{strings.NewReader(""), &out, &errs}), errs.String())
	spoken := map[string]bool{}
	for dec := json.NewDecoder(&out); dec.More(); {
		var row checkRow
		require.NoError(t, dec.Decode(&row))
		if row.Silent == nil {
			spoken[row.ID] = true
			require.True(t, *row.Holds || row.Status != theory.Proved, row.ID)
		}
	}
	for _, g := range theory.Table() {
		require.True(t, spoken[g.ID], "%s is silent", g.ID)
	}
}

// On Adult, every row of the table speaks in one of three runs: in one pass, but
// for what is of a learner at rest or of equal norms; of learners that come to rest;
// of normalised examples. No proved guarantee fails.
func TestCheckAdult(t *testing.T) {
	adultIsHere(t)
	given, err := recipe(t.Context(), "adult")
	require.NoError(t, err)
	normalised := *given
	normalised.Examples, normalised.Dim = theory.View{Normalised: true}.Of(given.Examples, given.Dim)
	survey := func(s *benchdata.Set) *maxmargin.Survey {
		return maxmargin.NewSurvey(s.Examples, s.Dim, maxmargin.Options{})
	}
	onGiven := survey(given)
	silent := map[string]bool{}
	for _, g := range theory.Table() {
		silent[g.ID] = true
	}
	for _, c := range []struct {
		passes   int
		learners string
		set      *benchdata.Set
		survey   *maxmargin.Survey
	}{
		{1, "", given, onGiven},
		{60, "amira(eps=0.5),romma(eps=0.5),pumma(delta=0.5),alma(alpha=0.99)", given, onGiven},
		{1, "pa,mira", &normalised, survey(&normalised)},
	} {
		check := checkCmd{order: order{Passes: c.passes}, Learners: dataLearners{c.learners}}
		learners, err := check.learners(c.set)
		require.NoError(t, err)
		for _, spec := range learners {
			rows, err := check.hold(t.Context(), spec, c.set, c.survey, io.Discard)
			require.NoError(t, err)
			for _, row := range rows {
				if row.Silent == nil {
					delete(silent, row.ID)
					require.True(t, *row.Holds || row.Status != theory.Proved, "%s of %s", row.ID, spec)
				}
			}
		}
	}
	require.Empty(t, silent)
}

// stopping is a learner that stops at its first example.
type stopping struct{ algos.Learner }

func (stopping) Err() error { return errors.New("broken") }

// That a learner stops on examples that are separable is an error, and none where
// that is why it stops.
func TestCheckOfALearnerThatStops(t *testing.T) {
	set, err := recipe(t.Context(), "synthetic(examples=20,dim=3)")
	require.NoError(t, err)
	spec := &algos.Spec{Kind: algos.Kind{
		Name:     "stopping",
		New:      func(dim int, _ []float64, _ *algos.Spec) algos.Learner { return stopping{algos.NewOMM(dim, 1)} },
		Families: func([]float64) []string { return []string{"omm"} },
	}}
	var errs bytes.Buffer
	check := func() error {
		survey := maxmargin.NewSurvey(set.Examples, set.Dim, maxmargin.Options{})
		_, err := checkCmd{order: order{Passes: 1}}.hold(t.Context(), spec, set, survey, &errs)
		return err
	}
	require.EqualError(t, check(), "stopping stopped on examples that are separable: example 1: broken")
	for _, e := range set.Examples[:10] {
		set.Examples = append(set.Examples, theory.Example{X: e.X, Y: -e.Y})
	}
	errs.Reset()
	require.NoError(t, check())
	require.Equal(t, "marginlab: stopping stopped: example 1: broken\n", errs.String())
}
