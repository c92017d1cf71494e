package kernel_test

import (
	"context"
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/floats"

	"marginlab/algos/kernel"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// requireSameProducts requires ⟨φ(x_i), φ(x_j)⟩ = K_ij, to slack·√(K_ii K_jj).
func requireSameProducts(t *testing.T, g *kernel.Gram, phi []theory.Example, dim int, slack float64, what string) {
	t.Helper()
	worst, where := 0.0, ""
	full := make([][]float64, len(phi))
	for i, e := range phi {
		full[i] = e.X.Densify(dim).Value
	}
	for i := range phi {
		for j, k := range g.Row(i)[:len(phi)] {
			off := math.Abs(floats.Dot(full[i], full[j])-k) / math.Sqrt(g.Diag(i)*g.Diag(j))
			if off > worst {
				worst, where = off, fmt.Sprintf("K(%d,%d) = %v, of the embedding %v", i, j, k, floats.Dot(full[i], full[j]))
			}
		}
	}
	require.LessOrEqual(t, worst, slack, "%s: %s", what, where)
}

func positives(n int) []theory.Label { return slices.Repeat([]theory.Label{theory.Positive}, n) }

// The embedded points have the kernel's inner products, in no more dimensions than the kernel has; equal points are
// equal, unless a ridge distinguishes them.
func TestEmbeddingHasTheKernelsProducts(t *testing.T) {
	const n = 120
	for _, dim := range []int{1, 2, 5, 30} {
		x := cloud(uint64(dim), n, dim)
		for _, f := range append(formulas(), formula{expr: "gaussian(sigma=100)"}, formula{expr: "gaussian(sigma=1e-3)"}) {
			what := fmt.Sprintf("%s, d=%d", f.expr, dim)
			g := newGram(t, f.expr, vectors(x), dim, 0)
			e := kernel.NewEmbedding(g)
			phi := examples(t, e, positives(n))
			requireSameProducts(t, g, phi, e.Dim(), 1e-12, what)
			if f.expr == "linear" {
				require.LessOrEqual(t, e.Dim(), (2*dim+2)/3, what) // each third column is 0
			}
			if f.ridge > 0 {
				require.Equal(t, n, e.Dim(), what)
				continue
			}
			for i := range n {
				for j := range i {
					if floats.Dot(x[i], x[i]) > 0 && sqDistance(x[i], x[j]) == 0 {
						require.Equal(t, phi[j].X, phi[i].X, "%s: points %d and %d", what, j+1, i+1)
					}
				}
			}
		}
	}
}

// Points that are nearly in the span of others keep their part outside it: a part that is small for one point is the
// whole of another.
func TestEmbeddingOfNearlyDependentPoints(t *testing.T) {
	x := []vec.Vector{vec.Dense(1, 0), vec.Dense(1, 1e-9), vec.Dense(1, 1e-7), vec.Dense(0, 1), vec.Dense(1+1e-9, 0)}
	g := newGram(t, "linear", x, 2, 0)
	e := kernel.NewEmbedding(g)
	requireSameProducts(t, g, examples(t, e, positives(5)), 2, 1e-15, "linear")
	require.Equal(t, 2, e.Dim())
	for _, expr := range []string{"gaussian", "gaussian(sigma=30)", "poly(degree=3)"} {
		points := cloud(7, 60, 3)
		for i := 30; i < 60; i++ {
			for j := range points[i] {
				points[i][j] = points[i-30][j] + []float64{1e-9, 1e-7, 1e-5}[i%3]
			}
		}
		g := newGram(t, expr, vectors(points), 3, 0)
		e := kernel.NewEmbedding(g)
		requireSameProducts(t, g, examples(t, e, positives(60)), e.Dim(), 1e-12, expr)
	}
}

// A part of 2⁻⁴⁴ of K_ii outside the span of the others counts as rounding, and no greater part does.
func TestRoundingOfTheEmbedding(t *testing.T) {
	// 2⁴⁴ − 1 = 4194303² + 2893² + 106² + 89²
	for height, dim := range map[float64]int{1: 4, 1.25: 5} {
		x := vectors([][]float64{{1, 0, 0, 0, 0}, {0, 1, 0, 0, 0}, {0, 0, 1, 0, 0}, {0, 0, 0, 1, 0}, {4194303, 2893, 106, 89, height}})
		e := kernel.NewEmbedding(newGram(t, "linear", x, 5, 0))
		require.NoError(t, e.Place(t.Context(), len(x)))
		require.Equal(t, dim, e.Dim(), height)
	}
}

// Points placed earlier keep their coordinates; later points fit in with them.
func TestEmbeddingInParts(t *testing.T) {
	x := cloud(12, 50, 4)
	for _, expr := range []string{"linear", "poly(degree=2)", "gaussian(sigma=0.5)", "linear(ridge=1)"} {
		g := newGram(t, expr, vectors(x), 4, 0)
		e := kernel.NewEmbedding(g)
		few := slices.Clone(examples(t, e, positives(20)))
		phi := examples(t, e, positives(50))
		requireSameProducts(t, g, phi, e.Dim(), 1e-11, expr)
		require.Equal(t, few, phi[:20])
		require.Equal(t, phi, examples(t, e, positives(50)))
	}
}

func examples(t testing.TB, e *kernel.Embedding, y []theory.Label) []theory.Example {
	t.Helper()
	all, err := e.Examples(t.Context(), y)
	require.NoError(t, err)
	return all
}

// An interrupted embedding continues where it stopped.
func TestEmbeddingCanBeInterrupted(t *testing.T) {
	g := gram(t, "gaussian", drawStream(3, 40, 3, 0))
	e := kernel.NewEmbedding(g)
	ctx, stop := context.WithCancel(t.Context())
	stop()
	_, err := e.Examples(ctx, positives(g.Len()))
	require.ErrorIs(t, err, context.Canceled)
	require.Equal(t, examples(t, kernel.NewEmbedding(g), positives(g.Len())), examples(t, e, positives(g.Len())))
}

// Points are placed in exactly the memory that their coordinates take.
func TestEmbeddingMemoryLimit(t *testing.T) {
	g := newGram(t, "linear", []vec.Vector{vec.Dense(3, 0), vec.Dense(0, 2), vec.Dense(1, 1)}, 2, 0)
	e := kernel.NewEmbedding(g)
	e.Memory = 8 * (2 + 1) // for each point that is not the pivot
	require.NoError(t, e.Place(t.Context(), 3))
	e = kernel.NewEmbedding(g)
	e.Memory = 8*(2+1) - 1
	err := e.Place(t.Context(), 3)
	require.ErrorIs(t, err, kernel.ErrMemory)
	require.EqualError(t, err, "kernel: the coordinates of the examples take more memory than they may: 3 examples, more than 23 bytes in the space of linear, which has at least 2 dimensions")
}
