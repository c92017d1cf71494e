package algos

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"marginlab/algos/expr"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// Registry reads the expressions of its kinds: a name, and in parentheses its parameters, by name or in their order;
// omitted ones have their defaults.
type Registry struct {
	Noun  string // the word for a kind in errors
	Kinds []Kind
	own   []*Spec
}

// Learners returns the registry of the learners of this package.
func Learners() Registry { return Registry{Noun: "learner", Kinds: Kinds()} }

// Parse makes a learner of this package from an expression; see [Registry].
func Parse(text string) (*Spec, error) { return Learners().Parse(text) }

// MustParse is [Parse] of an expression that is known to be valid.
func MustParse(text string) *Spec { return Learners().mustParse(text) }

func (r Registry) mustParse(text string) *Spec {
	s, err := r.Parse(text)
	if err != nil {
		panic("algos: " + err.Error())
	}
	return s
}

// Defaults returns the learners of this package that run when none is named.
func Defaults() []*Spec { return Learners().Defaults() }

// And returns the registry with a caller's own learners, whose names come before others. A learner is found by its
// expression, and its kind by its name.
func (r Registry) And(own ...*Spec) Registry {
	for _, s := range own {
		r.Kinds = append([]Kind{s.Kind}, r.Kinds...)
		r.own = append(r.own[:len(r.own):len(r.own)], s.Lifted(0))
	}
	return r
}

// Kind returns the kind of that name, and false if there is none.
func (r Registry) Kind(name string) (Kind, bool) {
	if i := slices.IndexFunc(r.Kinds, func(k Kind) bool { return k.Name == name }); i >= 0 {
		return r.Kinds[i], true
	}
	return Kind{}, false
}

// Defaults returns the learners of the kinds that run when none is named.
func (r Registry) Defaults() []*Spec {
	var specs []*Spec
	for _, k := range r.Kinds {
		if k.Default {
			specs = append(specs, r.mustParse(k.Name+"("+k.Wraps+")"))
		}
	}
	return specs
}

// Checked returns the learners of the kinds that a row of the table of guarantees is about: the defaults, and then
// the other settings that kinds name.
func (r Registry) Checked() []*Spec {
	specs := r.Defaults()
	for _, k := range r.Kinds {
		for _, args := range k.Checked {
			specs = append(specs, r.mustParse(k.Name+"("+args+")"))
		}
	}
	return specs
}

// Parse makes a learner of one of the kinds. The error says which part of the
// expression is wrong and what was expected.
func (r Registry) Parse(text string) (*Spec, error) {
	e, err := expr.Parse(text)
	if _, known := r.Kind(e.Name); err != nil && known {
		return nil, fmt.Errorf("%s %w", r.Noun, err)
	}
	return r.Make(e)
}

// MakeList makes the learners of a list.
func (r Registry) MakeList(list []expr.Expr) ([]*Spec, error) {
	var specs []*Spec
	for _, e := range list {
		s, err := r.Make(e)
		if err != nil {
			return nil, err
		}
		specs = append(specs, s)
	}
	return specs, nil
}

// Make makes a learner of one of the kinds, as [Registry.Parse] does.
func (r Registry) Make(e expr.Expr) (*Spec, error) {
	for _, s := range r.own {
		if s.String() == e.String() {
			return s, nil
		}
	}
	kind, known := r.Kind(e.Name)
	if !known {
		var names []string
		for _, k := range r.Kinds {
			names = append(names, k.Name)
		}
		return nil, fmt.Errorf("%s %q: no %[1]s is called %[3]q%s", r.Noun, e, e.Name,
			cmp.Or(expr.DidYouMean(e.Name, names), ", expected one of "+strings.Join(names, ", ")))
	}
	var inner *Spec
	if kind.Wraps != "" && len(e.Args) > 0 && e.Args[0].Key == "" && e.Args[0].Value.String() != "" {
		foreign := func(k Kind) bool { return !kind.lifts() && k.Task != theory.Online }
		r.Kinds = slices.DeleteFunc(slices.Clone(r.Kinds), foreign)
		var err error
		if inner, err = r.Make(e.Args[0].Value); err != nil {
			return nil, err
		}
	}
	s, err := kind.make(e, inner)
	if err != nil {
		return nil, fmt.Errorf("%s %q: %w", r.Noun, e, err)
	}
	return s, nil
}

// make makes a learner of the kind from its expression and the learner that it wraps, nil for none.
func (k Kind) make(e expr.Expr, inner *Spec) (*Spec, error) {
	switch {
	case k.Read != nil:
		return k.Read(e)
	case k.Wraps == "":
		return k.with(e.Args)
	case inner == nil:
		return nil, fmt.Errorf("expected a learner to wrap, as in %s(%s)", k.Name, k.Wraps)
	case k.lifts() && (inner.Kind.OwnBias || inner.Bias != 0):
		return nil, fmt.Errorf("%s has a bias of its own, expected a learner through the origin", inner)
	}
	s, err := k.with(e.Args[1:])
	switch {
	case err != nil:
		return nil, err
	case !k.lifts():
		s.Inner = inner
		return s, nil
	}
	c, lifted := s.Args[0], *inner
	if c.Value == 0 {
		return nil, fmt.Errorf("parameter %s is 0, expected the constant of the coordinate to append", c.Name)
	}
	lifted.Bias, lifted.bias = c.Value, c.Text
	return &lifted, nil
}

// Spec returns the learner of the kind with default parameters. It panics if the kind wraps another learner.
func (k Kind) Spec() *Spec {
	if k.Wraps != "" {
		panic("algos: " + k.Name + " wraps a learner, expected an expression that names it")
	}
	s, err := k.with(nil)
	if err != nil {
		panic("algos: " + err.Error())
	}
	return s
}

// with returns the learner of the kind with these arguments.
func (k Kind) with(args []expr.Arg) (*Spec, error) {
	params, given := k.Arguments(), map[string]Arg{}
	for i, arg := range args {
		at := i
		if arg.Key != "" {
			at = slices.IndexFunc(params, func(p Param) bool { return p.Name == arg.Key })
		}
		if at < 0 || at >= len(params) {
			var names, usage []string
			for _, p := range params {
				names, usage = append(names, p.Name), append(usage, p.Usage())
			}
			return nil, fmt.Errorf("%s has no parameter for %q%s", k.Name, arg, cmp.Or(expr.DidYouMean(arg.Key, names),
				", expected "+cmp.Or(strings.Join(usage, ", "), "none")))
		}
		p := params[at]
		if _, twice := given[p.Name]; twice {
			return nil, fmt.Errorf("parameter %s is given twice", p.Name)
		}
		v, err := p.parse(arg.Value)
		if err != nil {
			return nil, err
		}
		given[p.Name] = Arg{p, v, arg.Value.Name}
	}
	s := &Spec{Kind: k, Norm: vec.L2{}}
	for _, p := range k.Params {
		a, ok := given[p.Name]
		if !ok {
			a = Arg{Param: p, Value: p.defaultValue(s.Args)}
		}
		s.Args = append(s.Args, a)
	}
	return s.resolve(), nil
}

// defaultValue returns the value of an omitted parameter.
func (p Param) defaultValue(before Args) float64 {
	if p.From != nil {
		return p.From(before)
	}
	return p.Default
}

func (p Param) parse(e expr.Expr) (float64, error) {
	if i := slices.Index(p.Words, e.String()); i >= 0 {
		return float64(i), nil
	}
	v, err := e.Float()
	if err != nil || p.Words != nil || !(v >= p.Low && v <= p.High) || p.Integer && v != math.Trunc(v) {
		return 0, fmt.Errorf("parameter %s is %q, expected %s", p.Name, e, p.Domain())
	}
	return v, nil
}

// Domain describes the values of the parameter, such as "a number in [0, 1)".
func (p Param) Domain() string {
	switch {
	case p.Words != nil:
		return strings.Join(p.Words, " or ")
	case p.Integer:
		return fmt.Sprintf("an integer in [%.0f, %.0f]", p.Low, p.High)
	case p.High == below1:
		return fmt.Sprintf("a number in [%g, 1)", p.Low)
	}
	return fmt.Sprintf("a number in [%g, %g]", p.Low, p.High)
}

// Usage describes the parameter with its default and its domain, such as "delta=0.01 in [0, 1)" or
// "keep=all|violating", the first the default.
func (p Param) Usage() string {
	if p.Words != nil {
		return p.Name + "=" + strings.Join(p.Words, "|")
	}
	value := cmp.Or(p.Formula, fmt.Sprintf("%.4g", p.Default))
	return p.Name + "=" + value + " " + strings.TrimPrefix(p.Domain(), "a number ")
}
