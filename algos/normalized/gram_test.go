package normalized_test

import (
	"math"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"marginlab/algos/normalized"
	"marginlab/theory"
)

// linear are the points of a stream.
func linear(t require.TestingT, s stream) *normalized.Linear {
	points, err := normalized.NewLinear(s.examples, s.dim)
	require.NoError(t, err)
	return points
}

// linearGram are the same points by their kernel matrix x·x'.
func linearGram(t require.TestingT, s stream) *normalized.Gram {
	return gramOf(t, s.examples, floats.Dot)
}

// gaussianGram are points of the Hilbert space of the Gaussian kernel.
func gaussianGram(t require.TestingT, examples []theory.Example, sigma float64) *normalized.Gram {
	return gramOf(t, examples, func(x, z []float64) float64 {
		var d float64
		for j := range x {
			d += (x[j] - z[j]) * (x[j] - z[j])
		}
		return math.Exp(-d / (2 * sigma * sigma))
	})
}

// matrix is a kernel matrix in memory.
type matrix struct{ *mat.SymDense }

func (m matrix) Len() int                    { return m.SymmetricDim() }
func (m matrix) Diag(i int) float64          { return m.At(i, i) }
func (m matrix) Row(i int) []float64         { return mat.Row(nil, i, m) }
func (m matrix) Ahead([]int, func(int) bool) {}

func gramOf(t require.TestingT, examples []theory.Example, kernel func(x, z []float64) float64) *normalized.Gram {
	n := len(examples)
	k := mat.NewSymDense(n, nil)
	labels := make([]theory.Label, n)
	for i, e := range examples {
		labels[i] = e.Y
		for j := i; j < n; j++ {
			k.SetSym(i, j, kernel(e.X.Value, examples[j].X.Value))
		}
	}
	points, err := normalized.NewGram(matrix{k}, labels)
	require.NoError(t, err)
	return points
}
