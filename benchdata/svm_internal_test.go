package benchdata

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/theory"
	"marginlab/theory/vec"
)

// Shrinking leaves examples out; when the descent says that it has settled, all
// of them must meet the optimality conditions all the same.
func TestSVMSettlesOverAllExamples(t *testing.T) {
	const eps = 1e-3
	for _, c := range []float64{1, 0.1} {
		rnd := rand.New(rand.NewPCG(1, 8))
		examples := make([]theory.Example, 400)
		for i := range examples {
			examples[i] = theory.Example{X: vec.Dense(3*rnd.NormFloat64(), rnd.NormFloat64(), rnd.NormFloat64()), Y: theory.Label(1 - 2*(i%2))}
		}
		p := SVM{C: c}.newDual(examples, 3)
		for settled := false; !settled; {
			var err error
			settled, err = p.descend(context.Background(), eps)
			require.NoError(t, err)
		}
		worst := 0.0
		for i, e := range examples {
			g := float64(e.Y)*(p.b+p.w[0]*e.X.At(0)+p.w[1]*e.X.At(1)+p.w[2]*e.X.At(2)) - 1
			switch {
			case p.alpha[i] == 0:
				worst = max(worst, -g)
			case p.alpha[i] == c:
				worst = max(worst, g)
			default:
				worst = max(worst, g, -g)
			}
		}
		// The last pass still moves the α_i it looks at, by eps/Q_ii each at most.
		require.Less(t, worst, 3*eps, "C = %v", c)
	}
}
