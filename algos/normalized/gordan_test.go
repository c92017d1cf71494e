package normalized_test

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/floats"
	"pgregory.net/rapid"

	"marginlab/algos/normalized"
	"marginlab/algos/registry"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// requireCertified requires that r is the certificate that it claims, by the tests' own arithmetic.
func requireCertified(t require.TestingT, a hull, r normalized.Result) {
	w := a.at(r.Weights)
	switch r.Certificate {
	case normalized.Separator:
		require.Positive(t, slices.Min(a.scores(w)))
		require.InDelta(t, slices.Min(a.scores(w)), r.Least, small)
		require.InDelta(t, floats.Norm(w, 2), r.Norm, 1e-9)
	case normalized.Combination:
		inSimplex(t, r.Weights)
		require.LessOrEqual(t, floats.Norm(w, 2), r.Epsilon+1e-9)
	default:
		require.Fail(t, "no certificate")
	}
	require.InDeltaSlice(t, a.scores(w), r.Image, small)
}

// Gordan's alternative in ℝ^d: every algorithm that looks for both certificates finds exactly one, the right one, and
// verified. Those that look only for separators find them, or say why not.
func TestGordan(t *testing.T) {
	found := map[normalized.Certificate]int{}
	rapid.Check(t, func(t *rapid.T) {
		s := streams(t, 30)
		a := normalise(s.examples, s.dim)
		want := normalized.Combination
		if s.feasible {
			want = normalized.Separator
		}
		for _, expr := range []string{
			"nvn(eps=0.03)", "snkp-vn(delta=0.03)", "isnkp-vn(gamma=2,eps=0.03)", "isnkp-vn(gamma=1.5,eps=0.001)",
			"isnkp-vn(eps=0.02,prox=entropy)", "isnkp-vn(eps=0.001,prox=norm)",
			"isnkp(eps=0.03)", "isnkp(gamma=5,eps=0.0001)",
			"np(margin=0.03)", "nkp(margin=0.03)", "snkp(margin=0.03)",
		} {
			points := normalized.Points(linear(t, s))
			if expr[:2] != "np" && rapid.Bool().Draw(t, "gram") {
				points = linearGram(t, s)
			}
			r, tr, err := solve(t, expr, points, nil)
			if !s.feasible && (expr[0] == 's' && expr[4] == '(' || expr[:2] == "np" || expr[:3] == "nkp") {
				limit := (*normalized.LimitError)(nil)
				require.ErrorAs(t, err, &limit, expr)
				require.Equal(t, 0.03, limit.Below)
				require.Equal(t, limit.Iterations, r.Iterations)
				require.Error(t, normalized.Verify(points, r))
				continue
			}
			require.NoError(t, err, expr)
			require.Equal(t, want, r.Certificate, expr)
			require.NoError(t, normalized.Verify(points, r), expr)
			requireCertified(t, a, r)
			found[r.Certificate]++
			if l, ok := points.(*normalized.Linear); ok && s.feasible {
				require.Equal(t, tr.Classifier, l.Classifier(r.Weights))
				for _, e := range s.examples {
					require.Positive(t, float64(e.Y)*tr.Classifier.Score(e.X), "the classifier on the features")
				}
			}
		}
	})
	require.Greater(t, found[normalized.Separator], 20)
	require.Greater(t, found[normalized.Combination], 20)
}

// Gordan's alternative in the Hilbert space of the Gaussian kernel. Distinct points have a separator there; the same
// point with both labels has none.
func TestGordanInAHilbertSpace(t *testing.T) {
	found := map[normalized.Certificate]int{}
	rapid.Check(t, func(t *rapid.T) {
		d := rapid.IntRange(1, 3).Draw(t, "d")
		var examples []theory.Example
		seen := map[[3]int]theory.Label{}
		both := false
		for range rapid.IntRange(1, 15).Draw(t, "n") {
			var at [3]int
			x := make([]float64, d)
			for j := range x {
				at[j] = rapid.IntRange(-2, 2).Draw(t, "x")
				x[j] = float64(at[j])
			}
			y := theory.Label(rapid.SampledFrom([]int8{1, -1}).Draw(t, "y"))
			both = both || seen[at] == -y
			seen[at] = y
			examples = append(examples, theory.Example{X: vec.Dense(x...), Y: y})
		}
		points := gaussianGram(t, examples, 0.6)
		a := embed(t, points)
		ev := evidence(t, examplesOf(a), normalised)
		require.Equal(t, !both, ev.Separable)
		eps := 0.02
		if ev.Separable {
			require.Greater(t, ev.Gamma, 0.01)
			eps = ev.Gamma / 2
		}
		for _, solve := range []func() (normalized.Result, error){
			func() (normalized.Result, error) { return solved(t, fmt.Sprintf("nvn(eps=%v)", eps), points) },
			func() (normalized.Result, error) {
				return normalized.SNKPVN(context.Background(), points, "square", weights(t, len(a)), eps, nil)
			},
			func() (normalized.Result, error) { return solved(t, fmt.Sprintf("isnkp-vn(eps=%v)", eps), points) },
		} {
			r, err := solve()
			require.NoError(t, err)
			require.Equal(t, both, r.Certificate == normalized.Combination)
			require.NoError(t, normalized.Verify(points, r))
			w := a.at(r.Weights)
			if both {
				require.LessOrEqual(t, floats.Norm(w, 2), eps+1e-6)
			} else {
				require.Positive(t, slices.Min(a.scores(w)))
				require.LessOrEqual(t, r.Least/r.Norm, ev.Gamma*(1+1e-6), "its normalised margin is at most ρ")
			}
			found[r.Certificate]++
		}
	})
	require.Greater(t, found[normalized.Separator], 15)
	require.Greater(t, found[normalized.Combination], 15)
}

// Where ρ = 0 the origin is on the boundary of the hull and there is a p with ‖p‖ = 0: the result is a combination.
// For two opposite points 1/n is already one.
func TestOppositePointsHaveACombination(t *testing.T) {
	opposites := []theory.Example{{X: vec.Dense(0, 2), Y: theory.Positive}, {X: vec.Dense(0, 5), Y: theory.Negative}}
	aside := append([]theory.Example{{X: vec.Dense(1, 0), Y: theory.Positive}, {X: vec.Dense(3, 4), Y: theory.Positive}}, opposites...)
	for _, expr := range []string{"nvn(eps=1e-3)", "snkp-vn(delta=1e-3)", "isnkp-vn(gamma=2,eps=1e-6)"} {
		r, _, err := solve(t, expr, linear(t, stream{examples: opposites, dim: 2}), nil)
		require.NoError(t, err)
		require.Equal(t, normalized.Combination, r.Certificate)
		require.InDelta(t, 0, r.Norm, 1e-7)
		require.Zero(t, r.Iterations)

		points := linear(t, stream{examples: aside, dim: 2})
		require.Zero(t, normalized.Inradius(points))
		if expr[0] == 'i' {
			expr = "isnkp-vn(gamma=2,eps=1e-4)"
		}
		r, _, err = solve(t, expr, points, nil)
		require.NoError(t, err)
		require.Equal(t, normalized.Combination, r.Certificate)
		require.InDelta(t, 1, r.Weights[2]+r.Weights[3], 0.1)
	}
}

// Verify refuses a false certificate.
func TestVerifyRefuses(t *testing.T) {
	points := linear(t, stream{dim: 2, examples: []theory.Example{
		{X: vec.Dense(1, 0), Y: theory.Positive}, {X: vec.Dense(0, 1), Y: theory.Positive},
		{X: vec.Dense(1, 1), Y: theory.Negative},
	}})
	separable := linear(t, stream{dim: 2, examples: []theory.Example{
		{X: vec.Dense(1, 0), Y: theory.Positive}, {X: vec.Dense(-3, 4), Y: theory.Positive},
	}})
	require.NoError(t, normalized.Verify(separable, normalized.Result{Certificate: normalized.Separator, Weights: []float64{0.5, 0.5}}))
	for _, c := range []struct {
		points normalized.Points
		r      normalized.Result
		want   string
	}{
		{separable, normalized.Result{Weights: []float64{0.5, 0.5}, Iterations: 7}, "no certificate within 7 iterations"},
		{separable, normalized.Result{Certificate: normalized.Separator, Weights: []float64{1, 0}}, "not a separator"},
		{separable, normalized.Result{Certificate: normalized.Separator, Weights: []float64{-1, 2}}, "weight 1 is -1"},
		{separable, normalized.Result{Certificate: normalized.Separator, Weights: []float64{1}}, "1 weights for 2 points"},
		{points, normalized.Result{Certificate: normalized.Separator, Weights: []float64{0.3, 0.3, 0.4}}, "not a separator"},
		{points, normalized.Result{Certificate: normalized.Combination, Weights: []float64{0.25, 0.25, 0.5}, Epsilon: 0.1}, "‖p‖_G is"},
		{points, normalized.Result{Certificate: normalized.Combination, Weights: []float64{0.1, 0.1, 0.1}, Epsilon: 0.1}, "sum to"},
		{points, normalized.Result{Certificate: normalized.Combination, Weights: []float64{0.25, 0.25, 0.5}, Epsilon: 1e-9}, "rounding"},
	} {
		require.ErrorContains(t, normalized.Verify(c.points, c.r), c.want)
	}
}

// A stopped algorithm reports its progress.
func TestInterruption(t *testing.T) {
	points := linear(t, stream{dim: 1, examples: []theory.Example{{X: vec.Dense(1), Y: theory.Positive}, {X: vec.Dense(2), Y: theory.Negative}}})
	for _, expr := range []string{"np", "nkp", "snkp"} {
		ctx, cancel := context.WithCancel(context.Background())
		spec, err := registry.Parse(expr)
		require.NoError(t, err)
		r, tr, err := normalized.Solve(ctx, spec, points, func(s normalized.State) {
			if s.K == 5 {
				cancel()
			}
		})
		require.ErrorIs(t, err, context.Canceled)
		require.ErrorContains(t, err, expr+" stopped after 5 iterations")
		require.Equal(t, 5, r.Iterations)
		require.Equal(t, 5, tr.Updates)
	}
}
