package normalized_test

import (
	"fmt"

	"github.com/stretchr/testify/require"

	"marginlab/algos/kernel"
	"marginlab/algos/normalized"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// linear returns the points of a stream.
func linear(t require.TestingT, s stream) *normalized.Linear {
	points, err := normalized.NewLinear(s.examples, s.dim)
	require.NoError(t, err)
	return points
}

// linearGram returns the same points by their kernel matrix x·x'.
func linearGram(t require.TestingT, s stream) *normalized.Gram {
	return gramOf(t, s.examples, s.dim, "linear")
}

// gaussianGram returns points of the Hilbert space of the Gaussian kernel.
func gaussianGram(t require.TestingT, examples []theory.Example, sigma float64) *normalized.Gram {
	return gramOf(t, examples, theory.Dim(examples), fmt.Sprintf("gaussian(sigma=%v)", sigma))
}

func gramOf(t require.TestingT, examples []theory.Example, dim int, expr string) *normalized.Gram {
	x, labels := make([]vec.Vector, len(examples)), make([]theory.Label, len(examples))
	for i, e := range examples {
		x[i], labels[i] = e.X, e.Y
	}
	points, err := normalized.NewGram(kernelOf(t, expr, x, dim, 0), labels)
	require.NoError(t, err)
	return points
}

// kernelOf returns the matrix of a kernel with a limit of bytes, none if 0.
func kernelOf(t require.TestingT, expr string, x []vec.Vector, dim int, memory int64) *kernel.Gram {
	k, err := kernel.Parse(expr)
	require.NoError(t, err)
	g, err := kernel.NewGram(k, x, dim, memory)
	require.NoError(t, err)
	return g
}
