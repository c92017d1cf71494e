package exact

import (
	"fmt"
	"maps"
	"math/big"
	"slices"
	"strings"

	"marginlab/algos/expr"
	"marginlab/theory/real"
)

// Spec is a model with its parameters.
type Spec struct {
	kind    kind
	given   values
	classes int // 0 for two, which are +1 and −1
}

// Find returns the model of that name, which has those options in it that are words,
// as omm(rule=printed). Its parameters must be given, but for those that have
// defaults, and no others. The error says what was expected.
func Find(name string, params map[string]*big.Rat) (*Spec, error) {
	var names []string
	for _, k := range kinds() {
		if k.name == name {
			if err := k.check(params); err != nil {
				return nil, err
			}
			return &Spec{kind: k, given: params}, nil
		}
		names = append(names, k.name)
	}
	return nil, fmt.Errorf("no exact learner is called %q, expected one of %s", name, strings.Join(names, ", "))
}

// Parse reads an expression such as omm(rho=1/2, rule=printed), with the options in
// any order. Numbers are read exactly: 0.1 is 1/10.
func Parse(text string) (*Spec, error) {
	e, err := expr.Parse(text)
	if err != nil {
		return nil, err
	}
	if !slices.ContainsFunc(kinds(), func(k kind) bool { return strings.HasPrefix(k.name+"(", e.Name+"(") }) {
		_, err := Find(e.Name, nil)
		return nil, fmt.Errorf("%q: %w", text, err)
	}
	params, name := values{}, expr.Expr{Name: e.Name}
	for _, option := range e.Args {
		key, value := option.Key, option.Value
		switch {
		case key == "" || value.Name == "" || value.Args != nil:
			return nil, fmt.Errorf("%q: option %q, expected key=value", text, option)
		case !value.IsNumber():
			name.Args = append(name.Args, option)
		case params[key] != nil:
			return nil, fmt.Errorf("%q: %s is given twice, expected it once", text, key)
		default:
			if params[key], err = value.Rat(); err != nil {
				return nil, fmt.Errorf("%q: %s is %w", text, key, err)
			}
		}
	}
	s, err := Find(name.String(), params)
	if err != nil {
		return nil, fmt.Errorf("%q: %w", text, err)
	}
	return s, nil
}

// NewSpec returns a model of one's own, whose numbers are rational, with its parameters.
func NewSpec(name string, params map[string]*big.Rat, model func(params map[string]*big.Rat, dim int) Learner) *Spec {
	k := kind{name: name, rational: true, learner: func(_ norm, dim int, p values) Learner { return model(p, dim) }}
	return &Spec{kind: k, given: params}
}

// ManyClasses reports that the model is of a learner of many classes; see [Spec.Of].
func (s *Spec) ManyClasses() bool { return s.kind.many != nil }

// Of is the model of a learner of many classes for so many, at least 2. The labels of its
// examples are the classes 0, 1, … The points that it scores, and its classifier, are in the
// space of [Differences].
func (s *Spec) Of(classes int) *Spec {
	of := *s
	of.classes = classes
	return &of
}

// Name returns the name, with those options that are words.
func (s *Spec) Name() string { return s.kind.name }

// Params returns the parameters that were given, with those that the name stands for:
// rho = 1 of e-omm, 0 of ce-omm, 1−eps of romma, and so on, and p = 2 where the
// learner has others.
func (s *Spec) Params() map[string]*big.Rat {
	all := values{}
	for _, p := range s.kind.params {
		if p.name == "p" {
			all["p"] = integer(2)
		}
	}
	maps.Copy(all, s.given)
	if s.kind.also != nil {
		maps.Copy(all, s.kind.also(s.given))
	}
	if s.ManyClasses() && s.classes > 0 { // there are no more wrong classes
		most := integer(s.classes - 1)
		if k := all["k"]; k == nil || k.Cmp(most) > 0 {
			all["k"] = most
		}
	}
	return all
}

// exponent is the p of the norm that the model is in.
func (s *Spec) exponent() *big.Rat {
	if p := s.given["p"]; p != nil {
		return p
	}
	return integer(2)
}

// rational reports that all numbers of the model are rational.
func (s *Spec) rational() bool { return s.kind.rational && s.exponent().Cmp(integer(2)) == 0 }

// doubles reports that they are, and that their length may double at every update.
func (s *Spec) doubles() bool { return s.rational() && s.kind.doubling }

// inField makes the learner in a field.
func (s *Spec) inField(f real.Field, dim int) Learner {
	if s.kind.many != nil {
		return s.kind.many(dim, s.classes, s.given)
	}
	return s.kind.learner(newNorm(f, s.exponent()), dim, s.given)
}

// Exists is nil if there is a model in the norm of p, else a *[NoModelError].
func (s *Spec) Exists() error {
	if p := s.exponent(); p.Cmp(integer(2)) != 0 && !s.kind.normed {
		return &NoModelError{Learner: s.kind.name, P: p}
	}
	return nil
}

// New makes the learner for ℚ^dim, if all its numbers are rational. [Spec.Run] runs
// these and those with roots too.
func (s *Spec) New(dim int) (Learner, error) {
	if !s.rational() {
		return nil, fmt.Errorf("learner %q: its numbers are not rational, expected one whose are", s.kind.name)
	}
	return s.inField(rationals(), dim), nil
}

// NoModelError says that there is no exact model, nor one in intervals, of a learner in
// the norm ‖·‖_p.
type NoModelError struct {
	Learner string
	P       *big.Rat
}

func (e *NoModelError) Error() string {
	return fmt.Sprintf("learner %q: there is no exact model of it in the norm of p = %s, expected p = 2", e.Learner, e.P.RatString())
}
