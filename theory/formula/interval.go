package formula

import (
	"errors"
	"math/big"

	"marginlab/theory/real"
)

const (
	// exactBits bounds the length of exact numbers: what is longer is computed with
	// in intervals.
	exactBits = 1 << 16
	// rangeBits bounds the ends of intervals to about 2^±rangeBits. An operation on
	// two of them remains far from the range of an interval, 2^±2³¹, and an error can
	// print them: that of 2^(2²²) takes minutes.
	rangeBits = 1 << 17
)

// evaluator computes one expression at one precision.
type evaluator struct {
	field real.Field
	at    []real.Real
	seen  []*real.Number // the terms computed so far
}

func newEvaluator(prec uint, at []real.Real) *evaluator {
	return &evaluator{field: real.Field{Bits: prec, Exact: exactBits}, at: at, seen: make([]*real.Number, len(at))}
}

// number computes a number.
func (v *evaluator) number(n *node) (real.Number, error) {
	switch n.op {
	case "number":
		return v.field.Rational(n.number), nil
	case "term":
		return v.term(n.term)
	case "?":
		branch, err := v.branch(n)
		if err != nil {
			return real.Number{}, err
		}
		return v.number(branch)
	}
	x, err := v.number(n.kids[0])
	if err != nil {
		return real.Number{}, err
	}
	if len(n.kids) == 1 {
		y, err := apply(n.op, x)
		return bounded(n.op, x, y, err)
	}
	for _, k := range n.kids[1:] {
		y, err := v.number(k)
		if err != nil {
			return real.Number{}, err
		}
		z, err := combine(n.op, x, y)
		if x, err = bounded(n.op, x, z, err); err != nil {
			return real.Number{}, err
		}
	}
	return x, nil
}

// term computes a term, once.
func (v *evaluator) term(i int) (real.Number, error) {
	if v.seen[i] != nil {
		return *v.seen[i], nil
	}
	x, err := v.at[i].In(v.field)
	if x, err = bounded("term", x, x, err); err == nil {
		v.seen[i] = &x
	}
	return x, err
}

// apply computes a function of one number.
func apply(op string, x real.Number) (real.Number, error) {
	switch op {
	case "neg":
		return x.Neg(), nil
	case "abs":
		return x.Abs(), nil
	case "floor":
		return x.Floor(), nil
	case "ceil":
		return x.Ceil(), nil
	case "sqrt":
		return x.Sqrt()
	case "log":
		return x.Log()
	case "exp":
		return x.Exp()
	}
	panic("formula: no function is called " + op) // min and max have more arguments
}

// combine computes an operation on two numbers.
func combine(op string, x, y real.Number) (real.Number, error) {
	switch op {
	case "+":
		return x.Add(y), nil
	case "-":
		return x.Sub(y), nil
	case "*":
		return x.Mul(y), nil
	case "/":
		return x.Quo(y)
	case "min":
		return x.Min(y), nil
	case "max":
		return x.Max(y), nil
	case "^":
		return x.Pow(y)
	}
	panic("formula: no operation is called " + op)
}

// bounded is the result of an operation on a number, unless an interval of it is out of
// range.
func bounded(op string, of, result real.Number, err error) (real.Number, error) {
	if err != nil || result.Exact() {
		return result, err
	}
	x := result.Interval()
	if max(magnitude(x.Lower()), magnitude(x.Upper())) > rangeBits {
		return real.Number{}, &real.DomainError{Op: op, Of: of.Interval(), Expected: "a result of 2^-(2^17) to 2^(2^17) in size, or 0"}
	}
	return result, nil
}

// magnitude is about |log₂ |q||, 0 for 0.
func magnitude(q *big.Rat) int {
	if q.Sign() == 0 {
		return 0
	}
	log := q.Num().BitLen() - q.Denom().BitLen()
	return max(log, -log)
}

// branch returns x or y of c ? x : y.
func (v *evaluator) branch(n *node) (*node, error) {
	holds, err := v.truth(n.kids[0])
	if err != nil {
		return nil, err
	}
	if holds {
		return n.kids[1], nil
	}
	return n.kids[2], nil
}

func undecided(err error) bool {
	var domain *real.DomainError
	return errors.As(err, &domain) && domain.Undecided
}
