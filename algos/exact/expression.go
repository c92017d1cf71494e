package exact

import (
	"fmt"
	"math/big"
	"slices"

	"marginlab/algos/expr"
	"marginlab/theory/real"
)

// Unlift splits the expression bias(L, c) of a learner L on the points (x, c) into L and c, which is 1 if it is
// left out. Of any other expression c is nil.
func Unlift(e expr.Expr) (learner expr.Expr, c *big.Rat, err error) {
	const bias = "bias"
	switch {
	case e.Name != bias:
		return e, nil, nil
	case len(e.Args) == 1 && e.Args[0].Key == "":
		return e.Args[0].Value, integer(1), nil
	case len(e.Args) != 2 || e.Args[0].Key != "" || e.Args[1].Key != "" && e.Args[1].Key != "c":
		return e, nil, fmt.Errorf("%q, expected a learner and a constant, as in bias(perceptron,c=1)", e)
	}
	if c, err = e.Args[1].Value.Rat(); err == nil && c.Sign() == 0 {
		err = fmt.Errorf("0, expected another number")
	}
	if err != nil {
		return e, nil, fmt.Errorf("%q: the constant coordinate is %w", e, err)
	}
	return e.Args[0].Value, c, nil
}

// ParseBatch reads the expression of a batch algorithm, as [Parse] does that of a learner. It is false where the
// text is none with a model; the error says which there are.
func ParseBatch(text string) (b *Batch, is bool, err error) {
	e, err := expr.Parse(text)
	if err != nil {
		return nil, false, err
	}
	name, params := expr.Expr{Name: e.Name}, values{}
	for _, a := range e.Args {
		switch {
		case !a.Value.IsNumber():
			name.Args = append(name.Args, a)
		case params[a.Key] != nil:
			return nil, false, fmt.Errorf("%s is given twice, expected it once", a.Key)
		default:
			if params[a.Key], err = a.Value.Rat(); err != nil {
				return nil, false, err
			}
		}
	}
	b, err = FindBatch(name.String(), params)
	is = slices.ContainsFunc(batchKinds(), func(k batchKind) bool { return k.name == name.String() })
	return b, is, err
}

// Name returns the name, with those options that are words.
func (b *Batch) Name() string { return b.kind.name }

// Params returns the parameters that were given.
func (b *Batch) Params() map[string]*big.Rat { return b.given }

// Traits are what a learner has that claims speak of.
type Traits struct {
	Bias       bool // of its own
	Margin     bool // γ_t, of its own
	Normalises bool // its margins are of the x/‖x‖
	Random     bool // it draws its labels
}

// Traits returns those of the learner, which it shows on a point of each class.
func (s *Spec) Traits() (t Traits) {
	l := s.Of(2).New(real.NewField(64), 1)
	_, t.Bias = l.(interface{ over() bool })
	_, t.Normalises = l.(*ALMA)
	_, t.Random = l.(Random)
	if s.many {
		return t
	}
	err := Try(func() {
		for _, y := range []int{+1, -1} {
			l.Step(Vector{integer(y)}, y)
		}
		t.Margin = l.SqGamma().Exists()
	})
	if err != nil {
		panic(err) // the points are as far apart as points can be
	}
	return t
}
