package theory_test

import (
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/theory"
)

// A typo in the claim of a row shows in the golden bounds, or where a case ends, or in a run whose quantity
// is its bound.
func TestTyposAreCaught(t *testing.T) {
	t.Parallel()
	lines := goldenLines(t)
	loose, tight := 0, 0
	for _, c := range []struct {
		id, old, new string
		by           string // what catches it, "" for the golden bounds
	}{
		{"omm-theorem-4.1", "r^2 < 2*(1-phi)", "r^2 < (1-phi)", ""},
		{"omm-table-1-mistakes", "r < 1 ? 2", "r < 1 ? 1", ""},
		{"omm-appendix-a", "log(2*(r+1))", "log(2*r+1)", ""},
		{"omm-gamma-3-printed", "2*(D + gamma)", "2*D + gamma", ""},
		{"omm-s1-power", "^-q", "^q", ""},
		{"omm-s2", "(r/(1-phi))^q", "(r/(1-phi))^s", ""},
		{"omm-s3", "3/4*r^2 - 1", "3/4*r^2 + 1", ""},
		{"omm-s3-thirds", "rho <= 1/3", "rho < 1/3", "TestEndsOfCases"},
		{"alma-updates", " where B == sqrt(8)/alpha && C == sqrt(2)", "", ""},
		{"alma-rest-sharp", "(1-alpha)*B*sqrt(c)", "(1-alpha)*B*c", ""},
		{"randomized-regret", "sqrt(2*T)/2", "sqrt(2*T)", ""},
		{"randomized-regret", "U <= 1/radius", "U < 1/radius", ""},
		{"second-order-separable", "(a + updates*R^2)", "(a + updates*R)", ""},
		{"arow-mistakes", " - margin_errors", "", ""},
		{"nkp-iterations", "rho^2", "rho", ""},
		{"isnkp-shrunk", "rho > eps", "rho >= eps", "TestEndsOfCases"},

		{"omm-s1", "r < 2 ?", "r <= 2 ?", ""},
		{"omm-s1", "+ c/((c-1)*r^2)", "- c/((c-1)*r^2)", ""},
		{"omm-lemma-4.4", "D_t/(2*gamma_t)", "D_t/gamma_t", ""},
		{"omm-opening", "<= 2", "< 2", "TestTightRowsAreReached"},
		{"omm-gamma-3", "(Dplus + Dminus)/2", "(Dplus + Dminus)", ""},
		{"perceptron-novikoff", "(R/gamma0)^2", "(R/gamma0)^3", ""},
		{"perceptron-first-step", "(R/gamma0)^2 - 1))", "(R/gamma0)^2 + 1))", ""},
		{"perceptron-norm-growth", "(c*(updates_t-1) + 1)", "(c*updates_t + 1)", ""},
		{"perceptron-hinge", "h^2*R^2*U^2/2", "h^2*R^2*U/2", ""},
		{"romma-optimum", " - 1 where", " where", ""},
		{"mcp-violations", "/(1 - 2*phi)", "/(1 - phi)", ""},
		{"pa-violations", "0 <= phi < 1", "0 < phi < 1", ""},
		{"amira-inseparable-mistakes", " where shortest == R", "", ""},
		{"amira-rest", "/(2-eps)", "/2", ""},
		{"pa-i-mistakes-sharp", "2*C*L1", "C*L1", ""},
		{"perceptron-every-mistake", "<= updates", "< updates", "TestTightRowsAreReached"},
	} {
		g := theory.Row(c.id)
		typo := (theory.Guarantee{
			ID: g.ID, Learner: g.Learner, Task: g.Task, Norms: g.Norms, Normalised: g.Normalised,
			Claim: strings.Replace(g.Claim, c.old, c.new, 1), L2: strings.Replace(g.L2, c.old, c.new, 1),
		}).Read()
		require.Equal(t, 1, strings.Count(g.Claim+"\n"+g.L2, c.old), "%s: %s", c.id, c.old)
		off, _ := offGolden(t, typo, lines[c.id])
		golden := off > goldenLimit
		require.Equal(t, c.by == "", golden, "%s: %s: off by %v", c.id, c.new, off)
		switch c.by {
		case "TestEndsOfCases":
			require.True(t, isOffAtAnEnd(typo), "%s: %s", c.id, c.new)
		case "TestTightRowsAreReached": // of package adversarial; here a run that errs twice in its opening
			run := theory.Trace{Params: map[string]float64{"rho": 1}}
			for range 2 {
				run.Add(theory.Step{Decision: theory.Decision{Y: 1, Predicted: -1, Updated: true, Opening: true}})
			}
			ev := theory.Evidence{Geometry: theory.Geometry{Shortest: 1, DBar: 1}}
			require.True(t, g.Check(&run, ev).Holds)
			require.False(t, typo.Check(&run, ev).Holds, "%s: %s", c.id, c.new)
		}
		if g.Tight == "" {
			loose++
		} else {
			tight++
		}
	}
	require.Equal(t, [2]int{16, 16}, [2]int{loose, tight})
}

// isOffAtAnEnd reports whether the bound is not that of its row where a case of it ends.
func isOffAtAnEnd(g theory.Guarantee) bool {
	for _, c := range endsOfCases() {
		if c.id == g.ID && !(math.Abs(g.Bound(c.s)-c.want) <= 1e-14) {
			return true
		}
	}
	return false
}
