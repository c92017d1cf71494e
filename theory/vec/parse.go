package vec

import (
	"errors"
	"fmt"
	"math"
	"math/big"
	"strconv"
	"strings"
)

// P returns ‖·‖_p, L2 for p = 2. It panics unless 1 < p ≤ 2^53; the dual exponent of
// a larger p is 1 to a float64.
func P(p float64) Norm {
	switch {
	case !isExponent(p):
		panic(fmt.Sprintf("vec: the norm of p = %v, expected 1 < p <= 2^53", p))
	case p == 2:
		return L2{}
	}
	return Lp{p}
}

// The exponents p that learners learn in and the offline problem is solved in: nearer to
// 1 or farther from it, powers of 1/(p−1) or of p leave the range of float64, and what is
// left is rounding.
const MinExponent, MaxExponent = 1.02, 100

func isExponent(p float64) bool { return p > 1 && p <= 1<<53 }

// Parse returns the norm that is named by the number p, such as 2, 3 or 1.5: what
// String of L2 and Lp returns.
func Parse(name string) (Norm, error) {
	p, err := strconv.ParseFloat(strings.TrimSpace(name), 64)
	if ratio, is := new(big.Rat).SetString(strings.TrimSpace(name)); is && strings.Contains(name, "/") {
		p, _ = ratio.Float64()
		err = nil
	}
	switch {
	case err != nil && !errors.Is(err, strconv.ErrRange) || math.IsNaN(p):
		return nil, fmt.Errorf("norm %q is not a number, expected a p with 1 < p < infinity, such as 2, 3 or 1.5", name)
	case p == 1 || math.IsInf(p, 1):
		return nil, fmt.Errorf("norm %q is neither strictly convex nor differentiable, expected a p with 1 < p < infinity, such as 2, 3 or 1.5", name)
	case p < 1:
		return nil, fmt.Errorf("norm %q is not a norm, expected a p with 1 < p < infinity, such as 2, 3 or 1.5", name)
	case !isExponent(p):
		return nil, fmt.Errorf("norm %q is that of p = infinity to rounding, expected a p with 1 < p <= 2^53, such as 2, 3 or 1.5", name)
	}
	return P(p), nil
}
