package props

import (
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/algos"
	"marginlab/internal/rapidtest"
)

func TestMain(m *testing.M) { rapidtest.Main(m, 100) }

func TestProperties(t *testing.T) {
	for _, p := range Properties() {
		if p.Name == "step" {
			continue // TestSteps
		}
		p.Cases = max(p.Cases, rapidtest.Count(0, 0, 150)) // a tenth of what is drawn in a long run
		t.Run(p.Name, func(t *testing.T) {
			t.Parallel()
			Check(t, p, Learners()...)
		})
	}
}

// In kernel form a margin that is lost to the rounding of long points makes no row fail.
func TestKernelFormsOfSmallMargins(t *testing.T) {
	l, err := algos.Parse("e-omm")
	require.NoError(t, err)
	held, err := Replay(l, "kernel; -0 +20 --12672 +17 --3481; a=1,0")
	require.NoError(t, err)
	require.Nil(t, held.Failure)
}
