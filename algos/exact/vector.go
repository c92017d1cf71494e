// Package exact holds the learners and the offline maximum margin in exact numbers: the
// executable specification. It is written from the papers and shares no code with the
// floating-point learners. No decision takes a root: squares are compared.
//
// Every finite float64 is a rational number, so that each stream of float64 has one
// exact answer, which this package gives. The learners whose own numbers are roots
// (CMCP, MCP, ALMA and RandomizedDescent), and those in a norm ‖·‖_p other than ℓ₂, compute in intervals
// where they must, whose precision grows until every decision is made; [Spec.Run] runs
// these and the others alike.
//
// A learner is described in its file: its name, its parameters, its domains.
package exact

import (
	"fmt"
	"math"
	"math/big"
)

// Vector is a point of ℚ^d. The coordinates are never nil, and no function of
// this package changes those of its arguments.
type Vector []*big.Rat

// NewVector returns the origin of ℚ^d.
func NewVector(d int) Vector {
	x := make(Vector, d)
	for i := range x {
		x[i] = new(big.Rat)
	}
	return x
}

// Floats returns the point that the numbers are. It panics if one of them is not
// finite.
func Floats(values ...float64) Vector {
	x := make(Vector, len(values))
	for i, v := range values {
		if x[i] = new(big.Rat).SetFloat64(v); x[i] == nil {
			panic(fmt.Sprintf("exact: coordinate %d is %v, expected a finite number", i, v))
		}
	}
	return x
}

// Dot is x·y, taken over common denominators and reduced to lowest terms once. It
// panics if the dimensions differ, as all binary operations do.
func (x Vector) Dot(y Vector) *big.Rat { return x.dot(y, math.MaxInt) }

// dot is x·y, and nil where its denominator may have more bits.
func (x Vector) dot(y Vector, bits int) *big.Rat {
	mustMatch(len(x), len(y))
	k, l := commonDenominator(x), commonDenominator(y)
	if k.BitLen()+l.BitLen() > bits {
		return nil
	}
	sum := new(big.Int)
	xk, yl := numerators(x, k), numerators(y, l)
	for i := range x {
		sum.Add(sum, xk[i].Mul(xk[i], yl[i]))
	}
	return new(big.Rat).SetFrac(sum, k.Mul(k, l))
}

// SqNorm is ‖x‖².
func (x Vector) SqNorm() *big.Rat { return x.Dot(x) }

// Plus is x + αy.
func (x Vector) Plus(alpha *big.Rat, y Vector) Vector {
	mustMatch(len(x), len(y))
	sum := make(Vector, len(x))
	for i := range x {
		sum[i] = new(big.Rat).Mul(alpha, y[i])
		sum[i].Add(sum[i], x[i])
	}
	return sum
}

// Minus is x − y.
func (x Vector) Minus(y Vector) Vector { return x.Plus(big.NewRat(-1, 1), y) }

// Times is αx.
func (x Vector) Times(alpha *big.Rat) Vector {
	product := make(Vector, len(x))
	for i := range x {
		product[i] = new(big.Rat).Mul(alpha, x[i])
	}
	return product
}

// IsZero reports x = 0.
func (x Vector) IsZero() bool {
	for _, v := range x {
		if v.Sign() != 0 {
			return false
		}
	}
	return true
}

// Equal reports x = y.
func (x Vector) Equal(y Vector) bool {
	if len(x) != len(y) {
		return false
	}
	for i := range x {
		if x[i].Cmp(y[i]) != 0 {
			return false
		}
	}
	return true
}

func mustMatch(d, e int) {
	if d != e {
		panic(fmt.Sprintf("exact: vectors of %d and %d dimensions", d, e))
	}
}

// Example is a point with its label, +1 or −1, or of many classes its class, 0, 1, …
type Example struct {
	X Vector `json:"x"`
	Y int    `json:"y"`
}
