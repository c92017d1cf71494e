package measure

import (
	"fmt"
	"math"
)

// ToSegment returns the distance of q from the segment [p, x], and β with the nearest
// point p + β(x−p). It computes with differences alone, which lose no digits however
// far from the origin the points are. Where there is no formula it halves: the distance
// is convex in β.
func (m Metric) ToSegment(q, p, x Vector) (dist, beta float64) {
	z, u := x.Minus(p), q.Minus(p)
	switch {
	case m.P == 2:
		if zz := z.Dot(z); zz > 0 {
			beta = max(0, min(1, u.Dot(z)/zz))
		}
	case m.Falls(u, z, 1) >= 0:
		beta = 1
	case m.Falls(u, z, 0) > 0:
		for low, high := 0.0, 1.0; ; {
			beta = low + (high-low)/2
			if beta == low || beta == high {
				break
			}
			if m.Falls(u, z, beta) > 0 {
				low = beta
			} else {
				high = beta
			}
		}
	}
	return m.Norm(u.Plus(-beta, z)), beta
}

// Falls returns −d‖u−βz‖/dβ = ℓ(u−βz)·z.
func (m Metric) Falls(u, z Vector, beta float64) float64 {
	t := u.Plus(-beta, z)
	if length := m.Norm(t); length > 0 {
		return m.Link(t).Dot(z) / length
	}
	return 0
}

// Moves reports whether the norm falls on the segment from a to b, seen from u, by more
// than rounding. In ℓ2 a step that a rule asks for always makes it fall; below p = 2 it
// may not be seen to.
func (m Metric) Moves(u, a, b Vector) bool {
	now := m.Norm(u.Minus(a))
	least, _ := m.ToSegment(u, a, b)
	return m.Euclidean() || least < now*(1-m.Units(len(u)))
}

// Move is a step along the segment [From, End] to the point nearest to the one that it
// is Seen from.
type Move struct {
	In                  Metric
	From, To, End, Seen Vector
	Off                 float64 // how far rounding may have moved what is shown of these, in ℓ2
}

// Tight is how well learners mean to know β, relatively.
const Tight = 4e-12

// Beta returns how far the step goes, with how far it ends from the segment.
func (s Move) Beta() (beta, off float64) {
	z := s.End.Minus(s.From)
	beta = s.To.Minus(s.From).Dot(z) / z.Dot(z)
	return beta, s.To.Minus(s.From).Plus(-beta, z).Norm()
}

// Leads holds the step against its definition: it ends on the segment, the norm falls
// on the way there, and does not fall beyond, as far as float64 shows. Where the norm
// is flat the point is not known, but its slope is; where ℓ is steep it is the other
// way round.
func (s Move) Leads() error {
	beta, off := s.Beta()
	z, u := s.End.Minus(s.From), s.Seen.Minus(s.From)
	least := s.Off / z.Norm()
	if off > s.Off || beta < -least || beta > 1+least {
		return fmt.Errorf("%v is %.3g off the segment from %v to %v (beta = %v)", s.To, off, s.From, s.End, beta)
	}
	slope := func(beta float64) (falls, room float64) {
		t := u.Plus(-beta, z)
		taxi := 0.0 // how far ℓ(t)·z goes if each coordinate of z is off by 1
		for _, v := range s.In.Link(t) {
			taxi += math.Abs(v)
		}
		return s.In.Falls(u, z, beta), s.In.Sway(t, z, s.Off) + s.In.Units(len(u))*s.In.Norm(z) + s.Off*taxi/s.In.Norm(t)
	}
	early, late := max(0, beta*(1-Tight)-least), beta*(1+Tight)+least
	if falls, room := slope(early); falls < -room {
		return fmt.Errorf("the norm rises on the way to %v, at beta = %v: its slope is %v at beta = %v", s.To, beta, -falls, early)
	}
	if falls, room := slope(late); late < 1 && falls > room {
		return fmt.Errorf("the norm falls beyond %v, at beta = %v: its slope is %v at beta = %v", s.To, beta, -falls, late)
	}
	return nil
}
