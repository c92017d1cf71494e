package normalized

import (
	"context"
	_ "embed" // the texts about the algorithms
	"errors"
	"math"
	"slices"

	"marginlab/algos"
	"marginlab/theory"
)

//go:embed algorithms.txt
var algorithms string

// Kinds returns the batch algorithms. Each ends on any points, after as many iterations as its theorem says:
// 1/margin² (np, nkp), 2√(2 ln n)/margin (snkp), 1/eps² (nvn), 2√(2n)/delta (snkp-vn), 2√(2n)/eps·gamma²/(gamma−1) in
// all calls (isnkp-vn), 2√(2 ln n)/eps (isnkp). With prox=norm 4√(2e ln n) stands for the 2√(2n).
//
// The algorithms with a margin look only for a separator and give up at that count: the normalised margin is less, or
// the points are not separable. The others have then found a certificate, unless rounding hides it. np as printed
// also gives up at that count, but without a theorem: its number of iterations grows with the square of
// max‖x‖/min‖x‖.
func Kinds() []algos.Kind {
	// limit returns the number of iterations in which NKP separates points of a normalised margin: 1/ρ².
	limit := func(margin float64) goal { return goal{limit: iterations(1 / (margin * margin)), margin: margin} }
	accuracy := func(name string) algos.Param {
		return algos.Param{Name: name, Default: 1e-3, Low: LeastEpsilon, High: 1}
	}
	margin := algos.Param{Name: "margin", Default: 1e-3, Low: 1e-9, High: 1}
	// distance is the prox from q by which some smooth: ½‖p − q‖² of RP14, the entropy, or the square of a norm near
	// ℓ1. Those other than RP14's have theorems of their own.
	distance := algos.Param{Name: "prox", Words: []string{"square", "entropy", "norm"}}
	byDistance := func(families ...string) func(algos.Args, *algos.Traits) {
		return func(a algos.Args, t *algos.Traits) {
			t.Families = slices.Clone(families)
			for i := range families {
				if !a.Is("prox", "square") {
					t.Families[i] += "(prox=" + a.Word("prox") + ")"
				}
			}
		}
	}
	factor := algos.Param{Name: "gamma", Default: 2, Low: 1.001, High: 1e6} // by which some shrink a combination
	printed := func(a algos.Args) bool { return a.Is("rule", "printed") }
	return algos.Described(algorithms, algos.Kind{ // it keeps a w in the space of the features: it has no kernel form
		Name: "np", Task: theory.Batch, Checked: []string{"margin=0.1,rule=printed"},
		Params: []algos.Param{margin, {Name: "rule", Words: []string{"mended", "printed"}}},
		Given: func(a algos.Args, t *algos.Traits) {
			t.Families = []string{"nkp"}
			if printed(a) {
				t.Families = []string{"np(rule=printed)"}
			}
		},
		Make: Maker(func(ctx context.Context, points Points, a algos.Args, observe Observer) (Result, error) {
			l, ok := points.(*Linear)
			if !ok {
				return Result{}, errors.New("normalized: np keeps a w in the space of the features, " +
					"expected features and not a kernel: nkp is for that")
			}
			end := limit(a.Num("margin"))
			if printed(a) {
				end.margin = 0 // the theorem does not hold
			}
			return run(ctx, "np", newNP(l, printed(a)), end, observe)
		}),
	}, batch(algos.Kind{
		Name: "nkp", Params: []algos.Param{margin}, Checked: []string{"margin=0.1"},
	}, func(points Points, a algos.Args) (method, goal) {
		return &nkp{zero(points)}, limit(a.Num("margin"))
	}), batch(algos.Kind{
		Name: "snkp", Params: []algos.Param{margin}, Checked: []string{"margin=0.03"},
	}, func(points Points, a algos.Args) (method, goal) {
		m := newSNKP(points)
		return m, goal{limit: m.iterations(a.Num("margin")), margin: a.Num("margin")}
	}), batch(algos.Kind{
		Name: "nvn", Params: []algos.Param{accuracy("eps")}, Checked: []string{"eps=0.01"},
	}, func(points Points, a algos.Args) (method, goal) {
		eps := a.Num("eps")
		return &nvn{uniform(points), eps}, goal{limit: iterations(math.Ceil(1 / (eps * eps))), eps: eps}
	}), batch(algos.Kind{
		Name: "snkp-vn", Given: byDistance("snkp-vn"),
		Checked: []string{"delta=0.01", "delta=0.01,prox=entropy", "delta=0.01,prox=norm"},
		Params:  []algos.Param{accuracy("delta"), distance, {Name: "ratio", Default: 1, Low: 0, High: 1}},
	}, func(points Points, a algos.Args) (method, goal) {
		m := newSNKPVN(weighted(points, falling(points.Len(), a.Num("ratio"))), a.Num("delta"), a.Word("prox"))
		return m, m.goal()
	}), algos.Kind{
		Name: "isnkp-vn", Task: theory.Batch,
		Checked: []string{"eps=0.01", "eps=0.01,prox=entropy", "eps=0.01,prox=norm"},
		Params:  []algos.Param{factor, accuracy("eps"), distance},
		Traits:  algos.Traits{Kernel: true}, Given: byDistance("snkp-vn", "isnkp-vn"),
		Make: Maker(func(ctx context.Context, points Points, a algos.Args, observe Observer) (Result, error) {
			return isnkpvn(ctx, points, a.Num("gamma"), a.Num("eps"), a.Word("prox"), observe)
		}),
	}, batch(algos.Kind{
		Name: "isnkp", Traits: algos.Traits{Families: []string{"snkp", "isnkp"}},
		Params: []algos.Param{factor, accuracy("eps")}, Checked: []string{"eps=0.01"},
	}, func(points Points, a algos.Args) (method, goal) {
		m := newISNKP(points, a.Num("gamma"), a.Num("eps"))
		return m, goal{limit: m.iterations(a.Num("eps")), eps: a.Num("eps")}
	}))
}

// batch completes the description of an algorithm in kernel form: start makes its first iterate, and returns its
// goal.
func batch(k algos.Kind, start func(points Points, a algos.Args) (method, goal)) algos.Kind {
	k.Task, k.Kernel = theory.Batch, true
	k.Make = Maker(func(ctx context.Context, points Points, a algos.Args, observe Observer) (Result, error) {
		m, end := start(points, a)
		return run(ctx, k.Name, m, end, observe)
	})
	return k
}
