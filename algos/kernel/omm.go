package kernel

import (
	"math"

	"marginlab/algos"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// OMM is the efficient Online Maximum Margin learner in kernel form: its dual
// certificates v₊ and v₋ are convex combinations of the φ(x) seen.
//
//	s = v₊(x) − v₋(x) − ½(‖v₊‖²−‖v₋‖²),  w̃ = v₊−v₋,  A = y s;  ŷ = sign(s)
//	update iff A < ½ρ‖w̃‖², or at a tie, or at a mistake:
//	  z = v₊−K(x,·) (y=+1) or K(x,·)−v₋ (y=−1),  β = argmin_{β∈[0,1]} ‖w̃−βz‖
//	  v₊ ← v₊−βz  (y=+1)   or   v₋ ← v₋+βz  (y=−1)
//
// It implements Algorithm 1 of omm.txt (efficient) in the Hilbert space of K, with
// the repair of its twin [algos.OMM].
type OMM struct {
	rho            float64
	opening        algos.Opening
	plus, minus    *Function
	pp, mm, pm, ww float64 // ‖v₊‖², ‖v₋‖², ⟨v₊,v₋⟩, ‖w̃‖²
}

// NewOMM returns a kernel OMM learner with aggressiveness ρ, 0 ≤ ρ ≤ 1.
func NewOMM(s Space, rho float64) *OMM {
	if !(rho >= 0 && rho <= 1) {
		panic("kernel: OMM needs 0 <= rho <= 1")
	}
	return &OMM{rho: rho, plus: NewFunction(s), minus: NewFunction(s)}
}

// rounded is how far, relatively to ½‖w̃‖², an A may be below it and count as equal
// at ρ = 1; rounding is the part of ‖v₊‖² + ‖v₋‖² that hides in A, a difference of
// inner products.
const (
	rounded  = 1e-12
	rounding = 8 * 0x1p-52
)

// Wants implements [Learner].
func (o *OMM) Wants(i int, y theory.Label) bool {
	s := o.score(i)
	switch a, target := float64(y)*s, o.ww/2; {
	case !o.opening.Done():
		return o.opening.First == 0 || y != o.opening.First
	case theory.Sign(s) != y:
		return true
	case o.rho == 1:
		return a < (1-rounded)*target-rounding*(o.pp+o.mm+o.plus.space.Diag(i))
	default:
		return a <= o.rho*target
	}
}

// Step implements [Learner].
func (o *OMM) Step(i int, y theory.Label) theory.Step {
	if !o.opening.Done() {
		return o.open(i, y)
	}
	s := o.score(i)
	step := theory.Step{Score: float64(y) * s, Target: o.ww / 2, Norm: math.Sqrt(o.ww), Y: y, Predicted: theory.Sign(s)}
	if !o.Wants(i, y) {
		return step
	}
	v, vv, vother, along := o.plus, o.pp, o.pm, o.plus.At(i)-o.minus.At(i)
	if y == theory.Negative {
		v, vv, along = o.minus, o.mm, -along
	}
	// With v = v_y and u = ±w̃ = v − the other: u·(v−x) and ‖v−x‖².
	uz, zz := vv-vother-along, max(0, vv-2*v.At(i)+v.space.Diag(i))
	if beta := (vec.L2{}).LeastNorm(uz, zz); beta > 0 {
		v.Scale(1 - beta)
		v.Add(i, beta)
		o.measure()
		step.Updated = true
	}
	return step
}

// open is a step of the initialisation phase: the first example of each class
// starts its certificate, the others of that phase are dropped.
func (o *OMM) open(i int, y theory.Label) theory.Step {
	step := o.opening.Step(y)
	if o.opening.First == y && !o.opening.Fresh {
		return step
	}
	if y == theory.Positive {
		o.plus.Add(i, 1)
	} else {
		o.minus.Add(i, 1)
	}
	o.measure()
	return step
}

func (o *OMM) measure() {
	o.pp, o.mm, o.pm = o.plus.SqNorm(), o.minus.SqNorm(), o.plus.Inner(o.minus)
	o.ww = max(0, o.pp-2*o.pm+o.mm)
}

// Score implements [Learner], with ‖w‖ = 1; in the initialisation phase it is y_1.
func (o *OMM) Score(i int) float64 {
	if !o.opening.Done() {
		return o.opening.Bias()
	}
	return ratio(o.score(i), math.Sqrt(o.ww))
}

// score is s, that of w̃.
func (o *OMM) score(i int) float64 { return o.plus.At(i) - o.minus.At(i) - (o.pp-o.mm)/2 }

// Gamma returns γ_t = ½‖v₊−v₋‖, NaN in the initialisation phase.
func (o *OMM) Gamma() float64 {
	if !o.opening.Done() {
		return math.NaN()
	}
	return math.Sqrt(o.ww) / 2
}

// Certificates returns the convex weights of v₊ and v₋ on the points, nil in the
// initialisation phase.
func (o *OMM) Certificates() (plus, minus []float64) {
	if !o.opening.Done() {
		return nil, nil
	}
	return o.plus.Coefficients(), o.minus.Coefficients()
}

// Classifier implements [Learner], with ‖w‖ = 1; w = 0 in the initialisation phase.
func (o *OMM) Classifier() Classifier {
	if !o.opening.Done() {
		return Classifier{Alpha: make([]float64, len(o.plus.alpha)), B: o.opening.Bias()}
	}
	norm := math.Sqrt(o.ww)
	c := Classifier{Alpha: o.plus.Coefficients(), B: ratio(-(o.pp-o.mm)/2, norm)}
	for i, m := range o.minus.Coefficients() {
		c.Alpha[i] = ratio(c.Alpha[i]-m, norm)
	}
	return c
}
