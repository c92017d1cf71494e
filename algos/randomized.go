package algos

import (
	"math"
	"math/rand/v2"

	"marginlab/theory"
	"marginlab/theory/vec"
)

// Randomized is the randomized online linear classifier: it predicts +1 with
// probability (1+q_t)/2.
//
//	x_t = argmin_{‖x‖ ≤ 1/R} ψ_t(x) + Σ_{i<t} g_i·x,  g_i = −½ y_i z_i,  q_t = z_t·x_t
//	ψ_t(x) = R²√(2t)/4 ‖x‖²,  as printed without R²
//
// that is, x_t is the point of the ball nearest to Σ_{i<t} y_i z_i/(R²√(2t)).
// It implements the FTRL strategy of online-linear-classification.txt, Section
// 1 (z there is the feature vector, x the predictor). With R² in the
// regulariser the expected regret is at most √(2T)/2 for every R; as printed,
// the bound √(2T) of Theorem 1 holds for R in [0.518, 1.932] only.
// Bounds: [theory.RegretRandomized].
type Randomized struct {
	radius  float64 // R; 0: the greatest ‖z‖ so far
	printed bool
	rng     *rand.Rand
	seen    float64 // the greatest ‖z‖ so far
	sum     weights // Σ y z
	t       int
}

// NewRandomized returns a randomized classifier for dim dimensions and features
// of norm at most radius; with radius 0, R is the greatest norm met so far, the
// present one included. The same seed makes the same predictions.
func NewRandomized(dim int, seed uint64, radius float64, printed bool) *Randomized {
	if !(radius >= 0) || math.IsInf(radius, 1) {
		panic("algos: the randomized classifier needs a finite radius >= 0")
	}
	return &Randomized{radius: radius, printed: printed, rng: rand.New(rand.NewPCG(seed, 0)), sum: newWeights(dim)}
}

// Step implements [Learner]; a_t is y q_t: the label is wrong with probability
// (1−a_t)/2.
func (r *Randomized) Step(x vec.Vector, y theory.Label) theory.Step {
	r.t++
	xx := x.SqNorm()
	r.seen = max(r.seen, math.Sqrt(xx))
	along := x.Dot(r.sum.w)
	q := r.factor() * along
	q = max(-1, min(1, q)) // |q| ≤ ‖z‖/R; beyond R, the nearest that is a probability
	step := theory.Step{Score: float64(y) * q, Target: math.NaN(), Norm: 1, Y: y, Predicted: theory.Negative}
	if r.rng.Float64() < (1+q)/2 {
		step.Predicted = theory.Positive
	}
	r.sum.add(x, float64(y), along, xx)
	step.Updated = xx > 0
	return step
}

// factor is what Σ y z is multiplied by to be x_t.
func (r *Randomized) factor() float64 {
	radius := r.radius
	if radius == 0 {
		radius = r.seen
	}
	if radius == 0 {
		return 0
	}
	f := 1 / math.Sqrt(2*float64(r.t))
	if !r.printed {
		f /= radius * radius
	}
	return min(f, 1/(radius*r.sum.Norm())) // +Inf where ‖Σ y z‖ = 0
}

// Classifier implements [Learner]: x_{t+1}, with b = 0, whose sign is the more
// probable label.
func (r *Randomized) Classifier() theory.Classifier {
	r.t++
	f := r.factor()
	r.t--
	c := theory.Classifier{W: make([]float64, len(r.sum.w))}
	for i, v := range r.sum.w {
		c.W[i] = f * v
	}
	return c
}
