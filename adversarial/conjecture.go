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

// Conjecture is a statement on a learner, and where a stream that refutes it is looked for. The zero value of a
// range is for its default. A stream of fewer dimensions or examples is one of more, with zeros and repeats.
type Conjecture struct {
	certificate.Statement
	Dim      Range[int] `json:"dim"`      // 2..16
	Examples Range[int] `json:"examples"` // 3..200
	// Own are learners of one's own that the statement may name.
	Own []Own `json:"-"`
}

// Range is the numbers from Low to High.
type Range[N int | float64] struct{ Low, High N }

// ParseRange reads "2..6" or "6" (6 alone): numbers from 0 to the greatest.
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

// Claim reads a conjecture from a line, as [ParseStatement] does, on learners of
// this project or of one's own.
func Claim(text string, own ...Own) (Conjecture, error) {
	s, err := ParseStatement(text, own...)
	return Conjecture{Statement: s, Own: own}, err
}

// Within is the conjecture on streams whose r = D/γ∗ is in a range; the zero value is for all.
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

// ParseLearner reads a learner of a statement, which may be one of own. The text that it returns names all
// parameters, as a statement is to say what it is about: pumma is pumma(delta=0.01). Left out are words at their
// default, and numbers whose default is not a short decimal: the exact model has the same; and p = 2.
func ParseLearner(text string, own ...Own) (*algos.Spec, string, error) {
	spec, err := parseOnline(text, own)
	if err != nil {
		return nil, "", err
	}
	return spec, written(spec).String(), nil
}

// parseOnline reads a learner that sees one example at a time: certificates are about these.
func parseOnline(text string, own []Own) (*algos.Spec, error) {
	spec, err := Learners(own).Parse(text)
	if err == nil && spec.Kind.Task == theory.Batch {
		return nil, fmt.Errorf("learner %q sees all examples at once, expected one that learns them one by one", spec)
	}
	return spec, err
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
