package vec

import (
	"fmt"
	"strconv"
	"strings"
)

// The exponents p of norms: nearer to 1 or farther from it, powers of 1/(p−1) or of p leave the range of float64, and
// only rounding remains.
const MinExponent, MaxExponent = 1.02, 100

func isExponent(p float64) bool { return p >= MinExponent && p <= MaxExponent }

// P returns ‖·‖_p, L2 for p = 2. It panics unless p is from MinExponent to MaxExponent.
func P(p float64) Norm {
	switch {
	case !isExponent(p):
		panic(fmt.Sprintf("vec: the norm of p = %v, expected a p from %v to %v", p, MinExponent, MaxExponent))
	case p == 2:
		return L2{}
	}
	return Lp{p}
}

// Parse returns the norm with the number p as its name, such as 2, 1.5 or 3/2. String of L2 and Lp returns such a
// name.
func Parse(name string) (Norm, error) {
	above, below, ratio := strings.Cut(name, "/")
	p, err := strconv.ParseFloat(strings.TrimSpace(above), 64)
	if ratio && err == nil {
		var q float64
		q, err = strconv.ParseFloat(strings.TrimSpace(below), 64)
		p /= q
	}
	if err != nil || !isExponent(p) {
		return nil, fmt.Errorf("norm %q, expected a number p from %v to %v, such as 2, 3 or 1.5; "+
			"norms of other p are not strictly convex and differentiable to float64", name, MinExponent, MaxExponent)
	}
	return P(p), nil
}
