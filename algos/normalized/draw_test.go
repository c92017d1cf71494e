package normalized_test

import (
	"math"

	"gonum.org/v1/gonum/floats"
	"pgregory.net/rapid"

	"marginlab/theory"
	"marginlab/theory/vec"
)

// stream is a drawn problem.
type stream struct {
	examples []theory.Example
	dim      int
	feasible bool // by construction, with a margin of at least leastMargin; else 0 is in the hull
}

const leastMargin = 0.04

// direction draws a unit vector: often of small integers, which make ties, and never so near another one that
// rounding decides which points are in a hull.
func direction(t *rapid.T, d int) []float64 {
	x := make([]float64, d)
	for floats.Norm(x, 2) == 0 {
		lattice := rapid.Bool().Draw(t, "lattice")
		for j := range x {
			if lattice {
				x[j] = float64(rapid.IntRange(-3, 3).Draw(t, "x"))
			} else {
				x[j] = float64(rapid.IntRange(-999, 999).Draw(t, "x"))
			}
		}
	}
	length := floats.Norm(x, 2)
	for j := range x {
		x[j] /= length
	}
	return x
}

// feasibles draws points mu + √(1−m²)v, v ⊥ u, of a margin m ≥ leastMargin, some of them twice; all with any length.
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
		along := floats.Dot(u, v)
		for j := range v {
			v[j] -= along * u[j]
		}
		if length := floats.Norm(v, 2); length > 1e-6 {
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
	if floats.Norm(last, 2) > 1e-3 {
		for j := range last {
			last[j] /= -floats.Norm(last, 2)
		}
	}
	if length := floats.Norm(last, 2); math.Abs(length-1) > 1e-12 { // the first and its opposite
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
