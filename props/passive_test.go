package props

import (
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/algos"
	"marginlab/internal/rapidtest"
	"marginlab/props/stream"
	"marginlab/theory"
)

// MIRA is AMIRA(1), and PA is AMIRA(0), PA-I and PA-II at a C that rounding cannot tell from ∞, step for step.
func TestPassiveLearnersAreAlike(t *testing.T) {
	for seed := range rapidtest.Count(30, 100, 1000) {
		c := stream.Streams().Example(seed)
		for _, pair := range [][2]string{
			{"mira", "amira(eps=1)"}, {"pa", "amira(eps=0)"}, {"pa", "pa-i(1e30)"}, {"pa", "pa-ii(1e30)"},
		} {
			if short := func(e theory.Example) bool { return e.X.SqNorm() < 1e-12 }; slices.ContainsFunc(c.Stream, short) {
				continue // C is no ∞ to a step of 1/‖x‖²
			}
			a, b := algos.MustParse(pair[0]).New(c.Dim), algos.MustParse(pair[1]).New(c.Dim)
			require.NoError(t, sameSteps(c, a, b, pair[0]+" and "+pair[1]))
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
