package props

import (
	"context"
	"errors"
	"fmt"
	"math"

	"marginlab/algos/trial"
	"marginlab/props/measure"
	"marginlab/props/replay"
	"marginlab/props/stream"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// geometryProperties are of streams alone.
func geometryProperties() []Property {
	norms := stream.Draws{Norms: true}
	return []Property{
		{"geometry", "diameters and gamma* in a norm are those of all pairs and of the nearest points", "HKNS25, eq. (1), (3)", nil, norms, 540, GeometryIsMeasuredRight},
		{"lemma-4.2", "a point more shrinks the maximum margin by kappa0 of the certificates", "HKNS25, Lemma 4.2", nil, norms, 60, MarginsShrinkByKappa},
	}
}

// GeometryIsMeasuredRight: diameters are those of comparing all pairs, and γ∗ is
// between the certified ends, which are within the tolerance asked for, in every view, in
// the norm (theory.Diameters, trial.Survey). The ends known here are true, and near
// each other but for p near 1.
func GeometryIsMeasuredRight(c Case) error {
	in := c.Metric()
	survey := trial.NewSurvey(c.Stream, c.Dim)
	for _, view := range []theory.View{
		{}, {Origin: true}, {Origin: true, Lift: 1}, {Origin: true, Normalised: true}, {Origin: true, Lift: 1, Normalised: true},
	} {
		own, _, err := in.Geometry(c.Stream, c.Dim, view)
		if err != nil {
			return err
		}
		ulps, room, gap := 1e-13, 0.0, measure.Certain
		slack := replay.NewRounding(c, own.DBar).Of(own.Gamma) + 1e-9*own.Gamma
		switch x := measure.Points(c.Stream, c.Dim, view.Lift); {
		case !in.Euclidean():
			view.Norm = vec.P(in.P)
			if view.Normalised {
				x = measure.Map(in.Unit, x)
			}
			room, gap = in.Units(c.Dim)*in.Longest(x), 1e-6
			slack = 4*room + 1e-9*own.Gamma
		case view.Normalised: // each x/‖x‖ is rounded
			ulps, room = 0, 1e-13
		}
		got, err := survey.Geometry(context.Background(), view)
		if !excused(err) {
			return fmt.Errorf("view %+v: %w", view, err)
		}
		if got.Examples != own.Examples || got.Positives != own.Positives {
			return fmt.Errorf("view %+v: %d examples, %d positive, expected %d and %d", view, got.Examples, got.Positives, own.Examples, own.Positives)
		}
		lengths := func(g theory.Geometry) measure.Vector {
			return measure.Vector{g.DPlus, g.DMinus, g.D, g.Delta, g.DBar, g.Shortest}
		}
		for i, is := range lengths(own) {
			if reported := lengths(got)[i]; !near(reported, is, room+ulps*is) {
				return fmt.Errorf("view %+v: %s = %v, expected %v", view, []string{"D+", "D-", "D", "Delta", "DBar", "min ‖x‖"}[i], reported, is)
			}
		}
		switch {
		case own.Gamma == 0 || !own.Separable && !in.Euclidean():
			continue // one class, or hulls that rounding cannot tell apart
		case !got.Separable && (in.Euclidean() || own.Lower > 1e3*room):
			return fmt.Errorf("view %+v: not separable, expected gamma* = %v", view, own.Gamma)
		case !got.Separable:
			continue
		}
		q := measure.Hidden * max(own.Delta, own.DBar) / own.Gamma
		if got.Gamma < own.Lower-slack || got.Lower > own.Gamma+slack || got.Gap() > gap+slack/own.Gamma+q*q {
			return fmt.Errorf("view %+v: gamma* in [%v, %v], expected [%v, %v]", view, got.Lower, got.Gamma, own.Lower, own.Gamma)
		}
	}
	return nil
}

// MarginsShrinkByKappa: a point x that joins V₊ takes the maximum margin from γ
// to at most γκ∘(‖v₊−x‖/2γ, ℓ(v₊−v₋)·(v₊−x)/2γ), and likewise for V₋ (HKNS25,
// Lemma 4.2). The point is the last of the stream.
func MarginsShrinkByKappa(c Case) error {
	x := c.Points()
	x = measure.SeenFrom(x[0], x)
	last := len(x) - 1
	plus, minuses := measure.Split(c.Stream[:last], x)
	if len(plus) == 0 || len(minuses) == 0 {
		return nil
	}
	in := c.Metric()
	old := in.Nearest(plus, minuses)
	grown := in.Nearest(measure.Split(c.Stream, x))
	if err := errors.Join(old.Sure(), grown.Sure()); err != nil || old.Dist <= measure.Hidden*old.Reach {
		return err
	}
	u, z := old.P.Minus(old.N), old.P.Minus(x[last])
	if c.Stream[last].Y == theory.Negative {
		z = x[last].Minus(old.N)
	}
	delta, eta := in.Norm(z)/old.Dist, in.Link(u).Dot(z)/(old.Dist*old.Dist)
	// v₊ and v₋ are known to √gap, as ‖·‖² is strongly convex; κ∘ is 1-Lipschitz
	// in both by that measure where the margin is the distance to [v₊, x].
	room, factor := 0.0, 1+1e-5+2*math.Sqrt(measure.Certain)
	if !in.Euclidean() { // of any v₊, v₋ of the hulls
		room, factor = 1e-9+in.Units(c.Dim)*in.Longest(x)/old.Dist, 1
	}
	delta, eta = max(delta, eta)+room, eta-room
	power, smooth := vec.P(in.P).Smoothness()
	for _, k := range []float64{in.Kappa(delta, eta), theory.KappaUpper(delta, eta, power, smooth)} {
		if grown.Lower > old.Dist*(k+room)*factor {
			return fmt.Errorf("gamma fell from %v to %v, by %v, and kappa0(%v, %v) <= %v", old.Dist/2, grown.Dist/2, grown.Dist/old.Dist, delta, eta, k)
		}
	}
	return nil
}
