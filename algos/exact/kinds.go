package exact

import (
	"fmt"
	"math/big"
	"strings"
)

// param is a parameter of a learner, a rational number of its domain, an interval
// as written in mathematics: "(0, 1]".
type param struct {
	name, domain string
	optional     bool
}

// kind is a learner's name, its parameters, and how to make it: New for a model
// whose every number is rational, and Enclose for one with roots. InNorm is the model
// in a norm ‖·‖_p, p ≠ 2, nil where there is none. Also are the parameters that
// theorems speak of and the name stands for.
type kind struct {
	name    string
	params  []param
	New     func(dim int, p map[string]*big.Rat) Learner
	Enclose func(dim int, p map[string]*big.Rat, prec uint) enclosed
	InNorm  func(n lp, dim int, p map[string]*big.Rat) enclosed
	Also    func(p map[string]*big.Rat) map[string]*big.Rat
}

// enclose is how to make the model in intervals, in the norm of the parameter p. It is
// false where the numbers are rational. The error is a *[NoModelError].
func (k kind) enclose(dim int, params map[string]*big.Rat) (model func(prec uint) enclosed, found bool, err error) {
	switch p := params["p"]; {
	case p != nil && p.Cmp(integer(2)) != 0 && k.InNorm == nil:
		return nil, false, &NoModelError{Learner: k.name, P: p}
	case p != nil && p.Cmp(integer(2)) != 0:
		return func(prec uint) enclosed { return k.InNorm(newLp(p, prec), dim, params) }, true, nil
	case k.New == nil:
		return func(prec uint) enclosed { return k.Enclose(dim, params, prec) }, true, nil
	}
	return nil, false, nil
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

func kinds() []kind {
	type values = map[string]*big.Rat
	one := func(name, domain string) []param { return []param{{name: name, domain: domain}} }
	norm := param{"p", domainOfP, true}
	omm := func(rho *big.Rat, printed bool) func(lp, int, values) enclosed {
		return func(n lp, dim int, p values) enclosed {
			if rho == nil {
				return newNormedOMM(n, dim, p["rho"], printed)
			}
			return newNormedOMM(n, dim, rho, printed)
		}
	}
	always := func(name string, value *big.Rat) func(values) values {
		return func(values) values { return values{name: value} }
	}
	lessThanOne := func(name string) func(values) values { // rho = 1 − the parameter
		return func(p values) values { return values{"rho": new(big.Rat).Sub(integer(1), p[name])} }
	}
	return []kind{
		{
			name: "perceptron", params: []param{norm},
			New:    func(dim int, _ values) Learner { return NewPerceptron(dim) },
			InNorm: func(n lp, dim int, _ values) enclosed { return newNormedPerceptron(n, dim) },
		},
		{
			name: "romma", params: one("eps", "[0, 1]"), Also: lessThanOne("eps"),
			New: func(dim int, p values) Learner { return NewROMMA(dim, p["eps"]) },
		},
		{
			name: "a-romma", Also: func(values) values { return values{"rho": integer(1), "eps": integer(0)} },
			New: func(dim int, _ values) Learner { return NewROMMA(dim, integer(0)) },
		},
		{
			name: "naromma", Also: always("rho", integer(1)),
			New: func(dim int, _ values) Learner { return NewNAROMMA(dim) },
		},
		{
			name: "naromma(step4=printed)", Also: always("rho", integer(1)),
			New: func(dim int, _ values) Learner { return NewPrintedNAROMMA(dim) },
		},
		{
			name: "pumma", params: []param{{"delta", "[0, 1)", false}, norm}, Also: lessThanOne("delta"),
			New:    func(dim int, p values) Learner { return NewPUMMA(dim, p["delta"]) },
			InNorm: func(n lp, dim int, p values) enclosed { return newNormedPUMMA(n, dim, p["delta"]) },
		},
		{name: "pa", New: func(dim int, _ values) Learner { return NewPA(dim) }},
		{
			name: "pa-i", params: one("C", "(0, inf)"),
			New: func(dim int, p values) Learner { return NewPA1(dim, p["C"]) },
		},
		{
			name: "pa-ii", params: one("C", "(0, inf)"),
			New: func(dim int, p values) Learner { return NewPA2(dim, p["C"]) },
		},
		{
			name: "mira", Also: always("eps", integer(1)),
			New: func(dim int, _ values) Learner { return NewAMIRA(dim, integer(1)) },
		},
		{
			name: "amira", params: one("eps", "(0, 1]"),
			New: func(dim int, p values) Learner { return NewAMIRA(dim, p["eps"]) },
		},
		{
			name: "e-omm", params: []param{norm}, Also: always("rho", integer(1)),
			New:    func(dim int, _ values) Learner { return NewOMM(dim, integer(1)) },
			InNorm: omm(integer(1), false),
		},
		{
			name: "ce-omm", params: []param{norm}, Also: always("rho", integer(0)),
			New:    func(dim int, _ values) Learner { return NewOMM(dim, integer(0)) },
			InNorm: omm(integer(0), false),
		},
		{
			name: "omm", params: []param{{"rho", "[0, 1]", false}, norm},
			New:    func(dim int, p values) Learner { return NewOMM(dim, p["rho"]) },
			InNorm: omm(nil, false),
		},
		{
			name: "omm(rule=printed)", params: []param{{"rho", "[0, 1]", false}, norm},
			New:    func(dim int, p values) Learner { return NewPrintedOMM(dim, p["rho"]) },
			InNorm: omm(nil, true),
		},
		{
			name: "n-omm", params: []param{norm}, Also: always("rho", integer(1)),
			New: func(dim int, _ values) Learner { return NewNaiveOMM(dim) },
		},
		{
			name: "n-omm(keep=violating)", params: []param{norm}, Also: always("rho", integer(1)),
			New: func(dim int, _ values) Learner { return NewViolatingNaiveOMM(dim) },
		},
		{
			name: "randomized", params: []param{{"R", "[0, inf)", true}},
			New: func(dim int, p values) Learner { return NewRandomized(dim, p["R"]) },
		},
		{
			name: "randomized(psi=printed)", params: []param{{"R", "[0, inf)", true}},
			New: func(dim int, p values) Learner { return NewPrintedRandomized(dim, p["R"]) },
		},
		{
			name: "cmcp", Also: always("rho", integer(0)),
			Enclose: func(dim int, _ values, prec uint) enclosed { return newCMCP(dim, prec) },
		},
		{
			name: "mcp", Also: always("rho", big.NewRat(1, 2)),
			Enclose: func(dim int, _ values, prec uint) enclosed { return newMCP(dim, prec) },
		},
		{
			name:   "alma",
			params: []param{{"alpha", "(0, 1]", false}, {"B", "(0, inf)", true}, {"C", "(0, inf)", true}, {"p", "[2, 100]", true}},
			InNorm: func(n lp, dim int, p values) enclosed {
				return newNormedALMA(n, dim, p["alpha"], p["B"], p["C"])
			},
			Enclose: func(dim int, p values, prec uint) enclosed {
				return newALMA(dim, prec, p["alpha"], p["B"], p["C"])
			},
		},
	}
}

// find returns the learner of that name, if the parameters are its.
func find(name string, given map[string]*big.Rat) (kind, error) {
	var names []string
	for _, k := range kinds() {
		if k.name == name {
			return k, k.check(given)
		}
		names = append(names, k.name)
	}
	return kind{}, fmt.Errorf("no exact learner is called %q, expected one of %s", name, strings.Join(names, ", "))
}

func (k kind) check(given map[string]*big.Rat) error {
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
		}
		known++
	}
	if known < len(given) {
		return k.expected()
	}
	return nil
}

func (k kind) has(param string) bool {
	for _, p := range k.params {
		if p.name == param {
			return true
		}
	}
	return false
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

// lies reports whether q is in the domain, an interval to a number or to infinity.
func lies(q *big.Rat, domain string) bool {
	low, high, _ := strings.Cut(domain[1:len(domain)-1], ", ")
	cmp := func(end string) int {
		n, ok := new(big.Rat).SetString(end)
		if !ok {
			panic("exact: the domain " + domain)
		}
		return q.Cmp(n)
	}
	if c := cmp(low); c < 0 || c == 0 && domain[0] == '(' {
		return false
	}
	if high == "inf" {
		return true
	}
	c := cmp(high)
	return c < 0 || c == 0 && strings.HasSuffix(domain, "]")
}

func mustLie(param string, q *big.Rat, domain string) {
	if !lies(q, domain) {
		panic(fmt.Sprintf("exact: %s is %s, expected it in %s", param, q.RatString(), domain))
	}
}
