package algos

import (
	"math"
	"math/rand/v2"

	"marginlab/internal/num"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// Randomized is the randomized online linear classifier of O19, Section 1 (z there is the feature vector, x the
// predictor): it predicts +1 with probability (1+q_t)/2, where q_t = z_t·x_t. Its strategy is FTRL,
//
//	x_t = argmin_{‖x‖∗ ≤ 1/R} ψ_t(x) + Σ_{i<t} g_i·x,  g_i = −½ y_i z_i
//	ψ_t(x) = R^q (cst)^{1/s}/(2q) ‖x‖∗^q,  as printed without R^q
//	x_t = ℓ(v)/R min{1, ‖v‖/(R(cst)^{1/s})}^{s−1},  v = Σ_{i<t} y_i z_i
//
// or online mirror descent (OMD) with the η_t of Theorem 1 where R = 1,
//
//	1/η_t = ½ R^q ((s−1)ct/2)^{1/s}
//	v ← v + y_t z_t/(R((s−1)ct/2)^{1/s}),  v ← v/max(1, ‖v‖),  x = ‖v‖^{s−1}ℓ(v)/R
//
// where s, c is the smoothness of the norm of the features and 1/s + 1/q = 1: in ℓ2, ψ_t(x) is R²√(2t)/4 ‖x‖². Where
// R grows with the examples, x_t of OMD first moves to the nearest point, by D, of the smaller ball.
//
// With R^q in the regulariser the expected regret of FTRL is at most ½(csT)^{1/s} for every R; as printed, in ℓ2, the
// bound √(2T) of Theorem 1 holds for R in [0.518, 1.932] only. Rows: randomized-regret, randomized-omd-regret,
// randomized-omd-regret-running.
type Randomized struct {
	v                *Comb
	descends         bool    // by OMD
	printed          bool    // whether ψ is as printed
	power, smooth    float64 // the smoothness s, c of the norm
	radius, greatest float64 // R as given, 0 for the greatest ‖z‖ so far; R
	t                int
	seed             uint64
	toss             func() float64
}

// coins returns the tosses of a seed, in [0, 1): each step predicts the label +1 if its probability is greater than
// the toss.
func coins(seed uint64) func() float64 {
	rng := rand.NewPCG(seed, 0)
	return func() float64 { return float64(rng.Uint64()<<11>>11) / (1 << 53) }
}

// Coins returns the tosses, one a step, by which a learner whose [Kind] is random draws.
func Coins(s *Spec) func() float64 { return coins(uint64(s.Params()["seed"])) }

func newRandomized(s Space, a Args, descends bool) Learner {
	power, smooth := s.in().Smoothness()
	r := &Randomized{v: s.Zero(), descends: descends, printed: a.Is("psi", "printed"), power: power, smooth: smooth,
		radius: a.Num("R"), seed: uint64(a.Num("seed"))}
	r.Reset()
	return r
}

// Reset implements [Learner]: the tosses begin again.
func (r *Randomized) Reset() {
	r.v.Clear()
	r.t, r.greatest, r.toss = 0, r.radius, coins(r.seed)
}

// Step implements [Learner]; a_t is y q_t: the label is wrong with probability (1−a_t)/2. Norm is 1, so that a_t is
// Score.
func (r *Randomized) Step(x vec.Vector, y theory.Label) theory.Step {
	r.t++
	along, xx := r.v.DotSq(x)
	if was := r.greatest; r.radius == 0 && xx > was*was {
		r.greatest = math.Sqrt(xx)
		if r.descends && r.v.SqNorm() > 0 {
			r.v.Scale(num.Pow(r.greatest/was, 1/(r.power-1))) // the same x, or the nearest of the ball
			r.v.Within(1)
			along = r.v.Dot(x)
		}
	}
	step := r.predict(ratio(along, r.divisor(r.t)), y)
	if step.Updated = xx > 0; step.Updated {
		eta := 1.0
		if r.descends {
			eta = 1 / (r.greatest * num.Pow((r.power-1)*r.smooth*float64(r.t)/2, 1/r.power))
		}
		r.v.Grow(float64(y)*eta, x, along, xx)
		if r.descends {
			r.v.Within(1)
		}
	}
	return step
}

// predict draws the label; y is only recorded.
func (r *Randomized) predict(q float64, y theory.Label) theory.Step {
	q = max(-1, min(q, 1)) // |q| ≤ ‖z‖/R; beyond R, the nearest that is a probability
	predicted := theory.Negative
	if r.toss() < (1+q)/2 {
		predicted = theory.Positive
	}
	return theory.Step{
		Score: float64(y) * q, Target: math.NaN(), Norm: 1, Decision: theory.Decision{Y: y, Predicted: predicted},
	}
}

// divisor returns the quotient of ∇½‖v‖² = ‖v‖ℓ(v) and x_t at a step t: in FTRL R‖v‖ max{1,
// (R(cst)^{1/s}/‖v‖)^{s−1}}, as printed with 1/R for the R^{s−1}, and in OMD R‖v‖^{2−s}.
func (r *Randomized) divisor(step int) float64 {
	radius, square, t := r.greatest, r.v.SqNorm(), 2*float64(step)*r.smooth // cst where s = 2
	switch {
	case r.descends && r.power == 2:
		return radius
	case r.descends:
		return radius * num.Pow(square, 1-float64(r.power/2))
	case r.power == 2 && r.printed:
		return max(math.Sqrt(t), radius*math.Sqrt(square))
	case r.power == 2:
		return radius * math.Sqrt(max(t*radius*radius, square))
	}
	length, scale := math.Sqrt(square), num.Pow(r.power*r.smooth*float64(step), 1/r.power)
	switch {
	case length == 0:
		return 0
	case r.printed:
		return length * max(radius, num.Pow(scale/length, r.power-1))
	}
	return radius * length * max(1, num.Pow(radius/length*scale, r.power-1))
}

// Score implements [Learner]: the score of x by x_{t+1}.
func (r *Randomized) Score(x vec.Vector) float64 { return ratio(r.v.Dot(x), r.divisor(r.t+1)) }

// State implements [Learner]: x_{t+1}, with b = 0, whose sign is the more probable label.
func (r *Randomized) State() State {
	return State{Classifier: r.v.Classifier(ratio(1, r.divisor(r.t+1))), Gamma: math.NaN(), Norm: math.NaN()}
}
