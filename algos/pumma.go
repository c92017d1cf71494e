package algos

import (
	"math"

	"marginlab/theory"
	"marginlab/theory/vec"
)

// PUMMA keeps one positive and one negative example, and the classifier that
// separates both with functional margin 1 and bias of its own.
//
// It implements PUMMA_p(δ) of Ishibashi, Hatano, Takeda (2008) as HKNS25, Section B.5 describes it, in any norm,
// through v = f(w)/‖w‖∗², f = ∇½‖·‖∗² (in ℓ2 w/‖w‖²): the update moves v to the point of least norm of [v, z], z =
// ½(x₊−x₋). The initialisation phase is the same as OMM's. After an update w·z = 1, so that both kept examples have
// functional margin 1. Where v is 0, or so near 0 that w would overflow, the examples are not separable: w = 0, b =
// 0, and the next z ≠ 0 starts anew. It does not keep an example that, up to rounding, leaves v unchanged. Rows:
// pumma-p1, pumma-p2, pumma-p1-updates.
type PUMMA struct {
	space   *Space
	delta   float64
	opening Opening
	v       *Comb
	x       [2]vec.Vector // x₋, x₊
	other   vec.Vector    // room for the next kept x
	z       difference
	b       float64 // ‖v‖²b
}

// Step implements [Learner], in the scale in which the target margin is 1.
func (p *PUMMA) Step(x vec.Vector, y theory.Label) theory.Step {
	if !p.opening.Done() {
		return p.open(x, y)
	}
	step := judge(p.Score(x), y, ratio(1, p.v.Norm()), 1)
	if step.Score < 1-p.delta {
		kept := &p.x[side(y)]
		p.other, *kept = *kept, copyInto(p.other, x)
		if step.Updated = p.move(); !step.Updated {
			p.other, *kept = *kept, p.other
		}
	}
	return step
}

// open makes a step of the initialisation phase: it keeps the first example of each class, and drops the others.
func (p *PUMMA) open(x vec.Vector, y theory.Label) theory.Step {
	step := p.opening.Step(y)
	if kept := &p.x[side(y)]; p.opening.Fresh || p.opening.Done() {
		*kept = copyInto(*kept, x)
	}
	if p.opening.Done() {
		p.move()
	}
	return step
}

// move moves v to the point of least norm of [v, z], z = ½(x₊−x₋).
func (p *PUMMA) move() (moved bool) {
	z := p.z.of(p.x[1], p.x[0], p.space.Dim)
	if moved = p.v.Nearest(0.5, z, p.v.Dot(z), z.SqNorm()); moved {
		p.b = -(p.v.Dot(p.x[1]) + p.v.Dot(p.x[0])) / 2
	}
	return moved
}

// Score implements [Learner]: w·x + b.
func (p *PUMMA) Score(x vec.Vector) float64 {
	if !p.opening.Done() {
		return p.opening.Bias()
	}
	return ratio(p.v.Dot(x)+p.b, p.v.SqNorm())
}

// State implements [Learner]; γ_t is 1/‖w‖∗.
func (p *PUMMA) State() State {
	if !p.opening.Done() {
		return p.opening.state(p.space.Dim)
	}
	vv := p.v.SqNorm()
	s := State{Classifier: p.v.Classifier(ratio(1, vv)), Gamma: math.Sqrt(vv), Norm: ratio(1, math.Sqrt(vv))}
	s.B = -p.x[1].DotDouble(s.W, nil).Add(p.x[0].DotDouble(s.W, nil)).Hi / 2 // for the rounded w, to all its digits
	return s
}

func (p *PUMMA) Reset() {
	p.opening = Opening{}
	p.v.Clear()
}
