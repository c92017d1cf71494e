package viewer

import (
	"errors"
	"slices"

	"gonum.org/v1/gonum/floats"

	"marginlab/adversarial/certificate"
	"marginlab/algos/exact"
	"marginlab/algos/maxmargin"
	"marginlab/cmd/marginlab/report"
	"marginlab/internal/linalg"
	"marginlab/internal/num"
	"marginlab/theory"
	"marginlab/theory/formula"
	"marginlab/theory/vec"
)

// margins are the maximum margins that the claim speaks of: through the origin where it has
// gamma0, with a bias where it has gamma or r. Where it has none, it is the one that the
// learner's hyperplanes are compared with.
func (t *teller) margins(told *Run) error {
	speaks := func(names ...string) bool {
		return slices.ContainsFunc(t.Terms(), func(term formula.Term) bool { return slices.Contains(names, term.Name) })
	}
	with, through := speaks("gamma", "r"), speaks("gamma0")
	if !with && !through {
		with, through = !told.Through, told.Through
	}
	for _, origin := range []bool{false, true} {
		if origin && !through || !origin && !with {
			continue
		}
		m, err := t.margin(told, origin)
		if err != nil {
			return err
		}
		told.Margins = append(told.Margins, m)
	}
	return nil
}

// margin is a maximum margin, exactly, with its hyperplane, which is drawn in float64.
func (t *teller) margin(told *Run, origin bool) (Margin, error) {
	m, name := Margin{Name: "γ∗"}, "gamma"
	if origin {
		m.Name, name = "γ₀∗, through the origin", "gamma0"
	}
	gamma, err := t.look.Margin(name, 256)
	if errors.As(err, new(*exact.NoValueError)) {
		m.Exact = "no value: a class is missing"
		return m, nil
	}
	if err != nil || gamma.IsZero() {
		m.Exact = "0: not separable"
		return m, err
	}
	m.Gamma, m.Exact = certificate.Middle(gamma), exactText(gamma)
	s, err := maxmargin.Solve(t.ctx, told.examples(), told.Dim, maxmargin.Options{Origin: origin, Norm: t.norm()})
	if errors.As(err, new(*maxmargin.NotSeparableError)) {
		return m, nil
	}
	if err != nil {
		return m, err
	}
	size := t.norm().Dual().Of(s.Classifier.W)
	for _, v := range s.Classifier.W {
		m.W = append(m.W, v/size)
	}
	m.B = s.Classifier.B / size
	if told.View == "projection" {
		m.Side = told.side(m.W, nil)
	}
	return m, nil
}

// norm is the norm of lengths.
func (t *teller) norm() vec.Norm {
	if p := t.look.Norm(); p != nil {
		v, _ := p.Float64()
		return vec.P(v)
	}
	return vec.L2{}
}

// examples are the examples as they are drawn.
func (r *Run) examples() []theory.Example {
	all := make([]theory.Example, len(r.X))
	for i, x := range r.X {
		all[i] = theory.Example{X: vec.Dense(x...), Y: theory.Label(r.Y[i])}
	}
	return all
}

// side is the upright axis of a projection onto the normal w of a hyperplane: the direction, of length 1 in ℓ₂ and
// orthogonal to w, in which the examples vary most. It does not turn around against the one before.
func (r *Run) side(w, before []float64) []float64 {
	normal := make([]float64, len(w))
	if size := num.Norm(w); size > 0 {
		num.AddScaled(normal, 1/size, w)
	}
	var one []theory.Example // of each place
	for i, e := range r.examples() {
		if r.First[i] == i {
			one = append(one, e)
		}
	}
	side, _ := report.MainDirection(one, len(w), normal)
	if side == nil { // all examples are on the normal: any direction will do
		side = linalg.Beside([][]float64{normal}, len(w))
	}
	if before != nil && num.Dot(side, before) < 0 {
		floats.Scale(-1, side)
	}
	return side
}
