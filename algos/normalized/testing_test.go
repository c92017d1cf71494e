package normalized_test

import (
	"context"
	"errors"
	"math"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"

	"marginlab/algos/maxmargin"
	"marginlab/algos/normalized"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// The tests compute with these functions and no others: plain loops, so that a
// fault in the code under test cannot hide itself.

func dot(a, b []float64) float64 {
	var sum float64
	for i := range a {
		sum += a[i] * b[i]
	}
	return sum
}

func norm(a []float64) float64 { return math.Sqrt(dot(a, a)) }

func sum(a []float64) float64 {
	var s float64
	for _, v := range a {
		s += v
	}
	return s
}

func least(a []float64) float64 {
	m := math.Inf(1)
	for _, v := range a {
		m = min(m, v)
	}
	return m
}

// hull are points a_i of ℝ^d.
type hull [][]float64

// at is Σ p_i a_i.
func (a hull) at(p []float64) []float64 {
	w := make([]float64, len(a[0]))
	for i, v := range p {
		for j := range w {
			w[j] += v * a[i][j]
		}
	}
	return w
}

// scores are (a_i·w).
func (a hull) scores(w []float64) []float64 {
	s := make([]float64, len(a))
	for i := range a {
		s[i] = dot(a[i], w)
	}
	return s
}

// normalise are the y x/‖x‖.
func normalise(examples []theory.Example, d int) hull {
	a := make(hull, len(examples))
	for i, e := range examples {
		x := make([]float64, d)
		copy(x, e.X.Value)
		length := norm(x)
		for j := range x {
			x[j] *= float64(e.Y) / length
		}
		a[i] = x
	}
	return a
}

// examplesOf are the points with the label +1.
func examplesOf(a hull) []theory.Example {
	examples := make([]theory.Example, len(a))
	for i, x := range a {
		examples[i] = theory.Example{X: vec.Dense(x...), Y: theory.Positive}
	}
	return examples
}

// stream is a drawn problem.
type stream struct {
	examples []theory.Example
	dim      int
	feasible bool // by construction, with a margin of at least leastMargin; else 0 is in the hull
}

const leastMargin = 0.04

// direction draws a unit vector: often of small integers, which make ties, and never
// so near another one that rounding decides what is in a hull.
func direction(t *rapid.T, d int) []float64 {
	x := make([]float64, d)
	for norm(x) == 0 {
		lattice := rapid.Bool().Draw(t, "lattice")
		for j := range x {
			if lattice {
				x[j] = float64(rapid.IntRange(-3, 3).Draw(t, "x"))
			} else {
				x[j] = float64(rapid.IntRange(-999, 999).Draw(t, "x"))
			}
		}
	}
	length := norm(x)
	for j := range x {
		x[j] /= length
	}
	return x
}

// feasibles draws points mu + √(1−m²)v, v ⊥ u, of a margin m ≥ leastMargin, some of
// them twice; all of any length.
func feasibles(t *rapid.T, most int) stream {
	d := rapid.IntRange(1, 5).Draw(t, "d")
	u := direction(t, d)
	var a hull
	for range rapid.IntRange(1, most).Draw(t, "n") {
		if len(a) > 0 && rapid.IntRange(0, 5).Draw(t, "again") == 0 {
			a = append(a, a[rapid.IntRange(0, len(a)-1).Draw(t, "which")])
			continue
		}
		m := rapid.SampledFrom([]float64{leastMargin, 0.1, 0.3, 0.6, 1}).Draw(t, "margin")
		v := direction(t, d)
		along := dot(u, v)
		for j := range v {
			v[j] -= along * u[j]
		}
		if length := norm(v); length > 1e-6 {
			for j := range v {
				v[j] = m*u[j] + math.Sqrt(1-m*m)*v[j]/length
			}
		} else {
			copy(v, u)
		}
		a = append(a, v)
	}
	return stream{label(t, a), d, true}
}

// infeasibles draws points, some of them twice, and −Σ p_i a_i: the origin is in their
// hull, on its boundary or inside. Two opposite points are among them.
func infeasibles(t *rapid.T, most int) stream {
	d := rapid.IntRange(1, 5).Draw(t, "d")
	var a hull
	for range rapid.IntRange(1, max(1, most-1)).Draw(t, "n") {
		if len(a) > 0 && rapid.IntRange(0, 5).Draw(t, "again") == 0 {
			a = append(a, a[rapid.IntRange(0, len(a)-1).Draw(t, "which")])
			continue
		}
		a = append(a, direction(t, d))
	}
	p := make([]float64, len(a))
	for i := range p {
		p[i] = float64(rapid.IntRange(0, 3).Draw(t, "p"))
	}
	p[0]++
	last := a.at(p)
	if norm(last) > 1e-3 {
		for j := range last {
			last[j] /= -norm(last)
		}
	}
	if length := norm(last); math.Abs(length-1) > 1e-12 { // the first and its opposite
		for j := range last {
			last[j] = -a[0][j]
		}
	}
	return stream{label(t, append(a, last)), d, false}
}

// label gives points of norm 1 labels and lengths.
func label(t *rapid.T, a hull) []theory.Example {
	examples := make([]theory.Example, len(a))
	for i := range a {
		y := theory.Label(rapid.SampledFrom([]int8{1, -1}).Draw(t, "y"))
		length := rapid.SampledFrom([]float64{1, 1, 1, 0.125, 8, 1e-3, 30}).Draw(t, "length")
		x := make([]float64, len(a[i]))
		for j := range x {
			x[j] = float64(y) * length * a[i][j]
		}
		examples[i] = theory.Example{X: vec.Dense(x...), Y: y}
	}
	return examples
}

func streams(t *rapid.T, most int) stream {
	if rapid.Bool().Draw(t, "feasible") {
		return feasibles(t, most)
	}
	return infeasibles(t, most)
}

// linear are the points of a stream.
func linear(t require.TestingT, s stream) *normalized.Linear {
	points, err := normalized.NewLinear(s.examples, s.dim)
	require.NoError(t, err)
	return points
}

// linearGram are the same points by their kernel matrix x·x'.
func linearGram(t require.TestingT, s stream) *normalized.Gram {
	return gramOf(t, s.examples, func(x, z []float64) float64 { return dot(x, z) })
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

// embed are vectors with the Gram matrix of points: rows of VΛ^½, G = VΛVᵀ.
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

// evidence is what is known of examples in a view. Where rounding hides whether they
// are separable, as where the origin is on the boundary of the hull, they are not.
func evidence(t require.TestingT, examples []theory.Example, view theory.View) theory.Evidence {
	g, err := maxmargin.Measure(context.Background(), examples, view, maxmargin.Options{})
	if !errors.As(err, new(*maxmargin.UndecidedError)) {
		require.NoError(t, err)
	}
	return theory.Evidence{Geometry: g, Margin: math.NaN()}
}

var normalised = theory.View{Origin: true, Normalised: true}

// solve runs an algorithm by its expression.
func solve(t require.TestingT, expr string, points normalized.Points, observe normalized.Observer) (normalized.Result, theory.Trace, error) {
	spec, err := normalized.Parse(expr)
	require.NoError(t, err)
	return normalized.Solve(context.Background(), spec, points, observe)
}

// holds asserts that the rows of the table that speak of a run and are proved hold, and
// returns the ids of those that were not silent.
func holds(t require.TestingT, tr theory.Trace, ev, raw theory.Evidence) map[string]bool {
	spoke := map[string]bool{}
	for _, g := range theory.Table() {
		if !g.Applies(&tr) {
			continue
		}
		e := ev
		if !g.View.Normalised {
			e = raw
		}
		v := g.Check(&tr, e)
		if g.Status == theory.Proved {
			require.True(t, v.Holds, "%s: %s is %v, bound %v, of %s, %+v", g.ID, g.Quantity, v.Value, v.Bound, tr.Learner, v.Setting.Iterate)
		}
		spoke[g.ID] = spoke[g.ID] || !v.Silent
	}
	return spoke
}

// ids are the rows of the table on batch algorithms.
func ids() []string {
	var all []string
	for _, g := range theory.Table() {
		if g.Task == theory.Batch {
			all = append(all, g.ID)
		}
	}
	return all
}

// maximumMargin is the unit w of the greatest min_i a_i·w.
func maximumMargin(t require.TestingT, a hull) []float64 {
	s, err := maxmargin.Solve(context.Background(), examplesOf(a), len(a[0]), maxmargin.Options{Origin: true})
	require.NoError(t, err)
	return s.Classifier.W
}
