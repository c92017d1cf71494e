package adversarial

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"marginlab/adversarial/certificate"
	"marginlab/theory/vec"
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

// ParseRange reads "2..6", "..6" (from 0), "6.." (to the greatest) or "6" (6 alone).
func ParseRange[N int | float64](text string, greatest N) (Range[N], error) {
	low, high, ranged := strings.Cut(text, "..")
	if !ranged {
		high = low
	}
	r := Range[N]{High: greatest}
	for _, end := range []struct {
		text string
		to   *N
	}{{low, &r.Low}, {high, &r.High}} {
		v, err := number(end.text, *end.to)
		if err != nil || v < 0 || v > greatest || !ranged && end.text == "" {
			return Range[N]{}, fmt.Errorf("range is %q, expected LOW..HIGH with numbers from 0 to %v, as 2..6", text, greatest)
		}
		*end.to = v
	}
	if r.Low > r.High {
		return Range[N]{}, fmt.Errorf("range is %q, expected the lower end first", text)
	}
	return r, nil
}

// number reads a number, and is otherwise where there is no text.
func number[N int | float64](text string, otherwise N) (N, error) {
	if text == "" {
		return otherwise, nil
	}
	switch any(otherwise).(type) {
	case int:
		v, err := strconv.Atoi(text)
		return N(v), err
	default:
		v, err := strconv.ParseFloat(text, 64)
		if v != v {
			err = strconv.ErrSyntax
		}
		return N(v), err
	}
}

func (r Range[N]) String() string {
	if float64(r.High) == math.MaxFloat64 {
		return fmt.Sprintf("%v..", r.Low)
	}
	return fmt.Sprintf("%v..%v", r.Low, r.High)
}

// Claim reads a conjecture from a line, as [ParseStatement] does, on learners of
// this project or of one's own.
func Claim(text string, own ...Own) (Conjecture, error) {
	s, err := ParseStatement(text, own...)
	return Conjecture{Statement: s, Own: own}, err
}

// Within is the conjecture on streams whose r = D/γ∗ is in a range; the zero value is for all.
func (c Conjecture) Within(r Range[float64]) Conjecture {
	low, high := fmt.Sprintf("%v <= r", r.Low), fmt.Sprintf("r <= %v", r.High)
	condition := ""
	switch bounded := r.High < math.MaxFloat64; {
	case r == (Range[float64]{}) || r.Low == 0 && !bounded:
		return c
	case r.Low > 0 && bounded:
		condition = fmt.Sprintf("%s <= %v", low, r.High)
	case bounded:
		condition = high
	default:
		condition = low
	}
	if c.Where != "" {
		condition += " && (" + c.Where + ")"
	}
	c.Where = condition
	return c
}

// In is the conjecture about the learners in the norm n = ‖·‖_p, and about the geometry of that norm, which is
// theirs: e-omm in ‖·‖₃ is e-omm(p=3). A learner that names its p already has to name that one. The error says that
// there is no such learner.
func (c Conjecture) In(n vec.Norm) (Conjecture, error) {
	var err error
	if c.Learner, err = c.inNorm(c.Learner, n); err == nil && c.Against != "" {
		c.Against, err = c.inNorm(c.Against, n)
	}
	return c, err
}

// inNorm is the text of a learner in a norm.
func (c Conjecture) inNorm(learner string, n vec.Norm) (string, error) {
	spec, err := Learners(c.Own).Parse(learner)
	if err != nil {
		return "", err
	}
	in, err := spec.In(n)
	switch {
	case err != nil:
		return "", err
	case in.Norm != n:
		return "", fmt.Errorf("learner %q: it names the norm %s, expected %s or none", learner, in.Norm, n)
	case spec.Norm == n:
		return learner, nil
	}
	return written(in).String(), nil
}
