package algos

import (
	"math"

	"marginlab/theory"
	"marginlab/theory/vec"
)

// OMM is the efficient Online Maximum Margin learner: it keeps, of all points
// seen, the two dual certificates v₊ and v₋.
//
//	w_t = ℓ(v₊−v₋),  b_t = −½ w_t·(v₊+v₋),  γ_t = ½‖v₊−v₋‖
//	a_t = y(w_t·x + b_t);  update iff a_t < ργ_t, or at a tie, or at a mistake:
//	  u = v₊−v₋,  z = v₊−x (y=+1) or x−v₋ (y=−1),  β = argmin_{β∈[0,1]} ‖u−βz‖
//	  v₊ ← v₊−βz  (y=+1)   or   v₋ ← v₋+βz  (y=−1)
//
// It implements Algorithm 1 of HKNS25 in any norm, with one repair: as printed
// (update iff a_t < ργ_t) a point on the boundary can be mistaken forever, so
// that Theorem 4.1, which counts a_t ≤ φγ_t, fails. With ρ<1 the comparison
// here is therefore not strict, and every mistake updates; [NewPrintedOMM] is the
// algorithm as printed. e-OMM is ρ=1, ce-OMM ρ=0. Rows: omm-s1, omm-s2, omm-theorem-4.1.
type OMM struct {
	space   Space
	tie     float64
	rho     float64
	printed bool
	opening Opening
	v       certificates
	first   certificates         // what v is at first
	doubled *doubledCertificates // what v becomes where that would lose digits, nil before
	target  float64              // γ_t‖w̃‖∗ = ½‖u‖²
	norm    float64              // ‖w̃‖∗ = 2γ_t
}

// certificates is how v₊ and v₋ are stored, and w̃ = ‖u‖ℓ(u), the w_t that is not
// normalised: ‖w̃‖∗ = ‖u‖ = 2γ_t. It has three forms: dense vectors, in any norm; for ℓ2,
// where w̃ = u, scaled sums that a sparse x moves in O(nnz(x)); and these in twice the
// digits, for either x, which take over where γ_t is small beside the points.
type certificates interface {
	start(y theory.Label, x vec.Vector)         // v_y ← x
	score(x vec.Vector) (s, rounding float64)   // s = w̃·x − ½w̃·(v₊+v₋), after both have started; rounding is 0 where it is not known
	sqNorm() float64                            // ‖u‖²
	approach(x vec.Vector, y theory.Label) bool // v_y ← v_y + β(x−v_y), of the x last scored; whether β > 0 and not exceeded
	exceeded() bool                             // whether the last start, or the last approach, which then did nothing, would lose digits
	copyTo(plus, minus []float64)               // v₊ and v₋ themselves
	classifier() theory.Classifier              // with ‖w‖∗ = 1, w = 0 where v₊ = v₋
}

// certificates stores v₊ and v₋ as the stream's first example is stored; in a norm
// other than ℓ2 always dense.
func (s Space) certificates(x vec.Vector) certificates {
	switch {
	case s.Gram != nil:
		return &kernelCertificates{scaledCertificates: scaledCertificates{space: s, v: [2]certificate{newFunction(s), newFunction(s)}}}
	case x.IsSparse() && s.in() == (vec.L2{}):
		return &scaledCertificates{space: s, v: [2]certificate{newScaled(s.Dim), newScaled(s.Dim)}}
	}
	return newDenseCertificates(s.in(), s.Dim)
}

// roundedTie is the relative distance of A to ½‖w̃‖² below which, at ρ = 1, the
// two count as equal: a point of the present support has a_t = γ_t up to
// rounding, and must not be seen as violating it at every pass. searchedTie is that
// in a norm in which the support is found by a search and not by a formula.
const (
	roundedTie  = 1e-12
	searchedTie = 1e-9
)

// tie is roundedTie or searchedTie.
func tie(n vec.Norm) float64 {
	if theory.Euclidean.Include(n) {
		return roundedTie
	}
	return searchedTie
}

// NewOMM returns an efficient OMM learner with aggressiveness ρ. It panics unless
// 0 ≤ ρ ≤ 1.
func NewOMM(s Space, rho float64) *OMM {
	if !(rho >= 0 && rho <= 1) {
		panic("algos: OMM needs 0 <= rho <= 1")
	}
	return &OMM{space: s, tie: tie(s.in()), rho: rho}
}

// NewPrintedOMM is [NewOMM] with the update condition as printed, a_t < ργ_t.
func NewPrintedOMM(s Space, rho float64) *OMM {
	o := NewOMM(s, rho)
	o.printed = true
	return o
}

// Step implements [Learner].
func (o *OMM) Step(x vec.Vector, y theory.Label) (step theory.Step) {
	if !o.opening.Done() {
		return o.open(x, y)
	}
	s, rounding := o.v.score(x)
	step = theory.Step{
		Score:    float64(y) * s,
		Target:   o.target,
		Norm:     o.norm,
		Decision: theory.Decision{Y: y, Predicted: theory.Sign(s)},
	}
	if o.violated(step.Score, rounding, y) && o.approach(x, y) {
		o.measure()
		step.Updated = true
	}
	return step
}

// approach moves v_y towards the x last scored, and reports whether it did.
func (o *OMM) approach(x vec.Vector, y theory.Label) bool {
	moved := o.v.approach(x, y)
	if !moved && o.v.exceeded() {
		o.double()
		o.v.score(x)
		moved = o.v.approach(x, y)
	}
	return moved
}

// double goes over to twice the digits.
func (o *OMM) double() {
	o.doubled = double(o.v, o.doubled, o.space.Dim)
	o.v = o.doubled
}

func (o *OMM) measure() {
	uu := o.v.sqNorm()
	o.target, o.norm = uu/2, math.Sqrt(uu)
}

// violated reports a < ργ_t, or a = ργ_t where ρ < 1, or a mistake on an example of
// class y; as printed a < ργ_t alone.
func (o *OMM) violated(a, rounding float64, y theory.Label) bool {
	mistake := a < 0 || a == 0 && y == theory.Negative
	switch {
	case o.rho == 1:
		return a < float64((1-o.tie)*o.target)-rounding || mistake && !o.printed
	case o.printed:
		return a < o.rho*o.target
	}
	return a <= o.rho*o.target || mistake
}

// Wants implements [Kernelized].
func (o *OMM) Wants(x vec.Vector, y theory.Label) bool {
	if !o.opening.Done() {
		return y != o.opening.First
	}
	s, rounding := o.v.score(x)
	return o.violated(float64(y)*s, rounding, y)
}

// Score implements [Kernelized], with ‖w‖∗ = 1; in the initialisation phase it is y_1.
func (o *OMM) Score(x vec.Vector) float64 {
	if !o.opening.Done() {
		return o.opening.Bias()
	}
	s, _ := o.v.score(x)
	return ratio(s, o.norm)
}

// open is a step of the initialisation phase: the first example of each class
// starts its certificate, the others of that phase are dropped.
func (o *OMM) open(x vec.Vector, y theory.Label) theory.Step {
	if o.first == nil {
		o.first = o.space.certificates(x)
	}
	o.v = o.first
	step := o.opening.Step(y)
	if o.opening.First == y && !o.opening.Fresh {
		return step
	}
	o.v.start(y, x)
	if o.opening.Done() {
		if o.v.exceeded() {
			o.double()
		}
		o.measure()
	}
	return step
}

// Reset implements [Renewable].
func (o *OMM) Reset() { o.opening = Opening{} }

// Gamma returns γ_t = ½‖v₊−v₋‖, NaN in the initialisation phase.
func (o *OMM) Gamma() float64 {
	if !o.opening.Done() {
		return math.NaN()
	}
	return o.norm / 2
}

// Certificates returns copies of v₊ and v₋, nil in the initialisation phase.
func (o *OMM) Certificates() (plus, minus []float64) {
	if !o.opening.Done() {
		return nil, nil
	}
	plus, minus = make([]float64, o.space.Dim), make([]float64, o.space.Dim)
	o.v.copyTo(plus, minus)
	return plus, minus
}

// Classifier implements [Learner], with ‖w‖∗ = 1 (w = 0 in the initialisation
// phase, and where v₊ = v₋).
func (o *OMM) Classifier() theory.Classifier {
	if !o.opening.Done() {
		return o.opening.classifier(o.space.Dim)
	}
	return o.v.classifier()
}

// certified is the classifier of two dual certificates: w = ℓ(v₊−v₋),
// b = −½ w·(v₊+v₋) (HKNS25, Lemma 3.1).
func certified(n vec.Norm, plus, minus []float64) theory.Classifier {
	w := make([]float64, len(plus))
	for i := range w {
		w[i] = plus[i] - minus[i]
	}
	n.Grad(w, w)
	var b float64
	for i := range w {
		b -= float64(w[i] * (plus[i] + minus[i]) / 2)
	}
	return theory.Classifier{W: w, B: b}
}

// ommSteps are the steps, given the update condition.
func ommSteps(condition string) string {
	return `opening: predict +1, then y_1, until both classes were seen
  v₊, v₋ ← the first example of each class
for each (x, y) after it:
  u = v₊ − v₋, w = ∇‖u‖, b = −½ w·(v₊ + v₋)  # the norm is that of p
  γ = ½‖u‖, a = y(w·x + b)
  predict sign(w·x + b)
  if ` + condition + `
    z = v₊ − x if y = +1, else x − v₋
    β = argmin ‖u − βz‖ over 0 ≤ β ≤ 1
    v₊ ← v₊ − βz if y = +1, else v₋ ← v₋ + βz`
}

// eOMMKind describes e-OMM, OMM with ρ = 1.
func eOMMKind() Kind {
	return ommKind().Alias("e-omm", "efficient OMM, updating at every point inside its margin (rho = 1)",
		"HKNS25, Algorithm 1 (efficient), rho = 1", ommSteps("a < γ, or a mistake:"), fixed("rho", 1))
}

// ceOMMKind describes ce-OMM, OMM with ρ = 0.
func ceOMMKind() Kind {
	return ommKind().Alias("ce-omm", "conservative efficient OMM, updating at mistakes and ties (rho = 0)",
		"HKNS25, Algorithm 1 (efficient), rho = 0", ommSteps("a ≤ 0:  # as printed: a < 0"), fixed("rho", 0))
}

// ommKind describes OMM with any ρ, and the algorithm as printed.
func ommKind() Kind {
	printed := func(a Args) bool { return a.Is("rule", "printed") }
	return Kind{
		Name: "omm", LeastP: vec.MinExponent, Checked: []string{"rho=0.5,rule=printed"},
		Pseudocode: ommSteps("a < rho γ, or a = rho γ and rho < 1, or a mistake:  # rule=printed: a < rho γ"),
		Summary:    "efficient OMM with aggressiveness rho; as printed it leaves ties alone",
		Source:     "HKNS25, Algorithm 1 (efficient)",
		Params: []Param{
			{Name: "rho", Default: 1, Low: 0, High: 1, Named: true},
			{Name: "rule", Words: []string{"mended", "printed"}},
		},
		Traits: Traits{Kernel: true, OwnBias: true, OwnMargin: true, Degree: Degree1, UnitNorm: true},
		Given: func(a Args, t *Traits) {
			t.Kernel = !printed(a)
			switch {
			case printed(a):
				t.Families = []string{"omm(rule=printed)"}
			case a.Num("rho") < 1:
				t.Families = []string{"omm", "e-omm", "omm(rho<1)"}
			default:
				t.Families = []string{"omm", "e-omm"}
			}
		},
		New: func(s Space, a Args) Learner {
			if printed(a) {
				return NewPrintedOMM(s, a.Num("rho"))
			}
			return NewOMM(s, a.Num("rho"))
		},
	}
}
