package multiclass

import (
	"fmt"
	"strings"

	"marginlab/algos"
)

// maxBest is the greatest k that can be given. By default k is as great, and is
// that of all wrong classes.
const maxBest = 1e6

const oneVsRest = "one-vs-rest"

// Kinds is the registry of this package. Its learners are made by [Spec.New].
func Kinds() []algos.Kind {
	eps := algos.Param{Name: "eps", Default: 0.1, Low: 1e-9, High: 1}
	return []algos.Kind{
		{
			Name: "amira-1-best", Params: []algos.Param{eps}, Default: true,
			Also:    func([]float64) map[string]float64 { return map[string]float64{"k": 1} },
			Summary: "aggressive MIRA of many classes: to functional margin 1 against the best wrong class",
			Source:  "amira.txt, Algorithm 2",
			Families: func([]float64) []string {
				return []string{"amira-k-best", "amira-1-best"}
			},
		},
		{
			Name: "amira-k-best", Default: true,
			Params: []algos.Param{eps, {
				Name: "k", From: func([]float64) float64 { return maxBest }, Formula: "classes−1",
				Low: 1, High: maxBest, Integer: true,
			}},
			Summary:  "aggressive MIRA of many classes: to functional margin 1 against the k best wrong classes",
			Source:   "amira.txt, Algorithm 3",
			Families: func([]float64) []string { return []string{"amira-k-best"} },
		},
		{
			Name: oneVsRest, Wraps: true,
			Summary:  "of each class a binary learner of it against the rest; the greatest raw score wins",
			Source:   "amira.txt, Section 4.2",
			Families: func([]float64) []string { return []string{oneVsRest} },
		},
	}
}

// Spec is a learner of many classes with its parameters. Its String is the
// expression that Parse makes it from again.
type Spec struct {
	own    *algos.Spec // of AMIRA, else nil
	Binary *algos.Spec // of one-vs-rest, else nil
}

// Parse makes a learner from an expression: amira-1-best(eps), amira-k-best(eps,k)
// or one-vs-rest(LEARNER), LEARNER as of [algos.Parse]. The error says which part is
// wrong and what was expected.
func Parse(expr string) (*Spec, error) {
	expr = strings.TrimSpace(expr)
	name, rest, open := strings.Cut(expr, "(")
	if strings.TrimSpace(name) != oneVsRest {
		own, err := algos.ParseKind(Kinds(), expr)
		if err != nil {
			return nil, err
		}
		return &Spec{own: own}, nil
	}
	inside, closed := strings.CutSuffix(rest, ")")
	switch {
	case open && !closed:
		return nil, fmt.Errorf("learner %q: expected a closing parenthesis at the end", expr)
	case strings.TrimSpace(inside) == "":
		return nil, fmt.Errorf("learner %q: expected a learner of two classes, as in %s(perceptron)", expr, oneVsRest)
	}
	binary, err := algos.Parse(inside)
	if err != nil {
		return nil, err
	}
	return &Spec{Binary: binary}, nil
}

// New makes the learner, of x in dim dimensions.
func (s *Spec) New(dim, classes int) Learner {
	if s.Binary != nil {
		return NewOneVsRest(dim, classes, s.Binary)
	}
	epsilon, k := s.amira(classes)
	return NewAMIRA(dim, classes, epsilon, k)
}

// amira are the parameters of AMIRA of M classes.
func (s *Spec) amira(classes int) (epsilon float64, k int) {
	p := s.Params(classes)
	return p["eps"], int(p["k"])
}

// String is the expression that makes the learner again.
func (s *Spec) String() string {
	if s.Binary != nil {
		return oneVsRest + "(" + s.Binary.String() + ")"
	}
	return s.own.String()
}

// Families are the names under which the table of guarantees speaks of it. 1-best
// AMIRA is k-best AMIRA with k = 1, and of both families.
func (s *Spec) Families() []string {
	if s.Binary != nil {
		return []string{oneVsRest}
	}
	return s.own.Families()
}

// Params maps the names of the parameters to their values with M classes: k is at
// most M−1. Those of one-vs-rest are the binary learner's.
func (s *Spec) Params(classes int) map[string]float64 {
	if s.Binary != nil {
		return s.Binary.Params()
	}
	p := s.own.Params()
	p["k"] = min(p["k"], float64(classes-1))
	return p
}
