package kernel

import (
	"context"

	"marginlab/algos"
	"marginlab/theory"
)

// NaiveOMM is the naive Online Maximum Margin learner in kernel form: it solves the
// offline maximum-margin problem over the points that it keeps at each update.
//
// It implements Algorithm 1 of omm.txt (naive, ρ = 1) in the Hilbert space of K, as
// [algos.NaiveOMM] does in ℝ^d: that learner, on the points embedded, all at the first
// step, and once for all learners over one Gram matrix. The dual certificates are
// convex weights over the points kept.
type NaiveOMM struct {
	*algos.NaiveOMM
	e    *Embedding
	kept []int
	g    *Gram
	c    Classifier    // the present one, if fresh
	f    algos.Weights // Σ α_i K(x_i,·) of c, if fresh
	now  bool          // c and f are those after the last step
}

func newNaiveOMM(l *algos.NaiveOMM, g *Gram) *NaiveOMM {
	return &NaiveOMM{NaiveOMM: l, e: g.whole(), g: g}
}

// Wants implements [Learner].
func (o *NaiveOMM) Wants(i int, _ theory.Label) bool { return !o.e.Has(i) }

// Step implements [Learner].
func (o *NaiveOMM) Step(i int, y theory.Label) theory.Step {
	if !o.e.Has(i) {
		_ = o.e.Place(context.Background(), o.g.Len()) // the error would be the context's
	}
	before := o.Len()
	step := o.NaiveOMM.Step(o.e.Point(i), y)
	if o.Len() > before {
		o.kept = append(o.kept, i)
	}
	o.now = false
	return step
}

// Classifier implements [Learner], with ‖w‖ = 1; w = 0 in the initialisation phase
// and once the points kept are not separable.
func (o *NaiveOMM) Classifier() Classifier {
	o.refresh()
	return Classifier{Alpha: append([]float64(nil), o.c.Alpha...), B: o.c.B}
}

// Score implements [Learner].
func (o *NaiveOMM) Score(i int) float64 {
	o.refresh()
	return o.f.Dot(o.g.Unit(i)) + o.c.B
}

// refresh writes the classifier w = (v₊−v₋)/(2γ), b = −½w·(v₊+v₋) in the weights of
// the certificates.
func (o *NaiveOMM) refresh() {
	if o.now {
		return
	}
	o.now = true
	o.c = Classifier{Alpha: make([]float64, o.g.Len()), B: o.NaiveOMM.Classifier().B}
	plus, minus, err := o.Weights()
	if err == nil {
		for _, w := range plus {
			o.c.Alpha[o.kept[w.Example]] += w.Lambda / (2 * o.Gamma())
		}
		for _, w := range minus {
			o.c.Alpha[o.kept[w.Example]] -= w.Lambda / (2 * o.Gamma())
		}
	}
	o.f = o.g.function(o.c.Alpha)
}
