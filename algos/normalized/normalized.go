// Package normalized holds the offline perceptrons on normalised points: they see all examples at once, look for one
// of the two alternatives of Gordan's theorem, and return it with the data to verify it.
//
// For points a_i = y_i φ(x_i)/‖φ(x_i)‖ exactly one of the two holds:
//
//  1. there is an α with Gα > 0: f = Σ α_i a_i separates the examples;
//  2. there is a p ∈ Δ with ‖p‖_G = 0: their hull holds the origin.
//
// Since Δ is compact there is no third case: where ρ = 0, as for two opposite points and others on one side of them,
// it is the second.
//
//	symbol      Go                   meaning
//	a_i         Points               the points, known through G
//	G           Points.Mul, Row      G_ij = ⟨a_i,a_j⟩, of diagonal 1
//	⟨p,α⟩_G     combination.dot      pᵀGα; ‖α‖_G² = αᵀGα
//	Δ           Weights              p ≥ 0 of sum 1
//	ρ                                the normalised margin, max_{‖α‖_G=1} min_i (Gα)_i
//	|ρ|         Inradius             where ρ ≤ 0: the radius of the ball about 0 in the hull
//	W           Combination          the witnesses, p ∈ Δ with ‖p‖_G = 0
//	p(α)        combination.argmin   e_i, i = argmin (Gα)_i
//	p_μ(α)      prox.argmin          argmin_{p∈Δ} ⟨p,α⟩_G + μd(p)
//	L(α)        objective            max_{p∈Δ} −⟨p,α⟩_G + ½‖α‖_G²
//	L_μ(α)      smoothObjective      max_{p∈Δ} −⟨p,α⟩_G − μd(p) + ½‖α‖_G²
//
// Every α and p here is in Δ, since the updates are convex combinations, except NKP's α_0 = 0 and the α ≥ 0 of NP as
// printed, on vectors of other lengths.
//
// Where a paper tests Gα > 0, the code tests (Gα)_i > τ, so that rounding does not count as a margin. τ is
// Points.Rounding, a few n·2⁻⁵³. Where a paper takes an argmin, the code takes the first i within τ of the least:
// ties do not depend on the order of sums.
//
// References: Ramdas and Peña, Margins, Kernels and Non-linear Smoothed Perceptrons, 2014 ("RP14" is its poster);
// Dantzig, An ε-precise feasible solution to a linear program with a convexity constraint in 1/ε² iterations, 1992.
package normalized

import (
	"context"
	"math"
	"time"

	"marginlab/algos"
	"marginlab/theory"
)

// Maker runs a batch algorithm on points with the parameters of its Kind. It is the Make of a Kind of that task.
type Maker func(ctx context.Context, points Points, a algos.Args, observe Observer) (Result, error)

// LeastEpsilon is the least ε and δ: ‖p‖_G² is known to n·2⁻⁵³, so that rounding would hide a smaller ε² at some
// thousands of points.
const LeastEpsilon = 1e-6

// Solve runs an algorithm of Kinds on points, and returns its result, which is verified if it is a certificate, with
// the trace for the table of guarantees. np needs a *Linear; other points are an error. An error of the algorithm,
// such as a *LimitError, or of [Verify] comes with the progress so far, without a certificate. observe may be nil.
func Solve(ctx context.Context, spec *algos.Spec, points Points, observe Observer) (Result, theory.Trace, error) {
	// The first kept iterates of a loop are stored for the table of guarantees; after them one in kept, and the last.
	const kept = 1000
	var iterates []theory.Iterate
	watch := func(s State) {
		if s.K < kept || s.K%kept == 0 || s.Last {
			iterates = append(iterates, s.iterate())
		}
		if observe != nil {
			observe(s)
		}
	}
	began := time.Now()
	r, err := spec.Kind.Make.(Maker)(ctx, points, spec.Args, watch)
	tr := theory.Trace{
		Learner: spec.String(), Families: spec.Families(), Params: spec.Params(),
		Iterates: iterates, Updates: r.Iterations, Seconds: time.Since(began).Seconds(),
		Gamma: math.NaN(), Norm: math.NaN(),
	}
	tr.Params["n"] = float64(points.Len())
	if l, ok := points.(*Linear); ok && r.Weights != nil {
		tr.Classifier = l.Classifier(r.Weights)
	}
	if err != nil && len(iterates) == 0 {
		tr.Families = nil // it has not begun, and no theorem applies to it
	}
	if err == nil {
		if err = Verify(points, r); err != nil {
			r.Certificate = None
		}
	}
	return r, tr, err
}
