package props

import (
	"fmt"
	"math"
	"math/big"

	"marginlab/algos"
	"marginlab/algos/exact"
	"marginlab/algos/trial"
	"marginlab/props/replay"
	"marginlab/props/stream"
	"marginlab/theory"
	"marginlab/theory/real"
	"marginlab/theory/vec"
)

// exactProperties compare a learner with its exact model.
func exactProperties() []Property {
	return []Property{
		{"exact", "predictions and updates are those over the rational numbers", "algos/exact", hasExactModel, stream.Draws{}, 300, RunsAreExact},
	}
}

// mostExactUpdates is how many updates an exact run may take: those of OMM, ROMMA
// and PUMMA double the length of its numbers.
const mostExactUpdates = 9

// RunsAreExact: a learner decides as its exact model does, the same algorithm over
// the rational numbers, which every float64 is (package exact); where they part,
// the exact decision is a tie up to rounding, and not one where the learner's own
// y(w·x) was exact. Streams that turn out not to be separable, and steps after so
// many updates, are left.
func RunsAreExact(c Case) error { _, err := exactly(c); return err }

func exactly(c Case) (comparison, error) {
	model, err := exactModel(c.Learner, c.Dim)
	if err != nil {
		return comparison{}, err
	}
	var steps []theory.Step
	var scores []*big.Rat
	updates, decided := 0, c
	decided.Stream = nil
	for t, x := range c.Points() {
		if updates > mostExactUpdates {
			break
		}
		var step exact.Step
		if exact.Try(func() { step = model.Step(exact.Floats(x...), int(c.Stream[t].Y)) }) != nil {
			break // it is not separable
		}
		if step.Updated {
			updates++
		}
		score, _ := step.Score.Rational()
		scores = append(scores, score)
		steps = append(steps, asFloats(step, c.Learner.Kind.Degree == algos.Degree1))
		decided.Stream = append(decided.Stream, c.Stream[t])
	}
	if len(steps) == 0 {
		return comparison{left: len(c.Stream)}, nil
	}
	run, err := replay.Run(decided)
	if err != nil {
		return comparison{}, err
	}
	float := reportedSteps(run)
	for t, p := range steps {
		q := float[t]
		same := p.Predicted == q.Predicted && p.Updated == q.Updated
		if score := new(big.Rat).SetFloat64(q.Score); !same && turnsExactly(c.Learner) && score != nil && score.Cmp(scores[t]) == 0 {
			return comparison{}, fmt.Errorf("t=%d: predicted %+d (updated: %v) at y(w·x) = %v, which is exact, expected %+d (%v)", t+1, q.Predicted, q.Updated, q.Score, p.Predicted, p.Updated)
		}
		if !same {
			break
		}
	}
	// The last step is compared too: it stands for what the learner is after the others.
	n, err := alike{first: decided, second: decided, f: 1, slack: 1e-9}.compare(steps, float[:len(steps)])
	n.left += len(c.Stream) - len(decided.Stream)
	return n, err
}

// asFloats are the numbers of an exact step as float64. Of a learner that goes by
// lengths they are a_t and γ_t themselves: its model may keep another multiple of
// w, as ROMMA's keeps v = w/‖w‖².
func asFloats(s exact.Step, lengths bool) theory.Step {
	float := func(a real.Number) *big.Float {
		q, _ := a.Rational()
		return new(big.Float).SetPrec(100).SetRat(q)
	}
	score, norm := float(s.Score), float(s.SqNorm)
	norm.Sqrt(norm)
	step := theory.Step{
		Target:   math.NaN(),
		Decision: theory.Decision{Y: theory.Label(s.Y), Predicted: theory.Label(s.Predicted), Updated: s.Updated, Opening: s.Opening},
	}
	if !lengths || norm.Sign() == 0 {
		step.Score, _ = score.Float64()
		step.Norm, _ = norm.Float64()
		return step
	}
	step.Score, _ = score.Quo(score, norm).Float64()
	step.Norm = 1
	if s.Target.Exists() && !s.Opening {
		target := float(s.Target)
		step.Target, _ = target.Quo(target, norm).Float64()
	}
	return step
}

// exactModel makes the exact model of a learner.
func exactModel(s *algos.Spec, dim int) (exact.Learner, error) {
	model, err := trial.Model(s)
	if err != nil {
		return nil, err
	}
	if !model.IsRational() {
		return nil, fmt.Errorf("learner %q: its exact numbers are not rational", model.Name())
	}
	return model.New(exact.Rationals(), dim), nil
}

// hasExactModel reports whether package exact has the learner over rational numbers.
func hasExactModel(s *algos.Spec) bool {
	if s.Bias != 0 || s.Kind.Random || s.Norm != (vec.L2{}) {
		return false
	}
	_, err := exactModel(s, 1)
	return err == nil
}

// turnsExactly reports whether the learner compares y(w·x) itself with 0 or 1.
func turnsExactly(s *algos.Spec) bool {
	turn := s.Turn(math.NaN())
	return !s.Kind.OwnMargin && (turn == 0 || turn == 1)
}
