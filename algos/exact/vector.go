package exact

import (
	"encoding/json"
	"fmt"
	"math/big"
	"regexp"
	"slices"

	"marginlab/algos/expr"
)

// Vector is a point of ℚ^d. The coordinates are never nil, and no function of
// this package changes those of its arguments.
type Vector []*big.Rat

// Example is a point with its label, +1 or −1, or with many classes its class, 0, 1, …
type Example struct {
	X Vector `json:"x"`
	Y int    `json:"y"`
}

// NewVector returns the origin of ℚ^d.
func NewVector(d int) Vector {
	x := make(Vector, d)
	for i := range x {
		x[i] = new(big.Rat)
	}
	return x
}

var ratio = regexp.MustCompile(`^-?\d+(/\d+)?$`)

// UnmarshalJSON implements [json.Unmarshaler]: numbers are integers or ratios of integers, in quotes.
func (x *Vector) UnmarshalJSON(text []byte) error {
	var all []*string
	if err := json.Unmarshal(text, &all); err != nil {
		return err
	}
	*x = nil
	for _, s := range all {
		if s == nil || !ratio.MatchString(*s) {
			return fmt.Errorf("%.60s, expected integers or ratios of integers in quotes, such as \"3/4\"", text)
		}
		q, err := expr.Expr{Name: *s}.Rat()
		if err != nil {
			return err
		}
		*x = append(*x, q)
	}
	return nil
}

// Floats returns the point with the given coordinates. It panics if one of them is not finite.
func Floats(values ...float64) Vector {
	x := make(Vector, len(values))
	for i, v := range values {
		if x[i] = new(big.Rat).SetFloat64(v); x[i] == nil {
			panic(fmt.Sprintf("exact: coordinate %d is %v, expected a finite number", i, v))
		}
	}
	return x
}

// Dot returns x·y. It panics if the dimensions differ, as all binary operations do.
func (x Vector) Dot(y Vector) *big.Rat {
	mustMatch(len(x), len(y))
	k, xs := integers(x)
	l, ys := integers(y)
	return new(big.Rat).SetFrac(dotInt(xs[0], ys[0]), k.Mul(k, l))
}

// SqNorm returns ‖x‖².
func (x Vector) SqNorm() *big.Rat { return x.Dot(x) }

// Plus returns x + αy.
func (x Vector) Plus(alpha *big.Rat, y Vector) Vector {
	mustMatch(len(x), len(y))
	sum := make(Vector, len(x))
	for i, v := range y {
		sum[i] = new(big.Rat).Mul(alpha, v)
		sum[i].Add(sum[i], x[i])
	}
	return sum
}

// Minus returns x − y.
func (x Vector) Minus(y Vector) Vector { return x.Plus(integer(-1), y) }

// Times returns αx.
func (x Vector) Times(alpha *big.Rat) Vector { return NewVector(len(x)).Plus(alpha, x) }

// IsZero reports whether x = 0.
func (x Vector) IsZero() bool {
	return !slices.ContainsFunc(x, func(v *big.Rat) bool { return v.Sign() != 0 })
}

// Equal reports whether x = y.
func (x Vector) Equal(y Vector) bool {
	return slices.EqualFunc(x, y, func(v, w *big.Rat) bool { return v.Cmp(w) == 0 })
}

// over returns the c with x = cy, y ≠ 0, or nil if there is none.
func (x Vector) over(y Vector) *big.Rat {
	k := slices.IndexFunc(y, func(v *big.Rat) bool { return v.Sign() != 0 })
	if c := new(big.Rat).Quo(x[k], y[k]); x.Equal(y.Times(c)) {
		return c
	}
	return nil
}

// integers returns the numerators of points over their least common denominator k, in new memory.
func integers(points ...Vector) (k *big.Int, numerators [][]*big.Int) {
	k = big.NewInt(1)
	gcd, rest := new(big.Int), new(big.Int)
	for _, x := range points {
		for _, v := range x {
			if !v.IsInt() && k.Cmp(v.Denom()) != 0 {
				gcd.GCD(nil, nil, k, v.Denom())
				k.Mul(k, rest.Quo(v.Denom(), gcd))
			}
		}
	}
	for _, x := range points {
		all := make([]*big.Int, len(x))
		for i, v := range x {
			all[i] = new(big.Int).Quo(k, v.Denom())
			all[i].Mul(all[i], v.Num())
		}
		numerators = append(numerators, all)
	}
	return k, numerators
}

func dotInt(x, y []*big.Int) *big.Int {
	sum, term := new(big.Int), new(big.Int)
	for k := range x {
		sum.Add(sum, term.Mul(x[k], y[k]))
	}
	return sum
}

// longest returns the greatest number of bits of the numerators and denominators.
func longest(numbers ...*big.Rat) int {
	bits := 0
	for _, q := range numbers {
		bits = max(bits, q.Num().BitLen(), q.Denom().BitLen())
	}
	return bits
}

func integer(n int) *big.Rat { return big.NewRat(int64(n), 1) }

func squareOf(q *big.Rat) *big.Rat { return new(big.Rat).Mul(q, q) }

func mustMatch(d, e int) {
	if d != e {
		panic(fmt.Sprintf("exact: vectors of %d and %d dimensions", d, e))
	}
}

func mustLabel(y int) {
	if y != +1 && y != -1 {
		panic(fmt.Sprintf("exact: label is %d, expected +1 or -1", y))
	}
}
