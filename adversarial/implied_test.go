package adversarial_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/adversarial"
	"marginlab/adversarial/certificate"
	"marginlab/algos"
	"marginlab/internal/rapidtest"
	"marginlab/theory"
)

// Proved finds the row that states or implies a conjecture, and none for a conjecture that says more.
func TestConjecturesThatAreProved(t *testing.T) {
	for _, c := range []struct{ claim, row, says string }{
		{"romma: mistakes <= (R/gamma0)^2", "romma-mistakes", "At each of 2000 drawn settings the claim is that of row romma-mistakes, proved in theory/PROOFS.md#romma-mistakes"},
		{"romma: mistakes <= R*R/gamma0^2 where gamma0 > 0", "romma-mistakes", "the claim is that of row"},
		{"romma: mistakes <= (Dbar/gamma0)^2", "romma-mistakes", "the claim is that of row"},
		{"perceptron: updates <= 2*(R/gamma0)^2", "perceptron-novikoff", "At each of 2000 drawn settings row perceptron-novikoff, proved in theory/PROOFS.md#perceptron-novikoff, is at least as sharp"},
		{"romma: mistakes <= (R/gamma0)^2 where R >= 4*gamma0", "romma-mistakes", "row romma-mistakes"},
		{"romma in 3 passes: mistakes <= (R/gamma0)^2", "romma-mistakes", "the claim is that of row"},
		{"perceptron: updates < 2*(R/gamma0)^2", "perceptron-novikoff", "is at least as sharp"},
		{"perceptron: mistakes <= (R/gamma0)^2", "perceptron-novikoff", "by row perceptron-every-mistake every mistake is one"},
		{"perceptron: mistakes <= 0.9*(R/gamma0)^2", "", ""},
		{"romma(eps=0.1) at rest within 100 passes: margin >= 0.9*gamma0", "romma-rest", "the claim is that of row"},
		{"romma(eps=0.1) at rest within 100 passes: margin >= 0.8*gamma0", "romma-rest", "is at least as sharp"},
		{"e-omm: later_mistakes <= r^2", "omm-s1", "row omm-s1"},
		{"omm(rho=1/2): m(1/3) <= r^2/(1-1/3)^2 + 1 + log(2/(1-1/3))/log(2/(1+1/3))", "omm-s2", "the claim is that of row"},
		{"romma: updates <= (R/gamma0)^2", "romma-updates", "the claim is that of row"}, // whose eps is 1
		// nothing is proved of these
		{"romma: mistakes < (R/gamma0)^2", "", ""},
		{"romma: mistakes <= (R/gamma)^2", "", ""},
		{"romma: mistakes <= (R/gamma0)^2 - 1e-9", "", ""},
		{"romma: mistakes <= 1.1*(R/gamma0)^2 - 1", "", ""},
		{"romma(eps=1/2): updates <= (R/gamma0)^2", "", ""},
		{"perceptron: updates <= T", "", ""},
		{"romma: margin >= 0.9*gamma0", "", ""},
		{"e-omm: later_mistakes <= r^2/2", "", ""},                                     // its row is refuted
		{"alma: updates <= 2/gamma0^2*(2/alpha - 1)^2 + 8/alpha - 4", "", ""},          // its row is on normalised examples
		{"bias(perceptron,1): updates <= (R^2 + 1)*(1 + (R-gamma)^2)/gamma^2", "", ""}, // its row is on the features alone
		{"perceptron: mistakes <= updates", "", ""},                                    // at x = 0 it fails
		{"e-omm against perceptron: mistakes <= r^2*99", "", ""},
	} {
		conjecture, err := adversarial.Claim(c.claim)
		require.NoError(t, err, c.claim)
		proof, err := conjecture.Proved()
		require.NoError(t, err, c.claim)
		require.Equal(t, c.row, proof.Row.ID, c.claim)
		require.Contains(t, proof.String(), c.says, c.claim)
		require.Equal(t, c.row == "", proof.String() == "", c.claim)
	}
}

// modelled reports whether a learner of the family has an exact model: without one, as pegasos,
// it has no certificates.
func modelled(family string) bool {
	return slices.ContainsFunc(adversarial.Learners(nil).Checked(), func(s *algos.Spec) bool {
		_, err := adversarial.Compile(certificate.Statement{Learner: s.String(), Quantity: "mistakes", Claim: "1"})
		return slices.Contains(s.Families(), family) && (err == nil ||
			!strings.Contains(err.Error(), "no exact learner is called"))
	})
}

// Each proved row on one number a run can be hunted as it is.
func TestProvedRowsAreConjectures(t *testing.T) {
	t.Parallel()
	rapidtest.Slow(t)
	stated, lines := map[string]bool{}, map[string]bool{}
	for _, c := range adversarial.ProvedRows() {
		stated[c.Row] = true
		line := c.Conjecture.String()
		require.False(t, lines[c.Row+line], "twice: %s", line)
		lines[c.Row+line] = true
		read, err := adversarial.Claim(line)
		require.NoError(t, err)
		require.Equal(t, line, read.String())
	}
	for _, g := range theory.Table() {
		if g.Status == theory.Proved && modelled(g.Learner) && g.Huntable() && !g.View().Normalised && !g.Unlifted {
			require.True(t, stated[g.ID], g.ID)
		}
	}
	require.True(t, lines["omm-s1"+"e-omm: later_mistakes <= r < 2 ? 0 : (r-2/r)^2 where gamma > 0"])
}
