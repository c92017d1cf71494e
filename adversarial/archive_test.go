package adversarial_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/adversarial"
	"marginlab/adversarial/certificate"
	"marginlab/algos"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// modelled reports whether a learner of the family has an exact model: without one, as pegasos,
// it has no certificates.
func modelled(family string) bool {
	return slices.ContainsFunc(certificate.Learners(nil).Checked(), func(s *algos.Spec) bool {
		_, err := certificate.Compile(certificate.Statement{Learner: s.String(), Quantity: "mistakes", Claim: "1"})
		return slices.Contains(s.Families(), family) && (err == nil || !strings.Contains(err.Error(), "no exact learner is called"))
	})
}

// What the proved rows say can be hunted as it is, of each row that has a formula in one number a run.
func TestProvedRowsAreConjectures(t *testing.T) {
	t.Parallel()
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
		if g.Status == theory.Proved && g.Task != theory.Batch && modelled(g.Learner) && g.Formula != "" && g.Quantity.Term != "" && !g.View.Normalised && !g.OfLengths && !g.Unlifted {
			require.True(t, stated[g.ID], g.ID)
		}
	}
	require.True(t, lines["omm-s1"+"e-omm: later_mistakes <= r < 2 ? 0 : (r-2/r)^2 where gamma > 0"])
}

// A record is rated by its stream alone, and records of islands come one a bin.
func TestRecordsAreRated(t *testing.T) {
	t.Parallel()
	c := conjecture("e-omm", "later_mistakes", "T + r", "gamma > 0")
	r, err := adversarial.Plan{Conjecture: c, Islands: 2}.Runner()
	require.NoError(t, err)
	var outputs []adversarial.Output
	for island := range 2 {
		out, err := r.Step(t.Context(), island, 0, nil, nil)
		require.NoError(t, err)
		outputs = append(outputs, out)
	}
	records, err := r.Records(t.Context(), outputs...)
	require.NoError(t, err)
	require.Greater(t, len(records), 5)
	bins := map[int]adversarial.Rating{}
	for _, record := range records {
		rating, err := record.Rate(t.Context())
		require.NoError(t, err)
		require.InDelta(t, record.Ratio, rating.Ratio, 1e-9)
		require.Equal(t, "e-omm: later_mistakes <= T + r where gamma > 0", rating.Claim)
		require.NotContains(t, bins, rating.Bin)
		bins[rating.Bin] = rating
	}
	for _, out := range outputs {
		best, err := adversarial.ReadRecord(bytes.NewReader(out.Best))
		require.NoError(t, err)
		rating, err := best.Rate(t.Context())
		require.NoError(t, err)
		require.Equal(t, out.Ease, rating.Ease)
		require.False(t, rating.Better(bins[rating.Bin]))
		boast := best
		boast.Ratio = 7
		again, err := boast.Rate(t.Context())
		require.NoError(t, err)
		require.Equal(t, rating, again)
	}
	_, err = adversarial.Record{Statement: c.Statement, Stream: []theory.Example{{X: vec.Dense(1), Y: 1}}}.Rate(t.Context())
	require.ErrorAs(t, err, new(*adversarial.NotAsStatedError))
}
