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
// It implements the FTRL strategy of O19, Section
// 1 (z there is the feature vector, x the predictor). With R² in the
// regulariser the expected regret is at most √(2T)/2 for every R; as printed,
// the bound √(2T) of Theorem 1 holds for R in [0.518, 1.932] only.
// Bounds: [theory.RegretRandomized].
type Randomized struct {
	radius  float64 // R
	running bool    // R is the greatest ‖z‖ so far
	printed bool
	rng     *rand.PCG
	sum     []float64 // Σ y z
	ss      float64   // ‖Σ y z‖²
	mostSS  float64   // the greatest ss since it was last computed from the sum
	t       int
}

// NewRandomized returns a randomized classifier in ℝ^d for features of norm at most
// radius; with radius 0, R is the greatest norm met so far, the
// present one included. The same seed makes the same predictions.
func NewRandomized(s Space, seed uint64, radius float64, printed bool) *Randomized {
	if !(radius >= 0) || math.IsInf(radius, 1) {
		panic("algos: the randomized classifier needs a finite radius >= 0")
	}
	return &Randomized{
		radius: radius, running: radius == 0, printed: printed,
		rng: rand.NewPCG(seed, 0), sum: make([]float64, s.plain("the randomized classifier").Dim),
	}
}

// Step implements [Learner]; a_t is y q_t: the label is wrong with probability
// (1−a_t)/2. Norm is 1, which keeps Score what it is.
func (r *Randomized) Step(x vec.Vector, y theory.Label) theory.Step {
	r.t++
	along, xx := x.AddDotSq(r.sum, float64(y))
	if r.running && xx > r.radius*r.radius {
		r.radius = math.Sqrt(xx)
	}
	q := ratio(along, r.divisor())
	switch { // |q| ≤ ‖z‖/R; beyond R, the nearest that is a probability
	case q > 1:
		q = 1
	case q < -1:
		q = -1
	}
	predicted := -1
	if drawn := float64(r.rng.Uint64()<<11>>11) / (1 << 53); drawn < (1+q)/2 {
		predicted = 1
	}
	r.follow(float64(y), along, xx)
	return theory.Step{
		Score: float64(y) * q, Target: math.NaN(), Norm: 1,
		Decision: theory.Decision{Y: y, Predicted: theory.Label(predicted), Updated: xx > 0},
	}
}

// follow follows ‖Σ y z‖², which matters where it is beyond the ball, when the sum has become
// Σ y z + y x, given the inner product of the sum with x before and ‖x‖². It is computed afresh
// where the sum has cancelled.
func (r *Randomized) follow(y, along, xx float64) {
	r.ss = max(0, r.ss+float64(2*y*along)+xx)
	r.mostSS = max(r.mostSS, r.ss)
	if r.ss < 0x1p-10*r.mostSS {
		r.ss = vec.Dot(r.sum, r.sum)
		r.mostSS = r.ss
	}
}

// divisor is what Σ y z is divided by to be x_t: √(2t)R² and, beyond the ball,
// R‖Σ y z‖.
func (r *Randomized) divisor() float64 {
	if r.printed {
		return max(math.Sqrt(2*float64(r.t)), r.radius*math.Sqrt(r.ss))
	}
	return r.radius * math.Sqrt(max(2*float64(r.t)*r.radius*r.radius, r.ss))
}

// Classifier implements [Learner]: x_{t+1}, with b = 0, whose sign is the more
// probable label.
func (r *Randomized) Classifier() theory.Classifier {
	r.t++
	f := ratio(1, r.divisor())
	r.t--
	c := theory.Classifier{W: make([]float64, len(r.sum))}
	for i, v := range r.sum {
		c.W[i] = f * v
	}
	return c
}

const randomizedSteps = `S ← 0, t ← 0
for each (x, y):
  t ← t+1
  R ← max(R, ‖x‖) if R is not given
  ψ(w) = R²√(2t)/4 ‖w‖²  # psi=printed: without R²
  w = argmin ψ(w) − ½ S·w over ‖w‖ ≤ 1/R
  predict +1 with probability ½(1 + w·x), else −1  # drawn from seed
  S ← S + y x`

// randomizedKind describes the randomized classifier.
func randomizedKind() Kind {
	printed := func(p []float64) bool { return p[2] == 1 }
	return Kind{
		Name: "randomized", Default: true, Checked: []string{"psi=printed"},
		Pseudocode: randomizedSteps,
		Summary:    "randomized linear classifier (FTRL); R bounds the norms, 0: the greatest so far",
		Source:     "O19, Section 1",
		Params: []Param{
			{Name: "seed", Default: 1, Low: 0, High: 1 << 53, Integer: true},
			{Name: "R", Low: 0, High: maxLift, Unit: 1},
			{Name: "psi", Words: []string{"scaled", "printed"}},
		},
		Families: func(p []float64) []string {
			if printed(p) {
				return []string{"randomized(printed)"}
			}
			return []string{"randomized"}
		},
		Random: true, Degree: Degree0,
		New: func(s Space, p []float64, _ *Spec) Learner {
			return NewRandomized(s, uint64(p[0]), p[1], printed(p))
		},
	}
}
