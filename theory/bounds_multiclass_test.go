package theory_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/theory"
)

// What does not change with the unit of x cannot be bounded by what does.
func TestTheorem2AsPrintedHasAUnit(t *testing.T) {
	s := theory.Setting{
		Evidence: theory.Evidence{Geometry: theory.Geometry{DBar: 3, Shortest: 3, Gamma: 1, Lower: 1}},
		Trace:    &theory.Trace{Params: map[string]float64{"eps": 0.5, "k": 1}},
	}
	once := theory.UpdatesAMIRAManyPrinted(s)
	require.Equal(t, 1.5*9, once)
	right := theory.UpdatesAMIRA(s)
	s.DBar, s.Gamma = 10*s.DBar, 10*s.Gamma
	require.InEpsilon(t, once/10, theory.UpdatesAMIRAManyPrinted(s), 1e-12)
	require.InEpsilon(t, right, theory.UpdatesAMIRA(s), 1e-12)
}
