package report

import (
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"

	"marginlab/adversarial"
	"marginlab/cmd/marginlab/term"
)

// shown writes a number for readers: with four digits or, from 10,000 on, all before the point, and a power of ten
// where it is very long or very small.
func shown[F ~float64](of F) string {
	v := float64(of)
	size := math.Abs(v)
	switch {
	case math.IsNaN(v):
		return "–"
	case math.IsInf(v, 1):
		return "∞"
	case 1e4 <= size && size < 1e7:
		return typeset(thousands(fmt.Sprintf("%.0f", v)))
	}
	return typeset(term.Number(v).String())
}

// Ratio writes a ratio in as many digits as tell it from 1, or says what exact arithmetic says of it.
func Ratio(ratio float64, e adversarial.Exactly) string {
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
func ratioCell(ratio float64, e adversarial.Exactly) term.Valued {
	if shown(ratio) == shown(1.) {
		return term.Valued{Value: ratio, Text: Ratio(ratio, e)}
	}
	return term.Valued{Value: ratio, Text: shown(ratio)}
}

// apart writes two numbers with as many digits as tell them apart.
func apart[F ~float64](v, w F) (string, string) {
	a, b := shown(v), shown(w)
	if a == b && v != w {
		a, b = term.Apart(term.Number(v), term.Number(w))
	}
	return typeset(a), typeset(b)
}

// thousands puts a comma between groups of three digits.
func thousands(digits string) string {
	for at := len(digits) - 3; at > 0 && digits[at-1] != '-'; at -= 3 {
		digits = digits[:at] + "," + digits[at:]
	}
	return digits
}

var exponent = regexp.MustCompile(`e([+-]\d+)$`)

// typeset writes the minus sign, and an exponent as such.
func typeset(number string) string {
	number = exponent.ReplaceAllStringFunc(number, func(e string) string {
		n, _ := strconv.Atoi(e[1:]) // digits by the expression
		return "·" + power(n)
	})
	return strings.ReplaceAll(number, "-", "−")
}

// power writes 10^n.
func power(n int) string {
	return "10" + strings.Map(func(c rune) rune {
		if c == '-' {
			return '⁻'
		}
		return []rune("⁰¹²³⁴⁵⁶⁷⁸⁹")[c-'0']
	}, strconv.Itoa(n))
}
