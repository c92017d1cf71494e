package props

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"

	"marginlab/algos/maxmargin"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// The properties here are of norms other than ℓ2.

// norm is the norm of the case as package vec has it.
func (c Case) norm() (vec.Norm, error) {
	m := c.metric()
	if m.m == nil {
		return vec.P(m.p), nil
	}
	rows := mat.NewSymDense(len(m.m), nil)
	for i, row := range m.m {
		for j, v := range row[:i+1] {
			rows.SetSym(i, j, v)
		}
	}
	return vec.NewMahalanobis(rows, "mahalanobis")
}

// NormedBoundsHold: m(φ) of OMM is at most log(γ₃/γ∗)/−log κ̄(r,φ) (omm.txt, Theorem
// 4.1), and as the proof of S1 and S2 has it, at most as many as it takes γ_t, from
// γ₃ or D/(1−φ) on, to fall below γ∗ by γ_t+1 ≤ γ_tκ̄(D/2γ_t, (1−φ)/2). Mistakes are
// among those of φ = 0.
func NormedBoundsHold(c Case) error {
	moments, star, err := watchWithGeometry(c)
	if err != nil || len(moments) == 0 || !star.Separable {
		return err
	}
	in := c.metric()
	e := 1e-9 + moments[len(moments)-1].noise/star.Lower // relative, as of r and γ₃/γ∗
	r, first := star.D/star.Lower*(1+e), moments[0].g/star.Lower*(1+e)
	mistakes := 0
	for _, m := range moments {
		if m.a*m.y > m.room && m.y < 0 || m.a*m.y < -m.room && m.y > 0 { // sign(s) ≠ y, for certain
			mistakes++
		}
	}
	if err := in.shrinks(mistakes, first, r/2, 0.5); err != nil {
		return fmt.Errorf("mistakes after the opening: %w", err)
	}
	for _, phi := range phis(moments, c.Learner.Params()["rho"]) {
		m := 0
		for _, s := range moments {
			if s.a <= phi*s.g-s.room && (s.Updated || in.p == 2) { // below p = 2 it may not be seen to move
				m++
			}
		}
		bound := math.Inf(1)
		if kappa := in.kappa(r/2, (1-phi)/2); phi < 1-r {
			bound = 0
		} else if kappa < 1 {
			bound = math.Log(first) / -math.Log(kappa)
		}
		if float64(m) > bound*(1+e) {
			return fmt.Errorf("m(%v) = %d, Theorem 4.1 allows %v at r = %v, gamma_3/gamma* = %v", phi, m, bound, r, first)
		}
		if err := in.shrinks(m, first, r/2, (1-phi)/2); phi >= 0 && err != nil {
			return fmt.Errorf("m(%v): %w", phi, err)
		}
	}
	return nil
}

// GeometryInNorms: diameters are those of comparing all pairs, and γ∗ is between the
// certified ends, which are within the tolerance asked for, in every view, in the norm
// (theory.Diameters, maxmargin.Survey). The referee's ends are true, and near each
// other but for p near 1.
func GeometryInNorms(c Case) error {
	in := c.metric()
	n, err := c.norm()
	if err != nil {
		return err
	}
	survey := maxmargin.NewSurvey(c.Stream, c.Dim, maxmargin.Options{})
	for _, view := range []theory.View{
		{}, {Origin: true}, {Origin: true, Lift: 1}, {Origin: true, Normalised: true}, {Origin: true, Lift: 1, Normalised: true},
	} {
		own, err := in.offline(c.Stream, c.Dim, view)
		if err != nil {
			return err
		}
		view.Norm = n
		got, err := survey.Geometry(context.Background(), view)
		if !excused(err) {
			return fmt.Errorf("view %+v: %w", view, err)
		}
		x := lifted(c.Stream, c.Dim, view.Lift)
		if view.Normalised {
			x = mapAll(in.direction, x)
		}
		room := in.units(c.Dim) * in.farthest(x)
		length := func(got, own float64) bool { return near(got, own, room+1e-13*own) }
		switch {
		case got.Examples != own.Examples || got.Positives != own.Positives:
			return fmt.Errorf("view %+v: %d examples, %d positive, expected %d and %d", view, got.Examples, got.Positives, own.Examples, own.Positives)
		case !length(got.DPlus, own.DPlus), !length(got.DMinus, own.DMinus), !length(got.D, own.D), !length(got.Delta, own.Delta),
			!length(got.DBar, own.DBar), !length(got.Shortest, own.Shortest):
			return fmt.Errorf("view %+v: D+, D-, D, Delta, DBar, min ‖x‖ = %v, %v, %v, %v, %v, %v, expected %v, %v, %v, %v, %v, %v", view,
				got.DPlus, got.DMinus, got.D, got.Delta, got.DBar, got.Shortest, own.DPlus, own.DMinus, own.D, own.Delta, own.DBar, own.Shortest)
		case own.Gamma == 0 || !own.Separable:
			continue // one class, or hulls that rounding cannot tell apart
		case !got.Separable && own.Lower > 1e3*room:
			return fmt.Errorf("view %+v: not separable, expected gamma* = %v", view, own.Gamma)
		case !got.Separable:
			continue
		}
		slack := 4*room + 1e-9*own.Gamma
		q := hidden * max(own.Delta, own.DBar) / own.Gamma
		if got.Gamma < own.Lower-slack || got.Lower > own.Gamma+slack || got.Gap() > 1e-6+slack/own.Gamma+q*q {
			return fmt.Errorf("view %+v: gamma* in [%v, %v], expected [%v, %v]", view, got.Lower, got.Gamma, own.Lower, own.Gamma)
		}
	}
	return nil
}

// pairs draws δ, η, and the coordinates of a u and a z in as many dimensions.
func pairs() *rapid.Generator[[]float64] {
	return rapid.Custom(func(t *rapid.T) []float64 {
		d := 2 * rapid.IntRange(1, 4).Draw(t, "dim")
		return append(deltaEta(2).Draw(t, "delta, eta"), rapid.SliceOfN(fraction(-9, 9, []float64{1, 2, 3, 100}), d, d).Draw(t, "u, z")...)
	})
}

// KappaIsBetween: theory.KappaUpper is its formula and above min_β ‖u−βz‖/‖u‖ for every
// u and z; theory.KappaLower is below it, and is that of the pair that it shows, which
// has ‖u‖ = 1, ‖z‖ ≤ δ and ℓ(u)·z ≥ η (omm.txt, eq. (5)). It takes a = δ, η, u, z.
func KappaIsBetween(c Case) error {
	if len(c.A) < 4 || len(c.A)%2 != 0 {
		return nil
	}
	in := metric{p: c.P}
	if c.P == 0 {
		in.p = 2
	}
	n, d := vec.P(in.p), (len(c.A)-2)/2
	delta, eta, u, z := math.Abs(c.A[0]), c.A[1], c.A[2:2+d], c.A[2+d:]
	eta = min(eta, delta)
	upper, own := theory.KappaUpper(n, delta, eta), in.kappa(delta, eta)
	if !near(upper, own, 1e-9) {
		return fmt.Errorf("KappaUpper(%v, %v) = %v, expected %v", delta, eta, upper, own)
	}
	lower, v, y := theory.KappaLower(n, d, delta, eta, 1, 1)
	if lower > upper+1e-9 {
		return fmt.Errorf("KappaLower(%v, %v) = %v, KappaUpper %v", delta, eta, lower, upper)
	}
	zero := make([]float64, d)
	least := func(u, z []float64) float64 { dist, _ := in.toSegment(zero, u, minus(u, z)); return dist }
	// lower is what a w certifies of the pair, and ℓ may be steep where u−βz is nearly 0.
	if v != nil && (!near(in.of(v), 1, 1e-9) || in.of(y) > delta+1e-9 || in.falls(v, y, 0) < eta-1e-9 || !near(least(v, y), lower, 1e-6)) {
		return fmt.Errorf("KappaLower(%v, %v) = %v at u = %v, z = %v, where it is %v", delta, eta, lower, v, y, least(v, y))
	}
	if size := in.of(u); size > 0 {
		delta, eta := in.of(z)/size, in.falls(u, z, 0)/size
		if got, most := least(u, z)/size, theory.KappaUpper(n, max(delta, eta), eta); got > most+1e-9 {
			return fmt.Errorf("min ‖u−βz‖/‖u‖ = %v, KappaUpper(%v, %v) = %v", got, delta, eta, most)
		}
	}
	return nil
}
