package algos

import (
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/theory"
	"marginlab/theory/vec"
)

// At q = −1 and +1, and beyond, the label is certain, whatever the coin says; between them it is +1
// for (1+q)/2 of the tosses.
func TestCoinsDecideBetweenTheCertainLabels(t *testing.T) {
	const edge = 1 - 0x1p-53 // the greatest toss
	for _, c := range []struct {
		q, toss float64
		want    theory.Label
	}{
		{-1, 0, -1}, {-1.5, 0, -1}, {1, edge, 1}, {1.5, edge, 1}, {0, 0.5 - 0x1p-54, 1}, {0, 0.5, -1}, {-0.5, 0.25, -1}, {-0.5, 0.2, 1},
	} {
		l := MustParse("randomized(R=1)").New(1).(*Randomized)
		l.toss = func() float64 { return c.toss }
		step := l.predict(c.q, theory.Negative)
		require.Equal(t, c.want, step.Predicted, "%+v", c)
		require.Equal(t, -max(-1, min(1, c.q)), step.Score, "%+v", c)
	}
	toss := coins(1)
	for range 1000 {
		require.LessOrEqual(t, math.Abs(toss()-0.5), 0.5)
	}
}

// An example beyond all radii so far is predicted by the same x_t, if that is in the ball of its
// radius: u is made longer as R grows.
func TestDescentStaysAsItsRadiusGrows(t *testing.T) {
	for _, p := range []float64{1.5, 2, 3} {
		r := MustParse(fmt.Sprintf("randomized-omd(p=%v)", p)).New(2).(*Randomized)
		for k := range 6 {
			r.Step(vec.Dense(1, 0.5), theory.Label(1-2*(k%2)))
		}
		was, x := r.greatest, vec.Dense(1.2, 0.2)
		before := r.Score(x)
		require.NotZero(t, before)
		require.Less(t, r.v.SqNorm(), 0.5, "x_t is in the smaller ball")
		step := r.Step(x, theory.Positive)
		require.InEpsilon(t, before, step.Score, 1e-12, "p = %v", p)
		require.Greater(t, r.greatest, was)
	}
}
