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

// The theorems of the papers that the table states: one that loses its rows fails here.
func TestConcordance(t *testing.T) {
	for _, theorem := range []string{
		"HKNS25, Lemma 4.1", "HKNS25, Lemma 4.4", "HKNS25, Theorem 4.1", "HKNS25, Section 5.1",
		"HKNS25, Table 1, first column", "HKNS25, Table 1, second column", "HKNS25, Appendix A",
		"HKNS25, Section 4", "HKNS25, Section 6", "Theorem S1", "Theorem S2", "Theorem S3", "Novikoff 1962",
		"Freund and Schapire 1999", "O19, Theorem 1", "O19, Theorem 2", "Li and Long 2002", "HKNS25, Table 1",
		"Theorem P1", "Theorem P2", "Gentile 2001, proof of Theorem 3 (1)", "Gentile 2001, Theorem 3",
		"Crammer et al. 2006, Theorem 2", "Crammer et al. 2006, Theorem 3", "Crammer et al. 2006, Theorem 4",
		"Crammer et al. 2006, Theorem 5", "ZH13, Theorem 1", "ZH13, Corollary 1", "ZH13, Theorem 3",
		"ZH13, Theorem 4", "ZH13, Theorem 2", "ZH13, Corollary 2", "ZH13, Theorem 5", "ZH13, Section 4.1",
		"BH16, Theorem 7", "BH16, Lemma 6", "BH16, Lemmas 8 and 9", "Theorem A1", "Theorem A2", "BH16, Theorem 10",
		"BH16, proof of Theorem 10", "BH16, after Lemma 9", "BH16, Lemma 1", "BH16, eq. (44)", "BH16, Lemma 8",
		"BH16, Section 2.1", "ZH13, eq. (6)", "Shalev-Shwartz, Singer, Srebro 2007", "RP14, Algorithm",
		"RP14, Lemma 4", "RP14, Lemma 5", "RP14, Theorem 1", "RP14, Von Neumann", "RP14, Lemma 8", "RP14, Lemma 9",
		"RP14, ISNKPVN",
	} {
		require.True(t, slices.ContainsFunc(theory.Table(), func(g theory.Guarantee) bool { return strings.Contains(g.Source, theorem) }), theorem)
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
