package report

import (
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/algos/trial"
	"marginlab/theory"
)

// Silent rows are counted as check counts them: the proved alone.
func TestTallyCountsTheProvedThatAreSilent(t *testing.T) {
	s := &Sample{}
	for _, status := range []theory.Status{theory.Proved, theory.Proved, theory.RefutedAsPrinted, theory.Refuted, theory.Conjectured} {
		silent := theory.Verdict{Guarantee: theory.Guarantee{Status: status}, Silence: theory.Silence{Kind: theory.Hidden, Detail: "planted"}}
		s.Held = append(s.Held, Held{Verdict: trial.Verdict{Verdict: silent}})
	}
	require.Contains(t, string(s.tally()), "<b>2</b> proved silent")
	require.Contains(t, string(s.silent()), "2 proved silent")
}
