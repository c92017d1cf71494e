package formula

import "marginlab/theory/real"

// truth computes a condition. As in float64, b of a && b and a || b is not computed
// where a decides; where a is undecided, b may decide.
func (v *evaluator) truth(n *node) (bool, error) {
	switch n.op {
	case "!":
		a, err := v.truth(n.kids[0])
		return !a, err
	case "&&", "||":
		deciding := n.op == "||" // false && b and true || b are decided
		a, err := v.truth(n.kids[0])
		if err == nil && a == deciding || err != nil && !undecided(err) {
			return a, err
		}
		b, errB := v.truth(n.kids[1])
		if err != nil && (errB != nil || b != deciding) {
			return false, err
		}
		return b, errB
	case "?":
		branch, err := v.branch(n)
		if err != nil {
			return false, err
		}
		return v.truth(branch)
	}
	x, err := v.number(n.kids[0])
	if err != nil {
		return false, err
	}
	y, err := v.number(n.kids[1])
	if err != nil {
		return false, err
	}
	return compare(n.op, x, y)
}

// compare decides x < y, x <= y, x == y or x != y. Intervals that touch decide < and <=
// where they do not tell the numbers apart.
func compare(op string, x, y real.Number) (bool, error) {
	order, decided := x.Cmp(y)
	if !decided {
		a, b := x.Interval(), y.Interval()
		switch {
		case op == "<" && a.Lower().Cmp(b.Upper()) >= 0:
			return false, nil
		case op == "<=" && a.Upper().Cmp(b.Lower()) <= 0:
			return true, nil
		}
		return false, &real.DomainError{Op: "comparison with 0", Of: a.Sub(b), Expected: "a sign", Undecided: true}
	}
	switch op {
	case "<":
		return order < 0, nil
	case "<=":
		return order <= 0, nil
	case "==":
		return order == 0, nil
	}
	return order != 0, nil
}
