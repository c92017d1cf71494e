package maxmargin

import (
	"math"

	"marginlab/theory"
	"marginlab/theory/vec"
)

// shift is the point o that all points of one label are measured from, dense
// and, where a sparse point is measured, sparse. Scores w·(x−o) are sums over differences
// of coordinates, so they lose no digits when the data are far from the origin.
type shift struct {
	dense  []float64
	sparse vec.Vector // nil before it is asked for
}

// set makes o ±x, in dim dimensions.
func (o *shift) set(x vec.Vector, sign float64, dim int) {
	o.dense = resize(o.dense, dim)
	clear(o.dense)
	x.AddTo(o.dense, sign)
	o.sparse = vec.Vector{}
}

// stored returns o as a sparse vector.
func (o *shift) stored() vec.Vector {
	if o.sparse.Index == nil {
		o.sparse = vec.Vector{Value: o.dense}.Sparsify()
	}
	return o.sparse
}

// distance returns ‖x−o‖.
func (o *shift) distance(x vec.Vector) float64 {
	if x.Index == nil {
		return math.Sqrt(vec.SqDistDense(x.Value, o.dense))
	}
	return math.Sqrt(vec.SqDist(x, o.stored()))
}

// dot returns w·(x−o).
func (o *shift) dot(w []float64, x vec.Vector) float64 {
	if x.Index == nil {
		return dotDense(w, x.Value, o.dense)
	}
	return dotSparse(w, x, o.stored())
}

func dotDense(w, x, o []float64) float64 {
	n := len(x)
	w, o = w[:len(o)], o[:len(o):len(o)]
	var a, b, c, d float64
	i := 0
	for ; i+4 <= n; i += 4 {
		ws, xs, os := w[i:i+4:i+4], x[i:i+4:i+4], o[i:i+4:i+4]
		a += float64(ws[0] * (xs[0] - os[0]))
		b += float64(ws[1] * (xs[1] - os[1]))
		c += float64(ws[2] * (xs[2] - os[2]))
		d += float64(ws[3] * (xs[3] - os[3]))
	}
	sum := (a + b) + (c + d)
	for ; i < n; i++ {
		sum += float64(w[i] * (x[i] - o[i]))
	}
	for ; i < len(o); i++ {
		sum -= float64(w[i] * o[i])
	}
	return sum
}

// dotSparse walks the stored coordinates of x and o in order.
func dotSparse(w []float64, x, o vec.Vector) float64 {
	var sum float64
	j := 0
	for k, i := range x.Index {
		for j < len(o.Index) && o.Index[j] < i {
			sum -= float64(w[o.Index[j]] * o.Value[j])
			j++
		}
		v := x.Value[k]
		if j < len(o.Index) && o.Index[j] == i {
			v -= o.Value[j]
			j++
		}
		sum += float64(w[i] * v)
	}
	for ; j < len(o.Index); j++ {
		sum -= float64(w[o.Index[j]] * o.Value[j])
	}
	return sum
}

// minus stores y(x−o) in dst, whose memory it uses again, and returns it: dense
// for dense x, else sparse.
func (o *shift) minus(dst vec.Vector, x vec.Vector, y theory.Label) vec.Vector {
	sign := float64(y)
	value := dst.Value[:0]
	if x.Index == nil {
		for i, v := range o.dense {
			if i < len(x.Value) {
				value = append(value, sign*(x.Value[i]-v))
			} else {
				value = append(value, -sign*v)
			}
		}
		return vec.Vector{Value: value}
	}
	index := dst.Index[:0]
	put := func(i int, v float64) {
		if v != 0 {
			index = append(index, i)
			value = append(value, sign*v)
		}
	}
	j, from := 0, o.stored()
	for k, i := range x.Index {
		for ; j < len(from.Index) && from.Index[j] < i; j++ {
			put(from.Index[j], -from.Value[j])
		}
		v := x.Value[k]
		if j < len(from.Index) && from.Index[j] == i {
			v -= from.Value[j]
			j++
		}
		put(i, v)
	}
	for ; j < len(from.Index); j++ {
		put(from.Index[j], -from.Value[j])
	}
	if index == nil {
		index = []int{}
	}
	return vec.Vector{Index: index, Value: value}
}
