package adversarial

import (
	"math"
	"slices"

	"marginlab/algos"
	"marginlab/theory"
)

// FalseLabel is one example with a false label among those that u = e_1 classifies with the margin 1 or more, in the
// plane, with R ≤ √2. A learner that has to satisfy it turns its w away from e_1, at a length of the order 1/ε, and
// then moves w by so little a mistake that it errs on the order of 1/ε examples. As L1 = 2 and L2 = 4 for u, none of
// these learners has a bound by the losses of a comparator, as the Perceptron has. (See perceptron-freund-schapire in
// PROOFS.md.)
//
// The examples after the first three are beyond a tie by a small part, and their coordinates are rounded. The stream ends
// where such an example would have R > √2, or where the learner does not err. It panics unless 0 < ε ≤ 1/4, or if the
// learner's expression is wrong.
func FalseLabel(learner string, epsilon float64) Trap {
	const tiny, grid = 0x1p-10, 0x1p20
	needs(0 < epsilon && epsilon <= 0.25, "FalseLabel needs 0 < epsilon <= 1/4")
	t := Trap{
		Name: "FalseLabel", Learner: learner, Source: "PROOFS.md, perceptron-freund-schapire",
		Says: "of the order 1/epsilon mistakes, at L1 = 2 and L2 = 4 of a comparator of length 1",
	}
	asked := algos.MustParse(learner).New(2)
	for _, e := range []theory.Example{plus(1, 0), minus(-1, 0), plus(-1, -epsilon)} {
		t.show(asked, e)
	}
	for {
		// w < 0 along e_2: the score of (1, s) is 0 at s = −(w_1 + b)/w_2.
		c := asked.State()
		s := math.Ceil((-(c.W[0]+c.B)/c.W[1]+float64(tiny*epsilon))*grid) / grid
		if !(math.Abs(s) <= 1) || asked.State().Err != nil {
			return t
		}
		if !t.show(asked, plus(1, s)).Mistake() {
			return t
		}
	}
}

// FalseStart is one example with a false label, half as long as all others, which are the same one n times. An MCP, of
// any rule, or a conservative one errs on each of them: a mistake shortens w and never turns it round, as ℓ > 1. For u = 1,
// L1 = 3/2 and L2 = 9/4. (See perceptron-freund-schapire in PROOFS.md.)
func FalseStart(learner string, n int) Trap {
	needs(n > 0, "FalseStart needs n > 0")
	return Trap{"FalseStart", learner, "PROOFS.md, perceptron-freund-schapire",
		"n mistakes, at L1 = 3/2 and L2 = 9/4 of a comparator of length 1", 0,
		append([]theory.Example{plus(-0.5)}, slices.Repeat([]theory.Example{plus(1)}, n)...)}
}
