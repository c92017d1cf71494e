package adversarial

import (
	"strconv"

	"marginlab/algos"
	"marginlab/algos/expr"
)

// ParseLearner reads a learner of a statement, which may be one of own. The text that it returns names all
// parameters, as a statement is to say what it is about: pumma is pumma(delta=0.01). Left out are words at their
// default, and numbers whose default is not a short decimal: the exact model has the same; and p = 2.
func ParseLearner(text string, own ...Own) (*algos.Spec, string, error) {
	spec, err := Learners(own).Parse(text)
	if err != nil {
		return nil, "", err
	}
	return spec, written(spec).String(), nil
}

// written is the expression of a learner with its numbers as they were written.
func written(spec *algos.Spec) expr.Expr {
	e := expr.Expr{Name: spec.Kind.Name}
	if spec.Inner != nil {
		e.Args = append(e.Args, expr.Arg{Value: written(spec.Inner)})
	}
	for _, a := range spec.Written() {
		value := a.Text
		switch short := strconv.FormatFloat(a.Default, 'g', -1, 64); {
		case a.Words != nil && a.Value == 0, a.Name == "p" && a.Value == 2:
			continue
		case value != "":
		case a.From != nil || a.Integer || a.Default == 0 || len(short) > 7:
			continue
		default:
			value = short
		}
		e.Args = append(e.Args, expr.Arg{Key: a.Name, Value: expr.Expr{Name: value}})
	}
	if spec.Bias == 0 {
		return e
	}
	c := expr.Arg{Key: "c", Value: expr.Expr{Name: spec.Constant()}}
	return expr.Expr{Name: algos.BiasKind().Name, Args: []expr.Arg{{Value: e}, c}}
}
