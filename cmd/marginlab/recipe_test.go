package main

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestRecipes(t *testing.T) {
	t.Parallel()
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
	for _, expr := range []string{"my.libsvm", "other(dim=3)", "testdata"} {
		set, err := recipe(ctx, expr)
		require.NoError(t, err, "%s is a file's name", expr)
		require.Nil(t, set)
	}
	for expr, want := range map[string]string{
		"iris(r=1)":             "iris(r=1): expected no parameters",
		"synthetic(":            "synthetic(: expected a closing parenthesis at the end",
		"synthetic(r=1":         "expected a closing parenthesis at the end",
		"synthetic(r=1)x":       "expected a closing parenthesis at the end",
		"synthetic(r=1, r=2)":   "synthetic(r=1, r=2): r is given twice",
		"synthetic(r=4,)":       `"" is no parameter, expected dim, examples, margin, r, ratio, seed or tilt`,
		"synthetic(4)":          `"4" is no parameter, expected dim, `,
		"synthetic(dim=x)":      `synthetic(dim=x): dim is "x", expected an integer, such as 10`,
		"synthetic(seed=-1)":    `seed is "-1", expected an integer from 0 on, such as 1`,
		"synthetic(r=)":         `r is "", expected a number, such as 6`,
		"synthetic(r=null)":     `r is "null", expected a number, such as 6`,
		"synthetic(radius=3)":   `"radius=3" is no parameter, expected dim, examples, margin, r, ratio, seed or tilt`,
		"cube(margn=3)":         `cube(margn=3): "margn=3" is no parameter, did you mean margin?`,
		"synthetic(dim=1)":      "1 dimensions, expected at least 2",
		"adult(bias_free=2)":    `bias_free is "2", expected true or false, such as true`,
		"adult(theta=NaN)":      `theta is "NaN", expected a number, such as 0`,
		"cube(examples=1)":      "cube(examples=1",
		"adult(theta=-1e-9)":    "theta is -1e-09, expected a number from 0 to 1e+06",
		"text(nnz=9, d=3)":      "nnz is 9, expected from 1 to the 3 of d",
		"synthetic(tilt=2)":     "tilt 2, expected a cosine from -1 to 1",
		"synthetic(examples=3)": "3 examples, expected at least 4",
	} {
		_, err := recipe(ctx, expr)
		require.ErrorContains(t, err, want)
	}
}

// What the help lists is what is made, by that expression and by the name alone.
func TestRecipesHaveTheirDefaults(t *testing.T) {
	for expr := range strings.SplitSeq(strings.ReplaceAll(recipes, "), ", ");"), ";") {
		name, _, _ := strings.Cut(expr, "(")
		t.Run(name, func(t *testing.T) {
			if name == "adult" {
				t.Skip("held by TestCheckAdult, which reads it")
			}
			for _, e := range []string{expr, name, " " + name + " ( ) "} {
				set, err := recipe(t.Context(), e)
				require.NoError(t, err)
				require.Equal(t, expr, set.Name)
			}
		})
	}
}
