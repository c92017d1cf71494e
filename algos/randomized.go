package algos

import (
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/floats"

	"marginlab/internal/num"
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

// Randomized is the randomized online linear classifier by FTRL: it predicts +1 with
// probability (1+q_t)/2.
//
//	x_t = argmin_{‖x‖∗ ≤ 1/R} ψ_t(x) + Σ_{i<t} g_i·x,  g_i = −½ y_i z_i,  q_t = z_t·x_t
//	ψ_t(x) = R^q (cst)^{1/s}/(2q) ‖x‖∗^q,  as printed without R^q
//
// where s, c is the smoothness of the norm of the features and 1/s + 1/q = 1: in ℓ2, ψ_t(x) is
// R²√(2t)/4 ‖x‖². With S = Σ_{i<t} y_i z_i that is
//
//	x_t = ℓ(S)/R min{1, ‖S‖/(R(cst)^{1/s})}^{s−1}
//
// It implements the FTRL strategy of O19,
// Section 1 (z there is the feature vector, x the predictor). With R^q in the regulariser the
// expected regret is at most ½(csT)^{1/s} for every R; as printed, in ℓ2, the bound √(2T) of
// Theorem 1 holds for R in [0.518, 1.932] only. Rows: randomized-regret.
type Randomized struct {
	lottery
	printed bool
	sum     []float64 // S in ℓ2
	ss      float64   // ‖S‖²
	mostSS  float64   // the greatest ss since it was last computed from the sum
	linked  *Comb     // S and ∇½‖S‖² in another norm, nil in ℓ2
}

// NewRandomized returns a randomized classifier for features of norm at most radius; with radius 0,
// R is the greatest norm met so far, the present one included. The same seed makes the same
// predictions.
func NewRandomized(s Space, seed uint64, radius float64, printed bool) *Randomized {
	r := &Randomized{lottery: newLottery(s, seed, radius), printed: printed}
	if !s.euclidean() {
		r.linked = s.Zero()
	} else {
		r.sum = make([]float64, s.Dim)
	}
	return r
}

// Step implements [Learner]; a_t is y q_t: the label is wrong with probability
// (1−a_t)/2. Norm is 1, which keeps Score what it is.
func (r *Randomized) Step(x vec.Vector, y theory.Label) theory.Step {
	r.t++
	if r.linked != nil {
		along, xx := r.linked.DotSq(x)
		r.meets(xx)
		step := r.predict(ratio(along, r.divisor(r.t)), y, xx)
		r.linked.Add(float64(y), x)
		r.ss = r.linked.SqNorm()
		return step
	}
	along, xx := x.DotSq(r.sum)
	x.AddTo(r.sum, float64(y))
	r.meets(xx)
	step := r.predict(ratio(along, r.divisor(r.t)), y, xx)
	r.follow(float64(y)*along, xx)
	return step
}

// follow follows ‖Σ y z‖², which matters where it is beyond the ball, when the sum has become
// Σ y z + y x, given y times the inner product of the sum with x before and ‖x‖². It is computed
// afresh where the sum has cancelled.
func (r *Randomized) follow(score, xx float64) {
	r.ss = max(0, r.ss+float64(2*score)+xx)
	r.mostSS = max(r.mostSS, r.ss)
	if r.ss < 0x1p-10*r.mostSS {
		r.ss = vec.Dot(r.sum, r.sum)
		r.mostSS = r.ss
	}
}

// divisor is what ∇½‖S‖² = ‖S‖ℓ(S) is divided by to be x_t at a step t: R‖S‖ max{1, (R(cst)^{1/s}/‖S‖)^{s−1}}, as
// printed with 1/R for the R^{s−1}.
func (r *Randomized) divisor(step int) float64 {
	t := 2 * float64(step) * r.smooth // cst where s = 2
	switch {
	case r.power == 2 && r.printed:
		return max(math.Sqrt(t), r.radius*math.Sqrt(r.ss))
	case r.power == 2:
		return r.radius * math.Sqrt(max(t*r.radius*r.radius, r.ss))
	}
	length, scale := math.Sqrt(r.ss), num.Pow(r.power*r.smooth*float64(step), 1/r.power)
	switch {
	case length == 0:
		return 0
	case r.printed:
		return length * max(r.radius, num.Pow(scale/length, r.power-1))
	}
	return r.radius * length * max(1, num.Pow(r.radius/length*scale, r.power-1))
}

// Score implements [Learner]: what x_{t+1} gives x.
func (r *Randomized) Score(x vec.Vector) float64 {
	along := 0.0
	if r.linked != nil {
		along = r.linked.Dot(x)
	} else {
		along = x.Dot(r.sum)
	}
	return ratio(along, r.divisor(r.t+1))
}

// State implements [Learner]: x_{t+1}, with b = 0, whose sign is the more
// probable label.
func (r *Randomized) State() State {
	f := ratio(1, r.divisor(r.t+1))
	if r.linked != nil {
		return State{Classifier: r.linked.Classifier(f), Gamma: math.NaN(), Norm: math.NaN()}
	}
	w := make([]float64, len(r.sum))
	floats.ScaleTo(w, f, r.sum)
	return State{Classifier: theory.Classifier{W: w}, Gamma: math.NaN(), Norm: math.NaN()}
}

// Reset implements [Learner].
func (r *Randomized) Reset() {
	r.lottery.reset()
	if r.ss, r.mostSS = 0, 0; r.linked != nil {
		r.linked.Clear()
	}
	clear(r.sum)
}

// RandomizedDescent is the randomized online linear classifier by online mirror descent (OMD): it
// predicts +1 with probability (1+q_t)/2.
//
//	1/η_t = ½ R^q ((s−1)ct/2)^{1/s}
//
// where s, c is the smoothness of the norm of the features and 1/s + 1/q = 1. With u = (Rℓ)^{q−1}∇‖x‖∗, ℓ = ‖x‖∗,
// its step is
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

// randomizedKinds describe the randomized classifier by FTRL and by OMD.
func randomizedKinds() []Kind {
	seed := Param{Name: "seed", Default: 1, Low: 0, High: 1 << 53, Integer: true}
	radius := Param{Name: "R", Low: 0, High: maxLift, Unit: 1}
	return []Kind{{
		Name: "randomized", Default: true, Checked: []string{"psi=printed"},
		Summary: "randomized linear classifier (FTRL); R bounds the norms, 0: the greatest so far",
		Source:  "O19, Section 1",
		Pseudocode: `S ← 0, t ← 0
for each (x, y):
  t ← t+1
  R ← max(R, ‖x‖) if R is not given
  ψ(w) = R²√(2t)/4 ‖w‖²  # in ℓ2; psi=printed: without R²
  ψ(w) = (R‖w‖∗)^q (c s t)^(1/s)/(2q)  # in any norm, of smoothness s, c; it is that of p
  w = argmin ψ(w) − ½ S·w over ‖w‖∗ ≤ 1/R
  predict +1 with probability ½(1 + w·x), else −1  # drawn from seed
  S ← S + y x`,
		Params: []Param{seed, radius, {Name: "psi", Words: []string{"scaled", "printed"}}, exponent(vec.MinExponent)},
		Traits: Traits{Random: true, Degree: Degree0},
		Given: func(a Args, t *Traits) {
			t.Families = []string{"randomized"}
			if a.Is("psi", "printed") {
				t.Families = []string{"randomized(printed)"}
			}
		},
		New: func(s Space, a Args) Learner {
			return NewRandomized(s, uint64(a.Num("seed")), a.Num("R"), a.Is("psi", "printed"))
		},
	}, {
		Name: "randomized-omd", Checked: []string{"R=0", "R=100"},
		Summary: "randomized linear classifier (OMD); R bounds the norms, 0: the greatest so far",
		Source:  "O19, Section 1 and Theorem 1",
		Pseudocode: `w ← 0, t ← 0
for each (x, y):
  t ← t+1
  R ← max(R, ‖x‖) if R is not given
  w ← argmin D(w', w) over ‖w'‖∗ ≤ 1/R  # D of ‖w‖∗^q/q; where R has grown
  predict +1 with probability ½(1 + w·x), else −1  # drawn from seed
  η = 2√2/(R²√t)  # in ℓ2; 2/(R^q ((s−1) c t/2)^(1/s)) in the norm of p
  w ← argmin −½ y w'·x + D(w', w)/η over ‖w'‖∗ ≤ 1/R`,
		Params: []Param{seed, radius, exponent(vec.MinExponent)},
		Traits: Traits{Random: true, Degree: Degree0},
		Given: func(a Args, t *Traits) {
			t.Families = []string{"randomized-omd"}
			if a.Num("R") != 0 {
				t.Families = []string{"randomized-omd(R)"}
			}
		},
		New: func(s Space, a Args) Learner { return NewRandomizedDescent(s, uint64(a.Num("seed")), a.Num("R")) },
	}}
}
