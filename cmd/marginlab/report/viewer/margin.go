package viewer

import (
	"errors"

	"marginlab/adversarial/certificate"
	"marginlab/algos/exact"
	"marginlab/algos/maxmargin"
	"marginlab/cmd/marginlab/report"
	"marginlab/internal/num"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// margins are the maximum margins that the claim speaks of: through the origin where it has
// gamma0, with a bias where it has gamma or r. Where it has none, it is the one that the
// learner's hyperplanes are compared with.
func (t *teller) margins(told *Run) error {
	asked := map[bool]bool{} // through the origin, or with a bias
	for _, term := range t.Terms() {
		switch term.Name {
		case "gamma", "r":
			asked[false] = true
		case "gamma0":
			asked[true] = true
		}
	}
	if len(asked) == 0 {
		asked[told.Through] = true
	}
	for _, origin := range []bool{false, true} {
		if !asked[origin] {
			continue
		}
		m, err := t.margin(told, origin)
		if err != nil {
			return err
		}
		if told.View == "projection" && m.W != nil {
			m.Side = told.side(m.W, nil)
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
	switch {
	case errors.As(err, new(*exact.NoValueError)):
		m.Exact = "no value: a class is missing"
		return m, nil
	case err != nil:
		return m, err
	case gamma.IsZero():
		m.Exact = "0: not separable"
		return m, nil
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
		side = num.Beside([][]float64{normal}, len(w))
	}
	if before != nil && num.Dot(side, before) < 0 {
		for k := range side {
			side[k] = -side[k]
		}
	}
	return side
}
