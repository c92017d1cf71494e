package claim

import "marginlab/algos/exact"

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
	return v.compare(n.op, x, y)
}

// compare decides x < y, x <= y, x == y or x != y.
func (v *evaluator) compare(op string, x, y real) (bool, error) {
	if x.exact != nil && y.exact != nil {
		order := x.exact.cmp(y.exact)
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
	a, b := x.interval(v.prec), y.interval(v.prec)
	// the greatest and the least that x − y can be
	most, least := a.Upper().Cmp(b.Lower()), a.Lower().Cmp(b.Upper())
	apart := most < 0 || least > 0
	switch {
	case op == "<" && (most < 0 || least >= 0):
		return most < 0, nil
	case op == "<=" && (most <= 0 || least > 0):
		return most <= 0, nil
	case (op == "==" || op == "!=") && (apart || most == 0 && least == 0):
		return apart == (op == "!="), nil
	}
	return false, &exact.DomainError{Op: "comparison with 0", Of: a.Sub(b), Expected: "a sign", Undecided: true}
}
