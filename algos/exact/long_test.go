package exact_test

import (
	"math/big"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/algos/exact"
	"marginlab/internal/rapidtest"
)

// sqMargin returns the square of max{0, min y(w·x + b)}/‖w‖.
func sqMargin(w exact.Vector, b *big.Rat, stream []exact.Example) *big.Rat {
	score := leastScore(w, b, stream)
	if score.Sign() <= 0 || w.IsZero() {
		return new(big.Rat)
	}
	return quo(mul(score, score), square(w))
}

// leastScore returns min y(w·x + b).
func leastScore(w exact.Vector, b *big.Rat, stream []exact.Example) (least *big.Rat) {
	for _, e := range stream {
		if score := mul(num(e.Y), add(dot(w, e.X), b)); least == nil || score.Cmp(least) < 0 {
			least = score
		}
	}
	return least
}

// Points that have the learner's own margin by construction tie with it at any length of its numbers: the example of
// the last update, a point of the line through v₊, x₊ and x₋. No precision would decide these ties.
func TestTiesOfWhatWasLearnedAreDecided(t *testing.T) {
	t.Parallel()
	limit := exact.Limit{Bits: 6, Prec: 256}
	for _, c := range []struct{ learner, stream string }{
		{"e-omm", "+3,1,2 -0,0,0 +2,2,-1 +2,2,-1 +2,2,-1"},
		{"e-omm", "+5,1 +4,7 -0,0 --1,1 +4,7 +5,1 +9/2,4 +6,-5 +4,7 --1,1 -0,0"}, // on the line too
		{"ce-omm", "+3,1,2 -0,0,0 +-2,2,-1 +-2,2,-1"},
		{"pumma(delta=0)", "+3,1,2 -0,0,0 +2,2,-1 +2,2,-1 -0,0,0 -0,1,0 -0,1,0 +2,2,-1"},
		{"a-romma", "+3,1,2 +2,2,-1 +2,2,-1 -1,-2,2 -1,-2,2"},
		{"naromma", "+3,1,2 +2,2,-1 +2,2,-1 -1,-2,2 -1,-2,2"},
	} {
		stream := parse(c.stream)
		tr := mustRun(t, newLearner(t, c.learner, len(stream[0].X)), stream)
		result, err := runNamed(c.learner, len(stream[0].X), stream, limit)
		require.NoError(t, err, "%s: %s", c.learner, c.stream)
		ties := 0
		for i, st := range tr.steps {
			require.Equal(t, st.Decision, result.Steps[i], "%s: step %d of %s", c.learner, i+1, c.stream)
			if st.Target == nil {
				continue
			}
			within, err := result.Within(i, num(1))
			require.NoError(t, err, "%s: step %d of %s", c.learner, i+1, c.stream)
			require.Equal(t, st.within(num(1)), within)
			if !st.Updated && st.Score.Cmp(st.Target) == 0 {
				ties++
			}
		}
		require.Positive(t, ties, "%s: %s", c.learner, c.stream)
	}
}

// An example on the line that v₊ left for its end is beyond the margin, and one of the other
// class on the line of v₊ is a mistake: neither is a tie.
func TestWhatIsNotOnTheLineIsNoTie(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		stream string
		last   exact.Decision
	}{
		{"+60,50 -0,0 +30,10 +60,50", exact.Decision{Y: 1, Predicted: 1}},
		{"+50,-10 -0,0 +40,20 -30,50", exact.Decision{Y: -1, Predicted: 1, Updated: true}},
	} {
		result, err := runNamed("e-omm", 2, parse(c.stream), exact.Limit{Bits: 6, Prec: 256})
		require.NoError(t, err, c.stream)
		require.Equal(t, c.last, result.Steps[3], c.stream)
		within, err := result.Within(3, num(1))
		require.NoError(t, err, c.stream)
		require.Equal(t, c.last.Mistake(), within, c.stream)
	}
}

// Five hundred updates are decided, and leave a margin that the last γ_t is above. In a normal run it is a hundred.
func TestLongRuns(t *testing.T) {
	t.Parallel()
	rapidtest.Slow(t)
	for _, c := range longRuns() {
		stream := c.stream()
		if !rapidtest.Long() {
			c.repeat.Passes, c.updates = 6, 100
		}
		spec := find(t, c.learner)
		low, err := runOf(spec, len(stream[0].X), stream, c.repeat, exact.Limit{})
		require.NoError(t, err, c.learner)
		require.GreaterOrEqual(t, low.Updates, c.updates, c.learner)
		gamma, err := low.LastGamma().Interval(128)
		require.NoError(t, err, c.learner)
		margin, err := low.Margin(stream).Interval(128)
		require.NoError(t, err, c.learner)
		order, decided := gamma.Cmp(margin)
		require.True(t, decided && order > 0, "γ_t ≥ γ∗ ≥ the margin of w: %v, %v", gamma, margin)
	}
}

// longRun is a stream of integers on which a learner makes many updates.
type longRun struct {
	learner string
	bias    bool
	dim, n  int
	repeat  exact.Repeat
	updates int
}

func longRuns() []longRun {
	return []longRun{
		{"e-omm", true, 12, 60, exact.Repeat{Passes: 60}, 500},
		{"omm(rho=9/10)", true, 12, 60, exact.Repeat{Passes: 60}, 300},
		{"a-romma", false, 12, 60, exact.Repeat{Passes: 60}, 500},
		{"naromma", false, 12, 60, exact.Repeat{Passes: 60}, 500},
		{"pumma(delta=1/100)", true, 12, 60, exact.Repeat{Passes: 60}, 500},
	}
}

func (c longRun) stream() []exact.Example { return integers(c.dim, c.n, c.bias) }
