package props

import (
	"fmt"
	"math"
	"math/big"
	"strings"

	"marginlab/algos/exact"
	"marginlab/theory/real"
)

// rat is v, nil of NaN.
func rat(v float64) *big.Rat { return new(big.Rat).SetFloat64(v) }

// open is panicked with where rounding hides an answer.
type open struct{}

// isDecided calls f, and reports whether all that it asks is decided.
func isDecided(f func()) (decided bool) {
	defer func() {
		switch e := recover(); e {
		case nil:
		case open{}:
			decided = false
		default:
			panic(e)
		}
	}()
	return exact.Try(f) == nil
}

func quotient(a, b real.Number) real.Number {
	q, err := a.Quo(b)
	if err != nil {
		panic(open{})
	}
	return q
}

func rootOf(a real.Number) real.Number {
	r, err := a.Sqrt()
	if err != nil {
		panic(open{})
	}
	return r
}

// exceeds reports that a > b is known.
func exceeds(a, b real.Number) bool {
	order, decided := a.Cmp(b)
	return decided && order > 0
}

// numberText is a number to the digits of a float64.
func numberText(a real.Number) string {
	low, _ := a.Interval().Lower().Float64()
	high, _ := a.Interval().Upper().Float64()
	switch {
	case low == high:
		return fmt.Sprint(low)
	case high-low < 1e-9*math.Abs(high):
		return fmt.Sprintf("%.9g", low+(high-low)/2)
	}
	return fmt.Sprintf("[%v, %v]", low, high)
}

// pointText is a point to a few digits.
func pointText(x exact.Point) string {
	all := make([]string, len(x))
	for k, v := range x {
		low, _ := v.Interval().Lower().Float64()
		all[k] = fmt.Sprintf("%.4g", low)
	}
	return "(" + strings.Join(all, ", ") + ")"
}
