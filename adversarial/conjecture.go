package adversarial

import (
	"fmt"
	"strconv"
	"strings"

	"marginlab/adversarial/certificate"
	"marginlab/algos"
	"marginlab/algos/expr"
	"marginlab/theory"
)

// Conjecture is a statement about a learner, with the ranges in which a stream that refutes it is sought. The zero
// value of a range means its default. A stream of fewer dimensions or examples counts as one of more, with zeros and
// repeats.
type Conjecture struct {
	certificate.Statement
	Dim      Range[int] `json:"dim"`      // 2..16
	Examples Range[int] `json:"examples"` // 3..200
	// Own lists the user's learners that the statement may name.
	Own []Own `json:"-"`
}

// Range includes the numbers from Low to High.
type Range[N int | float64] struct{ Low, High N }

// ParseRange parses "2..6" or "6" (6 alone), with numbers from 0 to greatest.
func ParseRange[N int | float64](text string, greatest N) (Range[N], error) {
	lower, upper, ranged := strings.Cut(text, "..")
	if !ranged {
		upper = lower
	}
	low, err := strconv.ParseFloat(lower, 64)
	high, wrong := strconv.ParseFloat(upper, 64)
	r := Range[N]{N(low), N(high)}
	whole := float64(r.Low) == low && float64(r.High) == high
	if err != nil || wrong != nil || !whole || !(0 <= low && low <= high && r.High <= greatest) {
		return Range[N]{}, fmt.Errorf("range is %q, expected LOW..HIGH with numbers from 0 to %v, as 2..6", text, greatest)
	}
	return r, nil
}

func (r Range[N]) String() string { return fmt.Sprintf("%v..%v", r.Low, r.High) }

// Claim parses a conjecture from a line, as [ParseStatement] does, about learners of this project or the user's own.
func Claim(text string, own ...Own) (Conjecture, error) {
	s, err := ParseStatement(text, own...)
	return Conjecture{Statement: s, Own: own}, err
}

// Within restricts the conjecture to streams whose r = D/γ∗ is in a range; the zero value allows all.
func (c Conjecture) Within(r Range[float64]) Conjecture {
	if r == (Range[float64]{}) {
		return c
	}
	condition := strings.TrimPrefix(fmt.Sprintf("%v <= r <= %v", r.Low, r.High), "0 <= ")
	if c.Where != "" {
		condition += " && (" + c.Where + ")"
	}
	c.Where = condition
	return c
}

// ParseLearner parses a learner of a statement, which may be one of own. The text that it returns names all parameters,
// so that a statement says what it is about: pumma becomes pumma(delta=0.01). It leaves out words at their default,
// numbers whose default is not a short decimal (the exact model has the same default), and p = 2.
func ParseLearner(text string, own ...Own) (*algos.Spec, string, error) {
	spec, err := parseOnline(text, own)
	if err != nil {
		return nil, "", err
	}
	return spec, exprOf(spec).String(), nil
}

// parseOnline parses a learner that sees one example at a time: certificates cover only these.
func parseOnline(text string, own []Own) (*algos.Spec, error) {
	spec, err := Learners(own).Parse(text)
	if err == nil && spec.Kind.Task == theory.Batch {
		return nil, fmt.Errorf("learner %q sees all examples at once, expected one that learns them one by one", spec)
	}
	return spec, err
}

// exprOf returns the expression of a learner, with its numbers as the user wrote them.
func exprOf(spec *algos.Spec) expr.Expr {
	e := expr.Expr{Name: spec.Kind.Name}
	if spec.Inner != nil {
		e.Args = append(e.Args, expr.Arg{Value: exprOf(spec.Inner)})
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
