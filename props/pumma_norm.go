package props

import (
	"fmt"
	"math"
)

// ledIn is led in another norm than ℓ2: v goes to the point of least norm of [v, z],
// which is where ‖w‖∗ = 1/‖v‖ is least, and it shrinks as smoothness says.
func (s dualStep) ledIn() error {
	in, zero := s.in, make([]float64, len(s.z))
	size := in.of(s.v2)
	e := s.room / (size * size) // relative
	if s.fromZero {
		if first := in.weight(s.z); in.dual(minus(s.w2, first)) > (e+1e-12)*in.dual(first) {
			return fmt.Errorf("t=%d: the first w is %v, expected that of z, %v", s.t, s.w2, first)
		}
		return nil
	}
	old, least := in.of(s.v), 0.0
	if least, _ = in.toSegment(zero, s.v, s.z); !near(size, least, 4*e*size) {
		return fmt.Errorf("t=%d: 1/‖w'‖∗ = %v after the update, the least norm on [v, z] is %v", s.t, size, least)
	}
	off := in.units(len(s.z)) * longest([][]float64{s.v, s.v2, s.z})
	if err := (segment{in: in, from: s.v, to: s.v2, end: s.z, seen: zero, off: off}).leads(); err != nil {
		return fmt.Errorf("t=%d: v: %w", s.t, err)
	}
	delta, eta := in.of(minus(s.v, s.z))/old, 1-dot(s.w, s.z)
	if k := in.kappa(delta+e, eta-s.slack-e); eta <= delta && size > old*(k+4*e) {
		return fmt.Errorf("t=%d: 1/‖w‖∗ fell from %v to %v, by %v, expected %v (delta = %v, eta = %v)", s.t, old, size, size/old, k, delta, eta)
	}
	return nil
}

// keptIn is how far from 1 the functional margins of the examples kept may be beside
// rounding: β is a float64, and v with it, and ℓ may be steep there.
func (s pummaStep) steep() float64 {
	if s.in.euclidean() || s.fromZero || s.v == nil {
		return 0
	}
	beta, _ := segment{from: s.v, to: s.v2, end: s.z}.beta()
	z := minus(s.z, s.v)
	e := s.in.units(len(z))*longest([][]float64{s.v, s.v2, s.z}) + tight*math.Abs(beta)*norm(z)
	return 2 * s.in.sway(s.v2, z, e) / s.in.of(s.v2)
}

// shrinks holds m steps with γ' ≤ γκ̄(r/γ, η), in units of γ∗, against γ ≥ 1. It
// begins with γ ≤ g, and with γ ≤ r/η, as no point is farther away than its distance
// along ℓ.
func (m metric) shrinks(steps int, g, r, eta float64) error {
	g = min(g, r/eta)
	for k := range steps {
		if g = g * m.kappa(r/g, min(eta, r/g)); g < 1-1e-9 {
			return fmt.Errorf("%d, but the margin is below gamma* after %d (r = %v)", steps, k+1, r)
		}
	}
	return nil
}
