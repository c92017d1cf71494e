package measure_test

import (
	"fmt"

	"marginlab/props/measure"
)

// Inner products keep twice the digits: float64 alone loses the 1.
func ExampleVector_Dot() {
	a, b := measure.Vector{1e17, 1, -1e17}, measure.Vector{1, 1, 1}
	fmt.Println(a.Dot(b), measure.Metric{P: 4}.Norm(measure.Vector{1, 1, 1, -1}))
	// Output: 1 1.414213562373095
}
