package normalized_test

import (
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"marginlab/algos/normalized"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// Rows and products of G, by the features and by the kernel matrix, agree with a_i·a_j, within the rounding that the
// points state.
func TestPointsHaveTheirGramMatrix(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := streams(t, 10)
		a := normalise(s.examples, s.dim)
		n := len(a)
		p := weights(t, n)
		image := a.scores(a.at(p))
		for _, points := range []normalized.Points{linear(t, s), linearGram(t, s)} {
			require.Equal(t, n, points.Len())
			got := make([]float64, n)
			points.Mul(got, p)
			require.InDeltaSlice(t, image, got, 2*points.Rounding())
			for i := range n {
				points.Row(got, i)
				require.InDeltaSlice(t, a.scores(a[i]), got, 2*points.Rounding())
				require.InDelta(t, 1, got[i], 1e-15)
			}
		}
		w := make([]float64, s.dim)
		linear(t, s).W(w, p)
		require.InDeltaSlice(t, a.at(p), w, small)
	})
}

func TestWhatIsNoPointIsRefused(t *testing.T) {
	one := theory.Example{X: vec.Dense(1, 2), Y: theory.Positive}
	for want, examples := range map[string][]theory.Example{
		"no examples":                         nil,
		"example 2 is x = 0":                  {one, {X: vec.Dense(0, 0), Y: theory.Negative}},
		"example 3: label is 0":               {one, one, {X: vec.Dense(1)}},
		"example 2: coordinate 0 is NaN":      {one, {X: vec.Dense(math.NaN()), Y: theory.Negative}},
		"example 1: coordinate 2 is outside ": {{X: vec.Dense(1, 2, 3), Y: theory.Negative}},
	} {
		_, err := normalized.NewLinear(examples, 2)
		require.ErrorContains(t, err, want)
	}

	k := kernelOf(t, "linear", []vec.Vector{vec.Dense(1), vec.Dense(0)}, 1, 0)
	_, err := normalized.NewGram(k, []theory.Label{1, -1})
	require.ErrorContains(t, err, "example 2: its kernel value with itself is 0")
	_, err = normalized.NewGram(k, []theory.Label{2, -1})
	require.ErrorContains(t, err, "example 1: label is 2")
	require.Panics(t, func() { _, _ = normalized.NewGram(k, []theory.Label{1}) })
}

// The nearest point of Δ.
func TestProject(t *testing.T) {
	for _, c := range []struct{ v, want []float64 }{
		{[]float64{5}, []float64{1}},
		{[]float64{0, 0, 0, 0}, []float64{0.25, 0.25, 0.25, 0.25}},
		{[]float64{1, 1, 0}, []float64{0.5, 0.5, 0}},
		{[]float64{0.5, 0.25, 0.25}, []float64{0.5, 0.25, 0.25}},
		{[]float64{1e9, 1e9, 0}, []float64{0.5, 0.5, 0}},
		{[]float64{-3, 0, -0.5}, []float64{0, 0.75, 0.25}},
		{[]float64{1, 0, 0}, []float64{1, 0, 0}}, // x = t: the tie does not matter
	} {
		got := make([]float64, len(c.v))
		normalized.Project(got, c.v)
		require.Equal(t, c.want, got)
		normalized.Project(c.v, c.v)
		require.Equal(t, c.want, c.v, "in place")
	}
}

// Known inradii, of points whose span has one to four dimensions.
func TestInradius(t *testing.T) {
	third := 2 * math.Pi / 3
	turn := func(angle float64) []float64 { return []float64{math.Cos(angle), math.Sin(angle)} }
	var cross, simplex hull
	for i := range 4 {
		e := make([]float64, 4)
		e[i] = 1
		minus := make([]float64, 4)
		minus[i] = -1
		cross = append(cross, e, minus)
	}
	for i := range 4 { // e_i − 1/4: of span 3, in ℝ^4
		e := []float64{-0.25, -0.25, -0.25, -0.25}
		e[i] += 1
		simplex = append(simplex, e)
	}
	for name, c := range map[string]struct {
		a    hull
		want float64
	}{
		"opposites":             {hull{{1, 0}, {-1, 0}}, 1},
		"triangle":              {hull{turn(0), turn(third), turn(2 * third), turn(0)}, 0.5},
		"cross in 4 dimensions": {cross, 0.5},
		"simplex":               {simplex, 1. / 3},
		"boundary":              {hull{{1, 0}, {-1, 0}, {0, 1}}, 0},
		"separable":             {hull{{1, 0}, {0, 1}, {0.6, 0.8}}, 0},
		"one point":             {hull{{1, 0}}, 0},
		"nearly flat":           {hull{{1, 1e-5}, {1, -1e-5}, {-1, 0}}, 0}, // the span is in doubt
	} {
		s := stream{examples: examplesOf(c.a), dim: len(c.a[0])}
		require.InDelta(t, c.want, normalized.Inradius(linear(t, s)), 1e-12, name)
		require.InDelta(t, c.want, normalized.Inradius(linearGram(t, s)), 1e-12, name)
	}
}

// The ball of radius |ρ| is in the hull, and a greater one is not: every direction u has a point with a·u ≤ −|ρ|, and
// some direction has none far beyond. In two dimensions the test takes directions by degrees.
func TestInradiusIsTheLeastDepth(t *testing.T) {
	inside := 0
	rapid.Check(t, func(t *rapid.T) {
		s := infeasibles(t, 12)
		a := normalise(s.examples, s.dim)
		rho := normalized.Inradius(linear(t, s))
		if rho == 0 || s.dim != 2 {
			return
		}
		flat := true
		for _, x := range a {
			flat = flat && math.Abs(x[0]*a[0][1]-x[1]*a[0][0]) < 1e-9
		}
		if flat {
			require.InDelta(t, 1, rho, small)
			return
		}
		inside++
		depth := math.Inf(1)
		for degree := range 3600 {
			angle := float64(degree) * math.Pi / 1800
			depth = min(depth, -slices.Min(a.scores([]float64{math.Cos(angle), math.Sin(angle)})))
		}
		require.LessOrEqual(t, rho, depth+small)
		require.GreaterOrEqual(t, rho, depth-math.Pi/1800)
	})
	require.Positive(t, inside)
}

// Sparse points take memory only for what they store. They give the bits of dense ones whose lengths are rounded
// alike: zeros in between can move a term to another lane of the sum.
func TestSparsePoints(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := streams(t, 10)
		if rapid.Bool().Draw(t, "wide") {
			s.dim += 40
		}
		n := len(s.examples)
		dense, sparse := slices.Clone(s.examples), slices.Clone(s.examples)
		for i, e := range s.examples {
			dense[i].X, sparse[i].X = e.X.Densify(s.dim), e.X.Sparsify()
			if (vec.L2{}).Of(dense[i].X.Value) != (vec.L2{}).Of(sparse[i].X.Value) {
				t.Skip("lengths that are rounded otherwise")
			}
		}
		a, b := linear(t, stream{examples: dense, dim: s.dim}), linear(t, stream{examples: sparse, dim: s.dim})
		p := weights(t, n)
		want, got := make([]float64, n), make([]float64, n)
		a.Mul(want, p)
		b.Mul(got, p)
		require.Equal(t, want, got)
		for i := range n {
			a.Row(want, i)
			b.Row(got, i)
			require.Equal(t, want, got)
		}
		require.Equal(t, a.Classifier(p), b.Classifier(p))
		wantNP, _ := solved(t, "np(margin=0.2)", a)
		gotNP, _ := solved(t, "np(margin=0.2)", b)
		require.Equal(t, wantNP, gotNP)
	})

	const n, dim = 100_000, 1 << 20 // 800 GiB if they were dense
	examples := make([]theory.Example, n)
	for i := range examples {
		examples[i] = theory.Example{X: vec.Sparse([]int{i, dim - 1}, []float64{3, 4}), Y: theory.Positive}
	}
	points := linear(t, stream{examples: examples, dim: dim})
	row := make([]float64, n)
	points.Row(row, 0)
	require.InDeltaSlice(t, []float64{1, 0.64}, row[:2], 1e-15)
}
