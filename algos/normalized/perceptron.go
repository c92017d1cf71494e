package normalized

import (
	"context"
	"errors"
	"slices"

	"gonum.org/v1/gonum/floats"

	"marginlab/algos"
	"marginlab/internal/num"
	"marginlab/theory"
)

// nkp is the normalised kernel Perceptron. An iteration takes a row of G.
type nkp struct{ alpha *combination }

func (m *nkp) certificate() (Certificate, *combination) { return m.alpha.separator() }
func (m *nkp) step(k int)                               { m.alpha.toward(1/float64(k+1), m.alpha.argmin(), k) }
func (m *nkp) state() State                             { return stateOf(m.alpha, nil) }

// limitNKP is how many iterations separate points of a normalised margin: 1/ρ².
func limitNKP(margin float64) goal {
	return goal{limit: iterations(1 / (margin * margin)), margin: margin}
}

// nkpKind describes NKP.
func nkpKind() algos.Kind {
	return batch(algos.Kind{
		Name:   "nkp",
		Params: []algos.Param{margin()}, Checked: []string{"margin=0.01"}, Traits: algos.Traits{Families: []string{"nkp"}},
	}, func(points Points, a algos.Args) (method, goal) { return &nkp{zero(points)}, limitNKP(a.Num("margin")) })
}

// np is the normalised Perceptron on points of ℝ^d: NKP that keeps w = Aᵀα, and computes Aw
// from it. The columns of X are the x_i/‖x_i‖, without which the theorem does not hold; as printed
// they are the x_i as they are. Weights are those of the a_i in w.
type np struct {
	points            *Linear
	w, length, scores []float64 // w, the lengths of the columns, YXᵀw
	alpha             *combination
}

func newNP(points *Linear, printed bool) *np {
	m := &np{points, make([]float64, points.Dim()), points.norm, make([]float64, points.Len()), zero(points)}
	if !printed {
		m.length = slices.Repeat([]float64{1}, points.Len())
	}
	return m
}

// rounding is that of Aw.
func (m *np) rounding() float64 { return m.points.Rounding() * num.Sum(m.alpha.coef) }

func (m *np) certificate() (Certificate, *combination) {
	m.points.scores(m.alpha.image, m.w)
	if m.alpha.least() > m.rounding() {
		return Separator, m.alpha
	}
	return None, m.alpha
}

func (m *np) step(k int) {
	theta := 1 / float64(k+1)
	floats.MulTo(m.scores, m.length, m.alpha.image)
	i := first(m.scores, m.rounding()*floats.Max(m.length))
	floats.Scale(1-theta, m.w)
	m.points.a[i].AddTo(m.w, theta*m.length[i])
	floats.Scale(1-theta, m.alpha.coef)
	m.alpha.coef[i] += float64(theta * m.length[i])
}

func (m *np) state() State { return stateOf(m.alpha, nil) }

// npKind describes NP, which keeps a w in the space of the features: it has no kernel form.
func npKind() algos.Kind {
	printed := func(a algos.Args) bool { return a.Is("rule", "printed") }
	return algos.Kind{
		Name: "np",
		Task: theory.Batch, Checked: []string{"margin=0.1,rule=printed"},
		Params: []algos.Param{margin(), {Name: "rule", Words: []string{"mended", "printed"}}},
		Given: func(a algos.Args, t *algos.Traits) {
			t.Families = []string{"nkp"}
			if printed(a) {
				t.Families = []string{"np(rule=printed)"}
			}
		},
		Make: Maker(func(ctx context.Context, points Points, a algos.Args, observe Observer) (Result, error) {
			l, ok := points.(*Linear)
			if !ok {
				return Result{}, errors.New("normalized: np keeps a w in the space of the features, expected features and not a kernel: nkp is for that")
			}
			end := limitNKP(a.Num("margin"))
			if printed(a) {
				end.margin = 0 // the theorem does not hold
			}
			return run(ctx, "np", newNP(l, printed(a)), end, observe)
		}),
	}
}
