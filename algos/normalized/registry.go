package normalized

import (
	"context"
	"errors"
	"fmt"
	"math"
	"time"

	"marginlab/algos"
	"marginlab/theory"
)

// LeastEpsilon is the least ε and δ: ‖p‖_G² is known to n·2⁻⁵³, so that a smaller ε² could
// not be told from 0 at some thousands of points.
const LeastEpsilon = 1e-6

// Kinds lists the algorithms with their parameters; none is a Learner, New is nil.
//
// Each ends on any points, after as many iterations as its parameters say:
//
//	np, nkp    1/margin²           a million by default
//	snkp       2√(2 ln n)/margin
//	nvn        1/eps²              a million by default
//	snkp-vn    2√(2n)/delta
//	isnkp-vn   2√(2n)/eps·gamma²/(gamma−1) in all its calls
//
// Those with a margin look for a separator alone and give up there, as the theorem
// on them says that the normalised margin is less or the points are not separable;
// the others have found a certificate, but where rounding hides it. np as printed
// gives up there, too, but no theorem says anything then: how many iterations it
// needs grows with the square of max‖x‖/min‖x‖.
func Kinds() []algos.Kind {
	families := func(names ...string) func([]float64) []string {
		return func([]float64) []string { return names }
	}
	margin := algos.Param{Name: "margin", Default: 1e-3, Low: 1e-9, High: 1}
	accuracy := func(name string) algos.Param {
		return algos.Param{Name: name, Default: 1e-3, Low: LeastEpsilon, High: 1}
	}
	const paper = "normalized-perceptron.txt, "
	return []algos.Kind{
		{
			Name: "np", Params: []algos.Param{margin, {Name: "rule", Words: []string{"mended", "printed"}}},
			Summary: "normalised Perceptron; as printed on the features as they are",
			Source:  paper + "Algorithm 2",
			Families: func(p []float64) []string {
				if p[1] == 1 {
					return []string{"np(rule=printed)"}
				}
				return []string{"nkp"}
			},
		},
		{
			Name: "nkp", Params: []algos.Param{margin}, Families: families("nkp"),
			Summary: "normalised kernel Perceptron",
			Source:  paper + "Algorithm 3",
		},
		{
			Name: "snkp", Params: []algos.Param{margin}, Families: families("snkp"),
			Summary: "smoothed normalised kernel Perceptron",
			Source:  paper + "Algorithm 4",
		},
		{
			Name: "nvn", Params: []algos.Param{accuracy("eps")}, Families: families("nvn"),
			Summary: "normalised Von Neumann–Gilbert: a separator, or a p of norm at most eps",
			Source:  paper + "Algorithm 5",
		},
		{
			Name: "snkp-vn", Params: []algos.Param{accuracy("delta")}, Families: families("snkp-vn"),
			Summary: "smoothed NKP–Von Neumann: a separator, or a p of norm at most delta",
			Source:  paper + "Algorithm 6, q = 1/n",
		},
		{
			Name: "isnkp-vn", Families: families("snkp-vn", "isnkp-vn"),
			Params:  []algos.Param{{Name: "gamma", Default: 2, Low: 1.001, High: 1e6}, accuracy("eps")},
			Summary: "iterated smoothed NKP–Von Neumann: a separator, or a p of norm at most eps",
			Source:  paper + "Algorithm 7",
		},
	}
}

// Parse makes an algorithm from an expression such as isnkp-vn(gamma=3,eps=0.01).
// The error says which part of it is wrong and what was expected.
func Parse(expr string) (*algos.Spec, error) { return algos.ParseNoun("algorithm", Kinds(), expr) }

// Solve runs an algorithm of Kinds on points, and returns beside the result, which is
// verified if it is a certificate, the trace for the table of guarantees. Of other
// points than a *Linear, np is an error. An error of the algorithm, such as a
// *LimitError, or of [Verify] is returned beside how far it got, without a
// certificate. observe may be nil.
func Solve(ctx context.Context, spec *algos.Spec, points Points, observe Observer) (Result, theory.Trace, error) {
	began := time.Now()
	var kept recorder
	watch := func(s State) {
		kept.see(s)
		if observe != nil {
			observe(s)
		}
	}
	r, err := run(ctx, spec, points, watch)
	tr := theory.Trace{
		Learner: spec.String(), Families: spec.Families(), Params: spec.Params(),
		Iterates: kept.iterates, Updates: r.Iterations, Seconds: time.Since(began).Seconds(),
		Gamma: math.NaN(), Norm: math.NaN(),
	}
	tr.Params["n"] = float64(points.Len())
	if l, ok := points.(*Linear); ok && r.Weights != nil {
		tr.Classifier = l.Classifier(r.Weights)
	}
	if limit := (*LimitError)(nil); errors.As(err, &limit) && !isPrinted(spec) {
		limit.Below = tr.Params["margin"]
	}
	if err != nil && len(kept.iterates) == 0 {
		tr.Families = nil // it has not begun, and no theorem speaks of it
	}
	if err == nil {
		if err = Verify(points, r); err != nil {
			r.Certificate = None
		}
	}
	return r, tr, err
}

// isPrinted reports np(rule=printed).
func isPrinted(spec *algos.Spec) bool { return spec.Params()["rule"] == 1 }

func run(ctx context.Context, spec *algos.Spec, points Points, observe Observer) (Result, error) {
	p := spec.Params()
	switch spec.Kind.Name {
	case "np":
		l, ok := points.(*Linear)
		if !ok {
			return Result{}, fmt.Errorf("normalized: np keeps a w in the space of the features, expected features and not a kernel: nkp is for that")
		}
		return NP(ctx, l, isPrinted(spec), limitNKP(p["margin"]), observe)
	case "nkp":
		return NKP(ctx, points, limitNKP(p["margin"]), observe)
	case "snkp":
		return SNKP(ctx, points, limitSNKP(points.Len(), p["margin"]), observe)
	case "nvn":
		return NVN(ctx, points, p["eps"], observe)
	case "snkp-vn":
		return SNKPVN(ctx, points, nil, p["delta"], observe)
	case "isnkp-vn":
		return ISNKPVN(ctx, points, p["gamma"], p["eps"], observe)
	}
	panic("normalized: no algorithm is called " + spec.Kind.Name)
}
