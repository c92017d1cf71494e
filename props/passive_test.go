package props

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/algos"
	"marginlab/internal/rapidtest"
	"marginlab/props/stream"
)

// MIRA is AMIRA(1), and PA is AMIRA(0), PA-I and PA-II at C = ∞ and at a C that rounding
// cannot tell from it, step for step.
func TestPassiveLearnersAreAlike(t *testing.T) {
	for seed := range rapidtest.Count(30, 100, 1000) {
		c := stream.Streams().Example(seed)
		space := algos.Space{Dim: c.Dim}
		same := func(a, b algos.Learner, names string) { require.NoError(t, sameSteps(c, a, b, names)) }
		pa := func() algos.Learner { return algos.NewPA(space) }
		same(parse("mira").New(c.Dim), algos.NewAMIRA(space, 1), "mira and AMIRA(1)")
		same(pa(), algos.NewAMIRA(space, 0), "pa and AMIRA(0)")
		for _, C := range []float64{math.Inf(1), 1e300} {
			same(pa(), algos.NewPA1(space, C), "pa and PA-I")
			same(pa(), algos.NewPA2(space, C), "pa and PA-II")
		}
	}
}

// sameSteps reports the first step of two learners on the stream of c that is not the
// same bit by bit.
func sameSteps(c Case, a, b algos.Learner, names string) error {
	for t, e := range c.Stream {
		p, q := a.Step(e.X, e.Y), b.Step(e.X, e.Y)
		if one, other := a.State().Classifier, b.State().Classifier; !sameStep(p,
			q) || one.B != other.B || !slices.Equal(one.W, other.W) {
			return fmt.Errorf("%s: t=%d: %+v to %v and %+v to %v", names, t+1, p, one, q, other)
		}
	}
	return nil
}
