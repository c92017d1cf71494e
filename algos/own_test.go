package algos_test

import (
	"errors"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/algos"
	"marginlab/algos/expr"
	"marginlab/internal/rapidtest"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// A caller's own learner is asked for w·x, and reports y(w·x) and ‖w‖ of the w before a step, which its rule then
// changes. On whole numbers the Perceptron is such a learner, to the last bit.
func TestStepsOfOwnRules(t *testing.T) {
	const dim = 3
	rng := rapidtest.Rand(1)
	w := make([]float64, dim)
	own := algos.Own("own", func(int) algos.Rule {
		return func(w, x []float64, y float64) bool {
			if y*(w[0]*x[0]+w[1]*x[1]+w[2]*x[2]) > 0 || x[0] == 0 && x[1] == 0 && x[2] == 0 {
				return false
			}
			for i := range w {
				w[i] += y * x[i]
			}
			return true
		}
	}).Spec().New(dim)
	perceptron := parse(t, "perceptron").New(dim)
	for range 100 {
		x, y := make([]float64, dim), theory.Label(1-2*rng.IntN(2))
		var score, square float64
		for i := range x {
			x[i] = float64(rng.IntN(7) - 3)
			score += w[i] * x[i]
			square += w[i] * w[i]
		}
		e := vec.Dense(x...)
		if rng.IntN(2) == 0 {
			e = e.Sparsify()
		}
		got, want := own.Step(e, y), perceptron.Step(e, y)
		require.Equal(t, want.Decision, got.Decision)
		require.Equal(t, []float64{float64(y) * score, math.Sqrt(square)}, []float64{got.Score, got.Norm})
		w = own.State().Classifier.W
		require.Equal(t, perceptron.State().Classifier.W, w)
	}
}

// A caller's own learner gets the constant coordinate as one more feature, also if it claims a kernel form, because
// it knows no space.
func TestOwnLearnersAreLifted(t *testing.T) {
	own := algos.Own("hebb", func(int) algos.Rule {
		return func(w, x []float64, y float64) bool {
			for i := range w {
				w[i] += y * x[i]
			}
			return true
		}
	})
	for _, kernel := range []bool{false, true} {
		own.Kernel = kernel
		l := own.Spec().Lifted(3).New(2)
		l.Step(vec.Dense(1, 2), theory.Negative)
		require.Equal(t, theory.Classifier{W: []float64{-1, -2}, B: -9}, l.State().Classifier)
		require.Equal(t, 9., -l.Score(vec.Dense(0, 0)))
	}
}

// idle returns a caller's own learner that never learns.
func idle(name string) algos.Kind {
	return algos.Own(name, func(int) algos.Rule { return func(_, _ []float64, _ float64) bool { return false } })
}

// A learner has the name that it states, and one of this project the name of its expression.
func TestCodesOfLearners(t *testing.T) {
	require.Equal(t, "mira", parse(t, "bias(mira,2)").Code().String())
	own := idle("greedy")
	own.Code.Version = "2.1"
	require.Equal(t, "greedy 2.1", own.Spec().Code().String())
	require.Equal(t, algos.Code{Name: "greedy", Version: "2.1"}, *own.Spec().Code())
}

// An update is a change of the classifier, however small the parameter makes it; beyond the range of float64 there is
// none.
func TestUpdatesOfTinySteps(t *testing.T) {
	for _, x := range []float64{1, 1e120} { // with checked and unchecked squares
		for _, name := range []string{"pa", "pa-i(1e-30)", "pa-ii(1e-30)"} {
			l := parse(t, name).New(1)
			step := l.Step(vec.Dense(x), theory.Positive)
			require.Equal(t, l.State().Classifier.W[0] != 0, step.Updated, "%s of %v", name, x)
		}
	}
}

// n-OMM keeps no point that is on its margin, up to rounding, if it keeps only the violating ones.
func TestPointsOnTheMarginAreNotKept(t *testing.T) {
	rng := rapidtest.Rand(1)
	l := parse(t, "n-omm(keep=violating)").New(2).(*algos.NaiveOMM)
	points := rapidtest.Separable(rng, 30, 2, 0.1, 1)
	for range 3 {
		for _, e := range points {
			l.Step(e.X, e.Y)
		}
	}
	kept := l.Len()
	for range 3 {
		for _, e := range points {
			require.False(t, l.Step(e.X, e.Y).Updated)
		}
	}
	require.Equal(t, kept, l.Len())
}

// A kind that reads its arguments makes the learner that they name. If it refuses them, the error names the
// learner.
func TestKindsThatReadTheirArguments(t *testing.T) {
	kind := idle("own")
	plain := kind.Spec()
	kind.Read = func(e expr.Expr) (*algos.Spec, error) {
		if len(e.Args) != 1 {
			return nil, errors.New("expected one argument")
		}
		return plain, nil
	}
	r := algos.Registry{Noun: "learner", Kinds: []algos.Kind{kind}}
	s, err := r.Parse("own(anything)")
	require.NoError(t, err)
	require.Same(t, plain, s)
	_, err = r.Parse("own")
	require.EqualError(t, err, `learner "own": expected one argument`)
}

// A caller's own learner is found by its expression, before one of this project with its name; the others do not
// change.
func TestRegistriesKnowOwnLearners(t *testing.T) {
	greedy, mira := idle("greedy").Spec(), idle("mira").Spec()
	r := algos.Learners().And(greedy, mira)
	for text, want := range map[string]*algos.Spec{"greedy": greedy, "mira": mira} {
		s, err := r.Parse(text)
		require.NoError(t, err)
		require.Same(t, want, s)
		s, err = r.Parse("bias(" + text + ",2)")
		require.NoError(t, err)
		require.Same(t, want.Kind.Code, s.Kind.Code)
	}
	s, err := r.Parse("pa")
	require.NoError(t, err)
	require.Equal(t, parse(t, "pa").String(), s.String())
	_, err = algos.Learners().Parse("greedy")
	require.ErrorContains(t, err, "no learner is called")
}
