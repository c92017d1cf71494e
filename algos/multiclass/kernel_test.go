package multiclass_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/algos"
	"marginlab/algos/kernel"
	"marginlab/algos/multiclass"
	"marginlab/theory"
)

func gram(t testing.TB, expr string, s data) *kernel.Gram {
	t.Helper()
	k, err := kernel.Parse(expr)
	require.NoError(t, err)
	g, err := kernel.NewGram(k, s.x, s.dim, 0)
	require.NoError(t, err)
	return g
}

// With the linear kernel the kernel form is the linear one, step for step.
func TestLinearKernelIsLinear(t *testing.T) {
	rng := rand.New(rand.NewPCG(41, 1))
	binary := []string{"perceptron", "averaged-perceptron", "amira(eps=0.5)", "pegasos(lambda=0.1)", "alma", "e-omm"}
	for round := range 90 {
		expr := expressions[round%len(expressions)]
		s := noise(rng, 40, 2+rng.IntN(4), 2+rng.IntN(4)) // d > 1: −x would be a tie, by rounding
		if round >= 60 {
			expr = "one-vs-rest(" + binary[round%len(binary)] + ")"
		}
		if round%2 == 0 {
			s, _ = separable(rng, 40, 1+rng.IntN(4), 2+rng.IntN(4), false)
		}
		if round >= 60 { // with two classes, points of several would be ties
			s, _ = separable(rng, 40, 3, 4, false)
		}
		spec := parse(t, expr)
		if round%5 == 0 {
			s = s.sparse()
		}
		linear := s.learner(spec)
		g := gram(t, "linear", s)
		form := s.kernelForm(t, spec, g)
		require.Equal(t, s.classes, form.Classes())
		for range 3 {
			for _, i := range rng.Perm(len(s.x)) {
				updates := form.Wants(g.Unit(i), s.y[i])
				want, got := linear.Step(s.x[i], s.y[i]), form.Step(g.Unit(i), s.y[i])
				require.Equal(t, want.Updated, got.Updated, "%s, round %d", spec, round)
				require.Equal(t, got.Updated, updates)
				require.Equal(t, want.Predicted, got.Predicted, "%s, round %d", spec, round)
				require.InDelta(t, want.Score, got.Score, 1e-8*(1+math.Abs(want.Score)))
				require.InDelta(t, want.Norm, got.Norm, 1e-6*(1+want.Norm), "%s, round %d", spec, round)
			}
		}
		require.InDelta(t, linear.State().Norm, form.State().Norm, 1e-6*(1+linear.State().Norm))
		for i, x := range s.x {
			require.InDeltaSlice(t, linear.ByClass().Scores(make([]float64, s.classes), x),
				form.Scores(make([]float64, s.classes), g.Unit(i)), 1e-6, "%s", spec)
		}
		require.NoError(t, form.State().Err)
	}
	_, err := kernel.New(multiclass.Of(parse(t, "one-vs-rest(randomized)"), 2), gram(t, "linear", noise(rng, 4, 2, 2)))
	require.ErrorContains(t, err, "has no kernel form")
}

// The scores of a run agree with its coefficients, also ahead of its rows, and so does its norm.
func TestKernelRunsLearn(t *testing.T) {
	rng := rand.New(rand.NewPCG(42, 1))
	s := noise(rng, 120, 3, 4)
	order := append(rng.Perm(120), rng.Perm(120)...)
	for _, expr := range []string{"gaussian(sigma=2)", "gaussian(sigma=2,ridge=0.5)", "poly(degree=3)"} {
		g := gram(t, expr, s)
		l := multiclass.NewAMIRA(g.Space(), 4, 0.5, 3)
		tr, err := kernel.Learn(context.Background(), l, g, s.y, order)
		require.NoError(t, err)
		require.Equal(t, tr.Norm, l.State().Norm)
		var square float64
		for z, c := range l.ByClass() {
			for i := range s.x {
				value := dot(c.W, g.Row(i))
				require.InDelta(t, value, l.Scores(make([]float64, 4), g.Unit(i))[z], 1e-8)
				square += c.W[i] * value
			}
		}
		require.InEpsilon(t, math.Sqrt(square), l.State().Norm, 1e-6)
	}
	g := gram(t, "linear", s)
	for _, class := range []theory.Label{-1, 4} {
		bad := append([]theory.Label{class}, s.y[1:]...)
		_, err := kernel.Learn(context.Background(), multiclass.NewAMIRA(g.Space(), 4, 0.5, 3), g, bad, []int{1, 0})
		require.EqualError(t, err, fmt.Sprintf("example 2: class is %d, expected one of 0 to 3", class))
	}
}

// kernelForm makes a learner of the data's classes over their points.
func (s data) kernelForm(t testing.TB, spec *algos.Spec, g *kernel.Gram) multiclass.Learner {
	t.Helper()
	l, err := kernel.New(multiclass.Of(spec, s.classes), g)
	require.NoError(t, err)
	return l.(multiclass.Learner)
}

// The n-OMM of all classes, and of another learner over the same Gram matrix, share the coordinates of the points:
// they ask for rows once.
func TestNaiveOMMsShareTheEmbedding(t *testing.T) {
	const n = 40
	s, _ := separable(rand.New(rand.NewPCG(44, 1)), n, 3, 4, false)
	k, err := kernel.Parse("gaussian(ridge=1)")
	require.NoError(t, err)
	g, err := kernel.NewGram(k, s.x, s.dim, int64(8*n*(s.dim+32))) // room for 32 rows
	require.NoError(t, err)
	rows := 0
	for round := range 2 {
		form := s.kernelForm(t, parse(t, "one-vs-rest(n-omm)"), g)
		for i, y := range s.y {
			require.Equal(t, i == 0, form.Wants(g.Unit(i), y))
			form.Step(g.Unit(i), y)
			if round+i == 0 {
				rows = g.Computed()
			}
		}
	}
	require.GreaterOrEqual(t, rows, n)
	require.Equal(t, rows, g.Computed())
}
