package stats

import (
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/stat/distuv"
)

func TestStudentsT(t *testing.T) {
	t.Parallel()
	for n := 1; n < 60; n++ {
		for _, p := range []float64{0.5, 0.9, 0.95, 0.99} {
			require.InEpsilon(t, distuv.StudentsT{Sigma: 1, Nu: float64(n)}.Quantile((1+p)/2), within(p, n), 1e-9, "%d, %v", n, p)
		}
	}
}
