package props

import (
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/algos"
	"marginlab/internal/rapidtest"
	"marginlab/props/stream"
)

// MIRA equals AMIRA(1), and PA equals AMIRA(0), PA-I and PA-II at a C that rounding makes infinite, step for step: C
// is 2⁸⁰ times any 1/‖x‖², which bounds a step relative to its loss.
func TestPassiveLearnersAreAlike(t *testing.T) {
	for seed := range rapidtest.Count(30, 100, 1000) {
		c, most := stream.Streams().Example(seed), 0x1p-900
		for _, e := range c.Stream {
			if xx := e.X.SqNorm(); xx > 0 {
				most = max(most, 1/xx)
			}
		}
		for _, pair := range [][2]string{{"mira", "amira(eps=1)"}, {"pa", "amira(eps=0)"}, {"pa", "pa-i"}, {"pa", "pa-ii"}} {
			a, b := algos.MustParse(pair[0]), algos.MustParse(pair[1]).With("C", 0x1p80*most)
			require.NoError(t, sameSteps(c, a.New(c.Dim), b.New(c.Dim), pair[0]+" and "+pair[1]))
		}
	}
}

// sameSteps reports the first step at which two learners on the stream of c differ in a bit.
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
