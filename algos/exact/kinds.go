package exact

import (
	"fmt"
	"math/big"
	"strings"
)

// values are parameters by their names.
type values = map[string]*big.Rat

// kind describes a model: its name, its parameters, and how to make it in a norm of a
// field. Its file says what else is asked of it.
type kind struct {
	name   string
	params []param
	also   func(given values) values // parameters that theorems speak of and the name stands for

	rational bool // in ℓ₂ all its numbers are rational
	doubling bool // their length may double at every update, so that they are enclosed when long
	normed   bool // it learns in the norm of a parameter p too

	learner func(n norm, dim int, p values) Learner
	many    func(dim, classes int, p values) Learner // in its place, of a learner of many classes
}

// kinds are all models. Each is described in the file of its learner.
func kinds() []kind {
	var all []kind
	for _, of := range kindList() {
		all = append(all, of()...)
	}
	return all
}

// always says that the name stands for a value of a parameter.
func always(name string, value *big.Rat) func(values) values {
	return func(values) values { return values{name: value} }
}

// lessThanOne says that rho is 1 − the parameter.
func lessThanOne(name string) func(values) values {
	return func(p values) values { return values{"rho": new(big.Rat).Sub(integer(1), p[name])} }
}

// check says what is wrong with the parameters.
func (k kind) check(given values) error {
	if len(k.params) == 0 && len(given) > 0 {
		return fmt.Errorf("learner %q: %d parameters given, expected none", k.name, len(given))
	}
	known := 0
	for _, p := range k.params {
		value := given[p.name]
		switch {
		case value == nil && !p.optional:
			return k.expected()
		case value == nil:
			continue
		case !lies(value, p.domain):
			return fmt.Errorf("learner %q: parameter %s is %s, expected it in %s", k.name, p.name, value.RatString(), p.domain)
		case p.integer && !value.IsInt():
			return fmt.Errorf("learner %q: parameter %s is %s, expected an integer", k.name, p.name, value.RatString())
		}
		known++
	}
	if known < len(given) {
		return k.expected()
	}
	return nil
}

func (k kind) expected() error {
	if len(k.params) == 1 && !k.params[0].optional {
		return fmt.Errorf("learner %q: expected one parameter, %s in %s", k.name, k.params[0].name, k.params[0].domain)
	}
	var all []string
	for _, p := range k.params {
		s := p.name + " in " + p.domain
		if p.optional {
			s += " (or none)"
		}
		all = append(all, s)
	}
	return fmt.Errorf("learner %q: expected the parameters %s", k.name, strings.Join(all, ", "))
}
