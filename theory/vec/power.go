package vec

import (
	"math"

	"marginlab/internal/num"
)

// Power returns t^a for t ≥ 0 and any a. If |a| is a multiple of ½ up to 32 it multiplies, starting from √t for an
// odd multiple. Otherwise it computes exp(a·log t), whose value v has a relative error of about 1 + |log v| units in
// the last place: below one such unit of the largest in a sum of powers of t ≤ 1.
func Power(t, a float64) float64 {
	switch a {
	case 1:
		return t
	case 2:
		return t * t
	case 3:
		return t * t * t
	}
	if a < 0 {
		return 1 / Power(t, -a)
	}
	if !(a <= 32 && 2*a == math.Trunc(2*a)) {
		return num.Exp(a * num.Log(t))
	}
	halves, v := int(2*a), 1.0
	if halves&1 == 1 {
		v = math.Sqrt(t)
	}
	for n := halves >> 1; n > 0; n >>= 1 {
		if n&1 == 1 {
			v *= t
		}
		t *= t
	}
	return v
}
