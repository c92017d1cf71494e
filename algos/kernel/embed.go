package kernel

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"marginlab/theory"
	"marginlab/theory/vec"
)

// Embedding gives the points of a Gram matrix coordinates: vectors φ(x_i) of ℝ^r
// with ⟨φ(x_i), φ(x_j)⟩ = K_ij. They are the rows of the Cholesky factor of K, in the
// order in which points are asked for: a point has a coordinate of its own unless
// it is in the span of those before it.
type Embedding struct {
	g      *Gram
	pivots []int       // the points with a coordinate of their own, in its order
	phi    [][]float64 // by point, nil before it was asked for
}

// NewEmbedding returns an Embedding of no points yet.
func NewEmbedding(g *Gram) *Embedding { return &Embedding{g: g, phi: make([][]float64, g.Len())} }

// dependent is the part of K_ii up to which the squared distance of φ(x_i) from the
// span of the points before it counts as rounding.
const dependent = 0x1p-44

// Has reports whether the point has coordinates already.
func (e *Embedding) Has(i int) bool { return e.phi[i] != nil }

// Dim is how many coordinates there are so far.
func (e *Embedding) Dim() int { return len(e.pivots) }

// Point returns φ(x_i): of the factor L, L c = K(pivots, x_i), and √(K_ii − ‖c‖²)
// where that is not rounding.
func (e *Embedding) Point(i int) vec.Vector {
	if e.phi[i] == nil {
		row := e.g.Row(i)
		c := make([]float64, 0, len(e.pivots)+1)
		for k, p := range e.pivots {
			l := e.phi[p]
			c = append(c, (row[p]-floats.Dot(l[:k], c))/l[k])
		}
		if rest := e.g.Diag(i) - floats.Dot(c, c); rest > dependent*e.g.Diag(i) {
			c = append(c, math.Sqrt(rest))
			e.pivots = append(e.pivots, i)
		}
		e.phi[i] = c
	}
	return vec.Dense(e.phi[i]...)
}

// Examples returns the first len(y) points embedded, with the labels y.
func (e *Embedding) Examples(y []theory.Label) []theory.Example {
	order := make([]int, len(y))
	for i := range order {
		order[i] = i
	}
	examples := make([]theory.Example, len(y))
	for i := range examples {
		if !e.Has(i) {
			e.g.Ahead(order[i:], func(j int) bool { return !e.Has(j) })
		}
		examples[i] = theory.Example{X: e.Point(i), Y: y[i]}
	}
	return examples
}

// Classifier returns the linear classifier on the embedded points that gives them
// what c, learned with that lift, gives the points.
func (e *Embedding) Classifier(c Classifier, lift float64) theory.Classifier {
	linear := theory.Classifier{B: c.B + lift*lift*floats.Sum(c.Alpha)}
	var held []int
	for i, a := range c.Alpha {
		if a != 0 {
			e.Point(i)
			held = append(held, i)
		}
	}
	linear.W = make([]float64, e.Dim())
	for _, i := range held {
		e.Point(i).AddTo(linear.W, c.Alpha[i])
	}
	return linear
}
