package viewer

import (
	"encoding/json"
	"fmt"
	"math"
	"math/big"
	"strconv"

	"marginlab/internal/num"
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

// UnmarshalJSON implements [json.Unmarshaler].
func (v *number) UnmarshalJSON(text []byte) error {
	if string(text) == "null" {
		*v = number(math.NaN())
		return nil
	}
	return json.Unmarshal(text, (*float64)(v))
}

// float is a number rounded to the nearest float64, or near it where it is only enclosed.
func float(a real.Number) float64 {
	if q, rational := a.Rational(); rational {
		f, _ := q.Float64()
		return f
	}
	x := a.Interval()
	middle := new(big.Rat).Add(x.Lower(), x.Upper())
	f, _ := middle.Mul(middle, big.NewRat(1, 2)).Float64()
	return f
}

func floatsOf(x []real.Number) []float64 {
	if x == nil {
		return nil
	}
	z := make([]float64, len(x))
	for i := range x {
		z[i] = float(x[i])
	}
	return z
}

// longestFraction is how many characters a fraction may have to be shown as one.
const longestFraction = 64

// exactText writes a number as a fraction or a root if that is short, else as the interval
// that it is known to lie in, of 20 digits.
func exactText(a real.Number) string {
	if q, rational := a.Rational(); rational && len(q.RatString()) <= longestFraction {
		return q.RatString()
	}
	if square, rational := a.Square(); rational && len(square.RatString()) <= longestFraction {
		sign := ""
		if order, _ := a.Sign(); order < 0 {
			sign = "−"
		}
		return fmt.Sprintf("%s√(%s)", sign, square.RatString())
	}
	const prec = 256
	x := a.Interval()
	if q, rational := a.Rational(); rational {
		x = real.NewInterval(prec, q)
	}
	return enclosure(x)
}

// enclosure writes an interval with 20 digits, rounded outward.
func enclosure(x real.Interval) string {
	const digits = 20
	low, high := decimal(x.Lower(), digits, big.ToNegativeInf), decimal(x.Upper(), digits, big.ToPositiveInf)
	return fmt.Sprintf("[%s, %s]", low, high)
}

// decimal writes q with that many digits, rounded in a direction.
func decimal(q *big.Rat, digits int, mode big.RoundingMode) string {
	if q.Sign() == 0 {
		return "0"
	}
	// 10^e <= |q| < 10^(e+1), up to one
	e := int(math.Floor(float64(q.Num().BitLen()-q.Denom().BitLen()) * num.Log10(2)))
	ten := func(n int) *big.Rat {
		p := new(big.Rat).SetInt(new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(max(n, -n))), nil))
		if n < 0 {
			p.Inv(p)
		}
		return p
	}
	shift := digits - 1 - e
	scaled := new(big.Rat).Mul(q, ten(shift))
	whole, rest := new(big.Int).QuoRem(scaled.Num(), scaled.Denom(), new(big.Int))
	if rest.Sign() != 0 {
		switch {
		case mode == big.ToPositiveInf && q.Sign() > 0:
			whole.Add(whole, big.NewInt(1))
		case mode == big.ToNegativeInf && q.Sign() < 0:
			whole.Sub(whole, big.NewInt(1))
		}
	}
	value := new(big.Rat).SetInt(whole)
	value.Mul(value, ten(-shift))
	if -4 <= e && e <= 8 {
		return value.FloatString(max(shift, 0))
	}
	return new(big.Float).SetPrec(512).SetRat(value).Text('e', digits-1)
}
