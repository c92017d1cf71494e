package multiclass

import (
	"unsafe"

	"marginlab/theory"
	"marginlab/theory/vec"
)

// Differences returns the stream of a theorem on many classes, in dim·M dimensions: the M−1 differences ΔΦ(x,y,z) =
// Φ(x,y) − Φ(x,z) of each example, with the label +1. They are sparse, with x at the coordinates from y·dim on and −x
// at those from z·dim on. The differences of dense examples share their indices.
func Differences(examples []theory.Example, dim, classes int) []theory.Example {
	checkClasses(classes)
	deltas := make([]theory.Example, 0, len(examples)*(classes-1))
	shared := map[[2]int][]int{} // for the last dense x, by y and z
	for _, e := range examples {
		for z := range classes {
			y := int(e.Y)
			if z == y {
				continue
			}
			delta := difference(e.X, y, z, dim)
			if !e.X.IsSparse() {
				pair := [2]int{y, z}
				if last, is := shared[pair]; is && len(last) == len(delta.Index) {
					delta.Index = last
				}
				shared[pair] = delta.Index
			}
			deltas = append(deltas, theory.Example{X: delta, Y: theory.Positive})
		}
	}
	return deltas
}

// difference returns ΔΦ(x,y,z).
func difference(x vec.Vector, y, z, dim int) vec.Vector {
	n := len(x.Value)
	delta := vec.Vector{Index: make([]int, 0, 2*n), Value: make([]float64, 0, 2*n)}
	for _, class := range [2]int{min(y, z), max(y, z)} {
		sign := 1.
		if class == z {
			sign = -1
		}
		for k, v := range x.Value {
			delta.Index = append(delta.Index, class*dim+x.Coordinate(k))
			delta.Value = append(delta.Value, sign*v)
		}
	}
	return delta
}

// DifferencesSize returns the number of bytes that [Differences] takes.
func DifferencesSize(examples []theory.Example, classes int) (size int64) {
	for _, e := range examples {
		size += int64(unsafe.Sizeof(e)) + 2*8*int64(len(e.X.Value)+len(e.X.Index))
	}
	return int64(classes-1) * size
}

// Comparator returns min_z u·ΔΦ(x,y,z)/‖u‖ for each example, given a comparator u in dim·M dimensions; nil if u = 0.
// It is for [theory.Evidence.Comparators].
func Comparator(u []float64, examples []theory.Example, dim, classes int) []float64 {
	norm := vec.L2{}.Of(u)
	if norm == 0 {
		return nil
	}
	scores, margins := make([]float64, classes), make([]float64, len(examples))
	for i, e := range examples {
		for z := range scores {
			scores[z] = e.X.Dot(u[z*dim : (z+1)*dim])
		}
		margins[i] = lead(scores, e.Y) / norm
	}
	return margins
}
