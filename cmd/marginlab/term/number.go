package term

import (
	"encoding/json"
	"fmt"
	"math"
)

// Number is a float64 that is null in JSON where it is NaN or ±Inf.
type Number float64

// Missing returns the number that stands for no value.
func Missing() Number { return Number(math.NaN()) }

// MarshalJSON implements [json.Marshaler].
func (v Number) MarshalJSON() ([]byte, error) {
	if math.IsNaN(float64(v)) || math.IsInf(float64(v), 0) {
		return []byte("null"), nil
	}
	return json.Marshal(float64(v + 0)) // −0 + 0 = 0
}

// UnmarshalJSON implements [json.Unmarshaler]: null is NaN.
func (v *Number) UnmarshalJSON(text []byte) error {
	if string(text) == "null" {
		*v = Missing()
		return nil
	}
	return json.Unmarshal(text, (*float64)(v))
}

// String returns v with four digits, "-" if it has no value.
func (v Number) String() string {
	switch {
	case math.IsNaN(float64(v)):
		return "-"
	case math.IsInf(float64(v), 1):
		return "inf"
	case v == Number(math.Trunc(float64(v))) && math.Abs(float64(v)) < 1e7:
		return fmt.Sprintf("%.0f", float64(v+0)) // −0 + 0 = 0
	}
	return fmt.Sprintf("%.4g", float64(v))
}

// Format returns v in the format, "-" if it has no value.
func (v Number) Format(format string) string {
	if math.IsNaN(float64(v)) {
		return v.String()
	}
	return fmt.Sprintf(format, float64(v))
}

// Fixed returns v with this many digits after the point, "-" if it has no value.
func Fixed(v float64, digits int) string { return Number(v).Format(fmt.Sprintf("%%.%df", digits)) }

// Apart writes two numbers with as few digits as tell them apart, but at least four.
func Apart(v, w Number) (string, string) {
	a, b := v.String(), w.String()
	for digits := 5; a == b && v != w && digits <= 17; digits++ {
		format := fmt.Sprintf("%%.%dg", digits)
		a, b = v.Format(format), w.Format(format)
	}
	return a, b
}

// Count returns a number of things with their name, as in "1 run" and "3 runs".
func Count(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

// Range names n things in a row by their numbers, as in "seeds 3 to 5".
func Range(one string, first uint64, n int) string {
	if n == 1 {
		return fmt.Sprintf("%s %d", one, first)
	}
	return fmt.Sprintf("%ss %d to %d", one, first, first+uint64(n)-1)
}
