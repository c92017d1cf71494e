package algos

import (
	"maps"
	"math"
	"slices"
	"strconv"

	"marginlab/algos/expr"
	"marginlab/internal/num"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// Spec is a learner with its parameters. Its String is the expression that
// Parse makes it from again.
type Spec struct {
	Kind     Kind
	Values   []float64 // in the order of Kind.Params
	Inner    *Spec     // of a Kind that wraps
	literals []string  // of Values as they were written, "" where not
	norm     vec.Norm  // that it was put into or named, nil for none
}

// New makes the learner, which is one of two classes, for a space of dim dimensions.
func (s *Spec) New(dim int) Learner { return s.Over(Space{Dim: dim, Norm: s.Norm()}) }

// Renew makes the learner for a space of dim dimensions, in the memory of an earlier one
// for that space where it has a way to; earlier may be nil.
func (s *Spec) Renew(earlier Learner, dim int) Learner {
	if l, ok := earlier.(Renewable); ok {
		l.Reset()
		return l
	}
	return s.New(dim)
}

// Over makes the learner, which is one of two classes, for a space.
func (s *Spec) Over(space Space) Learner { return s.Kind.New(space, s.Values, s.Inner) }

// lifts reports whether the learner is another one with a constant coordinate.
func (s *Spec) lifts() bool { return s.Kind.Wraps != nil && s.Kind.Wraps.Lifts }

// Core is the learner without the constant coordinate that is appended for it.
func (s *Spec) Core() *Spec {
	if s.lifts() {
		return s.Inner
	}
	return s
}

// Task is what the learner learns from.
func (s *Spec) Task() theory.Task { return s.Core().Kind.Task }

// Families are the names under which theorems and properties speak of it; see [Kind].
func (s *Spec) Families() []string {
	core := s.Core()
	if core.Kind.Families == nil {
		return []string{core.Kind.Name}
	}
	return core.Kind.Families(core.Values)
}

// Lift is the constant that the learner appends to every x, 0 if none.
func (s *Spec) Lift() float64 {
	if s.lifts() {
		return s.Values[0]
	}
	return 0
}

// HasKernelForm reports whether the learner can learn from inner products of examples
// alone, in ℓ2. One that wraps another can if the other can.
func (s *Spec) HasKernelForm() bool {
	own := s.Kind.Kernel != nil && s.Kind.Kernel(s.Values) && s.Norm() == vec.L2{}
	return own && (s.Inner == nil || s.Inner.HasKernelForm())
}

// Lifted is the learner with a constant coordinate c appended for it, but for one that
// has a bias of its own or that wraps another learner.
func (s *Spec) Lifted(c float64) *Spec {
	if s.Kind.OwnBias || s.Inner != nil {
		return s
	}
	return &Spec{Kind: biasKind(), Values: []float64{c}, Inner: s}
}

// Turn is the y(w·x) at which the learner's rule turns, given its γ_t, and NaN where
// that is not known; see [Kind].
func (s *Spec) Turn(gamma float64) float64 {
	core := s.Core()
	if core.Kind.Turn == nil {
		return math.NaN()
	}
	return core.Kind.Turn(core.Values, gamma)
}

// Condition is how many times the rounding of an inner product y(w·x) may be off after
// examples of this Σ‖x‖²; see [Kind].
func (s *Spec) Condition(squares float64) float64 {
	core := s.Core()
	if core.Kind.Condition == nil {
		return 1
	}
	return core.Kind.Condition(core.Values, squares)
}

// Params maps the parameters' names to their values, with those that the name
// stands for: e-omm has rho 1.
func (s *Spec) Params() map[string]float64 {
	m := map[string]float64{}
	if s.Inner != nil {
		m = s.Inner.Params()
	}
	if s.Kind.Also != nil {
		maps.Copy(m, s.Kind.Also(s.Values))
	}
	for i, p := range s.Kind.Params {
		m[p.Name] = s.Values[i]
	}
	return m
}

// Caption writes the learner's name and parameters on the trace of its run.
func (s *Spec) Caption(tr *theory.Trace) {
	tr.Learner, tr.Families, tr.Params, tr.Lift = s.String(), s.Families(), s.Params(), s.Lift()
	if n := s.Norm(); n != (vec.L2{}) {
		tr.Space = n
	}
}

// String is the expression that makes the learner again, as omm(rho=0.5).
// Parameters at their defaults are left out, but for those that are always named and
// for those of a learner that wraps another.
func (s *Spec) String() string {
	e := expr.Expr{Name: s.Kind.Name}
	if s.Inner != nil {
		e.Args = append(e.Args, expr.Arg{Value: expr.Expr{Name: s.Inner.String()}})
	}
	for i, p := range s.Kind.Params {
		if s.Inner == nil && !p.Named && s.left(i) {
			continue
		}
		arg := expr.Arg{Key: p.Name, Value: expr.Expr{Name: strconv.FormatFloat(s.Values[i], 'g', -1, 64)}}
		if p.Words != nil {
			arg.Value.Name = p.Words[int(s.Values[i])]
		}
		if s.Inner != nil {
			arg.Key = ""
		}
		e.Args = append(e.Args, arg)
	}
	return e.String()
}

// left reports whether a parameter may be left out: it is at its default, or the p of
// a norm that was not named.
func (s *Spec) left(i int) bool {
	p := s.Kind.Params[i]
	if p.Name == "p" {
		return s.norm == nil || s.norm != vec.P(s.Values[i])
	}
	return s.Values[i] == p.otherwise(s.Values)
}

// Literal is the value of a parameter as it was written, 1/10 or 0.1, and "" where it
// was not.
func (s *Spec) Literal(i int) string {
	if i < len(s.literals) {
		return s.literals[i]
	}
	return ""
}

// With is the learner with another value of a parameter that it has, or that the one
// that it wraps has.
func (s *Spec) With(name string, value float64) *Spec {
	return s.changed(func(p Param, v float64) float64 {
		if p.Name == name {
			return value
		}
		return v
	})
}

// Scaled is the learner for features f times as long, with what has a unit in its
// parameters scaled as they are.
func (s *Spec) Scaled(f float64) *Spec {
	return s.changed(func(p Param, v float64) float64 { return v * num.Pow(f, float64(p.Unit)) })
}

func (s *Spec) changed(to func(p Param, v float64) float64) *Spec {
	t := *s
	t.Values, t.literals = slices.Clone(s.Values), make([]string, len(s.Values))
	for i, p := range s.Kind.Params {
		t.Values[i] = to(p, s.Values[i])
	}
	if s.Inner != nil {
		t.Inner = s.Inner.changed(to)
	}
	return &t
}

// Defaults are the learners of kinds that are run when none is named.
func (r Registry) Defaults() []*Spec {
	var specs []*Spec
	for _, k := range r.Kinds {
		if k.Default {
			specs = append(specs, r.mustMake(k, ""))
		}
	}
	return specs
}

// Defaults are the learners of this package that are run when none is named.
func Defaults() []*Spec { return Learners().Defaults() }

// Checked are the learners of the kinds that a row of the table of guarantees speaks
// of: the defaults, and then the other settings that kinds name.
func (r Registry) Checked() []*Spec {
	specs := r.Defaults()
	for _, k := range r.Kinds {
		for _, args := range k.Checked {
			specs = append(specs, r.mustMake(k, args))
		}
	}
	return specs
}

// mustMake makes a learner of the kind from arguments that the kind itself says.
func (r Registry) mustMake(k Kind, args string) *Spec {
	if k.Wraps != nil && args == "" {
		args = k.Wraps.Example
	}
	s, err := r.Parse(k.Name + "(" + args + ")")
	if err != nil {
		panic("algos: " + err.Error())
	}
	return s
}
