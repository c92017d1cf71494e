package props

import (
	"fmt"
	"math"

	"marginlab/algos"
	"marginlab/props/measure"
)

// TraitsAreThoseOfTheRun: what its Kind says of a learner is so in the run. A learner
// shows no bias and no margin but its own; its rule turns where Turn says, or at ρ·γ_t;
// and a second pass changes nothing where one is said to do.
func TraitsAreThoseOfTheRun(c Case) error {
	kind := c.Learner.Kind
	rho, compares := c.Learner.Params()["rho"]
	if kind.Degree != algos.Unsaid && compares != (kind.Degree == algos.Degree1) {
		return fmt.Errorf("of degree %v, and with a rho: %v, expected Degree1 of the learners that compare a_t with rho·gamma_t, and of no others", kind.Degree.Power(), compares)
	}
	steps, err := replay(c)
	longest, greatest := measure.Longest(c.Lifted()), 0.0
	for _, s := range steps {
		size, reported := s.W.Norm(), s.Reported
		greatest = max(greatest, size, reported.Norm)
		if reported.Opening {
			continue
		}
		turn := c.Learner.Turn(reported.Gamma())
		if compares && kind.Turn == nil {
			turn = rho * reported.Target
		}
		slack := 1e-6*math.Abs(turn) + 1e-9*greatest*longest
		switch {
		case !kind.OwnBias && s.Next.B != 0:
			return s.fault("the bias is %v, expected none of a learner through the origin", s.Next.B)
		case !kind.OwnMargin && !math.IsNaN(reported.Target):
			return s.fault("gamma_t = %v, expected no margin of its own", reported.Gamma())
		case kind.UnitNorm && size > 0 && !near(size, 1, 1e-9):
			return s.fault("|w| = %v, expected 1", size)
		case reported.Updated && reported.Norm > 0 && reported.Score > turn+slack:
			return s.fault("an update at y(w·x+b) = %v, expected none above %v", reported.Score, turn)
		case !reported.Updated && !kind.OwnMargin && reported.Score < turn-slack && s.XX > 0:
			return s.fault("no update at y(w·x+b) = %v, expected one below %v", reported.Score, turn)
		}
	}
	if err == nil && kind.OnePass {
		return passAgain(c, steps)
	}
	return err
}

// passAgain holds a run against one that goes through the stream twice.
func passAgain(c Case, once []step) error {
	n := len(c.Stream)
	c.Stream = append(c.Stream[:n:n], c.Stream...)
	twice, err := replay(c)
	if err != nil || n == 0 {
		return err
	}
	if gamma, again := once[n-1].Next.Gamma, twice[2*n-1].Next.Gamma; math.Abs(again-gamma) > 1e-6*gamma {
		return fmt.Errorf("gamma = %v after a pass, and %v after another one, expected the same", gamma, again)
	}
	return nil
}
