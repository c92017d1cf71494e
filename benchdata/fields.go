package benchdata

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode"
)

// quote quotes a part of a source for an error message, shortened to a readable length.
func quote(text string) string {
	const most = 40
	if len(text) > most {
		return strconv.Quote(text[:most]) + "…"
	}
	return strconv.Quote(text)
}

// columnFault returns the error for a field in column c, counted from 0.
func columnFault(c int, field, expected string) error {
	return fmt.Errorf("column %d: %s: %s", c+1, quote(field), expected)
}

// inLine returns a text for a message of one line, in quotes if it has line ends or the like.
func inLine(text string) string {
	if strings.ContainsFunc(text, unicode.IsControl) {
		return quote(text)
	}
	return text
}

func isBlank(c byte) bool { return c == ' ' || c == '\t' || c == '\r' || c == '\n' }

// parseValue reads a finite number. If text is not one, it returns what was expected instead, otherwise "".
func parseValue(text string) (v float64, expected string) {
	v, err := strconv.ParseFloat(text, 64)
	switch {
	case err == nil && math.Abs(v) <= math.MaxFloat64:
		return v, ""
	case errors.Is(err, strconv.ErrRange):
		return 0, fmt.Sprintf("expected a number of at most %.2g in size", math.MaxFloat64)
	case isMissing(text) || math.IsNaN(v):
		return 0, "expected a finite number (missing values must be filled or dropped first)"
	}
	return 0, "expected a finite number"
}

// isMissing reports whether text is one of the usual marks of a missing value.
func isMissing(text string) bool {
	return text == "" || text == "?" || strings.EqualFold(text, "NA") || strings.EqualFold(text, "NaN")
}

// isNumber reports whether s is spelled as a number, NaN and ±Inf included.
func isNumber(s string) bool {
	_, err := strconv.ParseFloat(s, 64)
	return err == nil || errors.Is(err, strconv.ErrRange)
}

// isInfinite reports whether s is ±Inf or a number beyond the range of float64.
func isInfinite(s string) bool {
	v, _ := strconv.ParseFloat(s, 64)
	return math.IsInf(v, 0)
}
