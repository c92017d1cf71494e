package viewer

import (
	"math"
	"math/big"
	"strconv"

	"marginlab/theory/real"
)

// number is a float64 that is null in JSON where it has no value, and short: pictures and
// tables need no more than seven digits.
type number float64

// MarshalJSON implements [json.Marshaler].
func (v number) MarshalJSON() ([]byte, error) {
	if math.IsNaN(float64(v)) || math.IsInf(float64(v), 0) {
		return []byte("null"), nil
	}
	return strconv.AppendFloat(nil, float64(v+0), 'g', 7, 64), nil
}

func textsOf(x []real.Number) (all []string) {
	for _, v := range x {
		all = append(all, exactText(v))
	}
	return all
}

// exactText writes a number as a fraction or a root if that is short, else about what it is, with 20 digits.
func exactText(a real.Number) string {
	const long = 64
	if q, rational := a.Rational(); rational && len(q.RatString()) <= long {
		return q.RatString()
	}
	if square, rational := a.Square(); rational && len(square.RatString()) <= long {
		text := "√(" + square.RatString() + ")"
		if order, _ := a.Sign(); order < 0 {
			text = "−" + text
		}
		return text
	}
	x := a.Interval()
	middle := new(big.Rat).Add(x.Lower(), x.Upper())
	return "≈ " + new(big.Float).SetPrec(256).SetRat(middle.Mul(middle, big.NewRat(1, 2))).Text('g', 20)
}
