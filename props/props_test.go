package props

import (
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/internal/rapidtest"
	"marginlab/props/stream"
)

func TestMain(m *testing.M) { rapidtest.Main(m, 60) }

func TestProperties(t *testing.T) { holdAll(t, Properties()) }

// Lemmas of the proofs of rows, and kernel forms, are checked like properties.
func TestProofs(t *testing.T) { holdAll(t, proofs()) }

// inThisRun returns p with half of its cases in a normal run, because all past failures are among the fixtures. A
// long run draws ten times as many of 150 cases. TestSteps draws all, since it finds planted faults of ALMA and n-OMM
// late.
func inThisRun(p Property) Property {
	p.Cases = rapidtest.Count(p.Cases, p.Cases/2, max(p.Cases, 150))
	return p
}

func holdAll(t *testing.T, all []Property) {
	for _, p := range all {
		if p.Name == "step" {
			continue // TestSteps
		}
		t.Run(p.Name, func(t *testing.T) {
			t.Parallel()
			Check(t, inThisRun(p), Learners()...)
		})
	}
}

// In kernel form no row fails if the rounding of long points hides the margin.
func TestKernelFormsOfSmallMargins(t *testing.T) {
	c, err := stream.Parse("e-omm; -0 +20 --12672 +17 --3481; a=1,0")
	require.NoError(t, err)
	require.NoError(t, KernelFormsHold(c))
}
