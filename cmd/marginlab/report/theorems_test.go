package report

import (
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/cmd/marginlab/term"
	"marginlab/theory"
)

// Rows that do not apply are counted as check counts them: the proved alone.
func TestTallyCountsTheProvedThatDoNotApply(t *testing.T) {
	s := &Sample{}
	for _, status := range []theory.Status{theory.Proved, theory.Proved, theory.RefutedAsPrinted, theory.Refuted, theory.Conjectured} {
		s.Rows = append(s.Rows, term.VerdictRow{Status: status, Reason: new("planted")})
	}
	require.Contains(t, string(s.notApplying("x")), `data-sort="2">2</td>`)
}
