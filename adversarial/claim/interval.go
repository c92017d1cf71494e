package claim

import (
	"errors"
	"math/big"

	"marginlab/algos/exact"
)

// evaluator computes one expression at one precision.
type evaluator struct {
	prec uint
	at   []Value
	seen []*real // the terms computed so far
}

// number computes a number.
func (v *evaluator) number(n *node) (real, error) {
	switch n.op {
	case "number":
		return v.exactly(rational(n.number))
	case "term":
		return v.term(n.term)
	case "?":
		branch, err := v.branch(n)
		if err != nil {
			return real{}, err
		}
		return v.number(branch)
	}
	x, err := v.number(n.kids[0])
	if err != nil {
		return real{}, err
	}
	if len(n.kids) == 1 {
		return v.function(n.op, x)
	}
	for _, k := range n.kids[1:] {
		y, err := v.number(k)
		if err != nil {
			return real{}, err
		}
		if x, err = v.operation(n.op, x, y); err != nil {
			return real{}, err
		}
	}
	return x, nil
}

// term computes a term, once.
func (v *evaluator) term(i int) (x real, err error) {
	if v.seen[i] != nil {
		return *v.seen[i], nil
	}
	if value := v.at[i]; value.Square != nil {
		x, err = v.exactly(newSurd(big.NewRat(1, 1), value.Square))
	} else {
		within, e := value.At(v.prec)
		x, err = v.enclosed("term", within, within, e)
	}
	if err == nil {
		v.seen[i] = &x
	}
	return x, err
}

// function computes a function of one number: exactly, if the value is known so,
// else in intervals, which also know where there is none.
func (v *evaluator) function(op string, x real) (real, error) {
	if s := x.exact; s != nil {
		switch {
		case op == "neg":
			return v.exactly(s.neg())
		case op == "abs" && s.a.Sign() < 0:
			return v.exactly(s.neg())
		case op == "abs":
			return x, nil
		case op == "floor":
			return v.exactly(s.floor())
		case op == "ceil":
			return v.exactly(s.neg().floor().neg())
		case op == "sqrt" && s.rational() && s.a.Sign() >= 0:
			return v.exactly(newSurd(big.NewRat(1, 1), s.a))
		}
	}
	of := x.interval(v.prec)
	within, err := of, error(nil)
	switch op {
	case "neg":
		within = within.Neg()
	case "abs":
		within = within.Max(within.Neg()).Max(exact.NewInterval(v.prec, new(big.Rat)))
	case "floor":
		within = within.Floor()
	case "ceil":
		within = within.Ceil()
	case "sqrt":
		within, err = within.Sqrt()
	case "log":
		within, err = within.Log()
	case "exp":
		within, err = within.Exp()
	default: // min and max have more
		panic("claim: no function is called " + op)
	}
	return v.enclosed(op, of, within, err)
}

// operation computes an operation on two numbers, exactly if it can be.
func (v *evaluator) operation(op string, x, y real) (real, error) {
	if s, t := x.exact, y.exact; s != nil && t != nil {
		switch {
		case op == "-":
			t = t.neg()
			fallthrough
		case op == "+":
			if sum, ok := s.add(t); ok {
				return v.exactly(sum)
			}
		case op == "*":
			return v.exactly(s.mul(t))
		case op == "/" && t.a.Sign() != 0:
			return v.exactly(s.mul(t.inverse()))
		case op == "min" && s.cmp(t) <= 0, op == "max" && s.cmp(t) >= 0:
			return x, nil
		case op == "min", op == "max":
			return y, nil
		}
	}
	if op == "^" {
		return v.power(x, y)
	}
	a, b := x.interval(v.prec), y.interval(v.prec)
	of, err := a, error(nil)
	switch op {
	case "+":
		a = a.Add(b)
	case "-":
		a = a.Sub(b)
	case "*":
		a = a.Mul(b)
	case "/":
		a, err = a.Quo(b)
	case "min":
		a = a.Min(b)
	case "max":
		a = a.Max(b)
	default:
		panic("claim: no operation is called " + op)
	}
	return v.enclosed(op, of, a, err)
}

// power computes x^y: exactly for an exact x and an integer y, or half of one if x ≥ 0
// is rational.
func (v *evaluator) power(x, y real) (real, error) {
	s, t := x.exact, y.exact
	if s != nil && t != nil {
		whole := t.rational() && t.a.IsInt()
		if s.a.Sign() < 0 && !whole || s.a.Sign() == 0 && t.a.Sign() < 0 {
			return real{}, &exact.DomainError{Op: "power", Of: x.interval(v.prec), Expected: "a positive base, or an exponent that suits it"}
		}
	}
	if s != nil && t != nil && t.rational() {
		n := t.a
		if twice := new(big.Rat).Add(n, n); !n.IsInt() && twice.IsInt() && s.rational() {
			s, n = newSurd(big.NewRat(1, 1), s.a), twice
		}
		if size := new(big.Int).Mul(n.Num(), big.NewInt(int64(s.bits()))); n.IsInt() && size.CmpAbs(big.NewInt(exactBits)) <= 0 {
			k := n.Num().Int64()
			if k < 0 {
				s, k = s.inverse(), -k
			}
			return v.exactly(s.power(k))
		}
	}
	base := x.interval(v.prec)
	within, err := base.Pow(y.interval(v.prec))
	return v.enclosed("power", base, within, err)
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
	var domain *exact.DomainError
	return errors.As(err, &domain) && domain.Undecided
}
