package rapidtest_test

import (
	"encoding/binary"
	"fmt"
	"hash/fnv"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/floats"

	"marginlab/internal/rapidtest"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// What is moved by a margin from random points is as far from the hyperplane: classes that are
// moved by 1 are 2 nearer in no pair than those that are not.
func TestSeparableHasItsMargin(t *testing.T) {
	for seed := range uint64(20) {
		at, moved := rapidtest.Separable(rapidtest.Rand(seed), 40, 3, 0, 1), rapidtest.Separable(rapidtest.Rand(seed), 40, 3, 1, 1)
		var u []float64 // a unit vector, the same for all
		for k, e := range moved {
			require.Equal(t, at[k].Y, e.Y)
			by := make([]float64, 3)
			floats.AddScaledTo(by, e.X.Value, -1, at[k].X.Value)
			floats.Scale(float64(e.Y), by)
			if u == nil {
				u = by
				require.InDelta(t, 1, floats.Norm(u, 2), 1e-12)
			}
			require.InDeltaSlice(t, u, by, 1e-12)
			require.GreaterOrEqual(t, float64(e.Y)*(floats.Dot(u, at[k].X.Value)-0.1), -1e-12)
		}
	}
}

// The margin along u is that of every kind of narrow stream, and all kinds come.
func TestNarrowStreamsHaveTheirMargin(t *testing.T) {
	const gamma = 0.25
	kinds := map[string]bool{}
	for seed := range uint64(400) {
		examples, u := rapidtest.Narrow(rapidtest.Rand(seed), gamma)
		d, length := len(u), floats.Norm(u, 2)
		require.True(t, 2 <= d && d <= 4 && 2 <= len(examples) && len(examples) <= 13, "%d of %d", len(examples), d)
		at := -1.
		for _, far := range []float64{0, 1, 1e3} {
			if !slices.ContainsFunc(examples, func(e theory.Example) bool {
				score := float64(e.Y) * (floats.Dot(e.X.Densify(d).Value, u)/length - far)
				return score < gamma-1e-9 || score > 3*gamma+1e-9
			}) {
				at = far
			}
		}
		require.GreaterOrEqual(t, at, 0., "seed %d: no margin along u", seed)
		kinds[fmt.Sprint("from the origin ", at)] = true
		kinds[fmt.Sprint("dimensions ", d)] = true
		kinds["sparse"] = kinds["sparse"] || examples[0].X.IsSparse()
		kinds["axis"] = kinds["axis"] || u[d-1] == 1
		kinds["examples"] = kinds["examples"] || len(examples) == 13
		kinds["lattice"] = kinds["lattice"] || u[d-1] == 1 && !slices.ContainsFunc(examples, func(e theory.Example) bool { return e.X.At(0) != math.Trunc(e.X.At(0)) })
	}
	require.Len(t, kinds, 10)
	for kind, came := range kinds {
		require.True(t, came, kind)
	}
}

// An orientation changes no inner product, and moves every coordinate.
func TestReflectedKeepsInnerProducts(t *testing.T) {
	examples := rapidtest.Cloud(rapidtest.Rand(2), 8, 4, 1)
	turned := rapidtest.Reflected(rapidtest.Rand(3), examples, 4)
	for i, e := range examples {
		require.Equal(t, e.Y, turned[i].Y)
		require.NotEqual(t, e.X.Value, turned[i].X.Value)
		for j, f := range examples {
			require.InDelta(t, floats.Dot(e.X.Value, f.X.Value), floats.Dot(turned[i].X.Value, turned[j].X.Value), 1e-9)
		}
	}
	for i, e := range rapidtest.Sparse(examples) {
		require.True(t, e.X.IsSparse())
		require.Equal(t, examples[i].X, e.X.Densify(4))
	}
}

// A benchmark reports its work for each operation.
func TestReportWork(t *testing.T) {
	result := testing.Benchmark(func(b *testing.B) {
		rapidtest.ReportWork(b, vec.Work{Dots: 12, Rows: 6, Bytes: 96}, 3)
	})
	require.Equal(t, map[string]float64{"dots/op": 4, "rows/op": 2, "B-read/op": 32}, result.Extra)
}

// A seed that a failure prints draws the same streams on every machine.
func TestSameStreamsOnEveryMachine(t *testing.T) {
	h := fnv.New64a()
	for seed := range uint64(30) {
		rng := rand.New(rand.NewPCG(seed, 0))
		narrow, u := rapidtest.Narrow(rng, 0.25)
		cloud, separable := rapidtest.Cloud(rng, 5, len(u), 1), rapidtest.Separable(rng, 5, len(u), 0.5, 0.6)
		for _, e := range slices.Concat(narrow, cloud, separable, rapidtest.Reflected(rng, cloud, len(u)),
			rapidtest.Noise(rng, 3, len(u), 2), rapidtest.Noise(rng, 3, 1, 2)) {
			require.NoError(t, binary.Write(h, binary.LittleEndian, append(e.X.Densify(len(u)).Value, float64(e.Y))))
		}
	}
	require.Equal(t, uint64(0xcfacf8c6c501286), h.Sum64())
}
