package benchdata

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"marginlab/internal/num"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// Text is a recipe for data as large as text, to time the commands on:
//
//	symbol   field      meaning                     range
//	n        Examples                               ≥ 1
//	d        Dim        words                       ≥ 1
//	nnz      Present    words of an example         [1, d]
//	         Seed       the same seed, the same data
//
// An example has length 1 and 6 decimals. Words with smaller numbers are more frequent, and
// a Gaussian plane labels the examples. With nnz = d they are dense: Gaussian points
// with 9 decimals, at least ½ from the plane Σ x_i = 0 that labels them.
type Text struct {
	Examples, Dim, Present int
	Seed                   uint64
}

// String returns the expression that makes the data again.
func (t Text) String() string {
	return fmt.Sprintf("text(n=%d,d=%d,nnz=%d,seed=%d)", t.Examples, t.Dim, t.Present, t.Seed)
}

// Generate makes the data. The error names an impossible parameter.
func (t Text) Generate() (*Set, error) {
	switch {
	case t.Examples < 1 || t.Dim < 1:
		return nil, fmt.Errorf("%v: expected at least 1 example in 1 dimension", t)
	case t.Present < 1 || t.Present > t.Dim:
		return nil, fmt.Errorf("%v: nnz is %d, expected from 1 to the %d of d", t, t.Present, t.Dim)
	}
	if err := fits(t, t.Examples, t.Present); err != nil {
		return nil, err
	}
	next, rnd := t.dense, rand.New(rand.NewPCG(t.Seed, 1))
	var plane []float64
	if t.Present < t.Dim {
		next, rnd = t.sparse, rand.New(rand.NewPCG(t.Seed, 2))
		plane = normals(make([]float64, t.Dim), rnd)
	}
	examples := make([]theory.Example, t.Examples)
	for i := range examples {
		examples[i] = next(rnd, plane)
	}
	return &Set{Name: t.String(), Examples: examples, Dim: t.Dim, Labels: [2]string{"-1", "1"}}, nil
}

// normals fills x with normal numbers.
func normals(x []float64, rnd *rand.Rand) []float64 {
	for i := range x {
		x[i] = num.Normal(rnd)
	}
	return x
}

// dense draws an example with all coordinates present.
func (t Text) dense(rnd *rand.Rand, _ []float64) theory.Example {
	for {
		x, sum := normals(make([]float64, t.Dim), rnd), 0.
		for i := range x {
			x[i] = math.Round(x[i]*1e9) / 1e9
			sum += x[i]
		}
		if math.Abs(sum) > 0.5*math.Sqrt(float64(t.Dim)) {
			return theory.Example{X: vec.Dense(x...), Y: theory.Sign(sum)}
		}
	}
}

// sparse draws an example with some coordinates present, on one side of the plane.
func (t Text) sparse(rnd *rand.Rand, plane []float64) theory.Example {
	var index []int
	for len(index) < t.Present {
		u := rnd.Float64()
		word := int(float64(t.Dim) * u * u * u)
		if at, is := slices.BinarySearch(index, word); !is {
			index = slices.Insert(index, at, word)
		}
	}
	value := normals(make([]float64, t.Present), rnd)
	for i, v := range value {
		value[i] = math.Abs(v) + 0.1
	}
	length := num.Norm(value)
	for i := range value {
		value[i] = math.Round(value[i]/length*1e6) / 1e6
	}
	x := vec.Sparse(index, value)
	return theory.Example{X: x, Y: theory.Sign(x.Dot(plane))}
}
