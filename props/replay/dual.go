package replay

import (
	"marginlab/props/measure"
	"marginlab/props/stream"
)

// Dual is a step of a learner whose update is
//
//	w ← argmin ‖w'‖∗  s.t.  w'·z ≥ 1,  w'·f(w) ≥ ‖w‖∗²,  f = ∇½‖·‖∗²
//
// (ROMMA: z = yx; PUMMA: z = (x₊−x₋)/2), after the first w, which is that of z alone. It
// is measured from the classifiers shown and from the examples, also as v = f(w)/‖w‖∗².
// In ℓ2 f(w) is w.
type Dual struct {
	Step
	In       measure.Metric
	Z        measure.Vector
	A        float64        // y(w·x+b)
	V, V2    measure.Vector // before the step and after it; nil where w = 0
	FromZero bool           // w = 0 before the step

	Plus, Minus measure.Vector // the examples that PUMMA keeps, after the step

	Room  float64 // how far rounding may have moved ‖v‖², v·z and ‖z‖²
	Slack float64 // and a
	Tie   float64 // the same, 0 as long as v is exact, so that ties are known
	Bias  float64 // and b
}

// Hides reports whether rounding hides where the step led.
func (s Dual) Hides() bool {
	return s.V2 == nil || s.Room > 1e-2*s.In.Norm(s.V2)*s.In.Norm(s.V2)
}

// duals fills in what is measured through v of the steps of a learner.
type duals struct {
	in     measure.Metric
	sparse bool           // the form whose sums of squares are followed
	exact  bool           // v is, so far
	v      measure.Vector // as long as it is
	recent memory
}

func newDuals(c stream.Case, x []measure.Vector) *duals {
	in := c.Metric()
	return &duals{in: in, sparse: in.Euclidean() && c.Sparse(), exact: in.Euclidean() && measure.OnLattice(x...), recent: memory{most: 2 * (c.Dim + 1)}}
}

// a returns y(w·x+b), of w = v/‖v‖² as long as that is exact, where x is seen from o.
func (r *duals) a(s Step, o measure.Vector) float64 {
	w, x := s.W, s.X.Minus(o)
	if r.exact && r.v != nil {
		return s.Y * r.v.Dot(x) / r.v.Dot(r.v)
	}
	return s.Y * w.Dot(x)
}

// see fills in the rest of s. The dense form computes ‖v‖² and v·z from v and z,
// the sparse one from what it followed, and from the examples that z is made of.
// An update touches so many coordinates.
func (r *duals) see(s *Dual, from []measure.Vector, touched int) {
	s.In, s.V, s.V2 = r.in, r.in.Point(s.W), r.in.Point(s.Next.W)
	s.FromZero = s.V == nil
	reach := r.in.Longest([]measure.Vector{s.Z, s.V, s.V2})
	if r.sparse {
		if !s.Reported.Updated {
			touched = 0
		}
		reach = r.recent.longest(max(reach, measure.Longest(from)), touched)
	}
	u := r.in.Units(len(s.X))
	s.Room = u * reach * reach
	s.Slack = u * r.in.Dual(s.W) * r.in.Longest(append(from, s.X))
	if s.Tie = s.Slack; r.exact {
		s.Tie = 0
	}
	switch {
	case !s.Reported.Updated:
	case s.FromZero:
		r.v = s.Z
	case r.exact:
		_, beta := measure.L2().ToSegment(make(measure.Vector, len(s.Z)), r.v, s.Z)
		r.v = r.v.Plus(beta, s.Z.Minus(r.v))
		r.exact = (beta == 1 || beta == 0.5) && r.v.Norm() > 0 && measure.OnLattice(r.v, s.Z)
	}
}

// Origin returns the steps of ROMMA.
func Origin(c stream.Case) ([]Dual, error) {
	steps, err := Run(c)
	r := newDuals(c, c.Lifted())
	all := make([]Dual, len(steps))
	for i, step := range steps {
		s := Dual{Step: step, Z: step.X.Times(step.Y), A: r.a(step, make(measure.Vector, len(step.X)))}
		r.see(&s, []measure.Vector{s.X}, len(c.Stream[i].X.Value)+1)
		all[i] = s
	}
	return all, err
}

// Paired returns the steps of PUMMA from the one on that ends its opening. What
// it keeps follows from the updates that it reports: the first example of each
// class, then the last one that it updated at.
func Paired(c stream.Case) ([]Dual, error) {
	steps, err := Run(c)
	r := newDuals(c, c.Points())
	var all []Dual
	var plus, minus measure.Vector
	for i, step := range steps {
		s := Dual{Step: step}
		kept := []measure.Vector{s.X}
		for _, x := range []measure.Vector{plus, minus} {
			if x != nil {
				kept = append(kept, x)
			}
		}
		open := len(kept) < 3
		if !open {
			s.A = r.a(step, plus.Plus(1, minus).Times(0.5))
		}
		switch {
		case s.Y > 0 && (plus == nil || !open && s.Reported.Updated):
			plus = s.X
		case s.Y < 0 && (minus == nil || !open && s.Reported.Updated):
			minus = s.X
		}
		if plus == nil || minus == nil {
			continue
		}
		s.Plus, s.Minus, s.Z = plus, minus, plus.Minus(minus).Times(0.5)
		r.see(&s, kept, len(c.Stream[i].X.Value)+c.Dim)
		s.Bias = r.in.Units(c.Dim) * r.in.Dual(s.Next.W) * r.in.Longest(kept)
		all = append(all, s)
	}
	return all, err
}
