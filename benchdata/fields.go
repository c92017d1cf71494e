package benchdata

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"unicode"
)

// quote quotes a part of a source for an error, shortened to what people read.
func quote(text string) string {
	const most = 40
	if len(text) > most {
		return strconv.Quote(text[:most]) + "…"
	}
	return strconv.Quote(text)
}

// inLine is a text as a message of one line shows it: in quotes if it has ends of lines or the like.
func inLine(text string) string {
	if strings.ContainsFunc(text, unicode.IsControl) {
		return quote(text)
	}
	return text
}

// eachLine hands the lines of r to use, with their numbers from 1.
func eachLine(r *bufio.Reader, name string, use func(line []byte, number int) error) error {
	for number := 1; ; number++ {
		line, err := r.ReadBytes('\n')
		switch {
		case err == io.EOF && len(line) == 0:
			return nil
		case err != nil && err != io.EOF:
			return fmt.Errorf("%s:%d: reading: %w", name, number, err)
		}
		if err := use(line, number); err != nil {
			return err
		}
	}
}

// cutField returns the first run of bytes of line without blanks, and what
// follows it.
func cutField(line []byte) (field, rest []byte) {
	i := 0
	for i < len(line) && isBlank(line[i]) {
		i++
	}
	j := i
	for j < len(line) && !isBlank(line[j]) {
		j++
	}
	return line[i:j], line[j:]
}

func isBlank(c byte) bool { return c == ' ' || c == '\t' || c == '\r' || c == '\n' }

// parseIndex reads a decimal integer in [0, MaxInt32] without a sign.
func parseIndex(text []byte) (int, bool) {
	if len(text) == 0 {
		return 0, false
	}
	i := 0
	for _, c := range text {
		if c < '0' || c > '9' {
			return 0, false
		}
		if i = 10*i + int(c-'0'); i > math.MaxInt32 {
			return 0, false
		}
	}
	return i, true
}

// parseValue reads a finite number. If text is none, it returns what was expected
// instead, otherwise "".
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
