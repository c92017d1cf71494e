package theory

import (
	"fmt"
	"math"

	"marginlab/internal/num"
	"marginlab/theory/vec"
)

// Distance returns ‖x−y‖ in ℓ2 (nil stands for it too) or an ℓp. It is found from the differences of the coordinates, and
// so loses no digits when x and y are close to each other and far from the origin.
// It panics if the norm is none of these.
func Distance(n vec.Norm, x, y vec.Vector) float64 {
	switch n := n.(type) {
	case nil, vec.L2:
		return math.Sqrt(vec.SqDist(x, y))
	case vec.Lp:
		return distance(n.P, x, y)
	}
	panic(fmt.Sprintf("theory: distances in the norm %v are not known", n))
}

// distance returns ‖x−y‖_p = m(Σ(|x_i−y_i|/m)^p)^{1/p} for m = max|x_i−y_i|: a sum
// between 1 and d, in which nothing overflows and only what is nothing vanishes.
func distance(p float64, x, y vec.Vector) float64 {
	m, sum := 0.0, 0.0
	differences(x, y, func(_ int, t float64) { m = max(m, math.Abs(t)) })
	if m == 0 {
		return 0
	}
	differences(x, y, func(_ int, t float64) {
		if t != 0 {
			sum += vec.Power(math.Abs(t)/m, p)
		}
	})
	return m * num.Pow(sum, 1/p)
}

// differences calls f with x_i−y_i, in order, for every i that x or y stores.
func differences(x, y vec.Vector, f func(i int, t float64)) {
	i, j := 0, 0
	for i < len(x.Value) && j < len(y.Value) {
		switch a, b := x.Coordinate(i), y.Coordinate(j); {
		case a == b:
			f(a, x.Value[i]-y.Value[j])
			i++
			j++
		case a < b:
			f(a, x.Value[i])
			i++
		default:
			f(b, -y.Value[j])
			j++
		}
	}
	for ; i < len(x.Value); i++ {
		f(x.Coordinate(i), x.Value[i])
	}
	for ; j < len(y.Value); j++ {
		f(y.Coordinate(j), -y.Value[j])
	}
}
