package algos

import (
	"math"

	"marginlab/theory/vec"
)

// doubled is a combination scale·(hi+lo) in ℝ^d of about 32 digits. It is multiplied by a
// number in O(1), and x, dense or sparse, is added in O(nnz(x)).
type doubled struct {
	support
	scale  vec.Double
	hi, lo []float64
}

func newDoubled(dim int) *doubled {
	return &doubled{scale: vec.Double{Hi: 1}, hi: make([]float64, dim), lo: make([]float64, dim), support: support{held: make([]bool, dim)}}
}

func (v *doubled) at(i int) vec.Double { return v.scale.Mul(vec.Double{Hi: v.hi[i], Lo: v.lo[i]}) }

func (v *doubled) dot(x vec.Vector) vec.Double { return v.scale.Mul(x.DotDouble(v.hi, v.lo)) }

// add makes v ← v + αx.
func (v *doubled) add(x vec.Vector, alpha vec.Double) {
	alpha = alpha.Quo(v.scale)
	for k, a := range x.Value {
		i := x.Coordinate(k)
		sum := vec.Double{Hi: v.hi[i], Lo: v.lo[i]}.Add(alpha.Times(a))
		v.hi[i], v.lo[i] = sum.Hi, sum.Lo
	}
	v.holdAll(x)
}

// multiply makes v ← cv.
func (v *doubled) multiply(c vec.Double) {
	if c.Hi == 0 {
		v.clear()
		return
	}
	v.scale = v.scale.Mul(c)
	if a := math.Abs(v.scale.Hi); a < leastScale || a > 1/leastScale {
		for _, i := range v.list {
			a := v.at(i)
			v.hi[i], v.lo[i] = a.Hi, a.Lo
		}
		v.scale = vec.Double{Hi: 1}
	}
}

// clear makes v 0, at a cost that the additions to it have paid for.
func (v *doubled) clear() {
	for _, i := range v.list {
		v.hi[i], v.lo[i], v.held[i] = 0, 0, false
	}
	v.list, v.scale = v.list[:0], vec.Double{Hi: 1}
}

// set makes v the vector of these coordinates.
func (v *doubled) set(w []float64) {
	v.clear()
	v.add(vec.Vector{Value: w}, vec.Double{Hi: 1})
}

// sqNorm returns ‖v‖², computed afresh.
func (v *doubled) sqNorm() (sum vec.Double) {
	for _, i := range v.list {
		sum = sum.Add(v.at(i).Mul(v.at(i)))
	}
	return sum
}

// square returns ‖x‖² of twice the digits.
func square(x vec.Vector) vec.Double { return vec.Dense(x.Value...).DotDouble(x.Value, nil) }
