package props

import (
	"errors"
	"math"

	"marginlab/props/measure"
	"marginlab/props/replay"
	"marginlab/props/stream"
	"marginlab/theory"
)

// dualProperties are of ROMMA and PUMMA.
func dualProperties() []Property {
	epsilon := stream.Draws{Numbers: stream.OneOf(0.5, 1, 0, 0.1)}
	delta := stream.Draws{Norms: true, Numbers: stream.OneOf(0.5, 0, 0.01)}
	return []Property{
		{"romma", "an update at the first x ≠ 0, and then iff y(w·x) <= 1-eps and < 1; never at x = 0", "Li and Long 2002; ZH13, Section 4.1", of("romma"), epsilon, 210, RommaUpdatesByItsRule},
		{"romma-step", "an update takes w to the least norm with y(w'·x) >= 1 and w'·w >= |w|²", "Li and Long 2002", of("romma"), epsilon, 120, RommaTakesTheLeastNorm},
		{"romma-target", "w*/gamma stays feasible, and |w| <= 1/gamma", "Li and Long 2002", of("romma"), epsilon, 60, StaysBelowTheTarget},
		{"pumma", "an update iff y(w·x+b) < 1-delta", "HKNS25, Section B.5", of("pumma"), delta, 520, PummaUpdatesByItsRule},
		{"pumma-step", "an update takes w to the least norm with w'·z >= 1 and w'·w >= |w|²; both examples kept have margin 1", "HKNS25, Section B.5", of("pumma"), delta, 2800, PummaTakesTheLeastNorm},
		{"pumma-target", "w*/gamma* stays feasible, and |w| <= 1/gamma*", "Theorem P1, proof", of("pumma"), delta, 60, StaysBelowTheTarget},
	}
}

// RommaUpdatesByItsRule: ROMMA(ε) updates at the first x ≠ 0, and from then on
// iff y(w·x) ≤ 1−ε and y(w·x) < 1, never at x = 0, where it has no margin; it reports y(w·x), ‖w‖
// and sign(w·x) right (Li and Long 2002; ZH13, Section 4.1).
func RommaUpdatesByItsRule(c Case) error {
	c = c.Tuned("eps")
	steps, err := replay.Origin(c)
	turn := 1 - c.Learner.Params()["eps"]
	for _, s := range steps {
		l := dualLaw(s)
		l.must = s.A <= turn-s.Tie && s.A < 1-s.Tie
		l.mustNever = s.A > turn+s.Tie || s.A >= 1+s.Tie
		if s.FromZero {
			l.always()
		}
		if s.XX == 0 {
			l.never()
			l.reports[2] = report{"the target margin at x = 0", s.Reported.Target, math.NaN(), 0}
		}
		if s.B != 0 || s.Next.B != 0 || s.Reported.Opening {
			return s.Fault("b = %v through the origin (in an opening: %v)", s.Next.B, s.Reported.Opening)
		}
		if err := l.holds(s.Step); err != nil {
			return err
		}
	}
	return err
}

// dualLaw is what ROMMA and PUMMA report of a step: y(w·x+b), ‖w‖, and a target of 1.
func dualLaw(s replay.Dual) law {
	size, noise, target, margin, off := s.In.Dual(s.W), s.In.Units(len(s.X)), math.NaN(), math.NaN(), 0.0
	if !s.FromZero {
		noise, target = max(noise, s.Room*size*size), 1
	}
	if s.V2 != nil {
		margin = s.In.Norm(s.V2)
		off = s.Room / margin
	}
	return law{a: s.A, slack: s.Tie, reports: []report{
		{"y(w·x+b)", s.Reported.Score, s.A, s.Slack}, {"‖w‖", s.Reported.Norm, size, noise * size},
		{"the target margin", s.Reported.Target, target, 0}, {"1/‖w‖ after the step", s.Next.Gamma, margin, off},
	}}
}

// PummaUpdatesByItsRule: after its opening PUMMA(δ) updates iff y(w·x+b) < 1−δ;
// it reports y(w·x+b), ‖w‖ and sign(w·x+b) right (HKNS25, Section B.5).
func PummaUpdatesByItsRule(c Case) error {
	c = c.Tuned("delta")
	steps, err := replay.Paired(c)
	turn := 1 - c.Learner.Params()["delta"]
	for i, s := range steps {
		if i == 0 {
			continue // of the opening
		}
		l := dualLaw(s)
		l.turns(s.A, turn, s.Tie, false)
		if l.must && s.In.P < 2 && !s.Reported.Updated && s.V != nil { // float64 may not have the v to go to
			z := s.X.Minus(replay.Pick(s.Y, s.Minus, s.Plus)).Times(s.Y / 2)
			l.must = s.In.Moves(make(measure.Vector, c.Dim), s.V, z)
		}
		if err := l.holds(s.Step); err != nil {
			return err
		}
	}
	return err
}

// RommaTakesTheLeastNorm: an update of ROMMA takes w to the vector of least norm
// with y(w'·x) ≥ 1 and w'·w ≥ ‖w‖² (Li and Long 2002), from w = yx/‖x‖² on.
func RommaTakesTheLeastNorm(c Case) error {
	steps, err := replay.Origin(c.Tuned("eps"))
	for _, s := range steps {
		if err := leastNorm(s); err != nil {
			return err
		}
	}
	return err
}

// PummaTakesTheLeastNorm: an update of PUMMA replaces the example kept of x's
// class by x, and takes w to the vector of least norm with w'·z ≥ 1 and
// w'·w ≥ ‖w‖²; then both examples kept have functional margin 1 (HKNS25,
// Section B.5). At a mistake γ_t = 1/‖w‖ ≤ D, and it shrinks as in the proof of
// theory.MistakesPummaP2.
func PummaTakesTheLeastNorm(c Case) error {
	c = c.Tuned("delta")
	steps, err := replay.Paired(c)
	plus, minus := measure.Split(c.Stream, c.Points())
	in := c.Metric()
	d := max(in.Widest(plus, plus), in.Widest(minus, minus))
	for i, s := range steps {
		if i > 0 && !s.Reported.Updated || s.Hides() {
			continue
		}
		if err := keptMargins(s); err != nil {
			return err
		}
		if i == 0 {
			continue // of the opening
		}
		if err := leastNorm(s); err != nil {
			return err
		}
		if s.A > -s.Tie {
			continue
		}
		g, g2 := in.Norm(s.V), in.Norm(s.V2)
		e := s.Room / (g2 * g2)
		if fall := in.Kappa(d/g*(1+e), 0.5-s.Slack); g > d*(1+e) || g2 > g*(fall+e) {
			return s.Fault("gamma_t fell from %v to %v at a mistake, expected at most D = %v, and to %v", g, g2, d, g*in.Kappa(d/g, 0.5))
		}
	}
	return err
}

// keptMargins holds the classifier of PUMMA against the examples kept: both have
// functional margin 1, and b = −½w·(x₊+x₋).
func keptMargins(s replay.Dual) error {
	w, size := s.Next.W, s.In.Dual(s.Next.W)
	slack := s.Room*size*size + 2*s.Bias
	if !s.In.Euclidean() && !s.FromZero { // β is a float64, and v with it, and ℓ may be steep there
		beta, _ := measure.Move{From: s.V, To: s.V2, End: s.Z}.Beta()
		z := s.Z.Minus(s.V)
		e := s.In.Units(len(z))*measure.Longest([]measure.Vector{s.V, s.V2, s.Z}) + measure.Tight*math.Abs(beta)*z.Norm()
		slack += 2 * s.In.Sway(s.V2, z, e) / s.In.Norm(s.V2)
	}
	if b := -w.Dot(s.Plus.Plus(1, s.Minus)) / 2; !near(s.Next.B, b, s.Bias) {
		return s.Fault("b = %v, expected -w·(x₊+x₋)/2 = %v", s.Next.B, b)
	}
	if plus, minus := w.Dot(s.Plus)+s.Next.B, -w.Dot(s.Minus)-s.Next.B; !near(plus, 1, slack) || !near(minus, 1, slack) {
		return s.Fault("the examples kept have functional margins %v and %v, expected 1", plus, minus)
	}
	return nil
}

// leastNorm holds an update against its definition: w' is feasible, and the one of
// least norm. In v that is the point of [v, z] of least norm, where rounding is known;
// the proofs of the bounds follow how ‖w‖ grows, and 1/‖w‖∗ = ‖v‖ shrinks.
func leastNorm(s replay.Dual) error {
	if !s.Reported.Updated || s.Hides() {
		return nil
	}
	in, zero := s.In, make(measure.Vector, len(s.Z))
	size := in.Norm(s.V2)
	e := s.Room / (size * size) // relative, of ‖w'‖² and of all that is compared with it
	if s.FromZero {
		off := 1e-12
		if !in.Euclidean() {
			off += e
		}
		if first := in.Weight(s.Z); in.Dual(s.Next.W.Minus(first)) > off*in.Dual(first) {
			return s.Fault("the first w is %v, expected that of z, %v", s.Next.W, first)
		}
		return nil
	}
	if in.Euclidean() {
		return leastNorm2(s, e)
	}
	old := in.Norm(s.V)
	if least, _ := in.ToSegment(zero, s.V, s.Z); !near(size, least, 4*e*size) {
		return s.Fault("1/‖w'‖∗ = %v after the update, the least norm on [v, z] is %v", size, least)
	}
	off := in.Units(len(s.Z)) * measure.Longest([]measure.Vector{s.V, s.V2, s.Z})
	if err := (measure.Move{In: in, From: s.V, To: s.V2, End: s.Z, Seen: zero, Off: off}).Leads(); err != nil {
		return s.Fault("v: %w", err)
	}
	delta, eta := in.Norm(s.V.Minus(s.Z))/old, 1-s.W.Dot(s.Z)
	if k := in.Kappa(delta+e, eta-s.Slack-e); eta <= delta && size > old*(k+4*e) {
		return s.Fault("1/‖w‖∗ fell from %v to %v, by %v, expected %v (delta = %v, eta = %v)", old, size, size/old, k, delta, eta)
	}
	return nil
}

// leastNorm2 is leastNorm in ℓ2, where ‖w'‖² grows by the square of the distance of w
// from the half space w'·z ≥ 1 at least.
func leastNorm2(s replay.Dual, e float64) error {
	z, vv := s.Z, s.V2.Norm()
	_, beta := measure.L2().ToSegment(make(measure.Vector, len(z)), s.V, z)
	at := s.V.Plus(beta, z.Minus(s.V))
	d := s.V.Distance(z)
	off := 2*s.Room/vv + min(d, 2*s.Room/d)
	rounded := s.A > 1-s.Slack || s.W.Dot(z) > 1-e // rounding alone made it an update
	switch {
	case rounded:
		at, off = s.V, 2*s.Room/vv+min(d, 2*(s.Slack*s.V.Dot(s.V)+s.Room)/d)
	case d*d <= s.Room: // z is v, but for rounding
		at, off = z, 2*s.Room/vv+d
	}
	if s.V2.Distance(at) > off {
		return s.Fault("w' = %v after the update, which is that of %v, expected that of %v (w = %v)", s.Next.W, s.V2, at, s.W)
	}
	if rounded || d*d <= s.Room {
		return nil
	}
	w, next := s.W, s.Next.W
	ww, ww2, miss := w.Dot(w), next.Dot(next), 1-w.Dot(z)
	switch grown := ww + miss*miss/z.Dot(z); {
	case !near(next.Dot(z), 1, e):
		return s.Fault("w'·z = %v after the update, expected 1 (z = %v)", next.Dot(z), z)
	case next.Dot(w) < ww-3*e*ww:
		return s.Fault("w'·w = %v after the update, expected at least ‖w‖² = %v", next.Dot(w), ww)
	case ww2 < grown*(1-3*e):
		return s.Fault("‖w'‖² = %v after the update, expected at least ‖w‖²+(1-w·z)²/‖z‖² = %v", ww2, grown)
	case !near(ww2*at.Dot(at), 1, 3*e):
		return s.Fault("‖w'‖² = %v after the update, the least is %v", ww2, 1/at.Dot(at))
	}
	return nil
}

// StaysBelowTheTarget: w∗/γ meets every constraint of ROMMA and PUMMA, so that
// (w∗/γ)·w ≥ ‖w‖² and ‖w‖ ≤ 1/γ. In v: v·w∗ ≥ γ, and ‖v‖ ≥ γ (Li and Long 2002; HKNS25,
// Section B.5). The bounds on mistakes and updates follow, and are rows of the table.
func StaysBelowTheTarget(c Case) error {
	c = c.Tuned("eps").Tuned("delta")
	in, steps, view := c.Metric(), replay.Origin, theory.View{Origin: true, Lift: c.Learner.Bias}
	if hasBias(c.Learner) {
		steps, view = replay.Paired, theory.View{}
	}
	star, direction, err := in.Geometry(c.Stream, c.Dim, view)
	oneClass := star.Positives == 0 || star.Positives == star.Examples
	switch {
	case err != nil || oneClass && !view.Origin:
		return err
	case !star.Separable && in.P == 2 && !view.Origin:
		return errors.New("a drawn stream is not separable")
	case !star.Separable:
		return nil
	}
	all, err := steps(c)
	lost := 0.0 // what rounding may have taken v out of the hull of the z by
	for i, s := range all {
		if !s.Reported.Updated && !(i == 0 && !view.Origin) {
			continue
		}
		if s.V2 == nil {
			return s.Fault("w = 0 after an update")
		}
		lost += 2 * s.Room / in.Norm(s.V2)
		switch got := s.V2.Dot(direction); {
		case lost > 1e-2*star.Gamma:
			return nil // rounding hides the margin
		case got < star.Lower-lost:
			return s.Fault("w·w*/gamma = %v·‖w‖², expected at least ‖w‖²", got/star.Gamma)
		case in.Norm(s.V2) < star.Lower-lost:
			return s.Fault("‖w‖ = %v, 1/gamma = %v", s.Next.W.Norm(), 1/star.Gamma)
		}
	}
	return err
}
