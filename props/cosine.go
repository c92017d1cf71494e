package props

import (
	"cmp"
	"math"

	"marginlab/algos"
	"marginlab/props/measure"
	"marginlab/props/replay"
	"marginlab/props/stream"
)

// cosineProperties are of the maximum cosine learners.
func cosineProperties() []Property {
	return []Property{
		{"cosine", "an update at the first x ≠ 0, and then iff y(w·x) <= 0 (CMCP), <= rho|w|/l (MCP), < |w|/l (NAROMMA)", "BH16, eq. (38), Fig. 2, Lemma 6", of("cosine"), stream.Draws{}, 1500, CosineUpdatesByItsRule},
		{"cosine-step", "an update goes to where the bound on cos(w, w*) is highest, and l is that bound", "BH16, eq. (13), (34), (42)", of("cosine"), stream.Draws{}, 120, CosineStepsAreHighest},
		{"cosine-target", "cos(w, w*) >= gamma·l, and l <= 1/gamma", "BH16, Lemmas 6, 8, 9", of("cosine"), stream.Draws{}, 120, CosineStaysAboveEll},
		{"lemma-1", "w moves along yx by t|w|, t >= 0; then cos(w, w*) and gamma·l are what Lemma 1 allows", "BH16, Lemma 1", of("mcf"), stream.Draws{}, 120, CosineFollowsLemma1},
		{"naromma", "NAROMMA is aggressive ROMMA step for step, with |u| = l", "BH16, Theorem 7, without step 4", of("naromma"), stream.Draws{}, 120, NarommaIsAggressiveRomma},
	}
}

// CosineUpdatesByItsRule: after the first x ≠ 0 CMCP updates iff y(w·x) ≤ 0, MCP(ρ)
// iff y(w·x) ≤ ρ‖w‖/ℓ, the strict one iff it is less, and NAROMMA iff y(w·x) < ‖w‖/ℓ, never
// at x = 0; they report
// y(w·x), ‖w‖, ‖w‖/ℓ and sign(w·x) right (BH16, eq. (38), Fig. 2, Lemma 6).
func CosineUpdatesByItsRule(c Case) error {
	steps, err := replay.Cosines(c)
	for _, s := range steps {
		if s.Rounded > 1e-2 {
			continue // rounding hides ‖w‖
		}
		size := s.W.Norm()
		slack := measure.Units(len(s.X)) * size * math.Sqrt(s.XX)
		l := law{a: s.S, slack: slack, reports: []report{
			{"y(w·x)", s.Reported.Score, s.S, slack}, {"‖w‖", s.Reported.Norm, size, s.Rounded * size},
			{"the target margin", s.Reported.Target, math.NaN(), 0},
		}}
		if !s.First && s.XX > 0 {
			l.reports[2] = report{"the target margin times l", s.Reported.Target * s.Ell, size, 2 * s.Rounded * size}
		}
		turn, tie := 0.0, !in(c.Learner, "naromma") && !in(c.Learner, "mcp(rule=strict)")
		if rho := c.Learner.Params()["rho"]; rho > 0 {
			turn = rho / s.Ell
		}
		blur := s.Noise + measure.Units(1)*turn
		if s.Exact || turn == 0 && s.S == 0 && measure.OnLattice(s.W, s.X) {
			blur = 0
		}
		if l.turns(s.G, turn, blur, tie); s.First {
			l.always()
		}
		if s.XX == 0 {
			l.never()
		}
		if s.Exact {
			l.slack = 0
		}
		if s.B != 0 || s.Next.B != 0 || s.Reported.Opening || !s.Reported.Updated && !s.First && s.Next.Gamma != s.Gamma {
			return s.Fault("b = %v through the origin (in an opening: %v), and l from %v to %v (updated: %v)", s.Next.B, s.Reported.Opening, s.Ell, s.Ell2, s.Reported.Updated)
		}
		if err := l.holds(s.Step); err != nil {
			return err
		}
	}
	return err
}

// lemma1 is what the cosine is at least after a step of length at, over γ, if it is ℓ before
// (BH16, Lemma 1).
func lemma1(s replay.Cosine, at float64) float64 {
	size := math.Sqrt(s.XX)
	sin, cos := math.Sincos(math.Atan(at * size))
	return (s.Ell*cos + sin/size) / math.Sqrt(1+2*s.G/size*sin*cos)
}

// aim is the step that the framework takes: x∗ in w ← w + x∗‖w‖ yx, and the new
// ℓ. CMCP and MCP leave the mixed term out, and MCP pays for it with ℓ, but for the sharp one.
func aim(learner *algos.Spec, s replay.Cosine) (at, ell2 float64) {
	if in(learner, "naromma") {
		best := lemma3(s.Ell, 1, 1, s.XX, s.G/s.XX)
		return best.at, best.value
	}
	best := lemma2(s.Ell, 1, 1, s.XX)
	switch {
	case s.G > 0 && in(learner, "mcp(rule=sharp)"):
		return best.at, lemma1(s, best.at)
	case s.G > 0:
		return best.at, math.Sqrt(s.Ell*s.Ell + (1-2*s.G*s.Ell)/s.XX)
	}
	return best.at, best.value
}

// aimed is the direction w/‖w‖ + x∗yx, yx itself at x∗ = ∞.
func aimed(s replay.Cosine, at float64) measure.Vector {
	w := s.X.Times(s.Y)
	if !math.IsInf(at, 1) {
		w = s.W.Unit().Plus(at, w)
	}
	return w
}

// doubt is what rounding may do to that: to the direction of the new w, which
// stays between those of w and yx, and to the new ℓ².
func doubt(learner *algos.Spec, s replay.Cosine, at, ell2 float64) (direction, square float64) {
	size, u := math.Sqrt(s.XX), measure.Units(len(s.X))
	rest := s.Ell + 1/size
	square = u*rest*rest + 2*s.Noise*s.Ell/s.XX
	if s.G > 0 && in(learner, "mcp(rule=sharp)") {
		square = (u + 2*at*s.Noise) * ell2 * ell2
	}
	more, sin := at*s.Rounded, 1.0 // of x∗, and of the angle of w and x
	if in(learner, "naromma") {
		d, across, turn := 1-s.Ell*s.G, max(0, 1-s.G/size*s.G/size), s.Ell*s.XX-s.G
		slip, blur := s.Ell*s.Noise+u, s.Noise+u*s.Ell*s.XX
		sin = min(1, math.Sqrt(across+u))
		square = u*ell2*ell2 + (2*math.Abs(d)*slip+d*d*(u+2*s.Noise/size)/across)/(across*s.XX)
		if math.IsInf(at, 1) {
			return u + min(1, math.Abs(blur/d/size))*sin, max(square, u*ell2*ell2)
		}
		more += slip/math.Abs(turn) + at*blur/math.Abs(turn)
	}
	long := aimed(s, at).Norm()
	return u*(1+at*size)/long + min(1, more*size/(long*long))*sin, square
}

// CosineStepsAreHighest: an update of CMCP, MCP and NAROMMA goes to where the
// bound on cos(w, w∗)/γ that it keeps is highest, by the closed forms of Lemmas 2 and 3,
// and ℓ is that bound, for MCP less 2η/‖x‖² in ℓ² (BH16, eq. (13), (34), (42)). That is
// no more than what follows for the cosine itself, (ℓ+x)/√(1+‖x‖²x²+2gx).
func CosineStepsAreHighest(c Case) error {
	steps, err := replay.Cosines(c)
	for _, s := range steps {
		if !s.Reported.Updated {
			continue
		}
		size := math.Sqrt(s.XX)
		if s.First {
			if off := s.Next.W.Unit().Distance(s.X.Times(s.Y / size)); off > 1e-12 || !near(s.Ell2, 1/size, 1e-12/size) {
				return s.Fault("w = %v, l = %v after the first example, expected the direction of yx and l = 1/‖x‖ = %v", s.Next.W, s.Ell2, 1/size)
			}
			continue
		}
		at, ell2 := aim(c.Learner, s)
		slack, square := doubt(c.Learner, s, at, ell2)
		if !(square < 1e-3*ell2*ell2 && slack < 1e-3) {
			continue // rounding hides where the step leads
		}
		if !near(s.Ell2*s.Ell2, ell2*ell2, square) {
			return s.Fault("l = %v after the update, expected %v (before: %v, y(w·x)/‖w‖ = %v)", s.Ell2, ell2, s.Ell, s.G)
		}
		w := aimed(s, at)
		if off := s.Next.W.Unit().Distance(w.Unit()); off > slack {
			return s.Fault("w = %v after the update, %.3g off the direction of %v", s.Next.W, off, w)
		}
		if most := lemma1(s, at); s.Ell2 > most*(1+1e-9)+square/ell2 {
			return s.Fault("l = %v after the update, the bound on the cosine is %v", s.Ell2, most)
		}
	}
	return err
}

// CosineStaysAboveEll: cos(w, w∗) ≥ γℓ after every step, so that ℓ ≤ 1/γ; ℓ never
// falls (BH16, Lemmas 6, 8, 9). The bounds on mistakes and updates follow, and are
// rows of the table.
func CosineStaysAboveEll(c Case) error {
	star, direction, err := throughOrigin(c)
	if err != nil || !star.Separable {
		return err
	}
	steps, err := replay.Cosines(c)
	lost := 1e-12
	for _, s := range steps {
		if !s.Reported.Updated {
			continue
		}
		if s.Ell2 == 0 {
			return s.Fault("w = 0 after an update")
		}
		if !s.First {
			at, ell2 := aim(c.Learner, s)
			slack, square := doubt(c.Learner, s, at, ell2)
			shrunk := 1.0
			if !math.IsInf(at, 1) {
				shrunk = aimed(s, at).Norm()
			}
			if lost = lost/min(1, shrunk) + slack + star.Gamma*square/ell2; !(lost < 1e-2) {
				return nil // rounding hides what it adds up to
			}
		}
		switch cos := s.Next.W.Unit().Dot(direction); {
		case cos < star.Lower*s.Ell2-lost:
			return s.Fault("cos(w, w*) = %v, gamma·l = %v", cos, star.Gamma*s.Ell2)
		case s.Ell2*star.Lower > 1+lost:
			return s.Fault("l = %v, 1/gamma = %v", s.Ell2, 1/star.Gamma)
		case s.Ell2 < s.Ell*(1-lost):
			return s.Fault("l fell from %v to %v", s.Ell, s.Ell2)
		}
	}
	return err
}

// CosineFollowsLemma1: an update takes w to the direction of w + τ‖w‖yx for some τ ≥ 0, or to
// that of yx, which is τ = ∞; and neither ℓ nor cos(w, w∗)/γ breaks Lemma 1 of BH16 at this τ: ℓ
// is at most what it allows, the cosine at least. It speaks of any rule of the framework.
func CosineFollowsLemma1(c Case) error {
	star, direction, err := throughOrigin(c)
	if err != nil {
		return err
	}
	steps, err := replay.Cosines(c)
	for _, s := range steps {
		size := math.Sqrt(s.XX)
		across := s.XX - s.G*s.G // the square of the part of yx that is orthogonal to w
		if !s.Reported.Updated || s.First || across < 1e-3*s.XX || s.Rounded > 1e-10 || s.Noise > 1e-10*size || s.Ell2 == 0 {
			continue // τ is not seen in the direction of the new w
		}
		now, old, z := s.Next.W.Unit(), s.W.Unit(), s.X.Times(s.Y)
		// now is (old + τz)/|old + τz|: its products with old and z tell τ.
		along, up := now.Dot(old), now.Dot(z)
		tau := (up - s.G*along) / (s.XX*along - s.G*up)
		if s.XX*along-s.G*up <= 1e-12*s.XX {
			tau = math.Inf(1)
		}
		if tau < 0 {
			if tau < -1e-9/size {
				return s.Fault("w went from %v to %v, by %v·yx", old, now, tau)
			}
			tau = 0
		}
		if off := now.Distance(aimed(s, tau).Unit()); off > 1e-6 {
			return s.Fault("w = %v after the update, %.3g off the plane of w and yx", s.Next.W, off)
		}
		if most := lemma1(s, tau); s.Ell2 > most*(1+1e-6) {
			return s.Fault("l = %v after the update, Lemma 1 allows %v", s.Ell2, most)
		}
		if !star.Separable || star.Lower < 1e-6*size {
			continue
		}
		before := s
		before.Ell = old.Dot(direction) / star.Lower
		if least := lemma1(before, tau); before.Ell > 0 && now.Dot(direction) < star.Lower*least-1e-6*(1+star.Lower*least) {
			return s.Fault("cos(w, w*) = %v after the update, Lemma 1 has %v", now.Dot(direction), star.Lower*least)
		}
	}
	return err
}

// NarommaIsAggressiveRomma: NAROMMA predicts and updates as aggressive ROMMA
// does, step for step; ‖u‖ = ℓ, and its w has the direction of u (BH16,
// Theorem 7, without step 4 of Fig. 1).
func NarommaIsAggressiveRomma(c Case) error {
	other, err := by(c, "a-romma")
	if err != nil {
		return err
	}
	a, err := replay.Cosines(c)
	b, err2 := replay.Origin(other)
	if err := cmp.Or(err, err2); err != nil {
		return err
	}
	apart := 0.0 // how far rounding may have taken the two from each other, relatively
	for t, s := range a {
		u := b[t]
		long := 1 + u.W.Norm()*u.X.Norm()
		if u.FromZero != s.First || !s.First && !near(u.A, s.G*s.Ell, apart*long) {
			return s.Fault("y(w·x)l/‖w‖ = %v, and y(u·x) = %v of aggressive ROMMA", s.G*s.Ell, u.A)
		}
		hidden := apart*long + s.Noise*s.Ell + u.Slack
		switch same := s.Reported.Predicted == u.Reported.Predicted && s.Reported.Updated == u.Reported.Updated; {
		case !same && (s.First || !near(u.A, 1, hidden) && !near(u.A, 0, hidden)):
			return s.Fault("predicted %+d (updated: %v), and %+d (%v) by aggressive ROMMA, at y(u·x) = %v", s.Reported.Predicted, s.Reported.Updated, u.Reported.Predicted, u.Reported.Updated, u.A)
		case !same:
			return nil // rounding decides what comes after
		}
		if !s.Reported.Updated {
			continue
		}
		if apart = drift(c.Learner, s, u, apart); !(apart < 1e-3) {
			return nil // rounding hides the margin
		}
		if size := u.Next.W.Norm(); !near(s.Ell2, size, apart*size) {
			return s.Fault("l = %v after the update, and ‖u‖ = %v of aggressive ROMMA", s.Ell2, size)
		}
		if off := s.Next.W.Unit().Distance(u.Next.W.Unit()); off > apart {
			return s.Fault("w = %v after the update, %.3g off the direction of u = %v of aggressive ROMMA", s.Next.W, off, u.Next.W)
		}
	}
	return nil
}

// drift is how far an update may take NAROMMA and aggressive ROMMA from each
// other that were apart before: it forgets where they were as it turns to x
// alone, and turns [v, z] by as much over its length.
func drift(learner *algos.Spec, s replay.Cosine, u replay.Dual, apart float64) float64 {
	if u.V2 == nil {
		return math.Inf(1)
	}
	g := u.V2.Norm()
	here := 4 * u.Room / g / g
	if u.FromZero {
		return here
	}
	at, ell2 := aim(learner, s)
	slack, square := doubt(learner, s, at, ell2)
	d := u.V.Distance(u.Z)
	return apart*u.V.Norm()/g*(1+g/d) + here + slack + square/ell2/ell2 + min(1, u.Room/d/g)
}

// optimum is x∗ and Φ∗ = max Φ(x) over x ≥ 0.
type optimum struct{ at, value float64 }

// lemma2 is the optimum of (r+px)/√(s+qx²) for r, p ≥ 0 (BH16, Lemma 2).
func lemma2(r, p, s, q float64) optimum {
	return optimum{p * s / (r * q), math.Sqrt(r*r/s + p*p/q)}
}

// lemma3 is the optimum of (r+px)/√(s+qx²+2tqx), where that has no zero under
// the root (BH16, Lemma 3).
func lemma3(r, p, s, q, t float64) optimum {
	atZero, atInf := optimum{0, r / math.Sqrt(s)}, optimum{math.Inf(1), p / math.Sqrt(q)}
	slope := p*s - r*t*q // the sign of Φ'(0)
	switch rest := r - p*t; {
	case rest > 0 && slope >= 0:
		return optimum{slope / (q * rest), math.Sqrt(rest*rest/(s-q*t*t) + p*p/q)}
	case rest > 0, rest == 0 && p < 0:
		return atZero
	case rest == 0 || slope >= 0:
		return atInf
	case atInf.value > atZero.value:
		return atInf
	default:
		return atZero
	}
}
