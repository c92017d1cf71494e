package normalized_test

import (
	"context"
	"math"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"marginlab/algos/maxmargin"
	"marginlab/algos/normalized"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// hull is a list of points a_i of ℝ^d.
type hull [][]float64

// at returns Σ p_i a_i.
func (a hull) at(p []float64) []float64 {
	w := make([]float64, len(a[0]))
	for i, v := range p {
		for j := range w {
			w[j] += v * a[i][j]
		}
	}
	return w
}

// scores returns (a_i·w).
func (a hull) scores(w []float64) []float64 {
	s := make([]float64, len(a))
	for i := range a {
		s[i] = floats.Dot(a[i], w)
	}
	return s
}

// normalise returns the y x/‖x‖.
func normalise(examples []theory.Example, d int) hull {
	a := make(hull, len(examples))
	for i, e := range examples {
		x := make([]float64, d)
		copy(x, e.X.Value)
		length := floats.Norm(x, 2)
		for j := range x {
			x[j] *= float64(e.Y) / length
		}
		a[i] = x
	}
	return a
}

// examplesOf returns the points with the label +1.
func examplesOf(a hull) []theory.Example {
	examples := make([]theory.Example, len(a))
	for i, x := range a {
		examples[i] = theory.Example{X: vec.Dense(x...), Y: theory.Positive}
	}
	return examples
}

// maximumMargin returns the unit w of the greatest min_i a_i·w.
func maximumMargin(t require.TestingT, a hull) []float64 {
	s, err := maxmargin.Solve(context.Background(), examplesOf(a), len(a[0]), maxmargin.Options{Origin: true})
	require.NoError(t, err)
	return s.Classifier.W
}

// embed returns vectors with the Gram matrix of points: rows of VΛ^½, G = VΛVᵀ.
func embed(t require.TestingT, points normalized.Points) hull {
	n := points.Len()
	g, row := mat.NewSymDense(n, nil), make([]float64, n)
	for i := range n {
		points.Row(row, i)
		for j := i; j < n; j++ {
			g.SetSym(i, j, row[j])
		}
	}
	var eigen mat.EigenSym
	require.True(t, eigen.Factorize(g, true))
	var v mat.Dense
	eigen.VectorsTo(&v)
	a := make(hull, n)
	for i := range a {
		a[i] = make([]float64, n)
		for j, l := range eigen.Values(nil) {
			if l > 1e-12 { // else it is rounding
				a[i][j] = v.At(i, j) * math.Sqrt(l)
			}
		}
	}
	return a
}
