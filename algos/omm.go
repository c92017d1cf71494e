package algos

import (
	"math"

	"marginlab/theory"
	"marginlab/theory/vec"
)

// OMM is the efficient Online Maximum Margin learner: of all points seen it keeps only the two dual points v₊ and v₋.
//
//	if a < ργ, or at a tie of ρ < 1, or at a mistake:
//	  v_y ← the point nearest v_{−y} of the segment [v_y, x]
//
// It implements Algorithm 1 of HKNS25 in any norm, with one repair: as printed (update iff a_t < ργ_t) a point on the
// boundary can be mistaken forever, so that Theorem 4.1, which counts a_t ≤ φγ_t, fails. With ρ<1 the comparison here
// is therefore not strict, and every mistake updates. e-OMM is ρ=1, ce-OMM ρ=0. Rows: omm-s1, omm-s2, omm-theorem-4.1.
type OMM struct {
	space   *Space
	rho     float64
	printed bool // without the repair
	tie     float64
	opening Opening
	v       hulls
	first   vec.Vector // x_1
	norm    float64    // ‖w‖∗ = ‖u‖
	target  float64    // γ_t‖w‖∗ = ½‖u‖²
}

// roundedTie is the relative distance below which two lengths, or a margin and its target, count as equal in ℓ2.
const roundedTie = 1e-12

// tie is the relative distance of A to ½‖w̃‖² below which, at ρ = 1, the two count as equal: a point of the present
// support has a_t = γ_t up to rounding, and must not violate it at every pass. In a norm other than ℓ2 a search finds
// the support.
func tie(n vec.Norm) float64 {
	if theory.Euclidean.Include(n) {
		return roundedTie
	}
	return 1e-9
}

// Step implements [Learner], in the scale of ‖w‖∗ = ‖u‖.
func (o *OMM) Step(x vec.Vector, y theory.Label) theory.Step {
	if !o.opening.Done() {
		return o.open(x, y)
	}
	s, vx := o.v.score(x, y)
	step := judge(s, y, o.norm, o.target)
	if step.Score > o.rho*o.target { // a > ργ_t: no rule asks for an update
		return step
	}
	if step.Updated = o.violated(step, x) && o.v.nearest(x, y, s, vx); step.Updated {
		o.measure()
	}
	return step
}

// violated reports whether a < ργ_t, or a = ργ_t where ρ < 1, or the step is a mistake; as printed only whether a <
// ργ_t.
func (o *OMM) violated(s theory.Step, x vec.Vector) bool {
	switch {
	case s.Mistake() && !o.printed:
		return true
	case o.rho == 1:
		below := float64((1 - o.tie) * s.Target)
		return s.Score < below && s.Score < below-o.v.rounding(x)
	case o.printed:
		return s.Score < o.rho*s.Target
	}
	return s.Score <= o.rho*s.Target
}

// open makes a step of the initialisation phase: the first example of each class starts its dual point, the others
// are dropped.
func (o *OMM) open(x vec.Vector, y theory.Label) theory.Step {
	step := o.opening.Step(y)
	switch {
	case o.opening.Fresh:
		if o.v == nil || o.space.combined(x) != o.space.combined(o.first) {
			o.v = o.space.hulls(x)
		}
		o.first = copyInto(o.first, x)
	case o.opening.Done():
		// Examples that are far from the origin compared with their distances, which costs digits, are taken about
		// x_1: a translation changes nothing.
		var origin vec.Vector
		if o.space.Gram == nil && o.space.euclidean() && o.first.SqNorm() > 4*vec.SqDist(o.first, x) {
			origin = o.first
		}
		both := [2]vec.Vector{o.first, o.first}
		both[side(y)] = x
		o.v.start(origin, both)
		o.measure()
	}
	return step
}

func (o *OMM) measure() {
	uu := o.v.sqNorm()
	o.norm, o.target = math.Sqrt(uu), uu/2
}

// Score implements [Learner], with ‖w‖∗ = 1; in the initialisation phase it returns y_1.
func (o *OMM) Score(x vec.Vector) float64 {
	if !o.opening.Done() {
		return o.opening.Bias()
	}
	s, _ := o.v.score(x, theory.Positive)
	return ratio(s, o.norm)
}

// State implements [Learner], with ‖w‖∗ = 1 (w = 0 in the initialisation phase, and where v₊ = v₋).
func (o *OMM) State() State {
	if !o.opening.Done() {
		return o.opening.state(o.space.Dim)
	}
	return o.v.state()
}

func (o *OMM) Reset() { o.opening = Opening{} }

func (o *OMM) Wants(x vec.Vector, y theory.Label) bool {
	if !o.opening.Done() {
		return y != o.opening.First
	}
	s, _ := o.v.score(x, y)
	return o.violated(judge(s, y, o.norm, o.target), x)
}

// Opening is OMM's initialisation phase (HKNS25, Algorithm 1, lines 1 to 10): it predicts +1 on x_1, then y_1 until
// the other class appears. It makes at most two mistakes.
type Opening struct {
	First theory.Label // y_1; 0 before the first example
	Fresh bool         // whether the last example was the first of all
	both  bool         // whether the other class has appeared
}

// Done reports whether both classes have appeared.
func (o *Opening) Done() bool { return o.both }

// Step predicts, then learns y.
func (o *Opening) Step(y theory.Label) theory.Step {
	predicted := o.First
	if o.Fresh = predicted == 0; o.Fresh {
		predicted = theory.Positive
		o.First = y
	}
	o.both = y != o.First
	return theory.Step{
		Score:    float64(y) * float64(predicted), // w = 0, b = ±1
		Target:   math.NaN(),
		Decision: theory.Decision{Y: y, Predicted: predicted, Updated: y != predicted, Opening: true},
	}
}

// Bias returns the b of the classifier sign(0·x + b) of this phase: y_1, and +1 before the first example.
func (o *Opening) Bias() float64 {
	if o.First == 0 {
		return 1
	}
	return float64(o.First)
}

func (o *Opening) state(dim int) State {
	return State{Classifier: theory.Classifier{W: make([]float64, dim), B: o.Bias()}, Gamma: math.NaN()}
}
