package normalized

import (
	"context"

	"marginlab/algos"
)

// snkp is the smoothed normalised kernel Perceptron. An iteration takes a product by G.
type snkp struct{ *smoothed }

func newSNKP(G Points) snkp { return snkp{newSmoothed(uniform(G), entropy(G.Len()))} }

func (m snkp) certificate() (Certificate, *combination) { return m.alpha.separator() }

const snkpSteps = `p_μ(α) = e^{−Gα/μ}/‖e^{−Gα/μ}‖₁
α ← 1/n, μ ← 2
p ← p_μ(α)
repeat for k = 0, 1, …, at most 2√(2 ln n)/margin:
  if Gα > 0:
    return α`

// snkpKind describes SNKP.
func snkpKind() algos.Kind {
	k := batch("snkp", "smoothed normalised kernel Perceptron", "Algorithm 4", snkpSteps+smoothedSteps,
		func(ctx context.Context, points Points, a algos.Args, observe Observer) (Result, error) {
			m := newSNKP(points)
			return run(ctx, "snkp", m, goal{limit: m.iterations(a.Num("margin")), margin: a.Num("margin")}, observe)
		}, "snkp")
	k.Params, k.Checked = []algos.Param{margin()}, []string{""}
	return k
}
