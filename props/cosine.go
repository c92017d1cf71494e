package props

import (
	"fmt"
	"math"

	"marginlab/algos"
	"marginlab/theory"
)

// cosineStep is a step of a learner of the maximum cosine framework (mcp.txt),
// measured here from w, ℓ and x: only the direction of w matters.
type cosineStep struct {
	pace
	g         float64 // y(w·x)/‖w‖, 0 while w = 0
	ell, ell2 float64 // ℓ before the step and after it, 0 while w = 0
	xx        float64 // ‖x‖²
	noise     float64 // how far rounding may have moved g
	norm      float64 // and ‖w‖, relatively, as the learner follows it
	exact     bool    // not at all, neither of them
	first     bool    // w = 0 before the step
}

// cosineSteps are the steps of CMCP, MCP and NAROMMA.
func cosineSteps(c Case) ([]cosineStep, error) {
	steps, err := paces(c)
	all := make([]cosineStep, len(steps))
	lost := 0.0 // what rounding may have done to ‖w‖² since the last restart
	updates := 0
	lattice := onLattice(lifted(c.Stream, c.Dim, c.Learner.Lift()))
	for i, p := range steps {
		s := cosineStep{pace: p, xx: dot(p.x, p.x), first: norm(p.w) == 0}
		u := units(len(p.x))
		if size := norm(p.w); !s.first {
			s.g, s.ell = p.y*dot(p.w, p.x)/size, 1/p.gamma
			s.norm = u + lost/size/size
			s.noise = u*math.Sqrt(s.xx) + s.norm*math.Abs(s.g)
		}
		// Before the second update w = yx and ℓ = 1/‖x‖ are what they are.
		_, f := math.Frexp(norm(p.w))
		s.exact = lattice && updates <= 1 && (s.first || norm(p.w) == math.Ldexp(0.5, f))
		if norm(p.w2) > 0 {
			s.ell2 = 1 / p.gamma2
		}
		if p.Updated {
			updates++
			moved := norm(p.w) + distance(p.w, p.w2)
			if lost += u * moved * moved; s.first {
				lost = 0
			}
		}
		all[i] = s
	}
	return all, err
}

// CosineUpdatesByItsRule: after the first x ≠ 0 CMCP updates iff y(w·x) ≤ 0, MCP
// iff y(w·x) ≤ ‖w‖/2ℓ and NAROMMA iff y(w·x) < ‖w‖/ℓ, never at x = 0; they tell
// y(w·x), ‖w‖, ‖w‖/ℓ and sign(w·x) right (mcp.txt, eq. (38), Fig. 2, Lemma 6).
func CosineUpdatesByItsRule(c Case) error {
	steps, err := cosineSteps(c)
	for _, s := range steps {
		size := norm(s.w)
		score := s.y * dot(s.w, s.x)
		slack := units(len(s.x)) * size * math.Sqrt(s.xx)
		if s.norm > 1e-2 {
			continue // rounding hides ‖w‖
		}
		switch {
		case s.b != 0 || s.b2 != 0 || s.Opening:
			return fmt.Errorf("t=%d: b = %v through the origin (in an opening: %v)", s.t, s.b2, s.Opening)
		case !near(s.Score, score, slack) || !near(s.Norm, size, s.norm*size):
			return fmt.Errorf("t=%d: y(w·x) and ‖w‖ are told to be %v and %v, and are %v and %v", s.t, s.Score, s.Norm, score, size)
		case (s.first || s.xx == 0) && !math.IsNaN(s.Target), !s.first && s.xx > 0 && !near(s.Target*s.ell, size, 2*s.norm*size):
			return fmt.Errorf("t=%d: the target margin is told to be %v, expected ‖w‖/l = %v", s.t, s.Target, size/s.ell)
		case score*s.y > slack && s.Predicted != theory.Positive, score*s.y < -slack && s.Predicted != theory.Negative,
			s.exact && score == 0 && s.Predicted != theory.Positive:
			return fmt.Errorf("t=%d: predicted %+d at y(w·x) = %v", s.t, s.Predicted, score)
		case !s.Updated && (s.changed || !s.first && s.gamma2 != s.gamma):
			return fmt.Errorf("t=%d: w or l changed, and no update is told", s.t)
		}
		turn, tie := 0.0, true
		switch {
		case isMCP(c.Learner) && !isCMCP(c.Learner):
			turn = 1 / (2 * s.ell)
		case isNAROMMA(c.Learner):
			turn, tie = 1/s.ell, false
		}
		blur := s.noise + units(1)*turn
		if s.exact || turn == 0 && dot(s.w, s.x) == 0 && onLattice([][]float64{s.w, s.x}) {
			blur = 0
		}
		below := s.g < turn-blur || blur == 0 && s.g == turn && tie
		above := s.g > turn+blur || blur == 0 && s.g == turn && !tie
		if s.first {
			below, above = true, false
		}
		if s.xx == 0 {
			below, above = false, true
		}
		if below && !s.Updated || above && s.Updated {
			return fmt.Errorf("t=%d: updated: %v at y(w·x)/‖w‖ = %v, ‖x‖ = %v, l = %v", s.t, s.Updated, s.g, math.Sqrt(s.xx), s.ell)
		}
	}
	return err
}

// aim is the step that the framework takes: x∗ in w ← w + x∗‖w‖ yx, and the new
// ℓ. CMCP and MCP leave the mixed term out, and MCP pays for it with ℓ.
func (s cosineStep) aim(learner *algos.Spec) (at, ell2 float64) {
	if isNAROMMA(learner) {
		best := lemma3(s.ell, 1, 1, s.xx, s.g/s.xx)
		return best.at, best.value
	}
	best := lemma2(s.ell, 1, 1, s.xx)
	if !isCMCP(learner) && s.g > 0 {
		return best.at, math.Sqrt(s.ell*s.ell + (1-2*s.g*s.ell)/s.xx)
	}
	return best.at, best.value
}

// doubt is what rounding may do to that: to the direction of the new w, which
// stays between those of w and yx, and to the new ℓ².
func (s cosineStep) doubt(learner *algos.Spec, at, ell2 float64) (direction, square float64) {
	size, u := math.Sqrt(s.xx), units(len(s.x))
	rest := s.ell + 1/size
	square = u*rest*rest + 2*s.noise*s.ell/s.xx
	more, sin := at*s.norm, 1.0 // of x∗, and of the angle of w and x
	if isNAROMMA(learner) {
		d, across, turn := 1-s.ell*s.g, max(0, 1-s.g/size*s.g/size), s.ell*s.xx-s.g
		slip, blur := s.ell*s.noise+u, s.noise+u*s.ell*s.xx
		sin = min(1, math.Sqrt(across+u))
		square = u*ell2*ell2 + (2*math.Abs(d)*slip+d*d*(u+2*s.noise/size)/across)/(across*s.xx)
		if math.IsInf(at, 1) {
			return u + min(1, math.Abs(blur/d/size))*sin, max(square, u*ell2*ell2)
		}
		more += slip/math.Abs(turn) + at*blur/math.Abs(turn)
	}
	long := norm(along(unit(s.w), at*s.y, s.x))
	return u*(1+at*size)/long + min(1, more*size/(long*long))*sin, square
}

// CosineStepsAreHighest: an update of CMCP, MCP and NAROMMA goes to where the
// bound on cos(w, w∗)/γ that it keeps is highest, found here by looking, and ℓ
// is that bound, for MCP less 2η/‖x‖² in ℓ² (mcp.txt, eq. (13), (34), (42)).
func CosineStepsAreHighest(c Case) error {
	steps, err := cosineSteps(c)
	for _, s := range steps {
		if !s.Updated {
			continue
		}
		if s.first {
			direction, ell := along(make([]float64, len(s.x)), s.y/math.Sqrt(s.xx), s.x), 1/math.Sqrt(s.xx)
			if off := distance(unit(s.w2), direction); off > 1e-12 || !near(s.ell2, ell, 1e-12*ell) {
				return fmt.Errorf("t=%d: w = %v, l = %v after the first example, expected the direction %v and l = 1/‖x‖ = %v", s.t, s.w2, s.ell2, direction, ell)
			}
			continue
		}
		at, ell2 := s.aim(c.Learner)
		slack, square := s.doubt(c.Learner, at, ell2)
		if !(square < 1e-3*ell2*ell2 && slack < 1e-3) {
			continue // rounding hides where the step leads
		}
		if !near(s.ell2*s.ell2, ell2*ell2, square) {
			return fmt.Errorf("t=%d: l = %v after the update, expected %v (before: %v, y(w·x)/‖w‖ = %v)", s.t, s.ell2, ell2, s.ell, s.g)
		}
		w := along(make([]float64, len(s.x)), s.y, s.x)
		if !math.IsInf(at, 1) {
			w = along(unit(s.w), at, w)
		}
		if off := distance(unit(s.w2), unit(w)); off > slack {
			return fmt.Errorf("t=%d: w = %v after the update, %.3g off the direction of %v", s.t, s.w2, off, w)
		}
		if err := s.highest(c.Learner, at, ell2, square); err != nil {
			return err
		}
	}
	return err
}

// highest holds the step and the new ℓ against the bound (ℓ+x)/√(1+‖x‖²x²+2gx),
// or that without the mixed term.
func (s cosineStep) highest(learner *algos.Spec, at, ell2, square float64) error {
	size := math.Sqrt(s.xx)
	bound := func(g float64) func(cos, sin float64) float64 {
		return func(cos, sin float64) float64 {
			return (s.ell*cos + sin/size) / math.Sqrt(cos*cos+sin*sin+2*g/size*sin*cos)
		}
	}
	g := 0.0
	if isNAROMMA(learner) {
		g = s.g
	}
	best := highest(bound(g), 1/size)
	slack := 1e-9*best.value + square/ell2
	if isNAROMMA(learner) || isCMCP(learner) || s.g <= 0 {
		if !near(s.ell2, best.value, slack) {
			return fmt.Errorf("t=%d: l = %v after the update, the bound is up to %v (at x = %v)", s.t, s.ell2, best.value, best.at)
		}
	}
	theta := math.Atan(at * size)
	if most := bound(s.g)(math.Cos(theta), math.Sin(theta)); s.ell2 > most+slack {
		return fmt.Errorf("t=%d: l = %v after the update, the bound on the cosine is %v", s.t, s.ell2, most)
	}
	return nil
}

// unit is w/‖w‖.
func unit(w []float64) []float64 { return along(make([]float64, len(w)), 1/norm(w), w) }

// CosineStaysAboveEll: cos(w, w∗) ≥ γℓ after every step, so that ℓ ≤ 1/γ; ℓ never
// falls; the mistakes, the first example counted, are at most (R/γ)², and so are
// the updates of CMCP (mcp.txt, Lemmas 6, 8, 9, Theorem 10). The margin
// violations of NAROMMA are within those of ROMMA.
func CosineStaysAboveEll(c Case) error {
	star, direction, err := throughOrigin(c, c.Learner.Lift())
	if err != nil || !star.Separable {
		return err
	}
	steps, err := cosineSteps(c)
	lost, wrong := 1e-12, 0
	var updates []float64
	for _, s := range steps {
		if !s.Updated {
			continue
		}
		if s.ell2 == 0 {
			return fmt.Errorf("t=%d: w = 0 after an update", s.t)
		}
		if !s.first {
			at, ell2 := s.aim(c.Learner)
			slack, square := s.doubt(c.Learner, at, ell2)
			shrunk := 1.0
			if !math.IsInf(at, 1) {
				shrunk = norm(along(unit(s.w), at*s.y, s.x))
			}
			if lost = lost/min(1, shrunk) + slack + star.Gamma*square/ell2; !(lost < 1e-2) {
				return nil // rounding hides what it adds up to
			}
		}
		switch cos := dot(unit(s.w2), direction); {
		case cos < star.Lower*s.ell2-lost:
			return fmt.Errorf("t=%d: cos(w, w*) = %v, gamma·l = %v", s.t, cos, star.Gamma*s.ell2)
		case s.ell2*star.Lower > 1+lost:
			return fmt.Errorf("t=%d: l = %v, 1/gamma = %v", s.t, s.ell2, 1/star.Gamma)
		case s.ell2 < s.ell*(1-lost):
			return fmt.Errorf("t=%d: l fell from %v to %v", s.t, s.ell, s.ell2)
		}
		if s.first || s.g <= -s.noise || s.exact && s.g <= 0 || isCMCP(c.Learner) {
			wrong++
		}
		updates = append(updates, s.g*s.ell+s.noise*s.ell)
	}
	q := star.DBar / star.Lower / (1 - lost)
	if float64(wrong) > q*q {
		return fmt.Errorf("%d mistakes, the first example counted, (R/gamma)² = %v", wrong, q*q)
	}
	if isNAROMMA(c.Learner) {
		return violationsWithin(updates, q, 1)
	}
	return err
}

// NarommaIsAggressiveRomma: NAROMMA predicts and updates as aggressive ROMMA
// does, step for step; ‖u‖ = ℓ, and its w has the direction of u (mcp.txt,
// Theorem 7, without step 4 of Fig. 1).
func NarommaIsAggressiveRomma(c Case) error {
	other := c
	expr := "a-romma"
	if lift := c.Learner.Lift(); lift != 0 {
		expr = "bias(a-romma," + number(lift) + ")"
	}
	var err error
	if other.Learner, err = algos.Parse(expr); err != nil {
		return err
	}
	a, err := cosineSteps(c)
	if err != nil {
		return err
	}
	b, err := dualSteps(other)
	if err != nil {
		return err
	}
	apart := 0.0 // how far rounding may have taken the two from each other, relatively
	for t, s := range a {
		u := b[t]
		s1 := s.g * s.ell
		if u.fromZero != s.first || !s.first && (!near(u.a, s1, apart*(1+norm(u.w)*norm(u.x)))) {
			return fmt.Errorf("t=%d: y(w·x)l/‖w‖ = %v, and y(u·x) = %v of aggressive ROMMA", s.t, s1, u.a)
		}
		hidden := apart*(1+norm(u.w)*norm(u.x)) + s.noise*s.ell + u.slack
		tied := near(u.a, 1, hidden) || near(u.a, 0, hidden)
		switch same := s.Predicted == u.Predicted && s.Updated == u.Updated; {
		case !same && (!tied || s.first):
			return fmt.Errorf("t=%d: predicted %+d (updated: %v), and %+d (%v) by aggressive ROMMA, at y(u·x) = %v", s.t, s.Predicted, s.Updated, u.Predicted, u.Updated, u.a)
		case !same:
			return nil // rounding decides what comes after
		}
		if !s.Updated {
			continue
		}
		if apart = u.drift(s, apart, c.Learner); !(apart < 1e-3) {
			return nil // rounding hides the margin
		}
		size := norm(u.w2)
		if !near(s.ell2, size, apart*size) {
			return fmt.Errorf("t=%d: l = %v after the update, and ‖u‖ = %v of aggressive ROMMA", s.t, s.ell2, size)
		}
		if off := distance(unit(s.w2), unit(u.w2)); off > apart {
			return fmt.Errorf("t=%d: w = %v after the update, %.3g off the direction of u = %v of aggressive ROMMA", s.t, s.w2, off, u.w2)
		}
	}
	return nil
}

// drift is how far an update may take NAROMMA and aggressive ROMMA from each
// other that were apart before: it forgets where they were as it turns to x
// alone, and turns [v, z] by as much over its length.
func (u dualStep) drift(s cosineStep, apart float64, learner *algos.Spec) float64 {
	if u.v2 == nil {
		return math.Inf(1)
	}
	g := norm(u.v2)
	here := 4 * u.room / g / g
	if u.fromZero {
		return here
	}
	at, ell2 := s.aim(learner)
	slack, square := s.doubt(learner, at, ell2)
	d := distance(u.v, u.z)
	return apart*norm(u.v)/g*(1+g/d) + here + slack + square/ell2/ell2 + min(1, u.room/d/g)
}

func isMCP(s *algos.Spec) bool     { return in(s, "mcp") }
func isCMCP(s *algos.Spec) bool    { return in(s, "cmcp") }
func isNAROMMA(s *algos.Spec) bool { return in(s, "naromma") }
