package real_test

import (
	"math/big"

	"github.com/stretchr/testify/require"
)

func rat(s string) *big.Rat {
	q, ok := new(big.Rat).SetString(s)
	if !ok {
		panic("not a rational number: " + s)
	}
	return q
}

func add(a, b *big.Rat) *big.Rat { return new(big.Rat).Add(a, b) }
func sub(a, b *big.Rat) *big.Rat { return new(big.Rat).Sub(a, b) }
func mul(a, b *big.Rat) *big.Rat { return new(big.Rat).Mul(a, b) }
func quo(a, b *big.Rat) *big.Rat { return new(big.Rat).Quo(a, b) }
func num(n int) *big.Rat         { return big.NewRat(int64(n), 1) }

func equal(t require.TestingT, want, got *big.Rat, what string) {
	if want.Cmp(got) != 0 {
		require.Equal(t, want.RatString(), got.RatString(), what)
	}
}

func atMost(t require.TestingT, small, large *big.Rat, what string) {
	if small.Cmp(large) > 0 {
		require.Failf(t, what, "expected %s <= %s", small.RatString(), large.RatString())
	}
}
