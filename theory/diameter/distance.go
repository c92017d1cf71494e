package diameter

import (
	"fmt"
	"math"

	"marginlab/internal/num"
	"marginlab/theory/vec"
)

// exponent returns p of an ℓp, 2 for ℓ2 and nil. It panics in any other norm.
func exponent(n vec.Norm) float64 {
	switch n := n.(type) {
	case nil, vec.L2:
		return 2
	case vec.Lp:
		return n.P
	}
	panic(fmt.Sprintf("diameter: distances in the norm %v are not known", n))
}

// distance returns ‖x−y‖_p, from the differences of the coordinates. So it loses no digits when x and y are close to
// each other and far from the origin. For p ≠ 2 it is
//
//	‖x−y‖_p = M(Σ(|x_i−y_i|/M)^p)^{1/p},  M = max |x_i−y_i|:
//
// a sum between 1 and d, in which nothing overflows, and only negligible terms vanish.
func distance(p float64, x, y vec.Vector) float64 {
	if p == 2 {
		return math.Sqrt(vec.SqDist(x, y))
	}
	largest, sum := 0.0, 0.0
	differences(x, y, func(t float64) { largest = max(largest, math.Abs(t)) })
	if largest == 0 {
		return 0
	}
	differences(x, y, func(t float64) {
		if t != 0 {
			sum += vec.Power(math.Abs(t)/largest, p)
		}
	})
	return largest * num.Pow(sum, 1/p)
}

// differences calls f with x_i−y_i, in order, for every i that x or y stores.
func differences(x, y vec.Vector, f func(t float64)) {
	for i, j := 0, 0; i < len(x.Value) || j < len(y.Value); {
		a, b, t := math.MaxInt, math.MaxInt, 0.0
		if i < len(x.Value) {
			a = x.Coordinate(i)
		}
		if j < len(y.Value) {
			b = y.Coordinate(j)
		}
		if a <= b {
			t = x.Value[i]
			i++
		}
		if b <= a {
			t -= y.Value[j]
			j++
		}
		f(t)
	}
}
