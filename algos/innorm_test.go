package algos_test

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"

	"marginlab/algos"
	"marginlab/algos/maxmargin"
	"marginlab/internal/rapidtest"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// inNorms are the learners that have a form in norms.
var inNorms = []string{
	"e-omm", "ce-omm", "omm(rho=0.5)", "omm(rho=0.5,rule=printed)", "n-omm", "n-omm(keep=violating)", "n-omm(rho=0.5)",
	"pumma(delta=0.1)", "pumma(delta=0)", "alma", "perceptron", "bias(perceptron,2)", "bias(alma,1)",
}

// run lets the learner, put into a norm (nil: as it is), learn from two passes.
func run(t *testing.T, expr string, n vec.Norm, examples []theory.Example) theory.Trace {
	t.Helper()
	s := parse(t, expr)
	if n != nil {
		var err error
		s, err = s.In(n)
		require.NoError(t, err)
	}
	tr, err := s.Run(context.Background(), theory.Dim(examples), slices.Values(slices.Concat(examples, examples)))
	require.NoError(t, err, expr)
	return tr
}

// alike holds two runs against each other; the classifier of b is pulled back.
func alike(t *testing.T, a, b theory.Trace, tol float64, back func(dst, w []float64)) {
	t.Helper()
	require.Equal(t, b.Mistakes, a.Mistakes)
	require.Equal(t, b.Updates, a.Updates)
	close := func(want, got, scale float64) {
		t.Helper()
		if math.IsNaN(want) {
			require.True(t, math.IsNaN(got))
			return
		}
		require.InDelta(t, want, got, tol*scale)
	}
	for i, s := range b.Steps {
		got := a.Steps[i]
		scale := 1 + math.Abs(s.Score) + math.Abs(s.Norm)
		require.Equal(t, s.Updated, got.Updated, "step %d", i)
		require.Equal(t, s.Predicted, got.Predicted, "step %d", i)
		close(s.Score, got.Score, scale)
		close(s.Target, got.Target, scale)
		close(s.Norm, got.Norm, scale)
	}
	close(b.Gamma, a.Gamma, 1)
	w := slices.Clone(b.Classifier.W)
	back(w, w)
	require.InDeltaSlice(t, w, a.Classifier.W, 100*tol*(1+vec.L2{}.Of(w)))
	close(b.Classifier.B, a.Classifier.B, 100*(1+math.Abs(b.Classifier.B)))
}

// A run in the norm √(xᵀMx) is the ℓ2 run on the features Lᵀx, M = LLᵀ.
func TestMahalanobisIsL2OnTransformedFeatures(t *testing.T) {
	const d = 6
	for seed := range uint64(3) {
		m := rapidtest.Definite(rapidtest.Rand(seed), d, 1)
		n, err := vec.NewMahalanobis(m, "m")
		require.NoError(t, err)
		var chol mat.Cholesky
		require.True(t, chol.Factorize(m))
		var l mat.TriDense
		chol.LTo(&l)
		examples := rapidtest.Separable(rapidtest.Rand(seed), 120, d, 0.2, 1)
		images := make([]theory.Example, len(examples))
		for i, e := range examples {
			var image mat.VecDense
			image.MulVec(l.T(), mat.NewVecDense(d, slices.Clone(e.X.Value)))
			images[i] = theory.Example{X: vec.Dense(image.RawVector().Data...), Y: e.Y}
		}
		for _, expr := range inNorms {
			t.Run(expr, func(t *testing.T) {
				in, on := run(t, expr, n, examples), run(t, expr, nil, images)
				require.Equal(t, vec.Norm(n), in.Space)
				require.Nil(t, on.Space)
				alike(t, in, on, 1e-9, func(dst, w []float64) {
					var back mat.VecDense
					back.MulVec(&l, mat.NewVecDense(d, slices.Clone(w)))
					copy(dst, back.RawVector().Data)
				})
			})
		}
	}
}

// A run in a weighted ℓp is the ℓp run on features times ω^{1/p}.
func TestWeightedIsLpOnScaledFeatures(t *testing.T) {
	weights := []float64{1, 4, 0.25, 9, 0.01}
	for _, p := range []float64{2, 3, 10} {
		n, err := vec.NewWeighted(p, weights, "w")
		require.NoError(t, err)
		examples := rapidtest.Separable(rapidtest.Rand(5), 120, len(weights), 0.2, 1)
		images := slices.Clone(examples)
		for i, e := range examples {
			images[i].X = e.X.Clone()
			for k := range weights {
				images[i].X.Value[k] *= math.Pow(weights[k], 1/p)
			}
		}
		for _, expr := range inNorms {
			t.Run(expr, func(t *testing.T) {
				alike(t, run(t, expr, n, examples), run(t, expr, vec.P(p), images), 1e-6, func(dst, w []float64) {
					for k := range weights {
						dst[k] = w[k] * math.Pow(weights[k], 1/p)
					}
				})
			})
		}
	}
}

// What is written for any norm is at p = 2 what is written for ℓ2.
func TestAnyNormAtTwoIsL2(t *testing.T) {
	examples := rapidtest.Separable(rapidtest.Rand(9), 200, 8, 0.1, 0.5)
	for _, expr := range inNorms {
		t.Run(expr, func(t *testing.T) {
			alike(t, run(t, expr, vec.Lp{P: 2}, examples), run(t, expr, nil, examples), 1e-7, func([]float64, []float64) {})
		})
	}
}

func TestSparseAndDenseAgreeInNorms(t *testing.T) {
	examples := rapidtest.Separable(rapidtest.Rand(4), 200, 12, 0.1, 0.3)
	for _, p := range []float64{2, 3, 10} {
		for _, expr := range inNorms {
			dense, sparse := run(t, expr, vec.P(p), examples), run(t, expr, vec.P(p), rapidtest.Sparse(examples))
			tol := 1e-9
			if strings.HasPrefix(expr, "n-omm") { // the solver's own gap
				tol = 1e-6
			}
			alike(t, dense, sparse, tol, func([]float64, []float64) {})
		}
	}
}

func TestIn(t *testing.T) {
	for _, c := range []struct {
		expr string
		norm vec.Norm
		want string
	}{
		{"e-omm", vec.P(3), "e-omm(p=3)"},
		{"e-omm", vec.P(2), "e-omm"},
		{"e-omm(p=2)", vec.P(3), "e-omm(p=2)"}, // it names its p
		{"omm(rho=0.5)", vec.P(1.5), "omm(rho=0.5,p=1.5)"},
		{"bias(perceptron,2)", vec.P(3), "bias(perceptron(p=3),2)"},
		{"romma", vec.P(2), "romma"},
		{"e-omm", vec.P(1.02), "e-omm(p=1.02)"},
		{"alma", vec.P(100), "alma(p=100)"},
	} {
		s, err := parse(t, c.expr).In(c.norm)
		require.NoError(t, err)
		require.Equal(t, c.want, s.String())
		again := parse(t, s.String())
		require.Equal(t, s.Norm(), again.Norm())
		require.Equal(t, s.Params(), again.Params())
	}
	m, err := vec.NewMahalanobis(rapidtest.Definite(rapidtest.Rand(1), 2, 1), "mahalanobis:m.csv")
	require.NoError(t, err)
	s, err := parse(t, "e-omm").In(m)
	require.NoError(t, err)
	require.Equal(t, "e-omm", s.String())
	require.Equal(t, vec.Norm(m), s.Norm())
	require.Equal(t, map[string]float64{"rho": 1}, s.Params())
	w, err := vec.NewWeighted(1.5, []float64{1, 2}, "weighted")
	require.NoError(t, err)
	for _, c := range []struct {
		expr string
		norm vec.Norm
		want string
	}{
		{"romma", vec.P(3), `learner "romma": it has no form in the norm 3, it is of l2 alone`},
		{"romma", m, `learner "romma": it has no form in the norm mahalanobis:m.csv, it is of l2 alone`},
		{"bias(pa,1)", vec.P(3), `learner "pa": it has no form in the norm 3, it is of l2 alone`},
		{"alma", vec.P(1.5), `learner "alma": in the norm 1.5 parameter p is 1.5, expected a number in [2, 100]`},
		{"alma", w, `learner "alma": in the norm weighted parameter p is 1.5, expected a number in [2, 100]`},
	} {
		_, err := parse(t, c.expr).In(c.norm)
		require.EqualError(t, err, c.want)
	}
	require.Panics(t, func() { algos.NewALMA(algos.Space{Dim: 2, Norm: vec.P(1.5)}, 0.7, 1, 1) })
}

// On integers, in a norm of an inner product of integers, a run is that in ℓ2 to the
// bit, ties included.
func TestTiesAreThoseOfL2(t *testing.T) {
	const d = 2
	rng := rand.New(rand.NewPCG(5, 0))
	for _, c := range []struct {
		name string
		norm func() (*vec.Pullback, error)
		a    [d]float64 // the diagonal of A
	}{
		{"unit weights", func() (*vec.Pullback, error) { return vec.NewWeighted(2, []float64{1, 1}, "w") }, [d]float64{1, 1}},
		{"weights", func() (*vec.Pullback, error) { return vec.NewWeighted(2, []float64{4, 16}, "w") }, [d]float64{2, 4}},
		{"identity", func() (*vec.Pullback, error) {
			return vec.NewMahalanobis(mat.NewSymDense(2, []float64{1, 0, 0, 1}), "m")
		}, [d]float64{1, 1}},
	} {
		n, err := c.norm()
		require.NoError(t, err)
		for _, expr := range []string{"perceptron", "ce-omm", "e-omm", "omm(rho=0.5)", "pumma(delta=0.5)", "bias(perceptron,1)"} {
			for range rapidtest.Count(40, 120, 2_000) {
				var examples, images []theory.Example
				for range 2 + rng.IntN(6) {
					x := []float64{float64(rng.IntN(7) - 3), float64(rng.IntN(7) - 3)}
					y := theory.Label(2*rng.IntN(2) - 1)
					examples = append(examples, theory.Example{X: vec.Dense(x...), Y: y})
					images = append(images, theory.Example{X: vec.Dense(c.a[0]*x[0], c.a[1]*x[1]), Y: y})
				}
				in, on := run(t, expr, n, examples), run(t, expr, nil, images)
				for i, s := range on.Steps {
					require.Equal(t, s.Predicted, in.Steps[i].Predicted, "%s, %s, step %d of %v", c.name, expr, i, examples)
					require.Equal(t, s.Updated, in.Steps[i].Updated, "%s, %s, step %d of %v", c.name, expr, i, examples)
				}
			}
		}
	}
}

// Below p = 2 a step that lowers ‖v‖ by less than a rounding may turn w: it is to be
// made, or PUMMA is at rest at a margin that its theorem does not allow, and e-OMM
// errs for ever.
func TestStepsBelowRoundingAreMade(t *testing.T) {
	stream := func(rows ...[]float64) (examples []theory.Example) {
		for _, r := range rows {
			examples = append(examples, theory.Example{X: vec.Dense(r[1:]...), Y: theory.Label(r[0])})
		}
		return examples
	}
	first := stream([]float64{1, -1, 0, -2, 2}, []float64{-1, 2, -1, 1, -2}, []float64{1, 0, 0, -2, 2}, []float64{1, -2, 2, -2, -1},
		[]float64{1, -1, -2, -1, 1}, []float64{1, -2, 2, -1, 0}, []float64{1, -2, 2, 0, 1}, []float64{-1, 2, 2, -1, -1},
		[]float64{1, -2, -2, -2, -1}, []float64{-1, 2, 0, 1, 1}, []float64{1, -1, 0, -2, 0}, []float64{-1, 2, 2, 1, 1})
	tr := rounds(t, "pumma(p=1.1)", nil, first, 40)
	best, err := maxmargin.Solve(context.Background(), first, 4, maxmargin.Options{Norm: vec.P(1.1)})
	require.NoError(t, err)
	require.GreaterOrEqual(t, tr.Classifier.MarginIn(vec.P(1.1), first), (1-0.01)*best.Gamma)

	weighted, err := vec.NewWeighted(1.1, []float64{19.725232198135906, 0.004511709904038607}, "w")
	require.NoError(t, err)
	second := stream([]float64{-1, -1, 2}, []float64{1, 1, -2}, []float64{1, 0, -2}, []float64{1, 1, 1}, []float64{-1, 0, 2})
	for _, expr := range []string{"pumma(delta=0.5)", "e-omm"} {
		require.Less(t, rounds(t, expr, weighted, second, 1000).Mistakes, 20, expr)
	}
}

// rounds lets a learner go round the examples.
func rounds(t *testing.T, expr string, n vec.Norm, examples []theory.Example, passes int) theory.Trace {
	t.Helper()
	return run(t, expr, n, slices.Repeat(examples, passes/2))
}

// The p-norm Perceptron of an integer p on integers predicts and updates as in exact
// arithmetic, ties included: y(w·x) has the sign of y Σ sign(θ_i)|θ_i|^{p−1}x_i.
func TestPerceptronOfIntegersIsExact(t *testing.T) {
	const d = 4
	rng := rand.New(rand.NewPCG(6, 0))
	ties := 0
	for _, p := range []int{3, 4, 10} {
		for range 300 {
			l := algos.NewPerceptron(algos.Space{Dim: d, Norm: vec.P(float64(p))})
			var theta [d]int
			for range 12 {
				var x [d]int
				var wx int
				value := make([]float64, d)
				for i := range x {
					x[i] = rng.IntN(5) - 2
					value[i] = float64(x[i])
					term := x[i]
					for range p - 1 {
						term *= max(theta[i], -theta[i])
					}
					if theta[i] < 0 {
						term = -term
					}
					wx += term
				}
				y := 2*rng.IntN(2) - 1
				step := l.Step(vec.Dense(value...), theory.Label(y))
				require.Equal(t, theory.Sign(float64(wx)), step.Predicted, "p = %d, theta = %v, x = %v", p, theta, x)
				require.Equal(t, y*wx <= 0 && x != [d]int{}, step.Updated)
				if wx == 0 {
					ties++
				}
				if step.Updated {
					for i := range x {
						theta[i] += y * x[i]
					}
				}
			}
		}
	}
	require.Greater(t, ties, 100)
}
