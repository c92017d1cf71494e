package term

import (
	"runtime"
	"testing"
	"weak"

	"github.com/stretchr/testify/require"

	"marginlab/algos/trial"
	"marginlab/theory"
)

// Rows outlive the runs that they are about, whose steps they must not keep: check has a run at a time.
func TestRowsKeepNoRun(t *testing.T) {
	for _, silent := range []bool{false, true} {
		var why theory.Reason
		if silent {
			why = theory.Reason{Kind: theory.NoMargin, Detail: "of no margin"}
		}
		tr := &theory.Trace{Steps: make([]theory.Step, 1000)}
		run := weak.Make(tr)
		row := VerdictRowOf("e-omm", "e-omm", trial.Verdict{Verdict: theory.Verdict{
			Guarantee: theory.Table()[0], Reason: why, Holds: true, Setting: theory.Setting{Trace: tr},
		}}, trial.NewData("iris", nil, 4))
		tr = nil
		runtime.GC()
		require.Nil(t, run.Value(), "the run, while its row lives")
		if silent {
			require.Equal(t, "of no margin", *row.Reason)
		} else {
			require.True(t, *row.Holds)
		}
	}
}
