package viewer

import (
	"errors"
	"fmt"
	"math/big"

	"marginlab/adversarial/certificate"
	"marginlab/algos/maxmargin"
	"marginlab/theory"
	"marginlab/theory/real"
	"marginlab/theory/vec"
)

// margins are the maximum margins that the claim speaks of: through the origin where it has
// gamma0, with a bias where it has gamma or r. Where it has none, it is the one that the
// learner's hyperplanes are compared with.
func (t *teller) margins(told *Run, r certificate.Run) error {
	var bias, origin bool
	for _, term := range t.Terms() {
		bias = bias || term.Name == "gamma" || term.Name == "r"
		origin = origin || term.Name == "gamma0"
	}
	if !bias && !origin {
		bias, origin = !told.Through, told.Through
	}
	for _, is := range []struct{ asked, origin bool }{{bias, false}, {origin, true}} {
		if !is.asked {
			continue
		}
		m, err := t.margin(told, r, is.origin)
		if err != nil {
			return err
		}
		if told.View == "projection" && m.W != nil {
			m.Side, m.Loss = newProjection(told.X, told.First).side(m.W)
		}
		told.Margins = append(told.Margins, m)
	}
	return nil
}

func (t *teller) margin(told *Run, r certificate.Run, origin bool) (Margin, error) {
	m := Margin{Name: "γ∗"}
	if origin {
		m.Name = "γ₀∗, through the origin"
	}
	found, err := t.look.Margin(origin)
	switch {
	case err != nil:
		return m, err
	case found == nil:
		m.Exact = "no value: a class is missing"
		return m, nil
	}
	gamma, err := found.Gamma(real.Field{Bits: 256, Exact: 1 << 20})
	switch {
	case err != nil:
		return m, err
	case gamma.IsZero():
		m.Exact = "0: not separable"
		return m, nil
	}
	m.Gamma, m.Exact = float(gamma), exactText(gamma)
	w := found.Solution.W
	if w == nil {
		return m, t.normed(&m, told, r, origin)
	}
	if len(w) != told.Dim {
		return m, fmt.Errorf("viewer: a margin of %d dimensions, expected %d", len(w), told.Dim)
	}
	b := new(big.Rat).Set(found.Solution.B)
	if centre := centreOf(r.Stream); centre != nil {
		b.Add(b, w.Dot(centre))
	}
	greatest := new(big.Rat)
	for _, v := range w {
		if size := new(big.Rat).Abs(v); size.Cmp(greatest) > 0 {
			greatest = size
		}
	}
	scale := new(big.Rat).Inv(greatest)
	m.W = rounded(w.Times(scale))
	m.B, _ = b.Mul(b, scale).Float64()
	m.scale(vec.L2{})
	return m, nil
}

// normed finds the hyperplane of a margin in another norm, in float64: the multipliers of
// the exact one need not be the best.
func (t *teller) normed(m *Margin, told *Run, r certificate.Run, origin bool) error {
	p, _ := t.look.Norm().Float64()
	examples := make([]theory.Example, len(told.X))
	for i, x := range told.X {
		examples[i] = theory.Example{X: vec.Dense(x...), Y: theory.Label(told.Y[i])}
	}
	s, err := maxmargin.Solve(t.ctx, examples, told.Dim, maxmargin.Options{Origin: origin, Norm: vec.P(p)})
	if errors.As(err, new(*maxmargin.NotSeparableError)) {
		return nil
	}
	if err != nil {
		return err
	}
	m.W, m.B = s.Classifier.W, s.Classifier.B
	m.scale(vec.P(p).Dual())
	return nil
}

// scale makes w one of length 1.
func (m *Margin) scale(dual vec.Norm) {
	size := dual.Of(m.W)
	for k := range m.W {
		m.W[k] /= size
	}
	m.B /= size
}
