package theory_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/theory"
)

// A typo in the claim of a row shows in the golden bounds. Those at the end of a case show in TestEndsOfCases, and
// those of a strict relation in TestTightRowsAreReached of package adversarial.
func TestTyposAreCaught(t *testing.T) {
	t.Parallel()
	lines := goldenLines(t)
	for _, c := range []struct{ id, old, new string }{
		{"omm-theorem-4.1", "r^2 < 2*(1-phi)", "r^2 < (1-phi)"},
		{"omm-table-1-mistakes", "r < 1 ? 2", "r < 1 ? 1"},
		{"omm-appendix-a", "log(2*(r+1))", "log(2*r+1)"},
		{"omm-gamma-3-printed", "2*(D + gamma)", "2*D + gamma"},
		{"omm-s1-power", "^-q", "^q"},
		{"omm-s2", "(r/(1-phi))^q", "(r/(1-phi))^s"},
		{"omm-s3", "3/4*r^2 - 1", "3/4*r^2 + 1"},
		{"alma-updates", " where B == sqrt(8)/alpha && C == sqrt(2)", ""},
		{"alma-rest-sharp", "(1-alpha)*B*sqrt(c)", "(1-alpha)*B*c"},
		{"randomized-regret", "sqrt(2*T)/2", "sqrt(2*T)"},
		{"randomized-regret", "U <= 1/radius", "U < 1/radius"},
		{"second-order-separable", "(a + updates*R^2)", "(a + updates*R)"},
		{"arow-mistakes", " - margin_errors", ""},
		{"nkp-iterations", "rho^2", "rho"},
		{"omm-s1", "r < 2 ?", "r <= 2 ?"},
		{"omm-s1", "+ c/((c-1)*r^2)", "- c/((c-1)*r^2)"},
		{"omm-lemma-4.4", "D_t/(2*gamma_t)", "D_t/gamma_t"},
		{"omm-gamma-3", "(Dplus + Dminus)/2", "(Dplus + Dminus)"},
		{"perceptron-novikoff", "(R/gamma0)^2", "(R/gamma0)^3"},
		{"perceptron-first-step", "(R/gamma0)^2 - 1))", "(R/gamma0)^2 + 1))"},
		{"perceptron-norm-growth", "(c*(updates_t-1) + 1)", "(c*updates_t + 1)"},
		{"perceptron-hinge", "h^2*R^2*U^2/2", "h^2*R^2*U/2"},
		{"romma-optimum", " - 1 where", " where"},
		{"mcp-violations", "/(1 - 2*phi)", "/(1 - phi)"},
		{"pa-violations", "0 <= phi < 1", "0 < phi < 1"},
		{"amira-inseparable-mistakes", " where shortest == R", ""},
		{"amira-rest", "/(2-eps)", "/2"},
		{"pa-i-mistakes-sharp", "2*C*L1", "C*L1"},
	} {
		g := theory.Row(c.id)
		require.Equal(t, 1, strings.Count(g.Claim+"\n"+g.L2, c.old), "%s: %s", c.id, c.old)
		typo := (theory.Guarantee{
			ID: g.ID, Learner: g.Learner, Task: g.Task, Norms: g.Norms, Normalised: g.Normalised,
			Claim: strings.Replace(g.Claim, c.old, c.new, 1), L2: strings.Replace(g.L2, c.old, c.new, 1),
		}).Read()
		off, _ := offGolden(t, typo, lines[c.id])
		require.Greater(t, off, goldenLimit, "%s: %s", c.id, c.new)
	}
}
