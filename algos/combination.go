package algos

import (
	"gonum.org/v1/gonum/floats"

	"marginlab/theory/vec"
)

// combination is a linear combination v of examples, at first 0, in a space with an
// inner product.
type combination interface {
	dot(x vec.Vector) float64                      // v·x, of an x that the space may lift
	add(x vec.Vector, alpha float64) (changed int) // v ← v + αx, and how many numbers that changed
	multiply(c float64)                            // v ← cv
	sqNorm() float64                               // ‖v‖², computed afresh
	size() int                                     // how many numbers that is computed from
	copyTo(dst []float64, c float64)               // dst ← the coordinates of cv
}

// scalable is a combination that is multiplied in O(1).
type scalable interface {
	combination
	dotSq(x vec.Vector) (vx, xx float64) // v·x and ‖x‖², of an x that the space may lift
}

// summand is a combination that can be added to another of its type.
type summand interface {
	combination
	addSum(u summand, alpha float64) // v ← v + αu
}

// dense is a combination in ℝ^d, a number a coordinate.
type dense struct {
	w    []float64
	lift *lift
}

func (v *dense) dot(x vec.Vector) float64 {
	return x.Dot(v.w) + v.lift.along(v.w)
}

func (v *dense) add(x vec.Vector, alpha float64) int {
	x.AddTo(v.w, alpha)
	return len(x.Value)
}

func (v *dense) addSum(u summand, alpha float64) { vec.AddScaled(v.w, alpha, u.(*dense).w) }

func (v *dense) multiply(c float64)              { floats.Scale(c, v.w) }
func (v *dense) sqNorm() float64                 { return vec.Dot(v.w, v.w) }
func (v *dense) size() int                       { return len(v.w) }
func (v *dense) copyTo(dst []float64, c float64) { floats.ScaleTo(dst, c, v.w) }
