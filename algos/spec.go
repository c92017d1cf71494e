package algos

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"marginlab/theory"
	"marginlab/theory/vec"
)

// Spec is a learner with its parameters. Its String is the expression that
// Parse makes it from again.
type Spec struct {
	Kind   Kind
	Values []float64 // in the order of Kind.Params
	Inner  *Spec     // of a Kind that wraps
	norm   vec.Norm  // that it was put into or named, nil for none
}

// New makes the learner for a space of dim dimensions.
func (s *Spec) New(dim int) Learner { return s.Kind.New(s.Norm(), dim, s.Values, s.Inner) }

// Families are the names under which the table of guarantees speaks of it.
func (s *Spec) Families() []string {
	if s.Inner != nil {
		return s.Inner.Families()
	}
	return s.Kind.Families(s.Values)
}

// Lift is the constant that the learner appends to every x, 0 if none.
func (s *Spec) Lift() float64 {
	if s.Inner != nil {
		return s.Values[0]
	}
	return 0
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
	if _, ok := s.norm.(*vec.Pullback); ok {
		delete(m, "p")
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
// Parameters at their defaults are left out, but for the constant of bias.
func (s *Spec) String() string {
	var args []string
	if s.Inner != nil {
		args = append(args, s.Inner.String())
	}
	for i, p := range s.Kind.Params {
		switch {
		case s.Inner != nil, p.Name == "rho":
		case p.Name == "p":
			if s.norm == nil || s.norm != vec.P(s.Values[i]) {
				continue
			}
		case s.Values[i] == p.otherwise(s.Values):
			continue
		}
		v := strconv.FormatFloat(s.Values[i], 'g', -1, 64)
		if p.Words != nil {
			v = p.Words[int(s.Values[i])]
		}
		if s.Inner == nil {
			v = p.Name + "=" + v
		}
		args = append(args, v)
	}
	if len(args) == 0 {
		return s.Kind.Name
	}
	return s.Kind.Name + "(" + strings.Join(args, ",") + ")"
}

// Defaults are the learners that are run when none is named.
func Defaults() []*Spec {
	var specs []*Spec
	for _, k := range Kinds() {
		switch {
		case !k.Default:
		case k.Wraps:
			specs = append(specs, mustParse(k.Name+"(perceptron)"))
		default:
			specs = append(specs, mustParse(k.Name))
		}
	}
	return specs
}

func mustParse(expr string) *Spec {
	s, err := Parse(expr)
	if err != nil {
		panic("algos: " + err.Error())
	}
	return s
}

// ParseList parses learners separated by commas, as "e-omm,omm(rho=0.5)".
func ParseList(list string) ([]*Spec, error) {
	var specs []*Spec
	for _, expr := range SplitList(list) {
		s, err := Parse(expr)
		if err != nil {
			return nil, err
		}
		specs = append(specs, s)
	}
	return specs, nil
}

// Parse makes a learner of the registry from an expression; see [ParseKind].
func Parse(expr string) (*Spec, error) { return ParseKind(Kinds(), expr) }

// ParseKind makes a learner of one of the kinds from an expression: its name, and
// in parentheses its parameters, by name or in their order; what is left out has
// its default. A learner that it wraps is one of the registry. The error says
// which part of the expression is wrong and what was expected.
func ParseKind(kinds []Kind, expr string) (*Spec, error) { return ParseNoun("learner", kinds, expr) }

// ParseNoun is [ParseKind] for things that errors call by another noun.
func ParseNoun(noun string, kinds []Kind, expr string) (*Spec, error) {
	expr = strings.TrimSpace(expr)
	what := fmt.Sprintf("%s %q", noun, expr)
	name, rest, open := strings.Cut(expr, "(")
	name = strings.TrimSpace(name)
	k := slices.IndexFunc(kinds, func(k Kind) bool { return k.Name == name })
	if k < 0 {
		var names []string
		for _, k := range kinds {
			names = append(names, k.Name)
		}
		return nil, fmt.Errorf("%s: no %s is called %q, expected one of %s", what, noun, name, strings.Join(names, ", "))
	}
	s := &Spec{Kind: kinds[k]}
	s.Values = make([]float64, len(s.Kind.Params))
	var args []string
	if open {
		inside, ok := strings.CutSuffix(rest, ")")
		if !ok {
			return nil, fmt.Errorf("%s: expected a closing parenthesis at the end", what)
		}
		if strings.TrimSpace(inside) != "" {
			args = SplitList(inside)
		}
	}
	if s.Kind.Wraps {
		if len(args) == 0 {
			return nil, fmt.Errorf("%s: expected a learner to wrap, as in %s(perceptron,1)", what, name)
		}
		inner, err := Parse(args[0])
		if err != nil {
			return nil, err
		}
		ownBias := func(family string) bool { return family == "omm" || family == "pumma" }
		if slices.ContainsFunc(inner.Families(), ownBias) || inner.Inner != nil {
			return nil, fmt.Errorf("%s: %s has a bias of its own, expected a learner through the origin", what, inner)
		}
		s.Inner, args = inner, args[1:]
	}
	if err := s.set(what, args); err != nil {
		return nil, err
	}
	return s, nil
}

// set gives the parameters the values of args, "name=value" or "value".
func (s *Spec) set(what string, args []string) error {
	given := make([]bool, len(s.Values))
	for i, arg := range args {
		name, value, named := strings.Cut(arg, "=")
		at := i
		if named {
			name = strings.TrimSpace(name)
			at = slices.IndexFunc(s.Kind.Params, func(p Param) bool { return p.Name == name })
		} else {
			value = arg
		}
		if at < 0 || at >= len(s.Values) {
			return fmt.Errorf("%s: %s has no parameter for %q, expected %s", what, s.Kind.Name, arg, s.Kind.usage())
		}
		if given[at] {
			return fmt.Errorf("%s: parameter %s is given twice", what, s.Kind.Params[at].Name)
		}
		given[at] = true
		v, err := s.Kind.Params[at].parse(strings.TrimSpace(value))
		if err != nil {
			return fmt.Errorf("%s: %w", what, err)
		}
		s.Values[at] = v
	}
	for i, p := range s.Kind.Params {
		if !given[i] {
			s.Values[i] = p.otherwise(s.Values)
		}
	}
	if at := s.exponent(); at >= 0 && given[at] {
		s.norm = vec.P(s.Values[at])
	}
	if s.Lift() == 0 && s.Inner != nil {
		return fmt.Errorf("%s: parameter c is 0, expected the constant of the coordinate to append", what)
	}
	return nil
}

// otherwise is the value of a parameter that is not given.
func (p Param) otherwise(values []float64) float64 {
	if p.From != nil {
		return p.From(values)
	}
	return p.Default
}

func (p Param) parse(value string) (float64, error) {
	if i := slices.Index(p.Words, value); i >= 0 {
		return float64(i), nil
	}
	v, err := strconv.ParseFloat(value, 64)
	if err != nil || p.Words != nil || !(v >= p.Low && v <= p.High) || p.Integer && v != math.Trunc(v) {
		return 0, fmt.Errorf("parameter %s is %q, expected %s", p.Name, value, p.Domain())
	}
	return v, nil
}

// Domain says what the parameter may be, as "a number in [0, 1)".
func (p Param) Domain() string {
	switch {
	case p.Words != nil:
		return strings.Join(p.Words, " or ")
	case p.Integer:
		return fmt.Sprintf("an integer in [%.0f, %.0f]", p.Low, p.High)
	case p.High == math.Nextafter(1, 0):
		return fmt.Sprintf("a number in [%g, 1)", p.Low)
	}
	return fmt.Sprintf("a number in [%g, %g]", p.Low, p.High)
}

// Usage shows how the parameter is written, its default, and what it may be, as
// "delta=0.01 in [0, 1)" or "keep=all|violating", the first the default.
func (p Param) Usage() string {
	switch {
	case p.Words != nil:
		return p.Name + "=" + strings.Join(p.Words, "|")
	case p.From != nil:
		return p.Name + "=" + p.Formula + " " + strings.TrimPrefix(p.Domain(), "a number ")
	}
	return p.Name + "=" + strconv.FormatFloat(p.Default, 'g', 4, 64) + " " + strings.TrimPrefix(p.Domain(), "a number ")
}

// usage shows the parameters that a kind takes.
func (k Kind) usage() string {
	if len(k.Params) == 0 {
		return "none"
	}
	var params []string
	for _, p := range k.Params {
		params = append(params, p.Usage())
	}
	return strings.Join(params, ", ")
}

// SplitList splits at the commas that stand outside parentheses.
func SplitList(list string) []string {
	var parts []string
	depth, from := 0, 0
	for i, r := range list {
		switch {
		case r == '(':
			depth++
		case r == ')':
			depth--
		case r == ',' && depth == 0:
			parts = append(parts, list[from:i])
			from = i + 1
		}
	}
	return append(parts, list[from:])
}
