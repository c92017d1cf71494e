package algos

import (
	"math"

	"marginlab/theory"
	"marginlab/theory/vec"
)

// PUMMA keeps one positive and one negative example, and the classifier that
// separates both with functional margin 1 and bias of its own.
//
//	z = (x₊−x₋)/2,  w_1 = ℓ(z)/‖z‖,  b_t = −½ w_t·(x₊+x₋);  a = y(w·x+b)
//	update iff a < 1−δ:  x₊ ← x (y=+1) or x₋ ← x (y=−1), and
//	  w ← argmin ‖w'‖∗  s.t.  w'·z ≥ 1,  w'·f(w) ≥ ‖w‖∗²,  f = ∇½‖·‖∗²
//
// It implements PUMMA_p(δ) of Ishibashi, Hatano, Takeda (2008) as HKNS25,
// Section B.5 describes it, in any norm, through v = f(w)/‖w‖∗² (in ℓ2 w/‖w‖²), of
// which w = ℓ(v)/‖v‖: the update takes v to the point of least norm of [v, z]. The initialisation phase is OMM's. After an update
// w·z = 1, so that both kept examples have functional margin 1. Where v is 0, or
// so near it that w would overflow, the examples are not separable: w = 0, b = 0,
// and the next z ≠ 0 starts anew. An example that, up to rounding, leaves v where
// it is is not kept. Rows: pumma-p1, pumma-p2, pumma-p1-updates.
type PUMMA struct {
	space      Space
	delta      float64
	opening    Opening
	p          *dual
	x          [2]vec.Vector // x₋, x₊
	xx         [2]float64    // ‖x₋‖², ‖x₊‖²
	alongPlus  float64       // w̃·x₊, w̃ = ‖v‖ℓ(v)
	alongMinus float64       // w̃·x₋
	vv         float64       // ‖v‖²
	norm       float64       // ‖w‖∗ = 1/‖v‖
}

// NewPUMMA returns a PUMMA learner. It panics unless 0 ≤ δ < 1; at δ = 0 the number of
// updates has no bound.
func NewPUMMA(s Space, delta float64) *PUMMA {
	if !(delta >= 0 && delta < 1) {
		panic("algos: PUMMA needs 0 <= delta < 1")
	}
	if s.Gram != nil {
		panic("algos: PUMMA has no kernel form")
	}
	return &PUMMA{space: s, delta: delta}
}

// Step implements [Learner], in the scale in which the target margin is 1. It
// keeps x.
func (p *PUMMA) Step(x vec.Vector, y theory.Label) theory.Step {
	if !p.opening.Done() {
		return p.open(x, y)
	}
	score, vx := p.along(x)
	s := ratio(score, p.vv) // w·x + b
	step := theory.Step{Score: float64(y) * s, Target: 1, Norm: p.norm, Decision: theory.Decision{Y: y, Predicted: theory.Sign(s)}}
	if !(step.Score < 1-p.delta) {
		return step
	}
	step.Updated = p.swap(x, y, vx)
	return step
}

// along returns ‖v‖²(w·x + b), and w̃·x.
func (p *PUMMA) along(x vec.Vector) (score, vx float64) {
	if twice, ok := p.p.dualPoint.(*doubledDualPoint); ok {
		return twice.score(x)
	}
	vx = p.p.dot(x)
	return vx - float64((p.alongPlus+p.alongMinus)/2), vx
}

// Score is what the present classifier gives x, up to a positive factor.
func (p *PUMMA) Score(x vec.Vector) float64 {
	if !p.opening.Done() {
		return p.opening.Bias()
	}
	score, _ := p.along(x)
	return score
}

// swap makes x the example kept of its class, and moves v, given w̃·x. If v does
// not move, the example kept stays.
func (p *PUMMA) swap(x vec.Vector, y theory.Label, vx float64) (moved bool) {
	k := side(y)
	kept, xx := p.x[k], p.xx[k]
	p.keep(x, y)
	vz := (vx - p.alongMinus) / 2
	if y == theory.Negative {
		vz = (p.alongPlus - vx) / 2
	}
	if p.vv == 0 {
		p.p.set(p.pair())
		moved = p.p.sqNorm() > 0
	} else {
		moved = p.p.towards(vz, p.pair())
	}
	if !moved {
		p.x[k], p.xx[k] = kept, xx
		return false
	}
	p.settle()
	return true
}

// keep makes x the example kept of its class.
func (p *PUMMA) keep(x vec.Vector, y theory.Label) { p.x[side(y)], p.xx[side(y)] = x, x.SqNorm() }

// open is a step of the initialisation phase: the first example of each class
// is kept, the others of that phase are dropped.
func (p *PUMMA) open(x vec.Vector, y theory.Label) theory.Step {
	step := p.opening.Step(y)
	if p.opening.Fresh || p.opening.Done() {
		p.keep(x, y)
	}
	if p.opening.Done() {
		if p.p == nil {
			p.p = p.space.dual(x)
		}
		p.p.renew()
		p.p.set(p.pair())
		p.settle()
	}
	return step
}

// Reset implements [Renewable].
func (p *PUMMA) Reset() { p.opening = Opening{} }

// settle renews w̃·x₊, w̃·x₋ and the norms.
func (p *PUMMA) settle() {
	p.alongPlus, p.alongMinus = p.p.settle(p.x[1], p.x[0])
	p.vv = p.p.sqNorm()
	p.norm = ratio(1, math.Sqrt(p.vv))
}

// Gamma returns 1/‖w_t‖∗, NaN in the initialisation phase.
func (p *PUMMA) Gamma() float64 {
	if !p.opening.Done() {
		return math.NaN()
	}
	return math.Sqrt(p.vv)
}

// Norm returns ‖w‖∗, 0 in the initialisation phase.
func (p *PUMMA) Norm() float64 {
	if !p.opening.Done() {
		return 0
	}
	return p.norm
}

// Classifier implements [Learner].
func (p *PUMMA) Classifier() theory.Classifier {
	if !p.opening.Done() {
		return p.opening.classifier(p.space.Dim)
	}
	c := theory.Classifier{W: make([]float64, p.space.Dim)}
	p.p.w(c.W)
	if p.p.doubled() { // b is that of the rounded w
		c.B = -p.x[1].DotDouble(c.W, nil).Add(p.x[0].DotDouble(c.W, nil)).Hi / 2
		return c
	}
	c.B = -ratio((p.alongPlus+p.alongMinus)/2, p.vv)
	return c
}

// ratio is a/b, and 0 where b is 0.
func ratio(a, b float64) float64 {
	if b == 0 {
		return 0
	}
	return a / b
}

// pair is z = (x₊−x₋)/2.
func (p *PUMMA) pair() multiple { return multiple{0.5, p.x[1], p.x[0], p.xx[1] + p.xx[0]} }

const pummaSteps = `opening: predict +1, then y_1, until both classes were seen
  x₊, x₋ ← the first example of each class, z = ½(x₊ − x₋)
  w ← argmin ‖w'‖∗ over w'·z ≥ 1  # the norm is that of p
for each (x, y) after it:
  b = −½ w·(x₊ + x₋)
  predict sign(w·x + b)
  if y(w·x + b) < 1 − delta:
    x₊ ← x if y = +1, else x₋ ← x
    z = ½(x₊ − x₋), f = ∇½‖·‖∗²
    w ← argmin ‖w'‖∗ over w'·z ≥ 1 and w'·f(w) ≥ ‖w‖∗²`

// pummaKind describes PUMMA.
func pummaKind() Kind {
	return Kind{
		Name: "pumma", Default: true, LeastP: vec.MinExponent,
		Pseudocode: pummaSteps,
		Summary:    "PUMMA, a p-norm learner with a bias of its own",
		Source:     "Ishibashi, Hatano, Takeda 2008; HKNS25, Section B.5",
		Params:     []Param{{Name: "delta", Default: 0.01, Low: 0, High: below1}, {Name: "rho", From: oneLess("delta"), Fixed: true}},
		Traits: Traits{
			Families: []string{"pumma"}, Turn: turnsAtRho, OwnBias: true, OwnMargin: true, Keeps: true, Degree: Degree1,
		},
		New: func(s Space, a Args) Learner { return NewPUMMA(s, a.Num("delta")) },
	}
}
