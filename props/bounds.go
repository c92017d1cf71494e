package props

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"marginlab/algos/maxmargin"
	"marginlab/theory"
)

// GuaranteesHold: every proved row of the table of guarantees that speaks of
// the learner holds on its run (theory.Table).
func GuaranteesHold(c Case) error {
	tr, err := c.Learner.Run(context.Background(), c.Dim, slices.Values(c.Stream))
	if err != nil {
		return fmt.Errorf("the run ended early: %w", err)
	}
	verdicts, err := theory.Verdicts(&tr, evidence(c, &tr))
	if err != nil {
		return fmt.Errorf("the geometry: %w", err)
	}
	for _, v := range verdicts {
		if g := v.Guarantee; g.Status == theory.Proved && !v.Holds {
			return fmt.Errorf("%s [%s]: %v = %v, bound %v (r = %.4g)", g.Claim, g.Source, g.Quantity.At(v.Setting), v.Value, v.Bound, v.Setting.R())
		}
	}
	return nil
}

// evidence is what guarantees are held with. That a view has no margin is an error,
// unless no theorem speaks of it.
func evidence(c Case, tr *theory.Trace) func(theory.View) (theory.Evidence, error) {
	survey := maxmargin.NewSurvey(c.Stream, c.Dim, maxmargin.Options{})
	return func(view theory.View) (theory.Evidence, error) {
		if _, err := survey.Geometry(context.Background(), view); !excused(err) {
			return theory.Evidence{}, err
		}
		return survey.Evidence(context.Background(), tr, len(tr.Steps)/max(1, len(c.Stream)), view)
	}
}

// excused reports whether no theorem speaks where the margin was measured with
// this error: none, one class alone, or a margin that rounding hides, as it may
// where it is a millionth of the data.
func excused(err error) bool {
	var hidden *maxmargin.UndecidedError
	return err == nil || errors.As(err, new(*maxmargin.OneClassError)) ||
		errors.As(err, &hidden) && hidden.Scale > 1e6*hidden.Upper
}

// GeometryIsMeasuredRight: diameters are those of comparing all pairs, and γ∗
// is between the certified ends, which are within the tolerance asked for
// (theory.Diameters, maxmargin.Measure), in every view.
func GeometryIsMeasuredRight(c Case) error {
	for _, view := range []theory.View{
		{}, {Origin: true}, {Origin: true, Lift: 1}, {Origin: true, Normalised: true}, {Origin: true, Lift: 1, Normalised: true},
	} {
		own, err := offline(c.Stream, c.Dim, view)
		if err != nil {
			return err
		}
		got, err := maxmargin.Measure(context.Background(), c.Stream, view, maxmargin.Options{})
		if !excused(err) {
			return fmt.Errorf("view %+v: %w", view, err)
		}
		const ulps = 1e-13
		length := func(got, own float64) bool { return near(got, own, ulps*own) }
		if view.Normalised { // each x/‖x‖ is rounded
			length = func(got, own float64) bool { return near(got, own, ulps) }
		}
		switch {
		case got.Examples != own.Examples || got.Positives != own.Positives:
			return fmt.Errorf("view %+v: %d examples, %d positive, expected %d and %d", view, got.Examples, got.Positives, own.Examples, own.Positives)
		case !length(got.DPlus, own.DPlus), !length(got.DMinus, own.DMinus), !length(got.D, own.D), !length(got.Delta, own.Delta),
			!length(got.DBar, own.DBar), !length(got.Shortest, own.Shortest):
			return fmt.Errorf("view %+v: D+, D-, D, Delta, DBar, min ‖x‖ = %v, %v, %v, %v, %v, %v, expected %v, %v, %v, %v, %v, %v", view,
				got.DPlus, got.DMinus, got.D, got.Delta, got.DBar, got.Shortest, own.DPlus, own.DMinus, own.D, own.Delta, own.DBar, own.Shortest)
		case !own.Separable && own.Gamma == 0:
			continue // one class, or hulls that rounding cannot tell apart
		case !got.Separable:
			return fmt.Errorf("view %+v: not separable, expected gamma* = %v", view, own.Gamma)
		}
		slack := rounding{c: c, reach: own.DBar}.of(own.Gamma) + 1e-9*own.Gamma
		q := hidden * max(own.Delta, own.DBar) / own.Gamma
		if got.Gamma < own.Lower-slack || got.Lower > own.Gamma+slack || got.Gap() > certain+slack/own.Gamma+q*q {
			return fmt.Errorf("view %+v: gamma* in [%v, %v], expected %v", view, got.Lower, got.Gamma, own.Gamma)
		}
	}
	return nil
}

// OwnBoundsHold: the mistakes and margin violations of OMM, counted and bounded
// here from what is measured here: S1, S2, Theorem 4.1 and Table 1, with m(φ)
// for φ ≤ ρ at all its jumps and between.
func OwnBoundsHold(c Case) error {
	moments, star, err := watchWithGeometry(c)
	if err != nil || len(moments) == 0 {
		return err
	}
	if !star.Separable {
		return errors.New("a drawn stream is not separable")
	}
	e := 1e-9 + moments[len(moments)-1].noise/star.Lower // relative, as of r and γ₃/γ∗
	r, logs := star.D/star.Lower*(1+e), math.Log(moments[0].g/star.Lower)+e
	mistakes := 0
	for _, m := range moments {
		if m.a*m.y > m.room && m.y < 0 || m.a*m.y < -m.room && m.y > 0 { // sign(s) ≠ y, for certain
			mistakes++
		}
	}
	s1 := 0.0
	if r >= 2 {
		s1 = (r - 2/r) * (r - 2/r)
	}
	if float64(mistakes) > s1 {
		return fmt.Errorf("%d mistakes after the opening, S1 allows %v at r = %v", mistakes, s1, r)
	}
	rho := c.Learner.Params()["rho"]
	for _, phi := range phis(moments, rho) {
		m := 0
		for _, s := range moments {
			if s.a <= phi*s.g-s.room {
				m++
			}
		}
		bound := math.Inf(1)
		if kappa := segmentKappa(r/2, (1-phi)/2); phi < 1-r {
			bound = 0
		} else if kappa < 1 {
			bound = logs / -math.Log(kappa)
		}
		if float64(m) > bound*(1+e) {
			return fmt.Errorf("m(%v) = %d, Theorem 4.1 allows %v at r = %v, gamma_3/gamma* = %v", phi, m, bound, r, math.Exp(logs))
		}
		if s2 := (r/(1-phi))*(r/(1-phi)) + 1 + math.Log(2/(1-phi))/math.Log(2/(1+phi)); phi >= 0 && float64(m) > s2*(1+e) {
			return fmt.Errorf("m(%v) = %d, S2 allows %v at r = %v", phi, m, s2, r)
		}
	}
	return nil
}

// phis are the φ ≤ ρ, φ < 1 at which m(φ) is held against its bounds.
func phis(moments []moment, rho float64) []float64 {
	at := []float64{-1, 0, rho / 3, rho * 0.9, rho * 0.999}
	for _, m := range moments {
		if phi := m.a/m.g + 1e-9; phi < rho {
			at = append(at, phi)
		}
	}
	return at
}
