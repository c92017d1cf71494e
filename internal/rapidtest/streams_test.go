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

// mean returns the mean and the standard deviation of numbers.
func mean(x []float64) (mean, deviation float64) {
	mean = floats.Sum(x) / float64(len(x))
	for _, v := range x {
		deviation += (v - mean) * (v - mean) / float64(len(x))
	}
	return mean, math.Sqrt(deviation)
}

// column are the coordinates i of the examples.
func column(examples []theory.Example, i int) []float64 {
	var x []float64
	for _, e := range examples {
		x = append(x, e.X.At(i))
	}
	return x
}

func share(examples []theory.Example, y theory.Label) float64 {
	n := 0.0
	for _, e := range examples {
		if e.Y == y {
			n++
		}
	}
	return n / float64(len(examples))
}

// Of 4000 numbers a mean is off by 0.08 deviations, and a share by 0.04, in one seed of a million.
func TestStreamsAreWhatTheySay(t *testing.T) {
	const n, off = 4000, 0.08
	rng := rapidtest.Rand(1)
	m, s := mean(rapidtest.Normal(rng, n, 3))
	require.InDelta(t, 0, m, 3*off)
	require.InDelta(t, 3, s, 3*off)

	cloud := rapidtest.Cloud(rng, n, 2, 0.5)
	for range 20 {
		first := rapidtest.Cloud(rng, 2, 1, 1)
		require.Equal(t, []theory.Label{1, -1}, []theory.Label{first[0].Y, first[1].Y})
	}
	require.InDelta(t, 0.25, share(cloud, 1), 0.04)
	for _, e := range cloud {
		require.GreaterOrEqual(t, float64(e.Y)*e.X.Value[0], 0.5)
	}
	_, s = mean(column(cloud, 1))
	require.InDelta(t, 1, s, off)
	m, _ = mean(column(cloud, 0)) // half of them on the other side: E|x| = √(2/π)
	require.InDelta(t, -0.5*(0.5+math.Sqrt(2/math.Pi)), m, 2*off)

	for _, scale := range []float64{1, 0.25} {
		noise := rapidtest.Noise(rng, n, 2, scale)
		_, s = mean(column(noise, 1))
		require.InDelta(t, scale, s, scale*off)
		require.InDelta(t, 0.5, share(noise, 1), 0.04)
		lattice := map[float64]bool{}
		for _, e := range rapidtest.Noise(rng, n, 1, scale) {
			lattice[e.X.Value[0]/scale] = true
			require.Contains(t, []theory.Label{-1, 1}, e.Y)
		}
		require.Equal(t, map[float64]bool{-3: true, -2: true, -1: true, 0: true, 1: true, 2: true, 3: true}, lattice)
	}

	dense := rapidtest.Separable(rng, n, 3, 0, 0.6)
	for i := range 3 {
		m, s = mean(column(dense, i))
		require.InDelta(t, 0, m, off)
		require.InDelta(t, math.Sqrt(0.6/3), s, off) // a uniform number has the variance 1/3
		zeros := 0.0
		for _, v := range column(dense, i) {
			if v == 0 {
				zeros++
			}
		}
		require.InDelta(t, 0.4, zeros/n, 0.04)
	}
	require.InDelta(t, 0.45, share(dense, 1), 0.1)
}

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
