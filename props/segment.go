package props

import (
	"fmt"
	"math"
)

// segment is a step along [from, end] to the point nearest to the one that it is seen
// from, in the norm.
type segment struct {
	in                  metric
	from, to, end, seen []float64
	off                 float64 // how far rounding may have moved what is shown of these, in ℓ2
}

// tight is how well learners mean to know β, relatively.
const tight = 4e-12

// beta is how far the step goes, with how far it ends from the segment.
func (s segment) beta() (beta, off float64) {
	z := minus(s.end, s.from)
	beta = dot(minus(s.to, s.from), z) / dot(z, z)
	return beta, norm(along(minus(s.to, s.from), -beta, z))
}

// leads holds the step against its definition: it ends on the segment, the norm falls
// on the way there, and does not fall beyond, as far as float64 shows. Where the norm
// is flat the point is not known, but its slope is; where ℓ is steep it is the other
// way round.
func (s segment) leads() error {
	beta, off := s.beta()
	z, u := minus(s.end, s.from), minus(s.seen, s.from)
	least := s.off / norm(z)
	if off > s.off || beta < -least || beta > 1+least {
		return fmt.Errorf("%v is %.3g off the segment from %v to %v (beta = %v)", s.to, off, s.from, s.end, beta)
	}
	slope := func(beta float64) (falls, room float64) {
		t := along(u, -beta, z)
		return s.in.falls(u, z, beta), s.in.sway(t, z, s.off) + s.in.units(len(u))*s.in.span(z) + s.off*s.in.taxi(t)
	}
	early, late := max(0, beta*(1-tight)-least), beta*(1+tight)+least
	if falls, room := slope(early); falls < -room {
		return fmt.Errorf("the norm rises on the way to %v, at beta = %v: its slope is %v at beta = %v", s.to, beta, -falls, early)
	}
	if falls, room := slope(late); late < 1 && falls > room {
		return fmt.Errorf("the norm falls beyond %v, at beta = %v: its slope is %v at beta = %v", s.to, beta, -falls, late)
	}
	return nil
}

// taxi is Σ|ℓ(t)_i|: how far ℓ(t)·z goes if each coordinate of z is off by 1.
func (m metric) taxi(t []float64) (sum float64) {
	for _, v := range m.link(t) {
		sum += math.Abs(v)
	}
	return sum / m.of(t)
}

// moves reports whether the norm falls on the segment by more than rounding. In ℓ2 a
// step that a rule asks for always makes it fall; below p = 2 it may not be seen to.
func (m metric) moves(u, from, end []float64) bool {
	now := m.of(minus(u, from))
	least, _ := m.toSegment(u, from, end)
	return m.euclidean() || least < now*(1-m.units(len(u)))
}
