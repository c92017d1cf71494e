package algos

import (
	"fmt"
	"slices"

	"marginlab/theory/vec"
)

// Norm is the norm that the learner learns in, ℓ2 unless its p says otherwise or it
// was put into another.
func (s *Spec) Norm() vec.Norm {
	switch {
	case s.norm != nil:
		return s.norm
	case s.lifts():
		return s.Inner.Norm()
	}
	return vec.L2{}
}

// In returns the learner in the norm n; one that names its p stays as it is. The
// error says that it has no form in that norm.
func (s *Spec) In(n vec.Norm) (*Spec, error) {
	in := *s
	switch {
	case s.norm != nil, n == (vec.L2{}):
		return s, nil
	case s.lifts():
		lifted := n
		if p, ok := n.(*vec.Pullback); ok {
			lifted = p.Lift()
		}
		inner, err := s.Inner.In(lifted)
		if err != nil {
			return nil, err
		}
		if in.Inner = inner; inner.norm == lifted {
			in.norm = n
		}
		return &in, nil
	}
	at := s.Kind.param("p")
	if at < 0 {
		return nil, fmt.Errorf("learner %q: it has no form in the norm %s, it is of l2 alone", s, n)
	}
	base := n
	if p, ok := n.(*vec.Pullback); ok {
		base = p.Base()
	}
	p := 2.0
	if lp, ok := base.(vec.Lp); ok {
		p = lp.P
	}
	if param := s.Kind.Params[at]; !(p >= param.Low && p <= param.High) {
		return nil, fmt.Errorf("learner %q: in the norm %s parameter p is %v, expected %s", s, n, p, param.Domain())
	}
	in.norm = n
	if base == n {
		in.Values = slices.Clone(s.Values)
		in.Values[at] = p
	}
	return &in, nil
}

// Plain is the learner as it is before it is put into a norm: in ℓ2, unless it names its p.
func (s *Spec) Plain() *Spec {
	t := *s
	if _, put := s.norm.(*vec.Pullback); put {
		t.norm = nil
	}
	if s.Inner != nil {
		t.Inner = s.Inner.Plain()
	}
	return &t
}
