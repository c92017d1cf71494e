package main

import (
	"bytes"
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

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

// On Adult, one pass: no proved guarantee fails, and what is silent is only what
// is of a learner at rest or of equal norms.
func TestCheckAdult(t *testing.T) {
	if testing.Short() {
		t.Skip("-short")
	}
	data := dataDir(t)
	if _, err := benchdata.Find("adult", data); err != nil {
		t.Skip(err)
	}
	t.Setenv(benchdata.DataEnv, data)
	var out, errs bytes.Buffer
	require.Zero(t, run(context.Background(), []string{"check", "--json", "adult"}, streams{strings.NewReader(""), &out, &errs}), errs.String())
	spoken := map[string]bool{}
	for dec := json.NewDecoder(&out); dec.More(); {
		var row checkRow
		require.NoError(t, dec.Decode(&row))
		spoken[row.ID] = spoken[row.ID] || row.Silent == nil
	}
	var silent []string
	for _, g := range theory.Table() {
		if !spoken[g.ID] {
			silent = append(silent, g.ID)
		}
	}
	require.Subset(t, []string{
		"romma-rest", "pumma-rest", "alma-rest", "amira-rest", "amira-inseparable", "pa-squared-losses-relative",
	}, silent)
}

func TestRecipes(t *testing.T) {
	ctx := context.Background()
	set, err := recipe(ctx, "synthetic(examples=7, dim=3,r=2.5)")
	require.NoError(t, err)
	require.Equal(t, "synthetic(examples=7,dim=3,r=2.5,ratio=1,margin=1,tilt=0,seed=1)", set.Name)
	require.Len(t, set.Examples, 7)
	again, err := recipe(ctx, set.Name)
	require.NoError(t, err)
	require.Equal(t, set, again, "the name makes the set again")
	set, err = recipe(ctx, "cube(examples=20)")
	require.NoError(t, err)
	require.Len(t, set.Examples, 20)
	for _, expr := range []string{"my.libsvm", "synthetic(", "other(dim=3)", "testdata"} {
		set, err := recipe(ctx, expr)
		require.NoError(t, err, "%s is a file's name", expr)
		require.Nil(t, set)
	}
	for expr, want := range map[string]string{
		"synthetic(dim=x)":      `synthetic(dim=x): dim is "x", expected an integer`,
		"synthetic(seed=-1)":    `seed is "-1", expected an integer from 0 on`,
		"synthetic(r=)":         `r is "", expected a number`,
		"synthetic(radius=3)":   `no parameter is called "radius", expected those of synthetic(`,
		"synthetic(dim=1)":      "1 dimensions, expected at least 2",
		"adult(bias_free=2)":    `bias_free is "2", expected true or false`,
		"adult(theta=NaN)":      "theta is NaN, expected a number from 0 to 1e+06",
		"cube(examples=1)":      "cube(examples=1",
		"adult(theta=-1e-9)":    "theta is -1e-09, expected a number from 0 to 1e+06",
		"synthetic(tilt=2)":     "tilt 2, expected a cosine from -1 to 1",
		"synthetic(examples=3)": "3 examples, expected at least 4",
	} {
		_, err := recipe(ctx, expr)
		require.ErrorContains(t, err, want)
	}
}
