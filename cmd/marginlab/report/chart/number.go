package chart

import (
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"

	"marginlab/cmd/marginlab/term"
)

// Format writes a number for readers: with four digits or, from 10,000 on, all before the point, and a power of ten
// where it is very long or very small.
func Format[F ~float64](of F) string {
	v := float64(of)
	size := math.Abs(v)
	switch {
	case math.IsNaN(v):
		return "–"
	case math.IsInf(v, 1):
		return "∞"
	case 1e4 <= size && size < 1e7:
		return Typeset(thousands(fmt.Sprintf("%.0f", v)))
	}
	return Typeset(term.Number(v).String())
}

// thousands puts a comma between groups of three digits.
func thousands(digits string) string {
	for at := len(digits) - 3; at > 0 && digits[at-1] != '-'; at -= 3 {
		digits = digits[:at] + "," + digits[at:]
	}
	return digits
}

var exponent = regexp.MustCompile(`e([+-]\d+)$`)

// Typeset writes the minus sign, and an exponent as such.
func Typeset(number string) string {
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
