package exact

import (
	"fmt"
	"math/big"
	"strings"
)

// Learner is an online linear classifier of ℚ^d. An x of another dimension, and
// a label that is not +1 or −1, panics.
type Learner interface {
	// Step predicts the label of x, then learns from the revealed y. It may
	// keep x, which the caller must not change afterwards.
	Step(x Vector, y int) Step
	// Classifier returns the present classifier sign(w·x + b), in the learner's
	// own scale. Neither is to be changed.
	Classifier() (w Vector, b *big.Rat)
}

// kind is a learner's name, its parameter if it has one, and how to make it.
type kind struct {
	name, param, domain string
	make                func(dim int, value *big.Rat) Learner
}

func kinds() []kind {
	return []kind{
		{"perceptron", "", "", func(dim int, _ *big.Rat) Learner { return NewPerceptron(dim) }},
		{"romma", "eps", "[0, 1]", func(dim int, eps *big.Rat) Learner { return NewROMMA(dim, eps) }},
		{"a-romma", "", "", func(dim int, _ *big.Rat) Learner { return NewROMMA(dim, integer(0)) }},
		{"pumma", "delta", "[0, 1)", func(dim int, delta *big.Rat) Learner { return NewPUMMA(dim, delta) }},
		{"pa", "", "", func(dim int, _ *big.Rat) Learner { return NewPA(dim) }},
		{"mira", "", "", func(dim int, _ *big.Rat) Learner { return NewAMIRA(dim, integer(1)) }},
		{"amira", "eps", "(0, 1]", func(dim int, eps *big.Rat) Learner { return NewAMIRA(dim, eps) }},
		{"e-omm", "", "", func(dim int, _ *big.Rat) Learner { return NewOMM(dim, integer(1)) }},
		{"ce-omm", "", "", func(dim int, _ *big.Rat) Learner { return NewOMM(dim, integer(0)) }},
		{"omm", "rho", "[0, 1]", func(dim int, rho *big.Rat) Learner { return NewOMM(dim, rho) }},
		{"n-omm", "", "", func(dim int, _ *big.Rat) Learner { return NewNaiveOMM(dim) }},
		{"n-omm(keep=violating)", "", "", func(dim int, _ *big.Rat) Learner { return NewViolatingNaiveOMM(dim) }},
		{"omm(printed)", "rho", "[0, 1]", func(dim int, rho *big.Rat) Learner { return NewPrintedOMM(dim, rho) }},
	}
}

// New makes a learner for ℚ^dim by its name. Its parameter, if it has one, must
// be given, and no other. The error says what was expected.
func New(name string, params map[string]*big.Rat, dim int) (Learner, error) {
	var names []string
	for _, k := range kinds() {
		if k.name != name {
			names = append(names, k.name)
			continue
		}
		value := params[k.param]
		switch {
		case k.param == "" && len(params) > 0:
			return nil, fmt.Errorf("learner %q: %d parameters given, expected none", name, len(params))
		case k.param == "":
		case value == nil || len(params) != 1:
			return nil, fmt.Errorf("learner %q: expected one parameter, %s in %s", name, k.param, k.domain)
		case !lies(value, k.domain):
			return nil, fmt.Errorf("learner %q: parameter %s is %s, expected it in %s", name, k.param, value.RatString(), k.domain)
		}
		return k.make(dim, value), nil
	}
	return nil, fmt.Errorf("no exact learner is called %q, expected one of %s", name, strings.Join(names, ", "))
}

// lies reports whether q is in the domain, an interval from 0 to 1 as written in
// mathematics: "(0, 1]".
func lies(q *big.Rat, domain string) bool {
	low, high := q.Sign(), q.Cmp(integer(1))
	return (low > 0 || low == 0 && domain[0] == '[') &&
		(high < 0 || high == 0 && strings.HasSuffix(domain, "]"))
}

func mustLie(param string, q *big.Rat, domain string) {
	if !lies(q, domain) {
		panic(fmt.Sprintf("exact: %s is %s, expected it in %s", param, q.RatString(), domain))
	}
}

// Trace is the run of one learner over one stream.
type Trace struct {
	Steps           []Step
	Mistakes        int
	Updates         int
	OpeningMistakes int // of the Mistakes, those of the initialisation phase
}

// Run lets l learn from the stream, and returns what happened. The error names
// the first example (counted from 1) whose update has no solution, which proves
// that the examples so far are not separable; the trace ends with it.
func Run(l Learner, stream []Example) (Trace, error) {
	var tr Trace
	for i, e := range stream {
		s := l.Step(e.X, e.Y)
		tr.Steps = append(tr.Steps, s)
		if s.Mistake() {
			tr.Mistakes++
			if s.Opening {
				tr.OpeningMistakes++
			}
		}
		if s.Updated {
			tr.Updates++
		}
		if s.Infeasible {
			return tr, fmt.Errorf("example %d: no classifier meets the constraints of the update, expected a separable stream", i+1)
		}
	}
	return tr, nil
}
