package algos

import (
	"fmt"
	"math"
	"slices"

	"marginlab/internal/num"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// SecondOrder is the second-order Perceptron. It updates at mistakes.
//
//	A_1 = aI, v_1 = 0;  w = A⁻¹v;  ŷ = sign(w·x);  if ŷ ≠ y:  A ← A + xxᵀ,  v ← v + yx
//
// It implements Cesa-Bianchi, Conconi, Gentile (2005), Fig. 3.1. The paper predicts by
// v·(A + xxᵀ)⁻¹x, which is (w·x)/(1 + xᵀA⁻¹x) and has the sign of w·x. Its w minimises
// a‖w‖² + Σ(y − w·x)² over the updates: it is their ridge regression. Bounds:
// second-order-mistakes, second-order-separable.
//
// What is kept is v and a root of A⁻¹ = SSᵀ. With f = Sᵀx, χ = f·f = xᵀA⁻¹x and g = Sf the
// formula of Sherman and Morrison is
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

// maxSecondOrder is the most dimensions of a second-order learner, whose S takes 8d²
// bytes: 2 GiB.
const maxSecondOrder = 1 << 14

// NewSecondOrder returns a second-order Perceptron of parameter a > 0 in ℝ^d with ℓ2. A
// step takes O(d²) where it updates, and O(nnz(x)) where it does not.
func NewSecondOrder(s Space, a float64) *SecondOrder {
	return newSecondOrder(s, a, 0)
}

func newSecondOrder(s Space, a, limit float64) *SecondOrder {
	s.needs("a second-order learner", false)
	if !(a > 0) || math.IsInf(a, 1) {
		panic("algos: a second-order learner needs 0 < a < infinity")
	}
	return &SecondOrder{
		limit: limit, dim: s.Dim, a: a,
		v: make([]float64, s.Dim), w: make([]float64, s.Dim), f: make([]float64, s.Dim), g: make([]float64, s.Dim),
	}
}

// Step implements [Learner]; a_t is y(w·x), in the scale of w.
func (l *SecondOrder) Step(x vec.Vector, y theory.Label) theory.Step {
	if l.refuses() != nil {
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

// refuses is the error of a space whose S is too large.
func (l *SecondOrder) refuses() error {
	if l.dim > maxSecondOrder {
		return fmt.Errorf("a second-order learner keeps a matrix of %d × %d, expected at most %d dimensions", l.dim, l.dim, maxSecondOrder)
	}
	return nil
}

// Score implements [Learner]: w·x.
func (l *SecondOrder) Score(x vec.Vector) float64 { return x.Dot(l.w) }

// State implements [Learner], with b = 0.
func (l *SecondOrder) State() State {
	return State{
		Classifier: theory.Classifier{W: slices.Clone(l.w)}, Gamma: math.NaN(), Norm: math.Sqrt(l.ww),
		LogDet: l.logDet, Err: l.refuses(),
	}
}

// Reset implements [Learner].
func (l *SecondOrder) Reset() {
	clear(l.v)
	clear(l.w)
	l.ww, l.logDet = 0, 0
	for i, row := range l.s {
		clear(row)
		row[i] = 1 / math.Sqrt(l.a)
	}
}

// conditionOfRidge is that of S, the root of A's.
func conditionOfRidge(a Args, squares float64) float64 { return math.Sqrt(1 + squares/a.Num("a")) }

const secondOrderSteps = `A ← a I, v ← 0
for each (x, y):
  w = A⁻¹v
  predict sign(w·x)
  if a mistake and x ≠ 0:
    A ← A + x xᵀ, v ← v + y x`

// secondOrderKind describes the second-order Perceptron.
func secondOrderKind() Kind {
	return ridgeKind("second-order", "second-order Perceptron: the ridge regression of its mistakes", "Cesa-Bianchi, Conconi, Gentile 2005, Fig. 3.1", secondOrderSteps, 0, NewSecondOrder)
}

// ridgeKind describes a learner that is a [SecondOrder], and learns where y(w·x) < limit.
func ridgeKind(name, summary, source, steps string, limit float64, learner func(s Space, a float64) *SecondOrder) Kind {
	return Kind{
		Name: name, Default: true,
		Pseudocode: steps,
		Params:     []Param{positive("a", 1, 2)},
		Summary:    summary,
		Source:     source,
		Traits:     Traits{Families: []string{name}, Turn: turnsAt(limit), Condition: conditionOfRidge, Degree: Degree0},
		New:        func(s Space, a Args) Learner { return learner(s, a.Num("a")) },
	}
}
