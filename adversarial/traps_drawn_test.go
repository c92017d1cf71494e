package adversarial_test

import (
	"fmt"
	"math"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"marginlab/adversarial"
	"marginlab/internal/rapidtest"
	"marginlab/theory"
)

// Algorithm 1 as printed repeats the tie at every ρ < 1 that float64 has, and for any number of times;
// the rule that updates there does so once.
func TestTieAsPrintedAtEveryRho(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		rho, n := float64(rapid.IntRange(0, 63).Draw(t, "64 rho"))/64, rapid.IntRange(10, 60).Draw(t, "n")
		printed := adversarial.TieAsPrinted(rho, n)
		tr := run(t, printed.Learner, printed)
		ties := 0
		for _, s := range tr.Steps {
			if !s.Opening && s.Score <= rho*s.Target {
				ties++
			}
		}
		require.Equal(t, n, ties)
		require.Zero(t, tr.Updates-openingUpdates(tr))
		trap := adversarial.Tie(rho, n)
		tr = run(t, trap.Learner, trap)
		require.Equal(t, 1, tr.Updates-openingUpdates(tr))
		require.True(t, requireApplies(t, "omm-theorem-4.1", trap.Learner, trap).Holds)
	})
}

func openingUpdates(tr theory.Trace) (n int) {
	for _, s := range tr.Steps {
		if s.Opening && s.Updated {
			n++
		}
	}
	return n
}

// Wherever WrongSplit and DroppedPoint are moved, they refute the printed theorem, and not the proved one.
func TestOMMsErrataAnywhere(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		m := moves(2, 3).Draw(t, "moved")
		m.otherClasses = false // the opening errs on the class that comes first
		trap := m.of(adversarial.WrongSplit())
		require.False(t, requireApplies(t, "omm-theorem-4.1-l2-printed", trap.Learner, trap).Holds)
		require.False(t, requireApplies(t, "omm-table-1-iterations-printed", trap.Learner, trap).Holds)
		require.True(t, requireApplies(t, "omm-theorem-4.1", trap.Learner, trap).Holds)
		trap = m.of(adversarial.DroppedPoint())
		require.False(t, requireApplies(t, "n-omm-printed-optimal", trap.Learner, trap).Holds)
		require.True(t, requireApplies(t, "n-omm-optimal", "n-omm", trap).Holds)
	})
}

// LongVectors make d mistakes in every dimension and at every length, as many as Theorem 2 with the factor R allows at
// u = −Σe_i/R; as printed it allows less for every R > 1.
func TestLongVectorsOfEveryLength(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		d, r := rapid.IntRange(2, 30).Draw(t, "d"), rapid.Float64Range(1.05, 20).Draw(t, "R")
		trap := adversarial.LongVectors(d, r)
		tr := run(t, "perceptron", trap)
		require.Equal(t, d, tr.Mistakes-1+b2i(tr.Steps[0].Mistake()))
		v := requireApplies(t, "perceptron-hinge-printed", "perceptron", trap)
		require.False(t, v.Holds)
		require.InEpsilon(t, float64(d)/2+math.Sqrt(float64(d))/r*math.Sqrt(float64(d)/4), v.Bound, 1e-6)
		require.InDelta(t, 1, requireApplies(t, "perceptron-hinge", "perceptron", trap).Ratio, 1e-6)
	})
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

// ShortFirst makes MIRA err at every step, 2/η times and one where nothing else ends it, whatever η: by
// 10⁻⁹ of the length of its w.
func TestShortFirstOfEveryLength(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		eta := 1 / rapid.Float64Range(20, 150).Draw(t, "1/eta")
		trap := adversarial.ShortFirst(eta, 400)
		tr := run(t, trap.Learner, trap)
		require.Equal(t, len(trap.Examples), tr.Mistakes)
		require.InDelta(t, 2/eta, tr.Mistakes, 10)
		for i, s := range tr.Steps[1:] {
			require.InEpsilon(t, -1e-9, s.A(), 1e-5, "step %d", i+2)
		}
		require.False(t, requireApplies(t, "amira-inseparable-printed", trap.Learner, trap).Holds)
	})
}

// ConstantLabels refute Theorem 1 as printed for every R up to 0.42, after 9/(8R⁴) steps: q_t is
// R²√(t/2), so that the regret ½Σ(1−q_t) is about (0.43/R)² √(2T). With R² in the
// regulariser the theorem holds.
func TestConstantLabelsOfEveryRadius(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		r := rapid.Float64Range(0.15, 0.42).Draw(t, "R")
		trap := adversarial.ConstantLabels(r, int(1.125/(r*r*r*r)))
		radius := strconv.FormatFloat(r, 'g', -1, 64)
		require.False(t, requireApplies(t, "randomized-regret-printed", trap.Learner, trap).Holds)
		require.True(t, requireApplies(t, "randomized-regret", "randomized(R="+radius+")", trap).Holds)
		require.True(t, requireApplies(t, "randomized-omd-regret", "randomized-omd(R="+radius+")", trap).Holds)
	})
}

// On Arc every mistake after the opening is at the distance D of v₋ and takes γ_t² to γ_t² − γ_t⁴/D² but
// for the tiny part: Theorem S1's step, whatever D, and n from 4 on. With fewer steps an example that leads
// v₋ back may be a mistake of its own.
func TestArcTakesTheStepOfTheoremS1(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		sq, n := rapid.Float64Range(9, 40).Draw(t, "D²"), rapid.IntRange(4, 10).Draw(t, "n")
		trap := adversarial.Arc(sq, n)
		tr := run(t, "e-omm", trap)
		g := geometry(t, trap, theory.View{})
		require.InEpsilon(t, sq, g.D*g.D, 1e-6)
		for i, s := range tr.Steps[:len(tr.Steps)-1] {
			if s.Mistake() && !s.Opening {
				was, now := s.Gamma()*s.Gamma(), tr.Steps[i+1].Gamma()
				require.InEpsilon(t, was-was*was/sq, now*now, 1e-6, "step %d", i+1)
			}
		}
		require.True(t, requireApplies(t, "omm-s1", "e-omm", trap).Holds)
	})
}

// A learner that updates at less than the margin is not led back on Arc, nor is one that keeps all points.
func TestArcIsForOneLearner(t *testing.T) {
	later := func(learner string, trap adversarial.Trap) float64 {
		tr := run(t, learner, trap)
		return float64(tr.Mistakes - tr.OpeningMistakes())
	}
	for _, trap := range []adversarial.Trap{adversarial.Arc(20, 8), adversarial.Arc(40, 8), adversarial.Arc(40, 20)} {
		require.Greater(t, geometry(t, trap, theory.View{}).Lower, 1.)
		for _, learner := range []string{"ce-omm", "omm(rho=0.9)", "n-omm"} {
			require.LessOrEqual(t, later(learner, trap), 4., learner)
		}
	}
	if rapidtest.Long() {
		trap := adversarial.Arc(150, 30)
		r := geometry(t, trap, theory.View{}).R()
		require.Greater(t, later("e-omm", trap), 0.86*r*r)
	}
}

// Spiral and HalfMargin come as near to their bounds as they say, at every size and every ε.
func TestSpiralAndHalfMarginOfEverySize(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		k, eps := rapid.Float64Range(10, 80).Draw(t, "k"), rapid.Float64Range(0.02, 1).Draw(t, "eps")
		trap := adversarial.Spiral(k, eps)
		short := trap
		short.Examples = trap.Examples[:len(trap.Examples)-1]
		learner := fmt.Sprintf("amira(eps=%v)", eps)
		require.InDelta(t, 1, requireApplies(t, "amira-updates", learner, short).Ratio, trap.Within+1e-8)
		tr := run(t, learner, trap)
		last := tr.Steps[len(tr.Steps)-1]
		require.False(t, last.Updated)
		require.InDelta(t, 1-eps, last.Score, 2e-9*eps, "the last example is at the border of an update")
		trap = adversarial.HalfMargin(math.Ldexp(1, rapid.IntRange(3, 12).Draw(t, "log n")))
		require.InDelta(t, 1, requireApplies(t, "mcp-rest", "mcp", trap).Ratio, trap.Within+1e-8)
	})
}
