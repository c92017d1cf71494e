package algos_test

import (
	"context"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

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

// run lets the learner, put into a norm (nil: unchanged), learn from two passes.
func run(t *testing.T, expr string, n vec.Norm, examples []theory.Example) theory.Trace {
	t.Helper()
	s := parse(t, expr)
	if n != nil {
		var err error
		s, err = s.In(n)
		require.NoError(t, err)
	}
	return ran(t, s, theory.Dim(examples), slices.Concat(examples, examples))
}

// requireAlike requires that two runs agree.
func requireAlike(t *testing.T, a, b theory.Trace, tol float64) {
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
	w := b.Classifier.W
	require.InDeltaSlice(t, w, a.Classifier.W, 100*tol*(1+vec.L2{}.Of(w)))
	close(b.Classifier.B, a.Classifier.B, 100*(1+math.Abs(b.Classifier.B)))
}

// The code for any norm agrees at p = 2 with the code for ℓ2.
func TestAnyNormAtTwoIsL2(t *testing.T) {
	examples := rapidtest.Separable(rapidtest.Rand(9), 200, 8, 0.1, 0.5)
	for _, expr := range inNorms {
		t.Run(expr, func(t *testing.T) {
			requireAlike(t, run(t, expr, vec.Lp{P: 2}, examples), run(t, expr, nil, examples), 1e-7)
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
			requireAlike(t, dense, sparse, tol)
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
		{"romma", vec.P(3), `learner "romma": it has no form in the norm 3, it is of l2 alone`},
		{"bias(pa,1)", vec.P(3), `learner "pa": it has no form in the norm 3, it is of l2 alone`},
		{"alma", vec.P(1.5), `learner "alma": in the norm 1.5 parameter p is 1.5, expected a number in [2, 100]`},
	} {
		s, err := parse(t, c.expr).In(c.norm)
		if strings.HasPrefix(c.want, "learner ") {
			require.EqualError(t, err, c.want)
			continue
		}
		require.NoError(t, err)
		require.Equal(t, c.want, s.String())
		again := parse(t, s.String())
		require.Equal(t, s.Norm, again.Norm)
		require.Equal(t, s.Params(), again.Params())
	}
}

// Below p = 2 a step that lowers ‖v‖ by less than a rounding may still turn w. The learner must make it: otherwise
// PUMMA is at rest at a margin that its theorem does not allow, and e-OMM errs for ever.
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
	tr := run(t, "pumma(p=1.1)", nil, slices.Repeat(first, 20))
	best, err := maxmargin.Solve(context.Background(), first, 4, maxmargin.Options{Norm: vec.P(1.1)})
	require.NoError(t, err)
	require.GreaterOrEqual(t, tr.Classifier.MarginIn(vec.P(1.1), first), (1-0.01)*best.Gamma)

	a, b := math.Pow(19.725232198135906, 1/1.1), math.Pow(0.004511709904038607, 1/1.1)
	second := stream([]float64{-1, -a, 2 * b}, []float64{1, a, -2 * b}, []float64{1, 0, -2 * b}, []float64{1, a, b}, []float64{-1, 0, 2 * b})
	for _, expr := range []string{"pumma(delta=0.5)", "e-omm"} {
		require.Less(t, run(t, expr, vec.P(1.1), slices.Repeat(second, 500)).Mistakes, 20, expr)
	}
}
