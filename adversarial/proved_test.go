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

// modelled reports whether a learner of the family has an exact model: without one, as pegasos,
// it has no certificates.
func modelled(family string) bool {
	return slices.ContainsFunc(adversarial.Learners(nil).Checked(), func(s *algos.Spec) bool {
		_, err := adversarial.Compile(certificate.Statement{Learner: s.String(), Quantity: "mistakes", Claim: "1"})
		return slices.Contains(s.Families(), family) && (err == nil || !strings.Contains(err.Error(), "no exact learner is called"))
	})
}

// What the proved rows say can be hunted as it is, of each row on one number a run.
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
