package props

import (
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/internal/rapidtest"
	"marginlab/props/stream"
)

func TestMain(m *testing.M) { rapidtest.Main(m, 60) }

func TestProperties(t *testing.T) { holdAll(t, Properties()) }

// What proofs of rows rest on, and kernel forms, are held as properties are.
func TestProofs(t *testing.T) { holdAll(t, proofs()) }

// inThisRun returns p with half of its cases in a normal run: what once failed is among the fixtures. Of 150 cases a
// long run draws ten times as many. TestSteps draws all, as it finds planted faults of ALMA and n-OMM late.
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

// In kernel form a margin that is lost to the rounding of long points makes no row fail.
func TestKernelFormsOfSmallMargins(t *testing.T) {
	c, err := stream.Parse("e-omm; -0 +20 --12672 +17 --3481; a=1,0")
	require.NoError(t, err)
	require.NoError(t, KernelFormsHold(c))
}
