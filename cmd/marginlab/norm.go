package main

import (
	"fmt"
	"slices"
	"strings"

	"marginlab/algos"
	"marginlab/benchdata"
	"marginlab/cmd/marginlab/term"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// normFlags say in which norm lengths are measured.
type normFlags struct {
	Norm *normFlag `placeholder:"NORM" help:"Measure lengths in a norm: a number P for ||x||_P, 1.02 to 100; mahalanobis:FILE for the root of x'Mx, FILE the D rows of D numbers of a positive definite M, between commas or blanks; weighted:P:FILE for (sum of w|x|^P)^(1/P), FILE the D numbers w. Learners that do not name their p learn in it."`
}

// normFlag is a norm as a flag.
type normFlag struct{ vec.Norm }

// UnmarshalText implements [encoding.TextUnmarshaler].
func (n *normFlag) UnmarshalText(text []byte) (err error) {
	n.Norm, err = benchdata.ParseNorm(string(text))
	return err
}

// norm is that of the flag, nil if it is not given.
func (f normFlags) norm() vec.Norm {
	if f.Norm == nil {
		return nil
	}
	return f.Norm.Norm
}

// isEuclidean reports whether a norm is ℓ2, as nil is.
func isEuclidean(n vec.Norm) bool { return n == nil || n == vec.Norm(vec.L2{}) }

// nameOf is how flags name a norm, nil for ℓ2.
func nameOf(n vec.Norm) string {
	if n == nil {
		n = vec.L2{}
	}
	return n.String()
}

// measuredIn says in which norm lengths are measured, nil for ℓ2 unless a learner says
// otherwise. The error is that it is not for such a sample, or that lengths in it would
// overflow or vanish.
func (s *sample) measuredIn(n vec.Norm) error {
	if p, ok := n.(*vec.Pullback); ok {
		if err := s.fits(p); err != nil {
			return err
		}
	}
	switch s.norm = n; {
	case isEuclidean(n):
	case s.gram != nil:
		return fmt.Errorf("--norm is %s, expected none with --kernel: lengths are those of the kernel's Hilbert space", n)
	case s.classes != nil:
		return fmt.Errorf("--norm is %s, expected none with --classes: learners of many classes are of l2; of two classes each, one-vs-rest(e-omm(p=3)) names its own", n)
	}
	return nil
}

// fits gives sparse examples the features of the norm that none of them stores. The
// error is that a norm is of other features than the examples, or which of their images
// is out of range.
func (s *sample) fits(n *vec.Pullback) error {
	sparse := slices.ContainsFunc(s.Examples, func(e theory.Example) bool { return e.X.IsSparse() })
	if n.Dim() < s.Dim || n.Dim() > s.Dim && !sparse {
		return fmt.Errorf("norm %s is of %s, the examples of %s have %d", n, term.Count(n.Dim(), "feature", "features"), s.Name, s.Dim)
	}
	s.Dim = n.Dim()
	seen, dim := theory.View{Norm: n}.Of(s.Examples, s.Dim)
	if err := theory.CheckAll(seen, dim); err != nil {
		return fmt.Errorf("%s, as the norm %s sees it: %w", s.Name, n, err)
	}
	return nil
}

// in is the subject in a norm, nil for ℓ2; a learner that names its p stays as it is.
// The error says that it has no form in that norm, and which learners have one.
func (s subject) in(n vec.Norm) (subject, error) {
	if isEuclidean(n) {
		return s, nil
	}
	err := fmt.Errorf("learner %q: it has no form in the norm %s, it is of l2 alone", s.name, n)
	if s.online != nil {
		var in *algos.Spec
		if in, err = s.online.In(n); err == nil {
			return subject{name: in.String(), online: in}, nil
		}
	}
	return s, withAble(err, n)
}

// withAble adds to the error that a learner has no form in a norm which have one.
func withAble(err error, n vec.Norm) error {
	var able []string
	for _, k := range algos.Kinds() {
		if spec, wraps := algos.Parse(k.Name); wraps == nil {
			if _, unable := spec.In(n); unable == nil {
				able = append(able, k.Name)
			}
		}
	}
	if able == nil {
		return err
	}
	return fmt.Errorf("%w; those that have one are %s", err, strings.Join(able, ", "))
}

// allIn are the subjects in a norm.
func allIn(all []subject, n vec.Norm) ([]subject, error) {
	var in []subject
	for _, s := range all {
		s, err := s.in(n)
		if err != nil {
			return nil, err
		}
		in = append(in, s)
	}
	return in, nil
}

// those are the subjects that have a form in a norm, in it. The error is that there
// is none.
func those(all []subject, n vec.Norm) (in []subject, err error) {
	for _, s := range all {
		if s, unable := s.in(n); unable == nil {
			in = append(in, s)
		} else if err == nil {
			err = unable
		}
	}
	if in != nil {
		err = nil
	}
	return in, err
}
