package algos

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"

	"marginlab/algos/expr"
	"marginlab/internal/num"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// Args are the values of a learner's parameters, in the order of its Kind.
type Args []Arg

// Arg is the value of a parameter: a number, or the position of a word.
type Arg struct {
	Param
	Value float64
	Text  string // as it was written, 1/10 or 0.1; "" where it was not
}

// Num is the value of a parameter, NaN if there is none of that name.
func (a Args) Num(name string) float64 { return a.named(name).Value }

// Is reports whether a parameter has that word.
func (a Args) Is(name, word string) bool { return a.named(name).Word() == word }

func (a Args) named(name string) Arg {
	for _, arg := range a {
		if arg.Name == name {
			return arg
		}
	}
	return Arg{Value: math.NaN()}
}

// Word is the word that the value stands for, "" for a number.
func (a Arg) Word() string {
	if a.Words == nil {
		return ""
	}
	return a.Words[int(a.Value)]
}

// String writes the value.
func (a Arg) String() string { return cmp.Or(a.Word(), strconv.FormatFloat(a.Value, 'g', -1, 64)) }

// Spec is a learner with its arguments: what [Registry.Parse] makes of an expression, and its String
// is such an expression.
type Spec struct {
	Kind  Kind // its traits are those of these arguments
	Args  Args
	Norm  vec.Norm  // that it learns in
	Bias  float64   // the constant coordinate that is appended to every x, 0 for none
	Inner *Spec     // the learner of each class, of a Kind that wraps one
	named bool      // Norm was named, or it was put into it
	texts [2]string // p and Bias as they were written, "" where not
}

// New makes the learner, which is one of two classes, for a space of dim dimensions.
func (s *Spec) New(dim int) Learner { return s.Over(Space{Dim: dim}) }

// Renew makes the learner for a space of dim dimensions, in the memory of an earlier one
// for that space; earlier may be nil.
func (s *Spec) Renew(earlier Learner, dim int) Learner {
	if earlier == nil {
		return s.New(dim)
	}
	earlier.Reset()
	return earlier
}

// Over makes the learner, which is one of two classes, for a space, in its own norm.
func (s *Spec) Over(space Space) Learner {
	if space.Gram == nil {
		space.Norm = s.Norm
	}
	if s.Bias == 0 {
		return s.Kind.New(space, s.Args)
	}
	lifted := space
	lifted.Bias = s.Bias
	if s.Kind.Task == theory.Online && s.HasKernelForm() { // it keeps its vectors in the space
		return s.Kind.New(lifted, s.Args)
	}
	space.Dim++
	b := &Bias{inner: s.Kind.New(space, s.Args), space: lifted}
	if streamed, ok := b.inner.(Streamed); ok {
		return streamedBias{b, streamed}
	}
	return b
}

// Families are the names under which theorems and properties speak of it; see [Traits].
func (s *Spec) Families() []string {
	if s.Kind.Families == nil {
		return []string{s.Kind.Name}
	}
	return s.Kind.Families
}

// HasKernelForm reports whether the learner can learn from inner products of examples
// alone, in ℓ2. One that wraps another can if the other can.
func (s *Spec) HasKernelForm() bool {
	return s.Kind.Kernel && s.Norm == vec.Norm(vec.L2{}) && (s.Inner == nil || s.Inner.HasKernelForm())
}

// Lifted is the learner with a constant coordinate c appended for it, without one if c is 0. One
// that has a bias, or that wraps another learner, is not given one.
func (s *Spec) Lifted(c float64) *Spec {
	if s.Bias == c || c != 0 && (s.Bias != 0 || s.Kind.OwnBias || s.Inner != nil) {
		return s
	}
	t := *s
	t.Bias, t.texts[1] = c, ""
	return &t
}

// In returns the learner in the norm n; one that names its p stays as it is. The
// error says that it has no form in that norm.
func (s *Spec) In(n vec.Norm) (*Spec, error) {
	if s.named || n == vec.Norm(vec.L2{}) {
		return s, nil
	}
	if s.Kind.LeastP == 0 {
		return nil, fmt.Errorf("learner %q: it has no form in the norm %s, it is of l2 alone", s.Lifted(0), n)
	}
	in := *s
	in.Norm, in.named, in.texts[0] = n, true, n.String()
	if p := s.Kind.exponent(); !(in.p() >= p.Low && in.p() <= p.High) {
		return nil, fmt.Errorf("learner %q: in the norm %s parameter p is %v, expected %s", s.Lifted(0), n, in.p(),
			p.Domain())
	}
	return &in, nil
}

// p is the p of the norm.
func (s *Spec) p() float64 {
	if lp, ok := s.Norm.(vec.Lp); ok {
		return lp.P
	}
	return 2
}

// Turn is the y(w·x) at which the learner's rule turns, given its γ_t, and NaN where
// that is not known; see [Traits].
func (s *Spec) Turn(gamma float64) float64 {
	if s.Kind.Turn == nil {
		return math.NaN()
	}
	return s.Kind.Turn(s.Args, gamma)
}

// Condition is how many times the rounding of an inner product y(w·x) may be off after
// examples of this Σ‖x‖²; see [Traits].
func (s *Spec) Condition(squares float64) float64 {
	if s.Kind.Condition == nil {
		return 1
	}
	return s.Kind.Condition(s.Args, squares)
}

// Written are the arguments that an expression may give, in the order of [Kind.Arguments]: with the
// p of the norm, without what is fixed.
func (s *Spec) Written() Args {
	a := slices.DeleteFunc(slices.Clone(s.Args), func(a Arg) bool { return a.Fixed })
	if s.Kind.LeastP > 0 {
		a = append(a, Arg{s.Kind.exponent(), s.p(), s.texts[0]})
	}
	return a
}

// Params maps the parameters' names to their values, with those that are fixed: e-omm has rho 1.
func (s *Spec) Params() map[string]float64 {
	m := map[string]float64{}
	if s.Inner != nil {
		m = s.Inner.Params()
	}
	for _, a := range slices.Concat(s.Args, s.Written()) {
		m[a.Name] = a.Value
	}
	if s.Bias != 0 {
		m["c"] = s.Bias
	}
	return m
}

// Caption writes the learner's name and parameters on the trace of its run.
func (s *Spec) Caption(tr *theory.Trace) {
	tr.Learner, tr.Families, tr.Params, tr.Lift = s.String(), s.Families(), s.Params(), s.Bias
	if s.Norm != vec.Norm(vec.L2{}) {
		tr.Space = s.Norm
	}
}

// String is the expression that makes the learner again, as omm(rho=0.5).
// Parameters at their defaults are left out, but for those that are always named.
func (s *Spec) String() string {
	e := expr.Expr{Name: s.Kind.Name}
	if s.Inner != nil {
		e.Args = append(e.Args, expr.Arg{Value: expr.Expr{Name: s.Inner.String()}})
	}
	for _, a := range s.Written() {
		if a.Named || a.Name == "p" && s.named || a.Name != "p" && a.Value != a.otherwise(s.Args) {
			e.Args = append(e.Args, expr.Arg{Key: a.Name, Value: expr.Expr{Name: a.String()}})
		}
	}
	if s.Bias == 0 {
		return e.String()
	}
	c := strconv.FormatFloat(s.Bias, 'g', -1, 64)
	return expr.Expr{Name: biasName, Args: []expr.Arg{{Value: e}, {Value: expr.Expr{Name: c}}}}.String()
}

// Constant is the constant coordinate as it was written, or its value.
func (s *Spec) Constant() string {
	return cmp.Or(s.texts[1], strconv.FormatFloat(s.Bias, 'g', -1, 64))
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
	t.Args, t.texts = nil, [2]string{}
	for _, a := range s.Args {
		a.Value, a.Text = to(a.Param, a.Value), ""
		if a.Fixed {
			a.Value = a.otherwise(t.Args)
		}
		t.Args = append(t.Args, a)
	}
	if s.Bias != 0 {
		t.Bias = to(BiasKind().Params[0], s.Bias)
	}
	if s.Inner != nil {
		t.Inner = s.Inner.changed(to)
	}
	t.settle()
	return &t
}

// settle sets the traits that depend on the arguments.
func (s *Spec) settle() {
	if s.Kind.Given != nil {
		s.Kind.Given(s.Args, &s.Kind.Traits)
	}
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
