package props

import (
	"errors"
	"fmt"
	"math"

	"marginlab/algos"
	"marginlab/theory"
)

// pummaStep is a step of PUMMA after its opening, or the last of that, with the
// examples that it keeps.
type pummaStep struct {
	dualStep
	p, n []float64 // x₊ and x₋ after the step
	bias float64   // how far rounding may have moved b
}

// pummaSteps are the steps of PUMMA from the one on that ends its opening. What
// it keeps follows from the updates that it tells: the first example of each
// class, then the last one that it updated at.
func pummaSteps(c Case) ([]pummaStep, error) {
	steps, err := paces(c)
	tracker := newTracker(c, points(c.Stream, c.Dim))
	var all []pummaStep
	var p, n []float64
	for i, q := range steps {
		s := pummaStep{dualStep: dualStep{pace: q}}
		ready := p != nil && n != nil
		if ready {
			middle := along(along(make([]float64, c.Dim), 0.5, p), 0.5, n)
			s.a = q.y * dot(q.w, minus(q.x, middle))
			if tracker.strict {
				s.a = q.y * dot(tracker.v, minus(q.x, middle)) / dot(tracker.v, tracker.v)
			}
		}
		touched, kept := len(c.Stream[i].X.Value), [][]float64{q.x}
		for _, x := range [][]float64{p, n} {
			if x != nil {
				kept = append(kept, x)
			}
		}
		switch {
		case q.y > 0 && (p == nil || ready && q.Updated):
			p = q.x
		case q.y < 0 && (n == nil || ready && q.Updated):
			n = q.x
		}
		if p == nil || n == nil {
			continue
		}
		s.p, s.n = p, n
		s.z = along(along(make([]float64, c.Dim), 0.5, p), -0.5, n)
		tracker.see(&s.dualStep, kept, touched+c.Dim)
		s.bias = s.in.units(c.Dim) * s.in.dual(s.w2) * s.in.farthest(kept)
		all = append(all, s)
	}
	return all, err
}

// PummaOpensAsOMM: in the initialisation phase PUMMA predicts +1 on x_1, then y_1
// until the other class appears; then w = z/‖z‖² for the first example of each
// class (Ishibashi, Hatano, Takeda 2008; omm.txt, Section B.5, Algorithm 1).
func PummaOpensAsOMM(c Case) error {
	c = c.tuned("delta")
	steps, err := paces(c)
	open := true
	for t, s := range steps {
		if s.Opening != open {
			return fmt.Errorf("t=%d: in the opening: %v, expected %v", s.t, s.Opening, open)
		}
		if !open {
			break
		}
		expected, b := theory.Positive, 1.0
		if t > 0 {
			expected, b = c.Stream[0].Y, float64(c.Stream[0].Y)
		}
		if s.Predicted != expected || s.Y != c.Stream[t].Y {
			return fmt.Errorf("t=%d: predicted %+d for %+d, expected %+d in the opening", s.t, s.Predicted, s.Y, expected)
		}
		if !math.IsNaN(s.gamma) || !math.IsNaN(s.Target) || s.Norm != 0 || s.Score != s.y*b || norm(s.w) != 0 || s.b != b {
			return fmt.Errorf("t=%d: w = %v, b = %v, told are a score of %v and a margin of %v in the opening, expected w = 0, b = %v", s.t, s.w, s.b, s.Score, s.gamma, b)
		}
		if s.Updated != s.changed {
			return fmt.Errorf("t=%d: updated: %v (changed: %v) in the opening", s.t, s.Updated, s.changed)
		}
		open = s.Y == c.Stream[0].Y
	}
	all, _ := pummaSteps(c)
	if err != nil || len(all) == 0 {
		return err
	}
	first := all[0].in.weight(all[0].z)
	if got := all[0].w2; distance(got, first) > 1e-12*norm(first) {
		return fmt.Errorf("t=%d: w = %v after the opening, expected z/‖z‖² = %v", all[0].t, got, first)
	}
	return all[0].kept()
}

// PummaUpdatesByItsRule: after its opening PUMMA(δ) updates iff y(w·x+b) < 1−δ;
// it tells y(w·x+b), ‖w‖ and sign(w·x+b) right (omm.txt, Section B.5).
func PummaUpdatesByItsRule(c Case) error {
	c = c.tuned("delta")
	all, err := pummaSteps(c)
	turn := 1 - c.Learner.Params()["delta"]
	for i, s := range all {
		if i == 0 {
			continue // of the opening
		}
		if err := s.told(); err != nil {
			return err
		}
		below, above := s.a < turn-s.blur, s.a > turn+s.blur || s.blur == 0 && s.a == turn
		if below && s.in.p < 2 && !s.Updated && s.v != nil { // float64 may not have the v to go to
			z := along(along(make([]float64, c.Dim), s.y/2, s.x), -s.y/2, pick(s.y, s.n, s.p))
			below = s.in.moves(make([]float64, c.Dim), s.v, z)
		}
		if below && !s.Updated || above && s.Updated || s.changed && !s.Updated {
			return fmt.Errorf("t=%d: updated: %v (changed: %v) at y(w·x+b) = %v, 1-delta = %v", s.t, s.Updated, s.changed, s.a, turn)
		}
	}
	return err
}

func pick(y float64, ifPositive, ifNegative []float64) []float64 {
	if y > 0 {
		return ifPositive
	}
	return ifNegative
}

// kept holds the classifier against the examples kept: both have functional
// margin 1, and b = −½w·(x₊+x₋).
func (s pummaStep) kept() error {
	if s.hides() {
		return nil
	}
	slack := s.room*s.in.dual(s.w2)*s.in.dual(s.w2) + 2*s.bias + s.steep()
	plus, minus := dot(s.w2, s.p)+s.b2, -dot(s.w2, s.n)-s.b2
	if b := -dot(s.w2, along(s.p, 1, s.n)) / 2; !near(s.b2, b, s.bias) {
		return fmt.Errorf("t=%d: b = %v, expected -w·(x₊+x₋)/2 = %v", s.t, s.b2, b)
	}
	if !near(plus, 1, slack) || !near(minus, 1, slack) {
		return fmt.Errorf("t=%d: the examples kept have functional margins %v and %v, expected 1", s.t, plus, minus)
	}
	return nil
}

// PummaTakesTheLeastNorm: an update of PUMMA replaces the example kept of x's
// class by x, and takes w to the vector of least norm with w'·z ≥ 1 and
// w'·w ≥ ‖w‖²; then both examples kept have functional margin 1 (omm.txt,
// Section B.5). At a mistake γ_t = 1/‖w‖ ≤ D, and it shrinks as in the proof of
// theory.MistakesPummaP2.
func PummaTakesTheLeastNorm(c Case) error {
	c = c.tuned("delta")
	all, err := pummaSteps(c)
	x := points(c.Stream, c.Dim)
	plus, minus := split(c.Stream, x)
	in := c.metric()
	d := max(in.widest(plus, plus), in.widest(minus, minus))
	for i, s := range all {
		if i == 0 || !s.Updated {
			continue
		}
		if err := s.kept(); err != nil {
			return err
		}
		if err := s.led(); err != nil {
			return err
		}
		if s.a > -s.blur || s.hides() {
			continue
		}
		if !in.euclidean() {
			g, g2, e := in.of(s.v), in.of(s.v2), s.room/dot(s.v2, s.v2)
			if g > d*(1+e) || g2 > g*(in.kappa(d/g*(1+e), 0.5-s.slack)+e) {
				return fmt.Errorf("t=%d: gamma_t fell from %v to %v at a mistake, expected at most D = %v, and to %v", s.t, g, g2, d, g*in.kappa(d/g, 0.5))
			}
			continue
		}
		g, g2 := dot(s.v, s.v), dot(s.v2, s.v2)
		if g > d*d+s.room {
			return fmt.Errorf("t=%d: a mistake at gamma_t = %v, D = %v", s.t, math.Sqrt(g), d)
		}
		if q := math.Sqrt(g) / (2 * d); g2 > g*(1-q*q)+s.room {
			return fmt.Errorf("t=%d: gamma_t² fell from %v to %v at a mistake, expected at most %v (D = %v)", s.t, g, g2, g*(1-q*q), d)
		}
	}
	return err
}

// PummaStaysWithinItsBounds: ‖w‖ ≤ 1/γ∗, and (w∗/γ∗)·w ≥ ‖w‖²; mistakes after the
// opening are within Theorems P1 and P2, so that there are none for r < 2/√3, and
// updates are at most (Δ²/γ∗²−4)/δ².
func PummaStaysWithinItsBounds(c Case) error {
	c = c.tuned("delta")
	in := c.metric()
	star, err := in.offline(c.Stream, c.Dim, theory.View{})
	if err != nil || star.Examples == star.Positives || star.Positives == 0 {
		return err
	}
	if !star.Separable && in.p == 2 {
		return errors.New("a drawn stream is not separable")
	}
	x := points(c.Stream, c.Dim)
	hulls := in.apart(split(c.Stream, seenFrom(x[0], x)))
	direction := hulls.w
	all, err := pummaSteps(c)
	if err != nil {
		return err
	}
	lost := 0.0 // what rounding may have taken v out of the hull of the pairs by
	mistakes, counts := 0, map[float64]int{}
	delta := c.Learner.Params()["delta"]
	for i, s := range all {
		if s.v2 == nil {
			return fmt.Errorf("t=%d: w = 0 after the opening", s.t)
		}
		if s.Updated || i == 0 {
			lost += 2 * s.room / in.of(s.v2)
		}
		switch got := dot(s.v2, direction); {
		case lost > 1e-2*star.Gamma:
			return nil // rounding hides the margin
		case got < star.Lower-lost:
			return fmt.Errorf("t=%d: w·w*/gamma* = %v·‖w‖², expected at least ‖w‖²", s.t, got/star.Gamma)
		case in.of(s.v2) < star.Lower-lost:
			return fmt.Errorf("t=%d: ‖w‖ = %v, 1/gamma* = %v", s.t, norm(s.w2), 1/star.Gamma)
		}
		if i == 0 {
			continue
		}
		if s.a*s.y < -s.blur && s.y > 0 || s.a*s.y > s.blur && s.y < 0 || s.blur == 0 && s.a == 0 && s.y < 0 { // sign(s) ≠ y, for certain
			mistakes++
		}
		for _, other := range []float64{0, delta, 0.5, 0.9} {
			if 1-s.a > other+s.slack {
				counts[other]++
			}
		}
	}
	e := 1e-9 + 2*lost/star.Lower
	q, r := star.Delta/star.Lower*(1+e), star.D/star.Lower*(1+e)
	if !in.euclidean() {
		return boundsIn(in, mistakes, counts, delta, q, r)
	}
	if p1 := q*q - 4; float64(mistakes) > p1 {
		return fmt.Errorf("%d mistakes after the opening, P1 allows Δ²/gamma*²-4 = %v", mistakes, p1)
	}
	if p1 := 4 * r * (r + 2); float64(mistakes) > p1 {
		return fmt.Errorf("%d mistakes after the opening, P1 allows 4r(r+2) = %v", mistakes, p1)
	}
	if p2 := 4*r*r - 16./3 + 4/(3*r*r); mistakes > 0 && (float64(mistakes) > p2 || r*r < 4./3) {
		return fmt.Errorf("%d mistakes after the opening, P2 allows %v at r = %v", mistakes, max(0, p2), r)
	}
	for least, m := range counts {
		if bound := (q*q - 4) / (least * least); least >= delta && float64(m) > bound {
			return fmt.Errorf("%d updates at y(w·x+b) < %v, P1 allows %v", m, 1-least, bound)
		}
	}
	return recursion(mistakes, r)
}

// boundsIn holds the mistakes, and the updates at y(w·x+b) < 1−δ, against Theorem P1
// for p ≥ 2, q = Δ/γ∗, and in any norm against how far the margin shrinks, of which
// Theorem P2 is the case of ℓ2.
func boundsIn(in metric, mistakes int, counts map[float64]int, delta, q, r float64) error {
	counts[1] = mistakes
	for least, m := range counts {
		if least < delta || least == 0 {
			continue
		}
		if bound := (in.p - 1) * (q*q - 4) / (least * least); in.p >= 2 && float64(m) > bound {
			return fmt.Errorf("%d updates at y(w·x+b) < %v, P1 allows %v", m, 1-least, bound)
		}
		if err := in.shrinks(m, q/2, r, least/2); err != nil {
			return fmt.Errorf("updates at y(w·x+b) < %v: %w", 1-least, err)
		}
	}
	return nil
}

// recursion holds m mistakes against r²b_m ≥ 1, b₁ = ¾, b_k+1 = b_k − b_k²/4.
func recursion(m int, r float64) error {
	b := 0.75
	for range m - 1 {
		b -= b * b / 4
	}
	if m > 0 && r*r*b < 1 {
		return fmt.Errorf("%d mistakes after the opening, expected r²b_m ≥ 1 at r = %v, b_m = %v", m, r, b)
	}
	return nil
}

// PummaSwapsWithTheLabels: with all labels swapped w and b of PUMMA are −w and
// −b after its opening, bit by bit where the data are dense, so that margins
// and updates stay.
func PummaSwapsWithTheLabels(c Case) error {
	c = c.tuned("delta")
	swapped := c
	swapped.Stream = nil
	for _, e := range c.Stream {
		swapped.Stream = append(swapped.Stream, theory.Example{X: e.X, Y: -e.Y})
	}
	a, err := pummaSteps(c)
	if err != nil {
		return err
	}
	b, err := pummaSteps(swapped)
	if err != nil {
		return err
	}
	if len(a) != len(b) {
		return fmt.Errorf("%d steps after the opening, %d with the labels swapped", len(a), len(b))
	}
	if anySparse(c.Stream) {
		return nil // the terms of sums are in another order
	}
	for i, s := range a {
		m := b[i]
		switch {
		case norm(along(s.w2, 1, m.w2)) != 0 || s.b2 != -m.b2:
			return fmt.Errorf("t=%d: w = %v, b = %v, and %v, %v with the labels swapped", s.t, s.w2, s.b2, m.w2, m.b2)
		case i == 0: // of the opening
		case s.Score != m.Score || s.Norm != m.Norm || s.Updated != m.Updated:
			return fmt.Errorf("t=%d: y(w·x+b) = %v (updated: %v), and %v (%v) with the labels swapped", s.t, s.Score, s.Updated, m.Score, m.Updated)
		case (s.Predicted == m.Predicted) != (s.Score == 0):
			return fmt.Errorf("t=%d: predicted %+d at y(w·x+b) = %v, and %+d with the labels swapped", s.t, s.Predicted, s.Score, m.Predicted)
		}
	}
	return nil
}

func isPUMMA(s *algos.Spec) bool { return in(s, "pumma") }
