package props

import (
	"fmt"
	"math"

	"marginlab/algos"
	"marginlab/props/measure"
	"marginlab/theory"
	"marginlab/theory/vec"
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

// traitsSeen are the traits that the run shows the learner to have, by their names: that
// it does not normalise is seen where it steps otherwise on examples of other lengths.
func traitsSeen(c Case) (map[string]bool, error) {
	seen := map[string]bool{}
	c = c.Dense()
	rescaled := c
	rescaled.Stream = nil
	for t, x := range c.Points() {
		v := vec.Dense(x.Times(math.Ldexp(1, t%3))...)
		rescaled.Stream = append(rescaled.Stream, theory.Example{X: v, Y: c.Stream[t].Y})
	}
	steps, err := replay(c)
	if err != nil {
		return nil, err
	}
	others, failed := replay(rescaled)
	for t, s := range steps {
		if !s.Reported.Opening {
			seen["OwnBias"] = seen["OwnBias"] || s.Next.B != 0
			seen["OwnMargin"] = seen["OwnMargin"] || !math.IsNaN(s.Reported.Target)
			seen["Restless"] = seen["Restless"] || !s.Reported.Updated && s.changed()
			seen["Random"] = seen["Random"] || s.Reported.Score*float64(s.Reported.Predicted)*s.Y < 0
		}
		seen["!Normalises"] = seen["!Normalises"] || failed != nil || !sameStep(s.Reported, others[t].Reported)
	}
	return seen, nil
}
