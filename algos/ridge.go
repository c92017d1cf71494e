package algos

import (
	"fmt"
	"math"
	"slices"

	"marginlab/internal/num"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// SecondOrder is the second-order Perceptron, which updates at mistakes, and AROW, which updates wherever y(w·x) < 1.
//
// The former implements Cesa-Bianchi, Conconi, Gentile (2005), Fig. 3.1. The paper predicts by v·(A + xxᵀ)⁻¹x, which
// is (w·x)/(1 + xᵀA⁻¹x) and has the sign of w·x. Its w minimises a‖w‖² + Σ(y − w·x)² over the updates: it is their
// ridge regression. Bounds: second-order-mistakes, second-order-separable.
//
// AROW implements Crammer, Kulesza, Dredze (2009), Fig. 1, whose r is a here: r is D/γ∗. By
// the formula of Sherman and Morrison its Σ is aA⁻¹, and its μ is w. Rows: arow-mistakes, arow-separable.
//
// The learner keeps v and a root of A⁻¹ = SSᵀ. With f = Sᵀx, χ = f·f = xᵀA⁻¹x and g = Sf the formula of Sherman and
// Morrison is
//
//	S ← S − gfᵀ/(1+χ+√(1+χ)),
//
// which keeps twice as many digits as A⁻¹ ← A⁻¹ − ggᵀ/(1+χ) does (Potter 1963).
type SecondOrder struct {
	limit  float64 // it updates at mistakes, and where y(w·x) < limit
	dim    int
	a      float64
	s      [][]float64 // the rows of S
	v, w   []float64
	ww     float64 // ‖w‖²
	logDet float64 // log det(A/a)
	f, g   []float64
}

// maxSecondOrder is the greatest dimension of a second-order learner, whose S takes 8d² bytes: 2 GiB.
const maxSecondOrder = 1 << 14

// Step implements [Learner]; a_t is y(w·x), in the scale of w.
func (l *SecondOrder) Step(x vec.Vector, y theory.Label) theory.Step {
	if l.dim > maxSecondOrder {
		return theory.NoStep
	}
	step := judge(x.Dot(l.w), y, math.Sqrt(l.ww), math.NaN())
	if !step.Mistake() && step.Score >= l.limit || x.SqNorm() == 0 {
		return step // x = 0 changes nothing
	}
	l.learn(x, float64(y))
	step.Updated = true
	return step
}

// learn makes A ← A + xxᵀ, v ← v + yx and w = A⁻¹v.
func (l *SecondOrder) learn(x vec.Vector, y float64) {
	if l.s == nil {
		l.s = make([][]float64, l.dim)
		for i := range l.s {
			l.s[i] = make([]float64, l.dim)
			l.s[i][i] = 1 / math.Sqrt(l.a)
		}
	}
	clear(l.f)
	for k, v := range x.Value {
		vec.AddScaled(l.f, v, l.s[x.Coordinate(k)]) // f = Sᵀx
	}
	chi := vec.Dot(l.f, l.f)
	l.logDet += num.Log1p(chi)
	scale := -1 / (1 + chi + math.Sqrt(1+chi))
	x.AddTo(l.v, y)
	clear(l.g)
	for i, row := range l.s {
		vec.AddScaled(row, scale*vec.Dot(row, l.f), l.f) // S ← S − gfᵀ/(1+χ+√(1+χ))
		vec.AddScaled(l.g, l.v[i], row)                  // Sᵀv
	}
	for i, row := range l.s {
		l.w[i] = vec.Dot(row, l.g) // w = SSᵀv
	}
	l.ww = vec.Dot(l.w, l.w)
}

// Score implements [Learner]: w·x.
func (l *SecondOrder) Score(x vec.Vector) float64 { return x.Dot(l.w) }

// State implements [Learner]. The error is that S is too large in the space.
func (l *SecondOrder) State() State {
	s := State{Classifier: theory.Classifier{W: slices.Clone(l.w)}, Gamma: math.NaN(), Norm: math.Sqrt(l.ww),
		LogDet: l.logDet}
	if l.dim > maxSecondOrder {
		s.Err = fmt.Errorf("a second-order learner keeps a matrix of %d × %d, expected at most %d dimensions",
			l.dim, l.dim, maxSecondOrder)
	}
	return s
}

func (l *SecondOrder) Reset() {
	clear(l.v)
	clear(l.w)
	l.ww, l.logDet = 0, 0
	for i, row := range l.s {
		clear(row)
		row[i] = 1 / math.Sqrt(l.a)
	}
}
