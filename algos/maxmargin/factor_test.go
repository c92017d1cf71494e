package maxmargin

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/floats"

	"marginlab/internal/num"
	"marginlab/theory/vec"
)

// After any sequence of columns entering and leaving, RᵀR is the Gram matrix of
// the columns that are there, and p_g solves Rᵀp_g = e_g.
func TestFactorFollowsItsColumns(t *testing.T) {
	const d = 12
	rng := rand.New(rand.NewPCG(1, 1))
	c := activeSet{hulls: 2, sigma: 2, residual: make([]float64, d)}
	for step := range 300 {
		if c.len() > 0 && (c.len() == d || rng.IntN(3) == 0) {
			c.remove(rng.IntN(c.len()))
		} else {
			z := make([]float64, d)
			for i := range z {
				z[i] = rng.NormFloat64()
			}
			if step > 200 { // nearly parallel columns
				for i := 1; i < d; i++ {
					z[i] *= 1e-5
				}
			}
			require.True(t, c.insert(step, rng.IntN(2), vec.Dense(z...)))
		}
		require.Equal(t, c.len(), c.r.N)
		for i := range c.len() {
			for j := range c.len() {
				gram := floats.Dot(c.z[i].Value, c.z[j].Value)
				if c.hull[i] == c.hull[j] {
					gram += c.sigma * c.sigma
				}
				sum := 0.0
				for k := range min(i, j) + 1 {
					sum += c.r.Data[k*c.r.Stride+i] * c.r.Data[k*c.r.Stride+j]
				}
				// The condition number, 1e6, times u times the entries.
				require.InDelta(t, gram, sum, 1e-9)
			}
		}
		for g, p := range c.r.p {
			require.Len(t, p, c.len())
			for j := range c.len() {
				sum, want := 0.0, 0.0
				for k := range j + 1 {
					sum += c.r.Data[k*c.r.Stride+j] * p[k]
				}
				if c.hull[j] == g {
					want = 1
				}
				require.InDelta(t, want, sum, 1e-9)
			}
		}
	}
}

// A point in the affine hull of the active set does not enter, and coef says how it
// is made of the members.
func TestDependentPointsDoNotEnter(t *testing.T) {
	c := activeSet{hulls: 2, sigma: 1, residual: make([]float64, 3)}
	require.True(t, c.insert(0, 0, vec.Dense(0, 0, 0)))
	require.True(t, c.insert(1, 0, vec.Dense(1, 0, 0)))
	require.True(t, c.insert(2, 0, vec.Dense(0, 1, 0)))
	require.True(t, c.insert(3, 1, vec.Dense(0, 0, 1)))
	require.False(t, c.insert(4, 0, vec.Dense(0.25, 0.5, 0)))
	require.InDeltaSlice(t, []float64{0.25, 0.25, 0.5, 0}, c.coef, 1e-15)
	require.False(t, c.insert(4, 0, vec.Dense(0.1, 0.2, 1e-13)), "to working precision")
	require.Equal(t, 4, c.len())
	require.Zero(t, floats.Norm(c.residual, 1))
	require.True(t, c.insert(5, 1, vec.Dense(0.25, 0.5, 0)), "of the other hull it is independent")
}

// What leaves a full heap is its highest entry: the pool is the lowest of what
// was offered.
func TestPoolHoldsTheLowest(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 2))
	for _, n := range []int{0, 1, poolSize - 1, poolSize, poolSize + 1, 2000} {
		var l scores
		offered := make([]float64, n)
		for i := range offered {
			offered[i] = float64(rng.IntN(500))
			l.offer(i, offered[i])
		}
		got := make([]float64, len(l.pool))
		for k, i := range l.pool {
			got[k] = offered[i]
		}
		slices.Sort(got)
		slices.Sort(offered)
		want := offered[n-min(n, poolSize):]
		require.Len(t, got, len(want))
		require.Equal(t, slices.Clone(want), slices.Clone(got))
	}
}

func TestNormOfAnyScale(t *testing.T) {
	require.Equal(t, math.Ldexp(5, 600), norm([]float64{math.Ldexp(3, 600), math.Ldexp(4, 600)}))
	require.Equal(t, math.Ldexp(5, -600), norm([]float64{0, math.Ldexp(-3, -600), math.Ldexp(4, -600)}))
	require.Zero(t, norm([]float64{0, 0}))
}

// Scores are of differences: dense, sparse and mixed vectors agree with the
// shifted vector, which has their coordinates to the last place.
func TestShiftedScores(t *testing.T) {
	const d = 11
	rng := rand.New(rand.NewPCG(4, 4))
	draw := func(n int) vec.Vector {
		x := make([]float64, n)
		for i := range x {
			if rng.IntN(3) > 0 {
				x[i] = 1e6 + rng.NormFloat64()
			}
		}
		return vec.Dense(x...)
	}
	w := draw(d).Value
	for range 200 {
		first, x := draw(rng.IntN(d+1)), draw(rng.IntN(d+1))
		sign := float64(2*rng.IntN(2) - 1)
		for _, first := range []vec.Vector{first, first.Sparsify()} {
			var o shift
			o.set(first, sign, d)
			for _, v := range []vec.Vector{x, x.Sparsify()} {
				var want, sq float64
				for i := range w {
					e := x.At(i) - sign*first.At(i)
					want += w[i] * e
					sq += e * e
				}
				require.InDelta(t, want, o.dot(w, v), 1e-15*d*floats.Norm(w, 2)*math.Sqrt(sq))
				require.InEpsilon(t, 1+math.Sqrt(sq), 1+o.distance(v), 1e-14)
				z := o.minus(vec.Vector{}, v, -1)
				require.Equal(t, v.IsSparse(), z.IsSparse())
				for i := range w {
					require.Equal(t, sign*first.At(i)-x.At(i), z.At(i))
				}
			}
		}
	}
}

func TestGivens(t *testing.T) {
	t.Parallel()
	for _, p := range [][2]float64{{3, 4}, {-3, 4}, {4, -3}, {0, -2}, {2, 0}, {1e300, -1e300}, {1e-300, 1e-300}, {0, 0}} {
		c, s, r := givens(p[0], p[1])
		x, y := []float64{p[0]}, []float64{p[1]}
		num.Rotate(x, y, c, s)
		require.InDelta(t, 1, math.Hypot(c, s), 1e-15)
		require.InDelta(t, 0, y[0]/max(1, math.Abs(r)), 1e-15)
		require.InDelta(t, r, x[0], 1e-15*max(1, math.Abs(r)))
		require.InEpsilon(t, math.Hypot(p[0], p[1])+1, math.Abs(r)+1, 1e-15)
	}
}

// A rotation takes the sign of the longer one, also where it is the second, which it is of equals.
func TestGivensTakesTheSignOfTheLonger(t *testing.T) {
	for _, p := range [][3]float64{{3, -4, -5}, {-3, 4, 5}, {-4, 3, -5}, {4, -3, 5}, {1, -1, -math.Sqrt2}, {-1, 1, math.Sqrt2}} {
		_, _, r := givens(p[0], p[1])
		require.InDelta(t, p[2], r, 1e-13)
	}
}
