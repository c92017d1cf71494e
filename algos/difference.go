package algos

import "marginlab/theory/vec"

// difference has room for x − x' of examples: sparse, of two that are sparse, else dense.
type difference struct {
	index []int
	value []float64
}

// of returns x − x' in dim dimensions, until the next call: x itself where x' has no coordinates.
func (d *difference) of(x, less vec.Vector, dim int) vec.Vector {
	if less.Value == nil {
		return x
	}
	if !x.IsSparse() || !less.IsSparse() {
		if len(d.value) < dim {
			d.value = make([]float64, dim)
		}
		x.CopyTo(d.value[:dim])
		less.AddTo(d.value[:dim], -1)
		return vec.Vector{Value: d.value[:dim]}
	}
	index, value := append(d.index[:0:cap(d.index)], -1)[:0], d.value[:0]
	i, j := 0, 0
	for i < len(x.Index) || j < len(less.Index) {
		switch {
		case j == len(less.Index) || i < len(x.Index) && x.Index[i] < less.Index[j]:
			index, value = append(index, x.Index[i]), append(value, x.Value[i])
			i++
		case i == len(x.Index) || less.Index[j] < x.Index[i]:
			index, value = append(index, less.Index[j]), append(value, -less.Value[j])
			j++
		default:
			index, value = append(index, x.Index[i]), append(value, x.Value[i]-less.Value[j])
			i++
			j++
		}
	}
	d.index, d.value = index, value
	return vec.Vector{Index: index, Value: value}
}

// copied is a copy of x in the memory of another vector, which it is in place of.
func copied(other, x vec.Vector) vec.Vector {
	c := vec.Vector{Value: append(other.Value[:0], x.Value...)}
	if x.IsSparse() {
		c.Index = append(append(other.Index[:0], -1)[:0], x.Index...)
	}
	return c
}
