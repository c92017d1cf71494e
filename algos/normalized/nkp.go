package normalized

import (
	"context"

	"marginlab/algos"
)

// nkp is the normalised kernel Perceptron. An iteration takes a row of G.
type nkp struct{ alpha *combination }

func (m *nkp) certificate() (Certificate, *combination) { return m.alpha.separator() }

func (m *nkp) step(k int)   { m.alpha.toward(1/float64(k+1), m.alpha.argmin(), k) }
func (m *nkp) state() State { return stateOf(m.alpha, nil) }

// limitNKP is how many iterations separate points of a normalised margin: 1/ρ².
func limitNKP(margin float64) goal {
	return goal{limit: iterations(1 / (margin * margin)), margin: margin}
}

const nkpSteps = `α ← 0
repeat for k = 0, 1, …, at most 1/margin²:
  if Gα > 0:
    return α
  θ = 1/(k+1), i = argmin (Gα)_i
  α ← (1 − θ) α + θ e_i`

// nkpKind describes NKP.
func nkpKind() algos.Kind {
	k := batch("nkp", "normalised kernel Perceptron", "Algorithm 3", nkpSteps,
		func(ctx context.Context, points Points, a algos.Args, observe Observer) (Result, error) {
			return run(ctx, "nkp", &nkp{zero(points)}, limitNKP(a.Num("margin")), observe)
		}, "nkp")
	k.Params, k.Checked = []algos.Param{margin()}, []string{"margin=0.01"}
	return k
}
