package normalized

import (
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

// rounded are points with a given rounding.
type rounded struct {
	Points
	tau float64
}

func (r rounded) Rounding() float64 { return r.tau }

// pointsOf returns points of vectors, all in the class +1.
func pointsOf(t *testing.T, x ...[]float64) *Linear {
	t.Helper()
	var examples []theory.Example
	for _, v := range x {
		examples = append(examples, theory.Example{X: vec.Dense(v...), Y: theory.Positive})
	}
	l, err := NewLinear(examples, len(x[0]))
	require.NoError(t, err)
	return l
}

// A score equal to the rounding is not above it. A norm² of ε² plus the rounding is within ε, if ε is above the
// rounding. The score and the norm of one point are 1.
func TestCertificatesAtTheRounding(t *testing.T) {
	one := pointsOf(t, []float64{1})
	for tau, separates := range map[float64]bool{1: false, math.Nextafter(1, 0): true} {
		at := rounded{one, tau}
		r, err := run(t.Context(), "nkp", &nkp{zero(at)}, goal{limit: 3}, nil)
		require.Equal(t, separates, err == nil && r.Certificate == Separator, tau)
		require.Equal(t, separates, Verify(at, Result{Certificate: Separator, Weights: []float64{1}}) == nil, tau)
	}
	for tau, near := range map[float64]bool{0.4375: true, 0.4374: false} { // 0.75² + 0.4375 = 1
		at := rounded{one, tau}
		r, err := run(t.Context(), "nvn", &nvn{uniform(at), 0.75}, goal{limit: 2, eps: 0.75}, nil)
		require.NoError(t, err)
		require.Equal(t, near, r.Certificate == Combination, tau)
		require.Equal(t, near, Verify(at, Result{Certificate: Combination, Weights: []float64{1}, Epsilon: 0.75}) == nil, tau)
	}
	nothing := Result{Certificate: Combination, Weights: []float64{0.5, 0.5}, Epsilon: 0.5}
	opposite := pointsOf(t, []float64{1}, []float64{-1})
	require.NoError(t, Verify(rounded{opposite, 0.2499}, nothing))
	require.ErrorContains(t, Verify(rounded{opposite, 0.25}, nothing), "ε = 0.5 is below what rounding lets see, 0.5")
	err := Verify(rounded{opposite, 0.25}, Result{Certificate: Separator, Weights: []float64{2, 1}})
	require.EqualError(t, err, "normalized: (Gα)_2 is -1, expected above the rounding 0.75: not a separator")
}

// 0·log 0 is 0, and the distance of a vertex from the centre bounds the iterations: it is at most that of the nearest
// vertex and the farthest.
func TestDistancesOfVertices(t *testing.T) {
	require.InDelta(t, math.Log(4), entropy(4).d([]float64{0, 1, 0, 0}), 1e-15)
	for _, q := range [][]float64{{0.25, 0.25, 0.25, 0.25}, {0.1, 0.2, 0.3, 0.4}, {1e-3, 0.999}} {
		for entropic, p := range map[bool]prox{false: halfSquare(q), true: relativeEntropy(q)} {
			greatest := 0.0
			for i := range q {
				vertex := make([]float64, len(q))
				vertex[i] = 1
				square := 1.0
				for j, v := range q {
					square += v*v - 2*v*vertex[j]
				}
				want := map[bool]float64{false: square / 2, true: -math.Log(q[i])}[entropic]
				require.InDelta(t, want, p.d(vertex), 1e-12)
				greatest = max(greatest, p.mu*want/2)
			}
			require.LessOrEqual(t, greatest, p.most*(1+1e-12))
			require.LessOrEqual(t, p.most, 3*greatest)
		}
	}
	require.InDelta(t, math.Log(4), entropy(4).most, 1e-15)
}

// The squared norm is strongly convex in ‖·‖₁ with the constant 1, and at most 2C: at random p, and at those whose
// weights are all equally far from q, where the least constant of this s is near C.
func TestSquaredNormIsStronglyConvex(t *testing.T) {
	rng, least := rand.New(rand.NewPCG(1, 7)), math.Inf(1)
	for n := 1; n <= 60; n++ {
		q := falling(n, 1)
		prox := squaredNorm(q)
		for k := range 200 {
			a, b, far, middle := slices.Clone(q), slices.Clone(q), 0.0, make([]float64, n)
			for i := range q {
				if a[i], b[i] = rng.ExpFloat64(), rng.ExpFloat64()/float64(1+k); k%2 == 0 && n%4 == 0 {
					a[i] = 1 + 0.5*float64(1-2*(i%2))
					b[i] = a[i] + 0.1*float64(1-2*(i/2%2))
				}
			}
			floats.Scale(1/floats.Sum(a), a)
			floats.Scale(1/floats.Sum(b), b)
			for i := range q {
				far += math.Abs(a[i] - b[i])
				middle[i] = (a[i] + b[i]) / 2
			}
			excess := (prox.d(a)+prox.d(b))/2 - prox.d(middle)
			require.GreaterOrEqual(t, excess, far*far/8-1e-12, "n = %d", n)
			require.LessOrEqual(t, prox.d(a), prox.most)
			if far > 1e-3 {
				least = min(least, excess/(far*far/8))
			}
		}
		if n > 1 {
			require.LessOrEqual(t, prox.most, 4*math.E*math.Log(float64(n)))
		}
	}
	require.Less(t, least, 1.2, "the constant is nearly reached")
}

// No move of weight from p_μ(α) decreases x·p + μd(p), whatever the scales of weights, of x and of μ.
func TestSquaredNormIsMinimised(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 9))
	for trial := range 300 {
		n := []int{1, 2, 3, 5, 40, 300}[trial%6]
		q, x, p := make([]float64, n), make([]float64, n), make([]float64, n)
		scale, mu := math.Pow(10, -12*rng.Float64()), math.Pow(10, 0.3-10*rng.Float64())
		for i := range q {
			x[i] = scale * []float64{rng.NormFloat64(), 0, 1}[rng.IntN(3)]
			q[i] = []float64{math.Pow(10, -30*rng.Float64()), 1, 0, math.Pow(10, -324*rng.Float64())}[rng.IntN(3+trial/6%2)]
		}
		q[rng.IntN(n)]++
		floats.Scale(1/floats.Sum(q), q)
		prox := squaredNorm(q)
		prox.argmin(p, x, mu)
		require.InDelta(t, 1, floats.Sum(p), 1e-14)
		require.GreaterOrEqual(t, floats.Min(p), 0.)
		at := func(p []float64) float64 { return floats.Dot(p, x) - floats.Min(x) + mu*prox.d(p) }
		for i := range min(n, 40) {
			for _, part := range []float64{1, 1e-2, 1e-4, 1e-6} {
				moved, all := slices.Clone(p), slices.Clone(p)
				j := rng.IntN(n)
				moved[i] -= part * p[i]
				moved[j] += part * p[i]
				floats.Scale(1-part, all)
				all[i] += part
				require.LessOrEqual(t, at(p), min(at(moved), at(all))*(1+1e-11)+1e-14*scale)
			}
		}
	}
}

// A weight below all rounding stays if it is the only one that could fall. Beside others that fall it changes
// nothing, however far its point is.
func TestSquaredNormKeepsTheLeastWeights(t *testing.T) {
	q, x, p := make([]float64, 10), make([]float64, 10), make([]float64, 10)
	q[0], q[9], x[9] = 1, 5e-324, 1
	squaredNorm(q).argmin(p, x, 1)
	require.Equal(t, q, p)

	q, x, want := falling(5, 1), []float64{0, 0, 0, 1, 1000}, make([]float64, 5)
	for i := range q {
		q[i] *= 1.25
	}
	p = p[:5]
	for k, least := range []float64{0, 5e-324, 1e-310} {
		q[4] = least
		if squaredNorm(q).argmin(p, x, 0.1); k == 0 {
			copy(want, p)
		}
		require.InDeltaSlice(t, want, p, 1e-14)
	}
}

// A margin belongs to the hyperplane on points of their original lengths.
func TestMarginOfLengths(t *testing.T) {
	lengths := []float64{3, 0.5, 2}
	a := pointsOf(t, []float64{0.6, 0.8}, []float64{0.8, -0.6}, []float64{1, 0})
	r, err := run(t.Context(), "nkp", &nkp{zero(a)}, goal{limit: 100}, nil)
	require.NoError(t, err)
	w := []float64{0, 0}
	a.W(w, r.Weights)
	norm, least := math.Hypot(w[0], w[1]), math.Inf(1)
	for i, x := range a.a {
		least = min(least, lengths[i]*(x.Dot(w))/norm)
	}
	require.InDelta(t, least, r.Margin(func(i int) float64 { return lengths[i] }), 1e-12)
	require.Zero(t, Result{Certificate: Combination, Norm: 1, Image: []float64{1}}.Margin(func(int) float64 { return 1 }))
}

// No bound on iterations is too great for a count; a bound may allow none; and the rounding of points grows with
// their dimensions.
func TestCounts(t *testing.T) {
	require.Greater(t, iterations(math.Inf(1)), 1<<60)
	require.Equal(t, 25, iterations(1/(0.2*0.2)))
	_, err := run(t.Context(), "np", newNP(pointsOf(t, []float64{1}), false), goal{}, nil)
	require.ErrorAs(t, err, new(*LimitError))
	require.Greater(t, pointsOf(t, []float64{1, 2, 3, 4}).Rounding(), pointsOf(t, []float64{1}).Rounding())
}

// The ball in a regular simplex of d+1 corners has the radius 1/d, whatever the number of sets of d corners. With
// more than 300 points, or 10⁵ sets, none is examined.
func TestInradiusWithinItsLimits(t *testing.T) {
	const d = 19
	g := make([][]float64, d+1) // in d+1 dimensions, about the centre
	for i := range g {
		g[i] = make([]float64, d+1)
		for j := range g[i] {
			g[i][j] = -1
		}
		g[i][i] = d
	}
	require.InDelta(t, 1.0/d, Inradius(pointsOf(t, g...)), 1e-9)
	circle := func(n int) Points {
		var x [][]float64
		for i := range n {
			angle := 2 * math.Pi * float64(i) / float64(n)
			x = append(x, []float64{math.Cos(angle), math.Sin(angle)})
		}
		return pointsOf(t, x...)
	}
	require.InDelta(t, math.Cos(math.Pi/7), Inradius(circle(7)), 1e-9)
	if rapidtest.Long() { // it takes a second
		require.Positive(t, Inradius(circle(300)))
	}
	require.Zero(t, Inradius(circle(301)))
	// 20 points of ℝ⁹ have 167960 sets of 9, 10 of ℝ⁵ have 252 of 5.
	cross := func(d, twice int) Points { // the unit vectors, both ways, and some of them twice
		var x [][]float64
		for i := range 2*d + twice {
			v := make([]float64, d)
			v[i/2%d] = 1 - 2*float64(i%2)
			x = append(x, v)
		}
		return pointsOf(t, x...)
	}
	require.InDelta(t, 1/math.Sqrt(5), Inradius(cross(5, 0)), 1e-9)
	require.InDelta(t, 1/math.Sqrt(8), Inradius(cross(8, 0)), 1e-9) // 12870 sets
	require.Zero(t, Inradius(cross(9, 2)))
}

// Weights that fall very low become 0 with the square, but not with the entropy, which needs their logarithms.
func TestFallingWeights(t *testing.T) {
	var x [][]float64
	for range 400 {
		x = append(x, []float64{1})
	}
	for word, least := range map[string]float64{"square": 0, "norm": 0, "entropy": leastWeight} {
		for _, ratio := range []float64{0, 0.1} {
			q := newSNKPVN(weighted(pointsOf(t, x...), falling(400, ratio)), 0.5, word).q.coef
			require.InDelta(t, 1-ratio, q[0], 1e-15)
			require.Equal(t, least, q[399], "ratio %v", ratio)
		}
	}
}
