package kernel

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"marginlab/internal/num"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// ErrMemory is the error if the coordinates of points take more memory than they may.
var ErrMemory = errors.New("the coordinates of the examples take more memory than they may")

// Embedding gives the points of a Gram matrix coordinates: vectors φ(x_i) of ℝ^r with ⟨φ(x_i), φ(x_j)⟩ = K_ij. They
// are the rows of the Cholesky factor of K: a point is a pivot, with a coordinate of its own, unless it is in the
// span of those before it. Points that are equal for the kernel have equal coordinates.
type Embedding struct {
	// Memory is the greatest number of bytes for the coordinates that Place computes, 0: any.
	Memory int64

	g      *Gram
	first  []int       // the first point equal to this one
	pivots []int       // the points with a coordinate of their own, in its order
	phi    [][]float64 // by first point, nil before [Embedding.Place]
}

// NewEmbedding returns an Embedding of no points yet.
func NewEmbedding(g *Gram) *Embedding {
	return &Embedding{g: g, first: g.firsts(), phi: make([][]float64, g.Len())}
}

// dependent is the relative squared distance, in units of K_ii, of φ(x_i) from the span of the points before it up to
// which it counts as rounding.
const dependent = 0x1p-44

// Dim returns the number of coordinates so far.
func (e *Embedding) Dim() int { return len(e.pivots) }

// Point returns φ(x_i) of a placed point.
func (e *Embedding) Point(i int) vec.Vector { return vec.Dense(e.phi[e.first[i]]...) }

// residual returns the part of K_ii outside the span of the pivots of c.
func (e *Embedding) residual(i int, c []float64) float64 {
	kii := e.g.Diag(i)
	if kii == 0 {
		return 0
	}
	return (kii - num.Dot(c, c)) / kii
}

// Place gives the first n points coordinates. The next of those without coordinates is always the one with the
// greatest part outside the span of the others, so that the remaining parts count as rounding of every product: up to
// [dependent]·√(K_ii K_jj). With r dimensions in the end it takes r rows of the Gram matrix, and n·r² operations. The
// error is that of ctx, or wraps [ErrMemory].
func (e *Embedding) Place(ctx context.Context, n int) error {
	var open []int            // points without coordinates,
	c := make([][]float64, n) // and their coordinates for the pivots so far
	for i := range n {
		if e.first[i] == i && e.phi[i] == nil {
			open, c[i] = append(open, i), []float64{}
		}
	}
	held := int64(0)
	for k := 0; len(open) > 0; k++ {
		if err := ctx.Err(); err != nil {
			return err
		}
		if k == len(e.pivots) {
			next := slices.MaxFunc(open, func(i, j int) int { return cmp.Compare(e.residual(i, c[i]), e.residual(j, c[j])) })
			part := e.residual(next, c[next])
			if part <= dependent { // next is in the span of the pivots, and so are all others
				break
			}
			e.phi[next] = append(c[next], math.Sqrt(part*e.g.Diag(next)))
			e.pivots = append(e.pivots, next)
			open = slices.DeleteFunc(open, func(i int) bool { return i == next })
		}
		if held += 8 * int64(len(open)); e.Memory > 0 && held > e.Memory {
			return fmt.Errorf("kernel: %w: %d examples, more than %d bytes in the space of %s, which has at least %d dimensions",
				ErrMemory, n, e.Memory, e.g.kernel, k+1)
		}
		p := e.pivots[k]
		row, l := e.g.Row(p), e.phi[p]
		for _, i := range open { // L c = K(pivots, x_i)
			c[i] = append(c[i], (row[i]-num.Dot(l[:k], c[i]))/l[k])
		}
	}
	for _, i := range open {
		e.phi[i] = c[i]
	}
	return nil
}

// Examples returns the first len(y) points embedded, after [Embedding.Place], with the labels y. The error is that of
// Place.
func (e *Embedding) Examples(ctx context.Context, y []theory.Label) ([]theory.Example, error) {
	if err := e.Place(ctx, len(y)); err != nil {
		return nil, err
	}
	examples := make([]theory.Example, len(y))
	for i := range examples {
		examples[i] = theory.Example{X: e.Point(i), Y: y[i]}
	}
	return examples, nil
}

// Classifier returns the linear classifier on the embedded points with the same scores as c on the points; those with
// a weight must have been placed.
func (e *Embedding) Classifier(c theory.Classifier) theory.Classifier {
	w := make([]float64, e.Dim())
	for i, a := range c.W {
		if a != 0 {
			e.Point(i).AddTo(w, a)
		}
	}
	return theory.Classifier{W: w, B: c.B}
}
