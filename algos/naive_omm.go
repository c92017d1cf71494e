package algos

import (
	"math"
	"slices"

	"marginlab/algos/maxmargin"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// NaiveOMM is the naive Online Maximum Margin learner: it keeps the points and
// solves the offline maximum-margin problem over them at each update.
//
//	w_t = ℓ(v₊−v₋),  b_t = −½ w_t·(v₊+v₋),  γ_t = ½‖v₊−v₋‖
//	with v₊, v₋ the dual certificates of the points kept;
//	a_t = y(w_t·x + b_t);  update iff a_t < γ_t
//
// It implements Algorithm 1 of omm.txt (naive, ρ = 1, any norm) in two readings. As
// printed (keep=violating), only the points with a_t < γ_t are kept, and of the
// initialisation phase only the first of each class; the last classifier need
// not separate the points that were dropped. As the text around it says
// (keep=all), every point is kept, and after a pass γ_t = γ∗. The theorems hold
// for both. Bounds: [theory.MistakesS1], [theory.ViolationsS2],
// [theory.ViolationsTheorem41], [theory.AtMostGammaStar].
type NaiveOMM struct {
	violatingOnly bool
	tie           float64
	opening       Opening
	dim           int
	solver        *maxmargin.Solver
	err           error
}

// NewNaiveOMM returns a naive OMM learner that keeps every point, or only the violating
// ones.
func NewNaiveOMM(s Space, violatingOnly bool) *NaiveOMM {
	return &NaiveOMM{
		violatingOnly: violatingOnly,
		tie:           tie(s.in()),
		dim:           s.Dim,
		solver:        maxmargin.NewSolver(s.Dim, maxmargin.Options{Norm: s.in()}),
	}
}

// Step implements [Learner]. It keeps x. After an example with which the points
// kept are not separable, Err is not nil and the learner learns no more.
func (o *NaiveOMM) Step(x vec.Vector, y theory.Label) theory.Step {
	if !o.opening.Done() {
		step := o.opening.Step(y)
		if step.Updated || o.opening.Fresh || !o.violatingOnly {
			o.keep(x, y)
		}
		return step
	}
	gamma := o.solver.Gamma()
	s := o.solver.Score(x)
	step := theory.Step{Score: float64(y) * s, Target: gamma, Norm: 1, Y: y, Predicted: theory.Sign(s)}
	if o.err == nil && (!o.violatingOnly || step.Score < (1-o.tie)*gamma) {
		step.Updated = o.keep(x, y)
	}
	return step
}

func (o *NaiveOMM) keep(x vec.Vector, y theory.Label) (changed bool) {
	changed, o.err = o.solver.Add(x, y)
	return changed
}

// Err implements [Failing]: a *maxmargin.NotSeparableError with the witness, or a
// *maxmargin.UndecidedError where rounding hides whether the points kept are
// separable; nil while they are.
func (o *NaiveOMM) Err() error { return o.err }

// Len is the number of points kept.
func (o *NaiveOMM) Len() int { return o.solver.Len() }

// Weights returns the convex weights of v₊ and v₋ on the points kept, in the order
// in which they came; nil in the initialisation phase. The error is that of the
// solver, with [NaiveOMM.Err].
func (o *NaiveOMM) Weights() (plus, minus []maxmargin.Weight, err error) {
	if !o.opening.Done() {
		return nil, nil, nil
	}
	s, err := o.solver.Solution()
	if err != nil {
		return nil, nil, err
	}
	return s.PlusWeights, s.MinusWeights, nil
}

// Gamma returns γ_t, NaN in the initialisation phase.
func (o *NaiveOMM) Gamma() float64 {
	if !o.opening.Done() {
		return math.NaN()
	}
	return o.solver.Gamma()
}

// Certificates returns copies of v₊ and v₋, nil in the initialisation phase.
func (o *NaiveOMM) Certificates() (plus, minus []float64) {
	if !o.opening.Done() {
		return nil, nil
	}
	plus, minus = make([]float64, o.dim), make([]float64, o.dim)
	copy(plus, o.solver.Plus())
	copy(minus, o.solver.Minus())
	return plus, minus
}

// Classifier implements [Learner], with ‖w‖∗ = 1 (w = 0 in the initialisation
// phase).
func (o *NaiveOMM) Classifier() theory.Classifier {
	if !o.opening.Done() {
		return o.opening.classifier(o.dim)
	}
	c := o.solver.Classifier()
	c.W = slices.Clone(c.W)
	return c
}

// naiveOMMKind describes n-OMM.
func naiveOMMKind() Kind {
	violating := func(p []float64) bool { return p[0] == 1 }
	return Kind{
		Name: "n-omm", Default: true, Kernel: AnyParams, Checked: []string{"keep=violating"},
		Summary: "OMM that keeps the points and solves the offline problem at each update",
		Source:  "omm.txt, Algorithm 1 (naive), rho = 1",
		Params:  []Param{{Name: "keep", Words: []string{"all", "violating"}}, exponent(vec.MinExponent)},
		Also:    also("rho", 1),
		OwnBias: true, OwnMargin: true, Degree: 1, UnitNorm: true,
		OnePass: func(p []float64) bool { return !violating(p) },
		Families: func(p []float64) []string {
			if violating(p) {
				return []string{"omm", "n-omm(keep=violating)"}
			}
			return []string{"omm", "n-omm"}
		},
		New: func(s Space, p []float64, _ *Spec) Learner { return NewNaiveOMM(s, violating(p)) },
	}
}
