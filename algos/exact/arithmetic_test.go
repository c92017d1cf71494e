package exact_test

import (
	"math/big"
	"strings"

	"github.com/stretchr/testify/require"

	"marginlab/algos/exact"
)

func rat(s string) *big.Rat {
	q, ok := new(big.Rat).SetString(s)
	if !ok {
		panic("not a rational number: " + s)
	}
	return q
}

// point parses "1,-1/2".
func point(s string) exact.Vector {
	var x exact.Vector
	for v := range strings.SplitSeq(s, ",") {
		x = append(x, rat(v))
	}
	return x
}

// example parses a label and a point, "+1,0" or "--1,0".
func example(s string) exact.Example {
	y := map[byte]int{'+': +1, '-': -1}[s[0]]
	return exact.Example{X: point(s[1:]), Y: y}
}

func parse(s string) []exact.Example {
	var stream []exact.Example
	for e := range strings.FieldsSeq(s) {
		stream = append(stream, example(e))
	}
	return stream
}

func show(x exact.Vector) string {
	var s []string
	for _, v := range x {
		s = append(s, v.RatString())
	}
	return strings.Join(s, ",")
}

func showStream(stream []exact.Example) string {
	var s []string
	for _, e := range stream {
		s = append(s, map[int]string{+1: "+", -1: "-"}[e.Y]+show(e.X))
	}
	return strings.Join(s, " ")
}

// The tests' own arithmetic, so that they do not measure with what they test.

func add(a, b *big.Rat) *big.Rat { return new(big.Rat).Add(a, b) }
func sub(a, b *big.Rat) *big.Rat { return new(big.Rat).Sub(a, b) }
func mul(a, b *big.Rat) *big.Rat { return new(big.Rat).Mul(a, b) }
func quo(a, b *big.Rat) *big.Rat { return new(big.Rat).Quo(a, b) }
func num(n int) *big.Rat         { return big.NewRat(int64(n), 1) }

func dot(x, y exact.Vector) *big.Rat {
	sum := new(big.Rat)
	for i := range x {
		sum = add(sum, mul(x[i], y[i]))
	}
	return sum
}

func square(x exact.Vector) *big.Rat { return dot(x, x) }

// combine returns αx + βy.
func combine(alpha *big.Rat, x exact.Vector, beta *big.Rat, y exact.Vector) exact.Vector {
	z := make(exact.Vector, len(x))
	for i := range x {
		z[i] = add(mul(alpha, x[i]), mul(beta, y[i]))
	}
	return z
}

func minus(x, y exact.Vector) exact.Vector { return combine(num(1), x, num(-1), y) }

func times(alpha *big.Rat, x exact.Vector) exact.Vector { return combine(alpha, x, num(0), x) }

func equal(t require.TestingT, want, got *big.Rat, what string) {
	if want.Cmp(got) != 0 {
		require.Equal(t, want.RatString(), got.RatString(), what)
	}
}

func equalVectors(t require.TestingT, want, got exact.Vector, what string) {
	if show(want) != show(got) {
		require.Equal(t, show(want), show(got), what)
	}
}

func atMost(t require.TestingT, small, large *big.Rat, what string) {
	if small.Cmp(large) > 0 {
		require.Failf(t, what, "expected %s <= %s", small.RatString(), large.RatString())
	}
}
