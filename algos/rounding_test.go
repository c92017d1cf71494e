package algos_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/algos/exact"
	"marginlab/internal/rapidtest"
	"marginlab/theory"
	"marginlab/theory/real"
	"marginlab/theory/vec"
)

// float returns a number to about the last place, 0 if there is none.
func float(a real.Number) float64 {
	if !a.Exists() {
		return 0
	}
	v, _ := a.Interval().Lower().Float64()
	return v
}

// a_t and γ_t of the learners that come near to examples keep their digits, however small γ_t is relative to the
// examples and however far these are from the origin: they agree with the exact model in 240 digits, and so do the
// decisions, except at ties.
func TestMarginsKeepTheirDigits(t *testing.T) {
	t.Parallel()
	rapidtest.Slow(t)
	const near = 1e-9
	for _, expr := range []string{"e-omm", "omm(rho=0.5)", "pumma(delta=0)", "pumma(delta=0.25)", "a-romma",
		"romma(eps=1)"} {
		spec, updates := parse(t, expr), map[string]int{}
		model, err := exact.Parse(expr)
		require.NoError(t, err)
		origin, isOMM := !spec.Kind.OwnBias, slices.Contains(spec.Families(), "omm")
		margins := func(scale, far, margin float64, seed uint64, d int) {
			rng := rand.New(rand.NewPCG(seed, uint64(d)))
			dense, sparse, own := spec.New(d), spec.New(d), model.New(real.NewField(800), d)
			span := 3 * math.Sqrt(float64(d)) * scale // about D
			for step := range 30 {
				y := 1 - 2*rng.IntN(2)
				x := make([]float64, d)
				for i := range x {
					x[i] = rng.NormFloat64()
					if !origin || i > 0 {
						x[i] += far
					}
				}
				x[0] = float64(y) * margin * (1 + 3*rng.Float64())
				if !origin {
					x[0] += far
				}
				for i := range x {
					x[i] *= scale
				}
				want, e, label := own.Step(exact.Floats(x...), y), vec.Dense(x...), theory.Label(y)
				norm := math.Sqrt(float(want.SqNorm))
				for form, got := range map[string]theory.Step{
					"dense": dense.Step(e, label), "sparse": sparse.Step(e.Sparsify(), label),
				} {
					if got.Updated {
						updates[form]++
					}
					if norm == 0 {
						continue // no classifier yet
					}
					what := fmt.Sprintf("%s in %d dimensions, margin %v, far %v, %s, seed %d, step %d", expr, d, margin, far,
						form, seed, step)
					a, gamma, turn := float(want.Score)/norm, float(want.Target)/norm, float(want.Limit)/norm
					tol := float64(near*(gamma+math.Abs(a))) + 1e-15*vec.L2{}.Of(x)
					least, turned := gamma, 0.0
					if isOMM { // OMM's γ_t keeps its digits at D up to 10⁷γ
						least = max(gamma, span/1e7)
					}
					if !origin { // errors of ε·D turn w, and thereby b at a distance of D
						turned = 0x1p-52 * span * span / gamma
					}
					require.InDelta(t, gamma, got.Gamma(), near*least, what)
					require.InDelta(t, a, got.A(), tol+turned, what)
					if math.Abs(a-turn) > 10*tol && math.Abs(a) > 10*tol {
						require.Equal(t, want.Updated, got.Updated, what)
					}
				}
			}
		}
		for seed, scale := range []float64{1, 1e-7} {
			for _, d := range []int{2, 5, 1, 3}[:rapidtest.Count(2, 3, 4)] {
				for _, margin := range []float64{0.5, 1e-3, 1e-5, 1e-7} {
					for _, far := range []float64{0, 1, 1e4} {
						if !origin || d > 1 && far < 1e4 {
							margins(scale, far, margin, uint64(seed), d)
						}
					}
				}
			}
		}
		require.Greater(t, min(updates["dense"], updates["sparse"]), 200, expr)
	}
}

// A long stream of sparse examples moves the dual points at almost every step: combinations follow their inner products
// by recurrences, and still agree with coordinates.
func TestRoundingDoesNotPileUpInCombinations(t *testing.T) {
	const n, d, nnz = 20000, 60, 3
	rng := rand.New(rand.NewPCG(3, 0))
	dense, sparse := parse(t, "e-omm").New(d+1), parse(t, "e-omm").New(d+1)
	updates := 0
	for range n {
		y := theory.Label(2*rng.IntN(2) - 1)
		x := make([]float64, d+1)
		for range nnz {
			x[rng.IntN(d)] = 100 * rng.NormFloat64()
		}
		x[d] = float64(y) // the separating coordinate
		p := dense.Step(vec.Dense(x...), y)
		q := sparse.Step(vec.Dense(x...).Sparsify(), y)
		require.Equal(t, p.Opening, q.Opening)
		if q.Updated {
			updates++
		}
	}
	require.Greater(t, updates, n/8)
	require.InEpsilon(t, dense.State().Gamma, sparse.State().Gamma, 1e-9)
	s := sparse.State()
	require.InDeltaSlice(t, dense.State().Plus, s.Plus, 1e-7)
	require.InDeltaSlice(t, dense.State().Minus, s.Minus, 1e-7)
	// The reported γ_t agrees with the dual points: without renewal it is off by 1e-11.
	var square float64
	for i := range s.Plus {
		square += (s.Plus[i] - s.Minus[i]) * (s.Plus[i] - s.Minus[i])
	}
	require.InEpsilon(t, square, 4*s.Gamma*s.Gamma, 2e-15)
}

// Far from the origin, where points are taken about the first one, rounding does not accumulate in a point that is
// multiplied thousands of times, and both forms of the examples lead to the same point.
func TestRoundingDoesNotPileUpFarFromTheOrigin(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ far, margin, near float64 }{{1e6, 1e-2, 1e-14}, {1e5, 1e-3, 0x1p-34}} {
		t.Run(fmt.Sprint(c.far), func(t *testing.T) {
			const n, d = 3000, 8
			rng := rand.New(rand.NewPCG(4, 0))
			dense, sparse := parse(t, "e-omm").New(d), parse(t, "e-omm").New(d)
			updates := 0
			for range n {
				y, x := theory.Label(2*rng.IntN(2)-1), make([]float64, d)
				for i := range x {
					x[i] = c.far + rng.NormFloat64()
				}
				x[d-1] = c.far + float64(y)*(c.margin+rng.Float64()) // separates
				p, q := dense.Step(vec.Dense(x...), y), sparse.Step(vec.Dense(x...).Sparsify(), y)
				require.Equal(t, p.Updated, q.Updated)
				require.Equal(t, p.Predicted, q.Predicted)
				if q.Updated {
					updates++
				}
			}
			require.Greater(t, updates, n/20)
			s := sparse.State()
			require.InEpsilon(t, dense.State().Gamma, s.Gamma, c.near)
			require.InEpsilon(t, vec.SqDist(vec.Dense(s.Plus...), vec.Dense(s.Minus...)), 4*s.Gamma*s.Gamma, 1e-7,
				"of points to a float64 far off")
		})
	}
}

// Far from the origin, where the lengths of two examples hide their difference, ROMMA still learns from an example
// whose y(w·x) is below 1 by more than rounding.
func TestROMMAMovesWhereADifferenceIsLost(t *testing.T) {
	l := parse(t, "a-romma").New(6)
	for _, x := range [][]float64{
		{-1.28000021e08, -6.4000001e07, 0, -6.4e07, -1.27999999e08, 1.28000001e08},
		{-1.2800002e08, -6.4000001e07, 0, -6.4e07, -1.28e08, 1.28e08},
		{-1.2800002e08, -6.4000001e07, -1, -6.3999999e07, -1.28000001e08, 1.27999999e08},
	} {
		s := l.Step(vec.Dense(x...), theory.Negative)
		require.Less(t, s.Score, 1-1e-10)
		require.True(t, s.Updated, "y(w·x) = %v", s.Score)
		require.False(t, l.Step(vec.Dense(x...), theory.Negative).Updated, "what was learned has the margin")
	}
}

// Where ‖v‖² hides ‖v − x‖², ROMMA moves to x if its margin is below 1 by more than 10⁻¹², which is a tie.
func TestROMMAAtALostDifference(t *testing.T) {
	for short, moves := range map[float64]bool{0x1p-38: true, 0x1p-39: true, 0x1p-40: false, 0x1p-50: false} {
		l := parse(t, "a-romma").New(1)
		l.Step(vec.Dense(1), theory.Positive)
		x := vec.Dense(1 - short)
		require.Zero(t, 1-2*x.Value[0]+x.SqNorm(), "‖v − x‖² as it is computed")
		require.Equal(t, moves, l.Step(x, theory.Positive).Updated, "1 − y(w·x) = %v", short)
		if moves {
			require.Equal(t, x.Value[0], l.State().Gamma)
		}
	}
}

// After x = 1 at a = 3, w is 1/4 exactly, and x = 4 has the functional margin 1: AROW learns only from margins below
// 1, the second-order Perceptron only from mistakes.
func TestSecondOrderLearnersAtATie(t *testing.T) {
	for _, c := range []struct {
		x       float64
		y       theory.Label
		learner string
		learns  bool
	}{
		{4, theory.Positive, "arow(3)", false},
		{3.999, theory.Positive, "arow(3)", true},
		{3.999, theory.Negative, "second-order(3)", true},
		{3.999, theory.Positive, "second-order(3)", false},
	} {
		l := parse(t, c.learner).New(1)
		l.Step(vec.Dense(-1), theory.Negative)
		require.Equal(t, 0.25, l.State().Classifier.W[0])
		require.Equal(t, c.learns, l.Step(vec.Dense(c.x), c.y).Updated, "x = %v", c.x)
	}
}
