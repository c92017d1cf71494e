package algos

import (
	"context"
	"math"
	"slices"

	"marginlab/algos/maxmargin"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// NaiveOMM is the naive Online Maximum Margin learner: it keeps the points and
// solves the offline maximum-margin problem over them at each update.
//
// It implements Algorithm 1 of HKNS25 (naive, any ρ and norm) in two readings. As printed (keep=violating), it keeps
// only the points of updates, and from the initialisation phase only the first of each class; the last classifier
// need not separate the points that were dropped. As the text around it says (keep=all), it keeps every point, and
// for ρ = 1 after a pass γ_t = γ∗. The theorems hold for both. Like [OMM], it repairs the tie a_t = ργ_t of ρ < 1,
// which as printed is no update even at a mistake. Over a Gram matrix it embeds all points at the first step. Rows:
// omm-s1, omm-s2, omm-theorem-4.1, n-omm-optimal.
type NaiveOMM struct {
	space         *Space
	rho           float64
	violatingOnly bool
	tie           float64
	opening       Opening
	solver        *maxmargin.Solver
	kept          []int // the indices of the kept points of a Gram matrix
	repeats       bool  // whether all examples are kept, also those to come
	err           error
}

func (o *NaiveOMM) Reset() {
	o.opening, o.kept, o.repeats, o.err = Opening{}, nil, false, nil
	o.solver = maxmargin.NewSolver(o.space.Dim, maxmargin.Options{Norm: o.space.in()})
}

// Step implements [Learner]. It copies the points that it keeps. It fails at an example with which the kept ones are
// not separable; the error is then a *maxmargin.NotSeparableError with the witness, or a *maxmargin.UndecidedError
// where rounding hides whether they are.
func (o *NaiveOMM) Step(x vec.Vector, y theory.Label) (step theory.Step) {
	if !o.opening.Done() {
		if step = o.opening.Step(y); step.Updated || o.opening.Fresh || !o.violatingOnly {
			o.learn(x, y)
		}
	} else {
		step = judge(o.solver.Score(o.embed(x)), y, 1, o.solver.Gamma())
		switch violated := o.violated(step.Score, step.Target); {
		case o.err != nil || o.repeats && (o.rho == 1 || !violated): // at ρ = 1 the solution covers all that come again
		case o.repeats:
			step.Updated, o.err = o.solver.Settle(context.Background())
		case violated || o.rho == 1 && !o.violatingOnly:
			step.Updated = o.learn(x, y)
		case !o.violatingOnly:
			o.solver.Keep(o.keepPoint(x), y)
		}
	}
	if o.err != nil {
		return theory.NoStep
	}
	return step
}

// Repeat implements [Repeating].
func (o *NaiveOMM) Repeat() { o.repeats = o.opening.Done() && !o.violatingOnly }

// violated reports whether a < γ_t, or a ≤ ργ_t where ρ < 1: a mistake has a ≤ 0.
func (o *NaiveOMM) violated(a, gamma float64) bool {
	if o.rho == 1 {
		return a < (1-o.tie)*gamma
	}
	return a <= o.rho*gamma
}

// learn keeps x, and solves over all kept points if x cuts the margin.
func (o *NaiveOMM) learn(x vec.Vector, y theory.Label) (changed bool) {
	changed, o.err = o.solver.Add(o.keepPoint(x), y)
	o.kept = o.kept[:min(len(o.kept), o.Len())]
	return changed
}

// embed returns x in coordinates.
func (o *NaiveOMM) embed(x vec.Vector) vec.Vector {
	if o.space.Gram == nil {
		return x
	}
	return o.space.Gram.Embedded(point(x))
}

// keepPoint returns a copy of x in coordinates, to be kept. It notes the index of a point of a Gram matrix.
func (o *NaiveOMM) keepPoint(x vec.Vector) vec.Vector {
	if o.space.Gram == nil {
		return x.Clone()
	}
	o.kept = append(o.kept, point(x))
	return o.embed(x)
}

// Wants implements [Kernelized]: the first step asks for the rows of the embedding.
func (o *NaiveOMM) Wants(vec.Vector, theory.Label) bool { return o.opening.First == 0 }

func (o *NaiveOMM) Score(x vec.Vector) float64 {
	switch {
	case !o.opening.Done():
		return o.opening.Bias()
	case o.err != nil && o.space.Gram != nil:
		return o.solver.Classifier().B
	}
	return o.solver.Score(o.embed(x))
}

// Len returns the number of kept points.
func (o *NaiveOMM) Len() int { return o.solver.Len() }

// State implements [Learner], with ‖w‖∗ = 1. w = 0 in the initialisation phase and, over a Gram matrix, once the kept
// points are not separable. Over a Gram matrix v₊ and v₋ are their convex weights on its points.
func (o *NaiveOMM) State() State {
	if !o.opening.Done() {
		s := o.opening.state(o.space.Dim)
		s.Err = o.err
		return s
	}
	c := o.solver.Classifier()
	s := State{Classifier: theory.Classifier{B: c.B}, Gamma: o.solver.Gamma(), Norm: math.NaN(), Err: o.err}
	if o.space.Gram == nil {
		s.W, s.Plus, s.Minus = slices.Clone(c.W), slices.Clone(o.solver.Plus()), slices.Clone(o.solver.Minus())
		return s
	}
	n := o.space.Dim
	s.W, s.Plus, s.Minus = make([]float64, n), make([]float64, n), make([]float64, n)
	if of, err := o.solver.Solution(); err == nil {
		for _, w := range of.PlusWeights {
			s.Plus[o.kept[w.Example]] += w.Lambda
		}
		for _, w := range of.MinusWeights {
			s.Minus[o.kept[w.Example]] += w.Lambda
		}
	}
	for i := range s.W {
		s.W[i] = (s.Plus[i] - s.Minus[i]) / (2 * s.Gamma)
	}
	return s
}
