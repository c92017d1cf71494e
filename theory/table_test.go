package theory_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/theory"
)

// The concordance: each exported bound of this package is in the table, and each
// row's bound is an exported function of the package, with a comment.
func TestEveryBoundIsInTheTableAndEveryRowHasItsFunction(t *testing.T) {
	files, err := filepath.Glob("bounds_*.go")
	require.NoError(t, err)
	comments := map[string]string{}
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ParseComments)
		require.NoError(t, err)
		for _, d := range parsed.Decls {
			if f, ok := d.(*ast.FuncDecl); ok && f.Name.IsExported() {
				comments[f.Name.Name] = f.Doc.Text()
			}
		}
	}
	require.NotEmpty(t, comments)
	rows := map[string]bool{}
	for _, g := range theory.Table() {
		name := g.Function()
		rows[name] = true
		require.Contains(t, comments, name, "row %s", g.ID)
		require.NotEmpty(t, comments[name], "%s has no comment", name)
	}
	for name := range comments {
		require.True(t, rows[name], "the bound %s is in no row of the table", name)
	}
}

func TestRowsAreComplete(t *testing.T) {
	ids := map[string]bool{}
	for _, g := range theory.Table() {
		require.False(t, ids[g.ID], "%s stands twice", g.ID)
		ids[g.ID] = true
		for _, field := range []string{g.ID, g.Learner, g.Quantity.Name, g.Claim, g.Assumption, g.Source, string(g.Status)} {
			require.NotEmpty(t, field, "row %s", g.ID)
		}
		require.NotNil(t, g.Quantity.Readings, "row %s", g.ID)
		if g.Quantity.Term != "" && !g.Quantity.AtRest {
			require.Equal(t, g.Quantity.Term, g.Quantity.Name, "row %s: check prints another name than the claim", g.ID)
		}
		require.Zero(t, g.View.Lift, "row %s: the lift is the learner's", g.ID)
	}
}

// The theorems of the papers that the table states, and the rows that state
// them: a theorem that loses its row fails here.
func TestConcordance(t *testing.T) {
	rows := map[string]theory.Guarantee{}
	for _, g := range theory.Table() {
		rows[g.ID] = g
	}
	for theorem, ids := range map[string][]string{
		"HKNS25, Lemma 4.1":                    {"omm-lemma-4.1"},
		"HKNS25, Lemma 4.4":                    {"omm-lemma-4.4", "omm-lemma-4.4-kappa"},
		"HKNS25, Theorem 4.1":                  {"omm-theorem-4.1"},
		"HKNS25, Section 5.1":                  {"omm-theorem-4.1-l2-printed"},
		"HKNS25, Table 1, first column":        {"omm-table-1-mistakes"},
		"HKNS25, Table 1, second column":       {"omm-table-1-iterations-printed", "omm-table-1-iterations", "omm-rest"},
		"HKNS25, Appendix A":                   {"omm-gamma-3-printed", "omm-appendix-a"},
		"HKNS25, Section 4":                    {"omm-opening"},
		"HKNS25, Section 6":                    {"n-omm-optimal", "n-omm-printed-optimal"},
		"Theorem S1":                           {"omm-s1", "omm-s1-power", "omm-s1-recursion"},
		"Theorem S2":                           {"omm-s2"},
		"Theorem S3":                           {"omm-s3", "omm-s3-thirds"},
		"Novikoff 1962":                        {"perceptron-novikoff", "perceptron-first-step", "perceptron-norm-growth", "perceptron-norm-progress"},
		"Freund and Schapire 1999":             {"perceptron-freund-schapire"},
		"O19, Theorem 1":                       {"randomized-regret", "randomized-regret-printed"},
		"O19, Theorem 2":                       {"perceptron-hinge", "perceptron-hinge-printed"},
		"Li and Long 2002":                     {"romma-mistakes", "romma-norm", "romma-norm-growth"},
		"HKNS25, Table 1":                      {"romma-mistakes", "romma-violations", "pumma-mistakes-printed", "pumma-violations-printed"},
		"Theorem P1":                           {"pumma-p1", "pumma-p1-r", "pumma-p1-updates", "pumma-violations", "pumma-norm", "pumma-norm-growth"},
		"Theorem P2":                           {"pumma-p2", "pumma-p2-power", "pumma-p2-recursion"},
		"Gentile 2001, proof of Theorem 3 (1)": {"alma-updates-constant"},
		"Gentile 2001, Theorem 3":              {"alma-updates", "alma-updates-sharp", "alma-gamma-k", "alma-gamma-k-sharp", "alma-rest", "alma-rest-sharp", "alma-inseparable", "alma-inseparable-printed"},
		"Crammer et al. 2006, Theorem 2":       {"pa-squared-losses"},
		"Crammer et al. 2006, Theorem 3":       {"pa-squared-losses-relative"},
		"Crammer et al. 2006, Theorem 4":       {"pa-i-mistakes"},
		"Crammer et al. 2006, Theorem 5":       {"pa-ii-squared-losses"},
		"ZH13, Theorem 1":                      {"amira-updates", "amira-weighted-updates"},
		"ZH13, Corollary 1":                    {"amira-norm"},
		"ZH13, Theorem 3":                      {"amira-rest", "amira-k-best-rest"},
		"ZH13, Theorem 4":                      {"amira-inseparable", "amira-inseparable-printed"},
		"ZH13, Theorem 2":                      {"amira-k-best-updates", "amira-k-best-updates-printed", "amira-k-best-weighted-updates"},
		"ZH13, Corollary 2":                    {"amira-k-best-norm"},
		"ZH13, Theorem 5":                      {"amira-k-best-inseparable", "amira-k-best-inseparable-printed"},
		"ZH13, Section 4.1":                    {"romma-updates", "romma-rest"},
		"BH16, Theorem 7":                      {"naromma-mistakes", "naromma-violations"},
		"BH16, Lemma 6":                        {"naromma-cosine", "naromma-ell"},
		"BH16, Lemmas 8 and 9":                 {"mcp-cosine", "mcp-ell"},
		"Theorem A1":                           {"amira-mistakes", "amira-violations", "amira-joint-updates", "pa-mistakes", "pa-violations", "amira-1-best-mistakes", "amira-1-best-violations", "amira-1-best-joint-updates"},
		"Theorem A2":                           {"amira-inseparable-mistakes", "amira-inseparable-violations", "amira-inseparable-joint-updates", "pa-inseparable-violations"},
		"BH16, Theorem 10":                     {"mcp-mistakes"},
		"BH16, proof of Theorem 10":            {"mcp-violations"},
		"BH16, after Lemma 9":                  {"mcp-rest"},
		"BH16, Lemma 1":                        {"mcf-cosine", "perceptron-cosine", "amira-cosine", "mcp-sharp-updates"},
		"BH16, eq. (44)":                       {"mcp-gains", "mcp-weighted-updates"},
		"BH16, Lemma 8":                        {"mcp-cosine-gains", "cmcp-updates"},
		"BH16, Section 2.1":                    {"perceptron-bias", "romma-bias", "amira-bias", "mcf-bias"},
		"ZH13, eq. (6)":                        {"amira-multipliers"},
		"Shalev-Shwartz, Singer, Srebro 2007":  {"pegasos-regret", "pegasos-norm"},
		"RP14, Algorithm":                      {"nkp-iterations", "np-printed", "np-printed-novikoff"},
		"RP14, Lemma 4":                        {"snkp-lemma-4"},
		"RP14, Lemma 5":                        {"snkp-lemma-5"},
		"RP14, Theorem 1":                      {"snkp-iterations", "snkp-dual"},
		"RP14, Von Neumann":                    {"nvn-iterations", "nvn-dual", "nvn-linear"},
		"RP14, Lemma 8":                        {"snkp-vn-lemma-8", "snkp-vn-upper", "snkp-vn-iterations"},
		"RP14, Lemma 9":                        {"snkp-vn-lemma-9", "snkp-vn-dual"},
		"RP14, ISNKPVN": {
			"isnkp-vn-loops", "isnkp-vn-loops-dual", "isnkp-vn-loops-printed",
			"isnkp-vn-iterations", "isnkp-vn-iterations-linear",
		},
	} {
		for _, id := range ids {
			require.Contains(t, rows, id)
			require.Contains(t, rows[id].Source, theorem)
		}
	}
}

// A theorem is held against the geometry of its own view, not of a cousin: OMM's
// and PUMMA's with a bias, ALMA's and the normalised offline perceptrons' through the
// origin and normalised, all others through the origin. That ALMA's mistakes are updates is of x as given.
func TestRowsSpeakOfTheirViews(t *testing.T) {
	for _, g := range theory.Table() {
		want := theory.View{Origin: true}
		switch g.Learner {
		case "omm", "omm(rho<1)", "omm(rule=printed)", "n-omm", "n-omm(keep=violating)", "pumma":
			want = theory.View{}
		case "alma":
			if g.ID == "alma-every-mistake" {
				break
			}
			want = theory.View{Origin: true, Normalised: true}
		}
		if g.Unlifted { // of the features as they are given, with a bias
			want = theory.View{}
		}
		if g.Task == theory.Batch && g.ID != "np-printed-novikoff" {
			want.Normalised = true
		}
		require.Equal(t, want, g.View, g.ID)
	}
}
