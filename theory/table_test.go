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

// The view of a row follows from its terms. It has a bias for OMM's and PUMMA's margin, and for a row on the features
// as given. It is through the origin for all others, and for ALMA and the normalised offline perceptrons also
// normalised. That ALMA's mistakes are updates is about x as given.
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
