package algos

import (
	"math"

	"marginlab/internal/num"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// RandomizedDescent is the randomized online linear classifier by online mirror descent (OMD): it
// predicts +1 with probability (1+q_t)/2.
//
//	x_1 = 0;  q_t = z_t·x_t;  x_{t+1} = argmin_{‖x‖∗ ≤ 1/R} −½ y_t z_t·x + D(x, x_t)/η_t
//	1/η_t = ½ R^q ((s−1)ct/2)^{1/s}
//
// where s, c is the smoothness of the norm of the features, 1/s + 1/q = 1, and D the Bregman
// divergence of ‖x‖∗^q/q: in ℓ2, x_{t+1} is the point of the ball nearest to
// x_t + √2/(R²√t) y_t z_t. With u = (Rℓ)^{q−1}∇‖x‖∗, ℓ = ‖x‖∗, that is
//
//	u ← u + y_t z_t/(R((s−1)ct/2)^{1/s}),  u ← u/max(1, ‖u‖),  x = ‖u‖^{s−1}ℓ(u)/R.
//
// It implements the OMD strategy of O19, Section 1, with the η_t of Theorem 1 where R = 1. Where R
// grows with the examples, x_t is first taken to the nearest point, by D, of the smaller ball. Bounds:
// randomized-omd-regret, randomized-omd-regret-running.
type RandomizedDescent struct {
	lottery
	u *Comb
}

// NewRandomizedDescent returns a randomized classifier for features of norm at most radius; with
// radius 0, R is the greatest norm met so far, the present one included. The same seed makes the
// same predictions.
func NewRandomizedDescent(s Space, seed uint64, radius float64) *RandomizedDescent {
	return &RandomizedDescent{lottery: newLottery(s, seed, radius), u: s.Zero()}
}

// Step implements [Learner]; a_t is y q_t: the label is wrong with probability
// (1−a_t)/2. Norm is 1, which keeps Score what it is.
func (r *RandomizedDescent) Step(x vec.Vector, y theory.Label) theory.Step {
	r.t++
	along, xx := r.u.DotSq(x)
	was := r.radius
	if r.meets(xx); r.radius > was && r.u.SqNorm() > 0 {
		r.u.Scale(num.Pow(r.radius/was, 1/(r.power-1))) // the same x, or the nearest of the ball
		r.u.Within(1)
		along = r.u.Dot(x)
	}
	step := r.predict(float64(along*r.factor()), y, xx)
	if xx > 0 {
		eta := 1 / (r.radius * num.Pow((r.power-1)*r.smooth*float64(r.t)/2, 1/r.power))
		r.u.Add(float64(y)*eta, x)
		r.u.Within(1)
	}
	return step
}

// factor is what ∇½‖u‖² = ‖u‖ℓ(u) is multiplied by to be x_t: ‖u‖^{s−2}/R.
func (r *RandomizedDescent) factor() float64 {
	if r.power == 2 {
		return ratio(1, r.radius)
	}
	return ratio(1, r.radius*num.Pow(r.u.SqNorm(), 1-float64(r.power/2)))
}

// Score implements [Learner]: what x_{t+1} gives x.
func (r *RandomizedDescent) Score(x vec.Vector) float64 { return r.u.Dot(x) * r.factor() }

// State implements [Learner]: x_{t+1}, with b = 0, whose sign is the more
// probable label.
func (r *RandomizedDescent) State() State {
	return State{Classifier: r.u.Classifier(r.factor()), Gamma: math.NaN(), Norm: math.NaN()}
}

// Reset implements [Learner].
func (r *RandomizedDescent) Reset() {
	r.lottery.reset()
	r.u.Clear()
}

const randomizedDescentSteps = `w ← 0, t ← 0
for each (x, y):
  t ← t+1
  R ← max(R, ‖x‖) if R is not given
  w ← argmin D(w', w) over ‖w'‖∗ ≤ 1/R  # D of ‖w‖∗^q/q; where R has grown
  predict +1 with probability ½(1 + w·x), else −1  # drawn from seed
  η = 2√2/(R²√t)  # in ℓ2; 2/(R^q ((s−1) c t/2)^(1/s)) in the norm of p
  w ← argmin −½ y w'·x + D(w', w)/η over ‖w'‖∗ ≤ 1/R`

// randomizedDescentKind describes the randomized classifier by OMD.
func randomizedDescentKind() Kind {
	return Kind{
		Name: "randomized-omd", Checked: []string{"R=0", "R=100"},
		Pseudocode: randomizedDescentSteps,
		Summary:    "randomized linear classifier (OMD); R bounds the norms, 0: the greatest so far",
		Source:     "O19, Section 1 and Theorem 1",
		Params: []Param{
			{Name: "seed", Default: 1, Low: 0, High: 1 << 53, Integer: true},
			{Name: "R", Low: 0, High: maxLift, Unit: 1},
			exponent(vec.MinExponent),
		},
		Traits: Traits{Random: true, Degree: Degree0},
		Given: func(a Args, t *Traits) {
			t.Families = []string{"randomized-omd"}
			if a.Num("R") != 0 {
				t.Families = []string{"randomized-omd(R)"}
			}
		},
		New: func(s Space, a Args) Learner { return NewRandomizedDescent(s, uint64(a.Num("seed")), a.Num("R")) },
	}
}
