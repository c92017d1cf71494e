package report

import (
	"fmt"
	"strings"

	"marginlab/adversarial/hunt"
	"marginlab/cmd/marginlab/report/chart"
	"marginlab/cmd/marginlab/term"
)

// Ratio writes a ratio in as many digits as tell it from 1, or says what exact arithmetic says of it.
func Ratio(ratio float64, e hunt.Exactly) string {
	switch {
	case e.Attained:
		return "1 (attained)"
	case e.Below > 0 && e.Below <= 1e-4:
		return "1 − " + strings.Replace(fmt.Sprintf("%.1g", e.Below), "e-0", "e-", 1)
	}
	text, _ := term.Apart(term.Number(ratio), 1)
	return text
}

// ratioCell is a cell with a ratio.
func ratioCell(ratio float64, e hunt.Exactly) term.Valued {
	if chart.Format(ratio) == chart.Format(1.) {
		return term.Valued{Value: ratio, Text: Ratio(ratio, e)}
	}
	return term.Valued{Value: ratio, Text: chart.Format(ratio)}
}

// apart writes two numbers with as many digits as tell them apart.
func apart[F ~float64](v, w F) (string, string) {
	a, b := chart.Format(v), chart.Format(w)
	if a == b && v != w {
		a, b = term.Apart(term.Number(v), term.Number(w))
	}
	return chart.Typeset(a), chart.Typeset(b)
}
