package normalized

import (
	"context"
	"math"
	"time"

	"marginlab/algos"
	"marginlab/theory"
)

// Maker runs a batch algorithm on points with the parameters of its Kind. It is the
// Make of a Kind of that task.
type Maker func(ctx context.Context, points Points, a algos.Args, observe Observer) (Result, error)

// LeastEpsilon is the least ε and δ: ‖p‖_G² is known to n·2⁻⁵³, so that a smaller ε² could
// not be told from 0 at some thousands of points.
const LeastEpsilon = 1e-6

// Kinds are the batch algorithms. Each ends on any points, after as many iterations as its
// theorem says: 1/margin² (np, nkp), 2√(2 ln n)/margin (snkp), 1/eps² (nvn), 2√(2n)/delta (snkp-vn),
// 2√(2n)/eps·gamma²/(gamma−1) in all calls (isnkp-vn), 2√(2 ln n)/eps (isnkp).
//
// Those with a margin look for a separator alone and give up there: the normalised margin is less,
// or the points are not separable. The others have found a certificate, but where rounding hides
// it. np as printed gives up there, too, without a theorem: how many iterations it needs grows with
// the square of max‖x‖/min‖x‖.
func Kinds() []algos.Kind {
	return []algos.Kind{npKind(), nkpKind(), snkpKind(), nvnKind(), snkpvnKind(), isnkpvnKind(), isnkpKind()}
}

const paper = "RP14, "

// batchPoints are what the steps speak of.
const batchPoints = `G_ij = y_i y_j k(x_i, x_j)/√(k(x_i, x_i) k(x_j, x_j)), i, j = 1, …, n
`

// batch describes an algorithm in kernel form.
func batch(name, summary, source, steps string, run Maker, families ...string) algos.Kind {
	return algos.Kind{
		Name: name, Task: theory.Batch, Summary: summary, Source: paper + source,
		Pseudocode: batchPoints + steps,
		Traits:     algos.Traits{Kernel: true, Families: families},
		Make:       run,
	}
}

// margin is the parameter of those that look for a separator of such a margin.
func margin() algos.Param { return algos.Param{Name: "margin", Default: 1e-3, Low: 1e-9, High: 1} }

// accuracy is the parameter of those that look for a p so near the origin.
func accuracy(name string) algos.Param {
	return algos.Param{Name: name, Default: 1e-3, Low: LeastEpsilon, High: 1}
}

// Parse makes an algorithm from an expression such as isnkp-vn(gamma=3,eps=0.01).
// The error says which part of it is wrong and what was expected.
func Parse(expr string) (*algos.Spec, error) {
	return algos.Registry{Noun: "algorithm", Kinds: Kinds()}.Parse(expr)
}

// Solve runs an algorithm of Kinds on points, and returns beside the result, which is
// verified if it is a certificate, the trace for the table of guarantees. Of other
// points than a *Linear, np is an error. An error of the algorithm, such as a
// *LimitError, or of [Verify] is returned beside how far it got, without a
// certificate. observe may be nil.
func Solve(ctx context.Context, spec *algos.Spec, points Points, observe Observer) (Result, theory.Trace, error) {
	// Iterates of a loop that are kept for the table of guarantees. Of those after, one in so many is kept, and the last.
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
		tr.Families = nil // it has not begun, and no theorem speaks of it
	}
	if err == nil {
		if err = Verify(points, r); err != nil {
			r.Certificate = None
		}
	}
	return r, tr, err
}
