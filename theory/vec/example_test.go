package vec_test

import (
	"fmt"

	"marginlab/theory/vec"
)

// A sparse vector stores its coordinates by their index; the others are 0.
func ExampleSparse() {
	x := vec.Sparse([]int{1, 1000}, []float64{3, 4})
	w := make([]float64, x.Dim())
	x.AddTo(w, 2)
	fmt.Println(x.Dim(), x.SqNorm(), x.Dot(w))
	// Output: 1001 25 50
}
