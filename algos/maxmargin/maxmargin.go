// Package maxmargin solves the offline maximum-margin problem in a norm to a certified gap, for all examples at once or
// one example at a time.
//
// For separable classes P (label +1) and N (label −1) it finds
//
//	γ∗ = max_{‖w‖∗=1, b} min y(w·x+b) = ½ min {‖v₊−v₋‖ : v₊ ∈ conv P, v₋ ∈ conv N}
//
// (HKNS25, eqs. (2) and (3), Lemma 3.1), attained by w = ℓ(v₊−v₋) and b = −½w·(v₊+v₋). Through the origin
// (Options.Origin) it finds
//
//	max_{‖w‖∗=1} min y w·x = min {‖v‖ : v ∈ conv{yx}},
//
// which is also the distance of two hulls, conv{yx} and {0}, but the margin is the whole distance.
//
// In ℓ2 it uses Wolfe's method ([Solver]), on an active set that he calls a corral (corral.go). Text has thousands of
// support vectors, whose matrix would grow too large: there it continues by coordinate ascent (text.go). In ℓp it uses
// Newton's method, each step of which is a problem in ℓ2 (lp.go). Both ends of the margin's interval are computed at
// the end, from the raw points in twice the digits (certify.go). The rest of this comment is about ℓ2.
//
//	symbol    Go              meaning
//	o₊, o₋    points.shift    the first point of each label (through the origin o and −o), 0 for sparse points
//	z         points.rows     y(x − o_y): a point signed and shifted
//	u₀        Solver.u0       o₊ − o₋ (through the origin o)
//	λ         corral.lambda   convex weights; those of a hull sum to 1
//	w         Solver.w        v₊−v₋ = u₀ + Σλz, not normalised
//	ν_g       corral.level    the value of z·w that the support of hull g shares
//	γ         Solver.Gamma    ‖w‖/2 (through the origin ‖w‖)
//
// At the optimum z·w ≥ ν_g for every point of hull g, and for any w in the difference of the hulls
//
//	(‖w‖² − Σ_g (ν_g − min z·w))/‖w‖ ≤ min ‖v₊−v₋‖ ≤ ‖w‖,
//
// so that Σ_g (ν_g − min z·w)/‖w‖² is a relative gap that certifies itself. Dense points are measured from one of them,
// by exact or nearly exact differences, and every threshold is relative to a length of the data: results depend neither
// on their position nor on their unit. For sparse points, and through the origin, the position matters: the lengths are
// the lengths of the yx.
//
// References: D. Adil, R. Peng, S. Sachdeva, Fast, provably convergent IRLS algorithm for p-norm linear regression,
// NeurIPS (2019). P. Wolfe, Finding the nearest point in a polytope, Mathematical Programming 11 (1976). Å. Björck,
// Stability analysis of the method of seminormal equations, Linear Algebra and its Applications 88 (1987). C.-J.
// Hsieh et al., A dual coordinate descent method for large-scale linear SVM, ICML (2008). T. Ogita, S. M. Rump, S.
// Oishi, Accurate sum and dot product, SIAM Journal on Scientific Computing 26 (2005).
package maxmargin

import (
	"context"
	"fmt"

	"marginlab/theory"
	"marginlab/theory/vec"
)

// DefaultTolerance is the relative gap for Options without one.
const DefaultTolerance = 1e-9

// Options of the solver; the zero value is useful.
type Options struct {
	// Tolerance is the relative gap (Gamma − Lower)/Gamma at which to stop, below 1; 0 means DefaultTolerance.
	Tolerance float64
	// Norm measures distances, nil for ℓ2: a [vec.L2] or a [vec.Lp].
	Norm vec.Norm
	// Origin asks for a hyperplane through the origin, b = 0. Examples of one class are then enough.
	Origin bool
}

// Weight is the convex weight of an example, identified by its position in the given order, from 0, counted over both
// classes.
type Weight struct {
	Example int
	Lambda  float64
}

// Solution is a maximum-margin classifier with its dual certificates (HKNS25, Definition 3.1) and a certified interval
// that contains γ∗.
type Solution struct {
	Plus, Minus               []float64         // v₊ and v₋ (through the origin v and 0), of length d
	PlusWeights, MinusWeights []Weight          // positive, each with sum 1 (through the origin those of all yx, and none)
	Classifier                theory.Classifier // ‖W‖∗ = 1
	Gamma, Lower              float64           // Lower ≤ γ∗ ≤ Gamma, see [Solver.Interval]
}

// Gap is the certified relative gap (Gamma − Lower)/Gamma. It exceeds the requested tolerance only where rounding
// stopped the solver, at some units of 1e-16·D/γ∗ (through the origin D is max ‖yx−y'x'‖); in ℓp with p below 1.1 or
// above 10 also where Newton's method gets no further, and with some thousand sparse support vectors also where the
// ascent does not.
func (s *Solution) Gap() float64 { return (s.Gamma - s.Lower) / s.Gamma }

// NotSeparableError says that the hulls of the classes meet or, through the origin, that conv{yx} contains the origin.
// Its witness is two points, one in each hull, with their convex weights, and the Point half-way between them. Distance
// is the distance of the two: 0 up to rounding, that is, in ℓ2, at most 8(m+2)·2⁻⁵³ times the greatest distance from
// the first example of a class (through the origin from the first yx, whose norm counts too), where m is the number of
// weights, including zeros: at most d+2 or, for many sparse examples, at most their number. Hulls of data with a margin
// below that are taken to meet.
type NotSeparableError struct {
	Point                     []float64
	PlusWeights, MinusWeights []Weight
	Distance                  float64
}

func (e *NotSeparableError) Error() string {
	if len(e.MinusWeights) == 0 {
		return fmt.Sprintf("maxmargin: not separable through the origin: a convex combination of %d examples yx has norm %.3g",
			len(e.PlusWeights), e.Distance)
	}
	return fmt.Sprintf("maxmargin: not separable: convex combinations of %d positive and %d negative examples are %.3g apart",
		len(e.PlusWeights), len(e.MinusWeights), e.Distance)
}

// UndecidedError says that rounding hides whether the examples are separable, or that the solver gave up before it was
// known (Slow): the last classifier does not separate them, and the last two points of the hulls are too far apart for
// a witness. The margin is in [0, Upper], and is 0 if the examples are not separable. Scale is the greatest length in
// the computation.
//
// Ill-conditioned data cause it: through the origin, where a large coordinate that all examples share makes the yx two
// antiparallel clusters; with D/γ∗ above some 1e8, though many such data are solved; and where squares of distances
// underflow. The solver gives up on thousands of sparse examples with a weight whose ascent does not end.
type UndecidedError struct {
	Upper, Scale float64
	Slow         bool
}

// Why says in a few words why it is undecided whether the examples are so.
func (e *UndecidedError) Why(so string) string {
	if e.Slow {
		return "the solver gave up before it was known whether they are " + so
	}
	return "rounding hides whether they are " + so
}

func (e *UndecidedError) Error() string {
	if e.Slow {
		return fmt.Sprintf("maxmargin: the solver gave up before it was known whether the examples are separable: "+
			"the margin is in [0, %.3g]", e.Upper)
	}
	advice := "centre the data or scale down their longest coordinates"
	if e.Scale < leastScale {
		advice = "scale the data up, their squares underflow"
	}
	return fmt.Sprintf("maxmargin: rounding hides whether the examples are separable: the margin is in [0, %.3g], of lengths up to %.3g: %s",
		e.Upper, e.Scale, advice)
}

// OneClassError says that there is no problem to solve, because the examples of a class, or all, are missing.
type OneClassError struct{ Positives, Negatives int }

func (e *OneClassError) Error() string {
	return fmt.Sprintf("maxmargin: %d positive and %d negative examples, expected some of each", e.Positives, e.Negatives)
}

// Solve returns the maximum-margin classifier of the examples, taken as checked, in dim dimensions. The error is a
// *NotSeparableError, an *UndecidedError, a *OneClassError, or that of ctx. It panics where [Solver.Keep] does.
func Solve(ctx context.Context, examples []theory.Example, dim int, opt Options) (*Solution, error) {
	s := NewSolver(dim, opt)
	for _, e := range examples {
		s.Keep(e.X, e.Y)
	}
	if _, err := s.Settle(ctx); err != nil {
		return nil, err
	}
	return s.Solution()
}

// Stage is the progress of [Solve], or of a survey of examples.
type Stage struct {
	What  string  // distances, or the maximum margin
	Part  float64 // of the distances that is done
	Turns int     // of the maximum margin; each enters examples into the corral, or moves all weights
}

type watchKey struct{}

// Watched returns a context in which solvers call watch with their progress from time to time.
func Watched(ctx context.Context, watch func(Stage)) context.Context {
	return context.WithValue(ctx, watchKey{}, watch)
}

// Watcher returns the context's watch function, or one that does nothing.
func Watcher(ctx context.Context) func(Stage) {
	if watch, ok := ctx.Value(watchKey{}).(func(Stage)); ok {
		return watch
	}
	return func(Stage) {}
}
