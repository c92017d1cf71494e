package maxmargin_test

import (
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"marginlab/algos/maxmargin"
	"marginlab/internal/rapidtest"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// exponents are the p of the tests, on each side of 2, near to it and far from it.
var exponents = []float64{1.1, 1.5, 1.9, 2, 2.5, 3, 10}

// powers returns ‖v‖_p, computed as (Σ|v_i/m|^p)^{1/p}·m, m = max|v_i|.
func powers(v []*big.Float, p float64) float64 {
	m := new(big.Float)
	for _, x := range v {
		if a := new(big.Float).Abs(x); a.Cmp(m) > 0 {
			m = a
		}
	}
	if m.Sign() == 0 {
		return 0
	}
	sum := 0.
	for _, x := range v {
		sum += math.Pow(math.Abs(float(new(big.Float).Quo(x, m))), p)
	}
	return float(m) * math.Pow(sum, 1/p)
}

// lp returns ‖·‖_p.
func lp(p float64) measure {
	return measure{
		of:        func(v []*big.Float) float64 { return powers(v, p) },
		dual:      func(v []*big.Float) float64 { return powers(v, p/(p-1)) },
		precision: 1e-14,
	}
}

// normed is a norm of d dimensions with the tests' own measure of it.
type normed struct {
	vec.Norm
	measure
}

// reach returns how far rounding may take the points of witnesses apart, in units of the points.
func (n normed) reach() float64 {
	if n.Norm == vec.Norm(vec.L2{}) {
		return rounding
	}
	return 10 * rounding
}

// everyNorm returns ℓ2, in which Wolfe's method solves, and norms ℓp.
func everyNorm() (all []normed) {
	all = append(all, normed{vec.L2{}, euclidean})
	for _, p := range exponents {
		all = append(all, normed{vec.Lp{P: p}, lp(p)})
	}
	return all
}

func bothClasses(examples []theory.Example) bool {
	return slices.ContainsFunc(examples, func(e theory.Example) bool { return e.Y != examples[0].Y })
}

// Every norm has a certificate from the raw points: at once and one by one, on lattices (repeats, ties, dependent
// points) and clouds, in any place and unit.
func TestEveryNormIsCertified(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		examples, d := stream(t)
		rng := rand.New(rand.NewPCG(rapid.Uint64Range(0, 1<<20).Draw(t, "norm"), 0))
		n := rapid.SampledFrom(everyNorm()).Draw(t, "n")
		if rapid.Bool().Draw(t, "turned") {
			examples = rapidtest.Reflected(rng, examples, d)
		}
		origin := rapid.Bool().Draw(t, "origin")
		unit := rapid.SampledFrom([]float64{1, 1e-100, 1e100}).Draw(t, "unit")
		far := 0.
		if !origin {
			far = rapid.SampledFrom([]float64{0, 1e6}).Draw(t, "far")
		}
		examples = rapidtest.Mapped(examples, d, func(x []float64) {
			for i := range x {
				x[i] = (x[i] + far*math.Sin(float64(i+1))) * unit
			}
		})
		if rapid.Bool().Draw(t, "sparse") {
			examples = rapidtest.Sparse(examples)
		}
		if !origin && !bothClasses(examples) {
			return
		}
		opt := maxmargin.Options{Norm: n.Norm, Origin: origin}
		all, err := maxmargin.Solve(ctx, examples, d, opt)
		require.NoError(t, err)
		const tol = 1e-9
		verifyIn(t, n.measure, examples, d, origin, all, tol)

		solver := maxmargin.NewSolver(d, opt)
		for _, e := range examples {
			_, err := solver.Add(e.X, e.Y)
			require.NoError(t, err)
		}
		one, err := solver.Solution()
		require.NoError(t, err)
		verifyIn(t, n.measure, examples, d, origin, one, tol)
		require.InEpsilon(t, all.Gamma, one.Gamma, tol)
		require.InEpsilon(t, one.Gamma, solver.Gamma(), tol)
	})
}

// n-OMM relies on this: after every Add all points kept are at least γ_t from the hyperplane, γ_t never grows, a point
// that does not cut the margin changes nothing, one that does changes the classifier, and the last solution equals that
// of all examples at once.
func TestAddKeepsEveryPointAtTheMargin(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		examples, d := stream(t)
		if rapid.Bool().Draw(t, "sparse") {
			examples = rapidtest.Sparse(examples)
		}
		n := everyNorm()[0]
		if rapid.Bool().Draw(t, "in ℓp") {
			n = rapid.SampledFrom(everyNorm()).Draw(t, "n")
		}
		// Scores are sums of d products in float64, in ℓp of powers.
		inL2 := n.Norm == vec.Norm(vec.L2{})
		tol, growth, end := 1e-9+1e-13*longest(examples)/0.25, 2e-9, 2e-9
		reach := tol * longest(examples)
		if inL2 {
			tol, growth, end = 1e-9+1e-14*longest(examples)/0.25, 1e-15, 1e-9
			reach = tol
		}
		solver := maxmargin.NewSolver(d, maxmargin.Options{Norm: n.Norm})
		last := math.Inf(1)
		for i, e := range examples {
			before := solver.Classifier()
			before.W = slices.Clone(before.W)
			gamma, ready, a := solver.Gamma(), solver.Ready(), float64(e.Y)*solver.Score(e.X)
			changed, err := solver.Add(e.X, e.Y)
			require.NoError(t, err)
			require.Equal(t, bothClasses(examples[:i+1]), solver.Ready())
			require.Equal(t, i+1, solver.Len())
			if !solver.Ready() {
				require.False(t, changed)
				continue
			}
			require.True(t, changed || ready)
			if ready {
				require.InDelta(t, least(before, examples[i:i+1]), a, reach)
				switch {
				case inL2:
					own := least(before, examples[i:i+1])
					require.Equal(t, own < gamma*(1-tol), changed, "a = %v, γ = %v", own, gamma)
				case a < gamma*(1-2*tol):
					require.True(t, changed, "a = %v, γ = %v", a, gamma)
				case a > gamma*(1+2*tol):
					require.False(t, changed, "a = %v, γ = %v", a, gamma)
				}
			}
			again, err := solver.Settle(ctx)
			require.NoError(t, err)
			require.False(t, again, "all points kept are solved for")
			after := solver.Classifier()
			if !changed {
				require.Equal(t, before, after)
				require.Equal(t, gamma, solver.Gamma())
			}
			band := 2 * tol
			if inL2 {
				band = tol
			}
			require.GreaterOrEqual(t, least(after, examples[:i+1]), solver.Gamma()*(1-band))
			require.LessOrEqual(t, solver.Gamma(), last*(1+growth))
			last = solver.Gamma()
			b := 0.
			for k, w := range after.W {
				b -= w * (solver.Plus()[k] + solver.Minus()[k]) / 2
				if inL2 {
					require.InDelta(t, w*2*solver.Gamma(), solver.Plus()[k]-solver.Minus()[k], 1e-14*longest(examples))
				}
			}
			require.InDelta(t, b, after.B, tol*longest(examples))
		}
		if !solver.Ready() {
			return
		}
		one, err := solver.Solution()
		require.NoError(t, err)
		verifyIn(t, n.measure, examples, d, false, one, 1e-9)
		all, err := maxmargin.Solve(ctx, examples, d, maxmargin.Options{Norm: n.Norm})
		require.NoError(t, err)
		require.InEpsilon(t, all.Gamma, one.Gamma, end)
	})
}

// A first sparse point without coordinates leaves the others as they are, even those that would be kept dense.
func TestSparseAfterZero(t *testing.T) {
	examples := []theory.Example{
		{X: vec.Sparse([]int{}, nil), Y: theory.Negative},
		{X: vec.Sparse([]int{0, 1}, []float64{2, 2}), Y: theory.Positive},
		{X: vec.Sparse([]int{0}, []float64{2}), Y: theory.Negative},
	}
	for _, p := range []float64{1.5, 2, 3} {
		solver := maxmargin.NewSolver(2, maxmargin.Options{Norm: vec.P(p)})
		for _, e := range examples {
			_, err := solver.Add(e.X, e.Y)
			require.NoError(t, err)
		}
		require.InEpsilon(t, 1, solver.Gamma(), 1e-9)
	}
}
