package props

import (
	"fmt"
	"math"

	"marginlab/algos"
	"marginlab/theory"
)

// dualStep is a step of a learner whose update is
//
//	w ← argmin ‖w'‖∗  s.t.  w'·z ≥ 1,  w'·f(w) ≥ ‖w‖∗²,  f = ∇½‖·‖∗²
//
// (ROMMA: z = yx; PUMMA: z = (x₊−x₋)/2), after the first w, which is that of z alone,
// measured here from the classifiers shown and from x alone, also as v = f(w)/‖w‖∗².
// In ℓ2 f(w) is w.
type dualStep struct {
	pace
	in       metric
	z        []float64
	a        float64   // y(w·x+b)
	slack    float64   // how far rounding may have moved a
	blur     float64   // the same, 0 as long as v is exact, so that ties are known
	v, v2    []float64 // before the step and after it; nil where w = 0
	room     float64   // how far rounding may have moved ‖v‖², v·z and ‖z‖²
	fromZero bool      // w = 0 before the step
}

// hides reports whether rounding hides where the step led.
func (s dualStep) hides() bool {
	return s.v2 == nil || s.room > 1e-2*s.in.of(s.v2)*s.in.of(s.v2)
}

// dual is w/‖w‖², nil for w = 0.
func dual(w []float64) []float64 {
	if ww := dot(w, w); ww > 0 {
		return along(make([]float64, len(w)), 1/ww, w)
	}
	return nil
}

// point is f(w)/‖w‖∗², nil for w = 0.
func (m metric) point(w []float64) []float64 {
	if m.euclidean() {
		return dual(w)
	}
	if size := m.dual(w); size > 0 { // w/‖w‖∗ first: ‖w‖∗² may underflow
		unit := along(make([]float64, len(w)), 1/size, w)
		return along(make([]float64, len(w)), 1/size, m.unlink(unit))
	}
	return nil
}

// weight is the w whose point is v: ℓ(v)/‖v‖.
func (m metric) weight(v []float64) []float64 {
	if m.euclidean() {
		return dual(v)
	}
	size := m.of(v)
	unit := along(make([]float64, len(v)), 1/size, v)
	return along(make([]float64, len(v)), 1/size, m.link(unit))
}

// relaxed is argmin ‖w'‖ s.t. w'·z ≥ 1, w'·w ≥ ‖w‖²: both are active, and
// w' = cw + dz with the c and d of Li and Long (2002), written here as a move
// across w, or only the first is.
func relaxed(w, z []float64) []float64 {
	ww, zz, s := dot(w, w), dot(z, z), dot(w, z)
	if s >= zz*ww {
		return along(make([]float64, len(z)), 1/zz, z)
	}
	across := along(z, -s/ww, w)
	return along(w, (1-s)/dot(across, across), across)
}

// tracker follows what rounding may have done to a learner that keeps v.
type tracker struct {
	sparse bool      // the form whose sums of squares are followed
	strict bool      // v is exact so far
	v      []float64 // as long as it is
	in     metric
	recent memory
}

func newTracker(c Case, x [][]float64) *tracker {
	in := c.metric()
	return &tracker{
		sparse: in.euclidean() && anySparse(c.Stream), strict: in.euclidean() && onLattice(x), in: in,
		recent: memory{most: 2 * (c.Dim + 1)},
	}
}

// see fills in the rest of s. The dense form computes ‖v‖² and v·z from v and z,
// the sparse one from what it followed, and from the examples that z is made of.
// touched are the coordinates that it moves at an update.
func (r *tracker) see(s *dualStep, from [][]float64, touched int) {
	s.in, s.v, s.v2 = r.in, r.in.point(s.w), r.in.point(s.w2)
	s.fromZero = s.v == nil
	reach := r.in.farthest([][]float64{s.z, s.v, s.v2})
	if r.sparse {
		reach = r.recent.longest(max(reach, longest(from)))
		if s.Updated {
			r.recent.touched[len(r.recent.touched)-1] = touched
		}
	}
	s.room = r.in.units(len(s.x)) * reach * reach
	s.slack = r.in.units(len(s.x)) * r.in.dual(s.w) * r.in.farthest(append(from, s.x))
	if s.blur = s.slack; r.strict {
		s.blur = 0
	}
	if !s.Updated {
		return
	}
	if s.fromZero {
		r.v = s.z
		return
	}
	if r.strict {
		_, beta := toSegment(make([]float64, len(s.z)), r.v, s.z)
		r.v = along(r.v, beta, minus(s.z, r.v))
		r.strict = (beta == 1 || beta == 0.5) && norm(r.v) > 0 && onLattice([][]float64{r.v, s.z})
	}
}

// led holds an update against its definition: w' is feasible, and the one of
// least norm, which the proofs of the bounds follow: ‖w'‖² grows by the square
// of the distance of w from the half space w'·z ≥ 1.
func (s dualStep) led() error {
	if s.hides() {
		return nil
	}
	if !s.in.euclidean() {
		return s.ledIn()
	}
	ww2 := dot(s.w2, s.w2)
	e := s.room * ww2 // relative, of ‖w'‖² and of all that is compared with it
	if s.fromZero {
		if first := dual(s.z); distance(s.w2, first) > 1e-12*norm(first) {
			return fmt.Errorf("t=%d: the first w is %v, expected z/‖z‖² = %v", s.t, s.w2, first)
		}
		return nil
	}
	d := distance(s.v, s.z)
	off := 2 * s.room / norm(s.v2)              // of v'
	if s.a > 1-s.slack || dot(s.w, s.z) > 1-e { // rounding alone made it an update
		if distance(s.v2, s.v) > off+min(d, 2*(s.slack*dot(s.v, s.v)+s.room)/d) {
			return fmt.Errorf("t=%d: w moved from %v to %v at y(w·x+b) = %v", s.t, s.w, s.w2, s.a)
		}
		return nil
	}
	if d*d <= s.room { // z is v, but for rounding
		if distance(s.v2, s.z) > off+d {
			return fmt.Errorf("t=%d: w' = %v after the update, w = %v and z/‖z‖² = %v", s.t, s.w2, s.w, dual(s.z))
		}
		return nil
	}
	if got := dot(s.w2, s.z); !near(got, 1, e) {
		return fmt.Errorf("t=%d: w'·z = %v after the update, expected 1 (z = %v)", s.t, got, s.z)
	}
	ww, miss := dot(s.w, s.w), 1-dot(s.w, s.z)
	if got := dot(s.w2, s.w); got < ww-3*e*ww {
		return fmt.Errorf("t=%d: w'·w = %v after the update, expected at least ‖w‖² = %v", s.t, got, ww)
	}
	if grown := ww + miss*miss/dot(s.z, s.z); ww2 < grown*(1-3*e) {
		return fmt.Errorf("t=%d: ‖w'‖² = %v after the update, expected at least ‖w‖²+(1-w·z)²/‖z‖² = %v", s.t, ww2, grown)
	}
	least := relaxed(s.w, s.z)
	if most := dot(least, least); !near(ww2, most, 3*e*most) {
		return fmt.Errorf("t=%d: ‖w'‖² = %v after the update, the least is %v", s.t, ww2, most)
	}
	// In v, where rounding is known: of a foot of a perpendicular along the
	// segment [v, z], it moves the more the shorter that is.
	if distance(s.v2, dual(least)) > off+min(d, 2*s.room/d) {
		return fmt.Errorf("t=%d: w' = %v after the update, expected %v", s.t, s.w2, least)
	}
	return nil
}

// told holds what the learner told of a step against what was measured.
func (s dualStep) told() error {
	size, noise := s.in.dual(s.w), s.in.units(len(s.x))
	if !s.fromZero {
		noise = max(noise, s.room*size*size)
	}
	switch {
	case !near(s.Score, s.a, s.slack):
		return fmt.Errorf("t=%d: y(w·x+b) is told to be %v, and is %v", s.t, s.Score, s.a)
	case !near(s.Norm, size, noise*size):
		return fmt.Errorf("t=%d: ‖w‖ is told to be %v, and is %v", s.t, s.Norm, size)
	case s.fromZero != math.IsNaN(s.Target) || !s.fromZero && s.Target != 1:
		return fmt.Errorf("t=%d: the target margin is told to be %v at ‖w‖ = %v", s.t, s.Target, size)
	case s.v2 != nil && !near(s.gamma2, s.in.of(s.v2), s.room/s.in.of(s.v2)), (s.v2 == nil) != math.IsNaN(s.gamma2):
		return fmt.Errorf("t=%d: the margin is told to be %v, and ‖w‖ = %v", s.t, s.gamma2, norm(s.w2))
	case s.a*s.y > s.blur && s.Predicted != theory.Positive, s.a*s.y < -s.blur && s.Predicted != theory.Negative,
		s.blur == 0 && s.a == 0 && s.Predicted != theory.Positive:
		return fmt.Errorf("t=%d: predicted %+d for a point at y(w·x+b) = %v", s.t, s.Predicted, s.a)
	}
	return nil
}

// dualSteps are the steps of ROMMA.
func dualSteps(c Case) ([]dualStep, error) {
	steps, err := paces(c)
	x := lifted(c.Stream, c.Dim, c.Learner.Lift())
	tracker := newTracker(c, x)
	all := make([]dualStep, len(steps))
	for i, p := range steps {
		s := dualStep{pace: p, z: along(make([]float64, len(p.x)), p.y, p.x), a: p.y * dot(p.w, p.x)}
		if tracker.strict && tracker.v != nil {
			s.a = dot(tracker.v, s.z) / dot(tracker.v, tracker.v)
		}
		tracker.see(&s, [][]float64{s.x}, len(c.Stream[i].X.Value)+1)
		all[i] = s
	}
	return all, err
}

// RommaUpdatesByItsRule: ROMMA(ε) updates at the first x ≠ 0, and from then on
// iff y(w·x) ≤ 1−ε and y(w·x) < 1, never at x = 0; it tells y(w·x), ‖w‖ and
// sign(w·x) right (Li and Long 2002; amira.txt, Section 4.1).
func RommaUpdatesByItsRule(c Case) error {
	c = c.tuned("eps")
	steps, err := dualSteps(c)
	turn := 1 - c.Learner.Params()["eps"]
	for _, s := range steps {
		if err := s.told(); err != nil {
			return err
		}
		below := s.a <= turn-s.blur && s.a < 1-s.blur
		above := s.a > turn+s.blur || s.a >= 1+s.blur
		if s.fromZero {
			below, above = true, false
		}
		if dot(s.x, s.x) == 0 {
			below, above = false, true
		}
		switch {
		case s.b != 0 || s.b2 != 0:
			return fmt.Errorf("t=%d: b = %v through the origin", s.t, s.b2)
		case s.Opening:
			return fmt.Errorf("t=%d: told to be in an opening", s.t)
		case below && !s.Updated, above && s.Updated, s.changed && !s.Updated:
			return fmt.Errorf("t=%d: updated: %v (changed: %v) at y(w·x) = %v, ‖x‖ = %v, 1-eps = %v", s.t, s.Updated, s.changed, s.a, norm(s.x), turn)
		}
	}
	return err
}

// RommaTakesTheLeastNorm: an update of ROMMA takes w to the vector of least norm
// with y(w'·x) ≥ 1 and w'·w ≥ ‖w‖² (Li and Long 2002), from w = yx/‖x‖² on.
func RommaTakesTheLeastNorm(c Case) error {
	c = c.tuned("eps")
	steps, err := dualSteps(c)
	for _, s := range steps {
		if s.Updated {
			if err := s.led(); err != nil {
				return err
			}
		}
	}
	return err
}

// RommaStaysBelowTheTarget: w∗/γ meets every constraint of ROMMA, so that
// ‖w‖ ≤ 1/γ; and as ‖w‖² grows by (1−s)²/R² at least, m(φ) ≤ R²/((1−φ)²γ²) for
// φ ≤ 1−ε, φ < 1, the first example counted where φ ≥ 0 (theory.ViolationsROMMA).
func RommaStaysBelowTheTarget(c Case) error {
	c = c.tuned("eps")
	star, direction, err := throughOrigin(c, c.Learner.Lift())
	if err != nil || !star.Separable {
		return err
	}
	steps, err := dualSteps(c)
	if err != nil {
		return err
	}
	lost := 0.0 // what rounding may have taken v out of the hull of the yx by
	var updates []float64
	for _, s := range steps {
		if !s.Updated {
			continue
		}
		if s.v2 == nil {
			return fmt.Errorf("t=%d: w = 0 after an update", s.t)
		}
		lost += 2 * s.room / norm(s.v2)
		switch got := dot(s.v2, direction); {
		case lost > 1e-2*star.Gamma:
			return nil // rounding hides the margin
		case got < star.Lower-lost:
			return fmt.Errorf("t=%d: w·w*/gamma = %v·‖w‖², expected at least ‖w‖²", s.t, got/star.Gamma)
		case norm(s.v2) < star.Lower-lost:
			return fmt.Errorf("t=%d: ‖w‖ = %v, 1/gamma = %v", s.t, norm(s.w2), 1/star.Gamma)
		}
		updates = append(updates, s.a+s.blur)
	}
	return violationsWithin(updates, star.DBar/(star.Lower-lost), 1-c.Learner.Params()["eps"])
}

// violationsWithin holds m(φ) against (q/(1−φ))², q = R/γ, at all its jumps and
// at 0, where the updates were made at s: the first one is at s = 0.
func violationsWithin(s []float64, q, turn float64) error {
	for _, phi := range append([]float64{0}, s...) {
		m := 0
		for _, other := range s {
			if other <= phi+1e-12 {
				m++
			}
		}
		if phi > turn || phi > 1-1e-9 {
			continue
		}
		if bound := q / (1 - phi - 1e-12); float64(m) > bound*bound*(1+1e-9) {
			return fmt.Errorf("%d updates at y(w·x) up to %v, R²/((1-phi)²gamma²) = %v", m, phi, bound*bound)
		}
	}
	return nil
}

func isROMMA(s *algos.Spec) bool { return in(s, "romma") }
