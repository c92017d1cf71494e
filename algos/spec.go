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
	Text  string // as written, 1/10 or 0.1; "" if it was not
}

// Num returns the value of a parameter, NaN if there is none of that name.
func (a Args) Num(name string) float64 { return a.named(name).Value }

// Word returns the word of a parameter.
func (a Args) Word(name string) string { return a.named(name).Word() }

// Is reports whether a parameter has that word.
func (a Args) Is(name, word string) bool { return a.Word(name) == word }

func (a Args) named(name string) Arg {
	if i := slices.IndexFunc(a, func(arg Arg) bool { return arg.Name == name }); i >= 0 {
		return a[i]
	}
	return Arg{Value: math.NaN()}
}

// Word returns the word for which the value stands, "" for a number.
func (a Arg) Word() string {
	if a.Words == nil {
		return ""
	}
	return a.Words[int(a.Value)]
}

// String writes the value.
func (a Arg) String() string  { return cmp.Or(a.Word(), number(a.Value)) }
func number(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }

// Spec is a learner with its arguments, the result of [Registry.Parse]; its String is an expression that parses to
// it.
type Spec struct {
	Kind  Kind // with the traits for these arguments
	Args  Args
	Norm  vec.Norm // in which it learns, from its p
	Bias  float64  // the constant coordinate appended to every x, 0 for none
	Inner *Spec    // the learner of each class, if the Kind wraps one
	bias  string   // the coordinate as written, "" if it was not
}

// New makes the learner, which must be one of two classes, for a space of dim dimensions.
func (s *Spec) New(dim int) Learner { return s.Over(Space{Dim: dim}) }

// Over makes the learner, which must be one of two classes, for a space, in its own norm. It panics over a Gram
// matrix if the learner has no kernel form.
func (s *Spec) Over(space Space) Learner {
	if space.Gram == nil {
		space.Norm = s.Norm
	} else if !s.HasKernelForm() {
		panic("algos: " + s.String() + " has no kernel form")
	}
	inSpace := s.Kind.Task == theory.Online && s.HasKernelForm() && (s.Kind.Code == nil || space.Gram != nil)
	if space.Bias = s.Bias; s.Bias == 0 || inSpace {
		return s.Kind.New(space, s.Args)
	}
	return lifted(space, func(wider Space) Learner { return s.Kind.New(wider, s.Args) })
}

// Families returns the names under which theorems and properties apply to the learner; see [Traits].
func (s *Spec) Families() []string { return s.Kind.Families }

// HasKernelForm reports whether the learner can learn from inner products of examples alone, in ℓ2. One that wraps
// another can if the other can.
func (s *Spec) HasKernelForm() bool {
	return s.Kind.Kernel && s.Norm == vec.Norm(vec.L2{}) && (s.Inner == nil || s.Inner.HasKernelForm())
}

// Lifted returns the learner with a constant coordinate c appended to its examples, without one if c is 0. A learner
// with a bias, or one that wraps another learner, is returned unchanged.
func (s *Spec) Lifted(c float64) *Spec {
	if s.Bias == c || c != 0 && (s.Bias != 0 || s.Kind.OwnBias || s.Inner != nil) {
		return s
	}
	t := *s
	t.Bias, t.bias = c, ""
	return &t
}

// In returns the learner in the norm n, ℓ2 or an ℓp; a learner that names its p is unchanged. The error says that it
// has no form in that norm.
func (s *Spec) In(n vec.Norm) (*Spec, error) {
	p := slices.IndexFunc(s.Args, func(a Arg) bool { return a.Name == "p" && !a.Fixed })
	if p >= 0 && s.Args[p].Text != "" || n == vec.Norm(vec.L2{}) {
		return s, nil
	}
	if p < 0 {
		return nil, fmt.Errorf("learner %q: it has no form in the norm %s, it is of l2 alone", s.Lifted(0), n)
	}
	in := *s
	in.Args, in.Norm = slices.Clone(s.Args), n
	a := &in.Args[p]
	lp, is := n.(vec.Lp)
	if !is {
		return nil, fmt.Errorf("learner %q: it has no form in the norm %s, expected l2 or an lp", s.Lifted(0), n)
	}
	a.Value, a.Text = lp.P, n.String()
	if !(a.Value >= a.Low && a.Value <= a.High) {
		return nil, fmt.Errorf("learner %q: in the norm %s parameter p is %v, expected %s", s.Lifted(0), n, a.Value,
			a.Domain())
	}
	return &in, nil
}

// Turn returns the y(w·x) at which the learner's rule turns, given its γ_t, and NaN where that is unknown; see
// [Traits].
func (s *Spec) Turn(gamma float64) float64 {
	if s.Kind.Turn == nil {
		return math.NaN()
	}
	return s.Kind.Turn(s.Args, gamma)
}

// Condition returns the bound of the error of y(w·x), in units of the rounding of an inner product, after examples
// with this Σ‖x‖²; see [Traits].
func (s *Spec) Condition(squares float64) float64 {
	if s.Kind.Condition == nil {
		return 1
	}
	return s.Kind.Condition(s.Args, squares)
}

// Written returns the arguments that an expression may give, without the fixed ones.
func (s *Spec) Written() Args {
	return slices.DeleteFunc(slices.Clone(s.Args), func(a Arg) bool { return a.Fixed })
}

// Params maps the parameters' names to their values, fixed ones included: e-omm has rho 1.
func (s *Spec) Params() map[string]float64 {
	m := map[string]float64{}
	if s.Inner != nil {
		m = s.Inner.Params()
	}
	for _, a := range s.Args {
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

// String returns the expression that makes the learner again, such as omm(rho=0.5). It omits parameters at their
// defaults, except those that are always named, and a p that was given.
func (s *Spec) String() string {
	e := expr.Expr{Name: s.Kind.Name}
	if s.Inner != nil {
		e.Args = append(e.Args, expr.Arg{Value: expr.Expr{Name: s.Inner.String()}})
	}
	for _, a := range s.Written() {
		if a.Named || a.Value != a.defaultValue(s.Args) || a.Name == "p" && a.Text != "" {
			e.Args = append(e.Args, expr.Arg{Key: a.Name, Value: expr.Expr{Name: a.String()}})
		}
	}
	if s.Bias != 0 {
		e = expr.Expr{Name: biasName, Args: []expr.Arg{{Value: e}, {Value: expr.Expr{Name: number(s.Bias)}}}}
	}
	return e.String()
}

// Constant returns the constant coordinate as it was written, or its value.
func (s *Spec) Constant() string { return cmp.Or(s.bias, number(s.Bias)) }

// With returns the learner with another value of a parameter, its own or of the learner that it wraps.
func (s *Spec) With(name string, value float64) *Spec {
	return s.mapParams(func(p Param, v float64) float64 {
		if p.Name == name {
			return value
		}
		return v
	})
}

// Scaled returns the learner for features f times as long, with its parameters scaled by the power of their unit.
func (s *Spec) Scaled(f float64) *Spec {
	return s.mapParams(func(p Param, v float64) float64 { return v * num.Pow(f, float64(p.Unit)) })
}

func (s *Spec) mapParams(to func(p Param, v float64) float64) *Spec {
	t := *s
	t.Args = nil
	for _, a := range s.Args {
		v := to(a.Param, a.Value)
		if a.Fixed {
			v = a.defaultValue(t.Args)
		}
		if v != a.Value {
			a.Value, a.Text = v, ""
		}
		t.Args = append(t.Args, a)
	}
	if s.Bias != 0 {
		t = *t.Lifted(0)
		t.Bias = to(constant, s.Bias)
	}
	if s.Inner != nil {
		t.Inner = s.Inner.mapParams(to)
	}
	return t.resolve()
}

// resolve sets the traits and the norm, which depend on the arguments.
func (s *Spec) resolve() *Spec {
	if s.Kind.Given != nil {
		s.Kind.Given(s.Args, &s.Kind.Traits)
	}
	if s.Kind.Families == nil {
		s.Kind.Families = []string{s.Kind.Name}
	}
	if p := s.Args.named("p"); p.Name != "" && !p.Fixed {
		s.Norm = vec.P(p.Value)
	}
	return s
}

// Code returns the code of a learner from outside this project. Without a name of its own it is called by its
// expression.
func (s *Spec) Code() *Code {
	c := *cmp.Or(s.Kind.Code, &Code{Name: s.Lifted(0).String()})
	return &c
}
