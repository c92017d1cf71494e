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
		inner, err := s.Inner.In(n)
		in.Inner = inner
		return &in, err
	}
	at := s.Kind.param("p")
	if at < 0 {
		return nil, fmt.Errorf("learner %q: it has no form in the norm %s, it is of l2 alone", s, n)
	}
	p := 2.0
	if lp, ok := n.(vec.Lp); ok {
		p = lp.P
	}
	if param := s.Kind.Params[at]; !(p >= param.Low && p <= param.High) {
		return nil, fmt.Errorf("learner %q: in the norm %s parameter p is %v, expected %s", s, n, p, param.Domain())
	}
	in.norm, in.Values = n, slices.Clone(s.Values)
	in.Values[at] = p
	return &in, nil
}
