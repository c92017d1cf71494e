package theory_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/theory"
	"marginlab/theory/vec"
)

func TestRowsAreComplete(t *testing.T) {
	ids := map[string]bool{}
	for _, g := range theory.Table() {
		require.False(t, ids[g.ID], "%s stands twice", g.ID)
		ids[g.ID] = true
		for _, field := range []string{g.ID, g.Learner, g.Claim, g.Source, string(g.Status)} {
			require.NotEmpty(t, field, "row %s", g.ID)
		}
		require.Equal(t, g.L2 != "", g.Text(nil) != g.Text(vec.P(3)), "row %s: in l2 it reads the same", g.ID)
		require.True(t, g.L2 == "" || g.Norms != theory.Euclidean, "row %s is of l2 alone", g.ID)
	}
}

// The view of a row follows from its terms: OMM's and PUMMA's margin has a bias, and that of a row on the
// features as given; ALMA's and the normalised offline perceptrons' is through the origin and normalised,
// all others' through the origin. That ALMA's mistakes are updates is of x as given.
func TestRowsAreOfTheirViews(t *testing.T) {
	for _, g := range theory.Table() {
		want := theory.View{Origin: true, Normalised: g.Normalised}
		if g.Unlifted || slices.Contains([]string{"omm", "n-omm", "pumma"}, strings.Split(g.Learner, "(")[0]) {
			want = theory.View{}
		}
		require.Equal(t, want, g.View(), g.ID)
		require.Equal(t, g.Learner == "alma" && g.ID != "alma-every-mistake" || g.Task == theory.Batch && g.ID != "np-printed-novikoff", g.Normalised, g.ID)
	}
}
