package multiclass

import (
	"math"
	"unsafe"

	"marginlab/theory"
	"marginlab/theory/vec"
)

// Difference returns ΔΦ(x,y,z) = Φ(x,y) − Φ(x,z), of x in dim dimensions: sparse,
// with x at the coordinates from y·dim on and −x at those from z·dim on.
func Difference(x vec.Vector, y, z, dim int) vec.Vector { return difference(x, y, z, dim, nil) }

// difference is Difference. The index that a dense x of as many coordinates had for these
// classes may be given, and is kept.
func difference(x vec.Vector, y, z, dim int, index []int) vec.Vector {
	n := len(x.Value)
	delta := vec.Vector{Index: index, Value: make([]float64, 0, 2*n)}
	known := index != nil && !x.IsSparse() && len(index) == 2*n
	if !known {
		delta.Index = make([]int, 0, 2*n)
	}
	put := func(class int, sign float64) {
		for k, v := range x.Value {
			delta.Value = append(delta.Value, sign*v)
			if !known {
				delta.Index = append(delta.Index, class*dim+x.Coordinate(k))
			}
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
// dim·M dimensions: of each example, its M−1 differences with the label +1. Those of dense
// examples share their indices.
func Differences(x []vec.Vector, y []int, dim, classes int) []theory.Example {
	checkClasses(classes)
	deltas := make([]theory.Example, 0, len(x)*(classes-1))
	index := make(map[[2]int][]int)
	for i := range x {
		for z := range classes {
			if z != y[i] {
				pair := [2]int{y[i], z}
				delta := difference(x[i], y[i], z, dim, index[pair])
				if !x[i].IsSparse() {
					index[pair] = delta.Index
				}
				deltas = append(deltas, theory.Example{X: delta, Y: theory.Positive})
			}
		}
	}
	return deltas
}

// DifferencesSize is how many bytes [Differences] takes.
func DifferencesSize(x []vec.Vector, classes int) int64 {
	each := int64(unsafe.Sizeof(theory.Example{}))
	size := each * int64(len(x))
	for _, v := range x {
		number := int64(8)
		if v.IsSparse() {
			number = 16 // with its index
		}
		size += 2 * number * int64(len(v.Value))
	}
	return int64(classes-1) * size
}

// Comparator returns min_z u·ΔΦ(x,y,z)/‖u‖, of a comparator u in dim·M dimensions, at each
// step of a run over the examples in the order given (nil: as they stand); nil
// where u = 0. It is for [theory.Evidence.Comparators].
func Comparator(u []float64, x []vec.Vector, y []int, dim, classes int, order []int) []float64 {
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
