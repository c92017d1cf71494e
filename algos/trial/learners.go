package trial

import (
	"fmt"
	"slices"
	"strings"

	"marginlab/algos"
	"marginlab/algos/multiclass"
	"marginlab/algos/registry"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// Defaults returns the learners to run on the data if none is named: those that have a form for them. The error is
// that none has one in their norm.
func (d *Data) Defaults() ([]*algos.Spec, error) {
	if d.Class == nil {
		all := slices.DeleteFunc(algos.Defaults(), func(s *algos.Spec) bool { return d.gram != nil && !s.HasKernelForm() })
		return InNorm(d.norm, all, false)
	}
	all := registry.Checked(theory.ManyClasses)
	for _, k := range multiclass.Kinds() {
		if k.Wraps != "" {
			wrapping, err := registry.Parse(k.Name + "(" + k.Wraps + ")")
			if err != nil {
				return nil, err
			}
			all = append(all, wrapping)
		}
	}
	return all, nil
}

// Checked returns all learners that a row of the table of guarantees is about and that have a form for the data.
// Those through the origin get the constant coordinate 1, with which they separate what is separable; with a kernel,
// learners of many classes and batch algorithms have none. The error is that no learner has a form in the norm of the
// data.
func (d *Data) Checked() ([]*algos.Spec, error) {
	switch {
	case d.Class != nil:
		return d.checked(theory.ManyClasses), nil
	case !d.euclidean():
		return InNorm(d.norm, d.checked(theory.Online), false)
	}
	return slices.Concat(d.checked(theory.Online), d.checked(theory.ManyClasses), d.checked(theory.Batch)), nil
}

// checked returns the learners of a task. One-vs-rest is for more than two classes.
func (d *Data) checked(task theory.Task) []*algos.Spec {
	var all []*algos.Spec
	known := map[string]bool{}
	for _, s := range registry.Checked(task) {
		binary := s.Inner != nil
		if d.gram != nil && !s.HasKernelForm() || binary && d.Class == nil {
			continue
		}
		if task == theory.Online || d.gram == nil {
			s = s.Lifted(1)
		}
		if !known[s.String()] {
			known[s.String()] = true
			all = append(all, s)
		}
	}
	return all
}

// InNorm returns the learners in a norm, nil for ℓ2. A learner that names its p is unchanged. If all are needed, a
// learner without a form in the norm is an error, which names the learners with one. Otherwise such learners are left
// out, and the error is that none remains.
func InNorm(n vec.Norm, all []*algos.Spec, needed bool) (in []*algos.Spec, err error) {
	if n == nil || n == vec.Norm(vec.L2{}) {
		return all, nil
	}
	for _, s := range all {
		s, unable := s.In(n)
		switch {
		case unable == nil:
			in = append(in, s)
		case needed:
			return nil, withAble(unable, n)
		case err == nil:
			err = withAble(unable, n)
		}
	}
	if in != nil {
		err = nil
	}
	return in, err
}

// withAble adds to the error of a learner without a form in a norm the names of the learners with one.
func withAble(err error, n vec.Norm) error {
	var able []string
	for _, k := range algos.Kinds() {
		if k.Wraps != "" {
			continue
		}
		if _, unable := k.Spec().In(n); unable == nil {
			able = append(able, k.Name)
		}
	}
	if able == nil {
		return err
	}
	return fmt.Errorf("%w; those that have one are %s", err, strings.Join(able, ", "))
}
