package linalg

import "math"

// Rotate replaces x by cx + sy and y by cy − sx.
func Rotate(x, y []float64, c, s float64) {
	y = y[:len(x)]
	for i, u := range x {
		v := y[i]
		x[i], y[i] = float64(c*u)+float64(s*v), float64(c*v)-float64(s*u)
	}
}

// Givens returns c and s that rotate (a, b) to (r, 0). r has the sign of the longer one of
// a and b, of b where neither is.
func Givens(a, b float64) (c, s, r float64) {
	switch {
	case b == 0:
		return 1, 0, a
	case a == 0:
		return 0, 1, b
	}
	long := a
	if math.Abs(b) >= math.Abs(a) {
		long = b
	}
	unit := max(0x1p-1022, min(math.Abs(long), 0x1p1022))
	u, v := a/unit, b/unit
	r = math.Copysign(unit*math.Sqrt(float64(u*u)+float64(v*v)), long)
	return a / r, b / r, r
}
