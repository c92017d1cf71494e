package algos

import (
	"math"
	"math/rand/v2"

	"marginlab/theory"
	"marginlab/theory/vec"
)

// lottery is what the randomized classifiers share: they predict +1 with probability (1+q)/2, where
// |q| ≤ 1 for features of norm at most R (O19, Section 1).
type lottery struct {
	in            vec.Norm
	power, smooth float64 // the smoothness s, c of the norm
	radius        float64 // R
	running       bool    // R is the greatest ‖z‖ so far
	t             int
	seed          uint64
	toss          func() float64
}

// coins returns the tosses of a seed, in [0, 1): at each step the label +1 is predicted where its
// probability is greater.
func coins(seed uint64) func() float64 {
	rng := rand.NewPCG(seed, 0)
	return func() float64 { return float64(rng.Uint64()<<11>>11) / (1 << 53) }
}

// Coins returns the tosses, one a step, by which a learner that its [Kind] calls random draws.
func Coins(s *Spec) func() float64 { return coins(uint64(s.Params()["seed"])) }

func newLottery(s Space, seed uint64, radius float64) lottery {
	switch {
	case s.Gram != nil:
		panic("algos: the randomized classifier has no kernel form")
	case !(radius >= 0) || math.IsInf(radius, 1):
		panic("algos: the randomized classifier needs a finite radius >= 0")
	}
	power, smooth := s.in().Smoothness()
	return lottery{in: s.in(), power: power, smooth: smooth, radius: radius, running: radius == 0, seed: seed,
		toss: coins(seed)}
}

// reset has the tosses begin again.
func (l *lottery) reset() {
	if l.t, l.toss = 0, coins(l.seed); l.running {
		l.radius = 0
	}
}

// meets follows R, given ‖z‖² of the present example.
func (l *lottery) meets(xx float64) {
	if l.running && xx > l.radius*l.radius {
		l.radius = math.Sqrt(xx)
	}
}

// predict draws the label of an example of the square length xx, and is told y.
func (l *lottery) predict(q float64, y theory.Label, xx float64) theory.Step {
	switch { // |q| ≤ ‖z‖/R; beyond R, the nearest that is a probability
	case q > 1:
		q = 1
	case q < -1:
		q = -1
	}
	predicted := -1
	if l.toss() < (1+q)/2 {
		predicted = 1
	}
	return theory.Step{
		Score: float64(y) * q, Target: math.NaN(), Norm: 1,
		Decision: theory.Decision{Y: y, Predicted: theory.Label(predicted), Updated: xx > 0},
	}
}
