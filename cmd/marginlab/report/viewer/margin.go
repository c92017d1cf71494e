package viewer

import (
	"errors"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"marginlab/adversarial/certificate"
	"marginlab/algos/exact"
	"marginlab/algos/maxmargin"
	"marginlab/cmd/marginlab/report"
	"marginlab/internal/linalg"
	"marginlab/internal/num"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// margins adds the maximum margins that the claim is about: through the origin if it has gamma0, with a bias if it has
// gamma or r. If it has none of them, it adds the margin that the learner's hyperplanes are compared with.
func (t *teller) margins(told *Run) error {
	about := map[string]bool{}
	for _, term := range t.Terms() {
		about[term.Name] = true
	}
	none := !about["gamma"] && !about["r"] && !about["gamma0"]
	if about["gamma"] || about["r"] || none && !told.Through {
		if err := t.margin(told, Margin{Name: "γ∗"}, "gamma"); err != nil {
			return err
		}
	}
	if about["gamma0"] || none && told.Through {
		return t.margin(told, Margin{Name: "γ₀∗, through the origin"}, "gamma0")
	}
	return nil
}

// margin adds a maximum margin, exactly, with its hyperplane, which is drawn in float64.
func (t *teller) margin(told *Run, m Margin, name string) error {
	defer func() { told.Margins = append(told.Margins, m) }()
	gamma, err := t.look.Margin(name, 256)
	switch {
	case errors.As(err, new(*exact.NoValueError)):
		m.Exact = "no value: a class is missing"
		return nil
	case err != nil:
		return err
	case gamma.IsZero():
		m.Exact = "0: not separable"
		return nil
	}
	m.Gamma, m.Exact = certificate.Middle(gamma), exactText(gamma)
	s, err := maxmargin.Solve(t.ctx, told.examples(), told.Dim,
		maxmargin.Options{Origin: name == "gamma0", Norm: t.norm()})
	if errors.As(err, new(*maxmargin.NotSeparableError)) {
		return nil
	}
	if err != nil {
		return err
	}
	size := t.norm().Dual().Of(s.Classifier.W)
	m.W, m.B = slices.Clone(s.Classifier.W), s.Classifier.B/size
	for k := range m.W {
		m.W[k] /= size
	}
	if told.isProjected() {
		m.Side = told.side(m.W)
	}
	return nil
}

// norm returns the norm of lengths.
func (t *teller) norm() vec.Norm {
	if p := t.look.Norm; p != nil {
		v, _ := p.Float64()
		return vec.P(v)
	}
	return vec.L2{}
}

// examples returns the examples as they are drawn.
func (r *Run) examples() []theory.Example {
	all := make([]theory.Example, len(r.X))
	for i, x := range r.X {
		all[i] = theory.Example{X: vec.Dense(x...), Y: theory.Label(r.Y[i])}
	}
	return all
}

// isProjected reports whether a picture shows a projection: whether there are more than two dimensions.
func (r *Run) isProjected() bool { return r.Dim > 2 }

// side returns the upright axis of a projection onto the normal w of a hyperplane: the direction, of length 1 in ℓ₂ and
// orthogonal to w, in which the examples vary most. Its sign agrees with that of the last state.
func (r *Run) side(w []float64) []float64 {
	normal := report.Unit(w)
	var one []theory.Example // one for each place
	for i, e := range r.examples() {
		if slices.Index(r.Exact, r.Exact[i]) == i {
			one = append(one, e)
		}
	}
	side, _ := report.MainDirection(one, normal)
	if num.Norm(side) == 0 { // all examples are on the normal: any direction will do
		side = linalg.Beside([][]float64{normal}, len(w))
	}
	for _, s := range slices.Backward(r.States) {
		if s.Side != nil {
			floats.Scale(math.Copysign(1, num.Dot(side, s.Side)), side)
			break
		}
	}
	return side
}
