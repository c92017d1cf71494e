package benchdata

import (
	"marginlab/theory"
	"marginlab/theory/vec"
)

// newDense returns n examples at the origin of dim dimensions, whose vectors lie
// one after the other in memory: a pass over them then runs at its speed.
func newDense(n, dim int) []theory.Example {
	data := make([]float64, n*dim)
	examples := make([]theory.Example, n)
	for i := range examples {
		examples[i].X = vec.Dense(data[i*dim : (i+1)*dim : (i+1)*dim]...)
	}
	return examples
}

// densify returns a dense copy of the examples in dim dimensions.
func densify(examples []theory.Example, dim int) []theory.Example {
	out := newDense(len(examples), dim)
	for i, e := range examples {
		e.X.CopyTo(out[i].X.Value)
		out[i].Y = e.Y
	}
	return out
}
