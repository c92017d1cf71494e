package multiclass

import (
	"math"

	"marginlab/theory"
	"marginlab/theory/vec"
)

// Difference returns ΔΦ(x,y,z) = Φ(x,y) − Φ(x,z), of x in dim dimensions: sparse,
// with x at the coordinates from y·dim on and −x at those from z·dim on.
func Difference(x vec.Vector, y, z, dim int) vec.Vector {
	n := len(x.Value)
	delta := vec.Vector{Index: make([]int, 0, 2*n), Value: make([]float64, 0, 2*n)}
	put := func(class int, sign float64) {
		for k, v := range x.Value {
			i := k
			if x.IsSparse() {
				i = x.Index[k]
			}
			delta.Index = append(delta.Index, class*dim+i)
			delta.Value = append(delta.Value, sign*v)
		}
	}
	if y < z {
		put(y, +1)
		put(z, -1)
	} else {
		put(z, -1)
		put(y, +1)
	}
	return delta
}

// Differences returns the stream that a theorem on many classes speaks of, in
// dim·M dimensions: of each example, its M−1 differences with the label +1.
func Differences(x []vec.Vector, y []int, dim, classes int) []theory.Example {
	checkClasses(classes)
	deltas := make([]theory.Example, 0, len(x)*(classes-1))
	for i := range x {
		for z := range classes {
			if z != y[i] {
				deltas = append(deltas, theory.Example{X: Difference(x[i], y[i], z, dim), Y: theory.Positive})
			}
		}
	}
	return deltas
}

// Rival returns min_z u·ΔΦ(x,y,z)/‖u‖, of a rival u in dim·M dimensions, at each
// step of a run over the examples in the order given (nil: as they stand); nil
// where u = 0. It is for [theory.Evidence.Rivals].
func Rival(u []float64, x []vec.Vector, y []int, dim, classes int, order []int) []float64 {
	norm := vec.L2{}.Of(u)
	if norm == 0 {
		return nil
	}
	if order == nil {
		order = inOrder(len(x))
	}
	scores := make([]float64, classes)
	margins := make([]float64, len(order))
	for t, i := range order {
		for z := range scores {
			scores[z] = x[i].Dot(u[z*dim : (z+1)*dim])
		}
		margins[t] = Judge(scores, y[i], math.NaN()).Score / norm
	}
	return margins
}
