package exact

import (
	"fmt"
	"math/big"
)

// Step is what a learner decided at one example. Its numbers are exact, in the
// scale of the learner's classifier before the example, whose w is not
// normalised; they are not to be changed.
type Step struct {
	Y, Predicted int
	Score        *big.Rat // y(w·x + b)
	Limit        *big.Rat // what the update condition compared the score with
	Target       *big.Rat // γ_t‖w‖, the learner's own margin in the scale of Score; nil where it has none
	SqNorm       *big.Rat // ‖w‖²
	Updated      bool     // the classifier changed
	Opening      bool     // a step of an initialisation phase, where w = 0 and b = ±1
	Infeasible   bool     // the update's problem has no solution, the stream is inseparable: no update
}

// Mistake reports whether the predicted label was not the revealed one.
func (s Step) Mistake() bool { return s.Predicted != s.Y }

// Within reports a_t ≤ φγ_t (omm.txt, eq. (4b)). It is false where the learner
// has no γ_t.
func (s Step) Within(phi *big.Rat) bool {
	return s.Target != nil && s.Score.Cmp(new(big.Rat).Mul(phi, s.Target)) <= 0
}

// observe predicts the label of x by (w, b) and is told y: the part of a step
// that is before the learner's update condition.
func observe(w Vector, b *big.Rat, x Vector, y int) Step {
	mustLabel(y)
	score := w.Dot(x)
	score.Add(score, b)
	predicted := sign(score)
	return Step{
		Y: y, Predicted: predicted,
		Score:  score.Mul(score, integer(y)),
		Limit:  new(big.Rat),
		SqNorm: w.SqNorm(),
	}
}

// sign is the predicted label of a score, with sign(0) = +1 as in omm.txt,
// Section 2.
func sign(score *big.Rat) int {
	if score.Sign() < 0 {
		return -1
	}
	return +1
}

func integer(n int) *big.Rat { return big.NewRat(int64(n), 1) }

func half(q *big.Rat) *big.Rat { return new(big.Rat).Mul(q, big.NewRat(1, 2)) }

func mustLabel(y int) {
	if y != +1 && y != -1 {
		panic(fmt.Sprintf("exact: label is %d, expected +1 or -1", y))
	}
}
