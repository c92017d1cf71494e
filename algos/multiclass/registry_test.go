package multiclass_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/algos/multiclass"
	"marginlab/theory"
	"marginlab/theory/vec"
)

func TestExpressionsComeBack(t *testing.T) {
	for expr, want := range map[string]string{
		"amira-1-best":                       "amira-1-best",
		"amira-1-best(eps=0.9)":              "amira-1-best(eps=0.9)",
		"amira-k-best":                       "amira-k-best",
		"amira-k-best(0.85,10)":              "amira-k-best(eps=0.85,k=10)",
		"amira-k-best(k=2)":                  "amira-k-best(k=2)",
		"one-vs-rest(perceptron)":            "one-vs-rest(perceptron)",
		"one-vs-rest(bias(alma(0.5,C=2),3))": "one-vs-rest(bias(alma(alpha=0.5,C=2),3))",
	} {
		s := parse(t, expr)
		require.Equal(t, want, s.String())
		require.Equal(t, s.Params(), parse(t, s.String()).Params())
		require.Equal(t, s.Families(), parse(t, s.String()).Families())
		require.Equal(t, 4, data{dim: 3, classes: 4}.learner(s).Classes())
	}
	require.Equal(t, map[string]float64{"eps": 0.1, "k": 1}, multiclass.Of(parse(t, "amira-1-best"), 5).Params())
	require.Equal(t, map[string]float64{"eps": 0.1, "k": 4}, multiclass.Of(parse(t, "amira-k-best"), 5).Params())
	require.Equal(t, map[string]float64{"eps": 0.1, "k": 4}, multiclass.Of(parse(t, "amira-k-best(k=10)"), 5).Params())
	require.Equal(t, map[string]float64{"eps": 0.1, "k": 3}, multiclass.Of(parse(t, "amira-k-best(k=3)"), 5).Params())
	require.Equal(t, map[string]float64{"eps": 0.9}, multiclass.Of(parse(t, "one-vs-rest(amira(0.9))"), 5).Params())
}

func TestRunSaysWhatIsWrong(t *testing.T) {
	x := []vec.Vector{vec.Dense(1, 0), vec.Dense(0, 1), vec.Dense(1, 2)}
	spec := parse(t, "amira-k-best(0.5)")
	run := func(x []vec.Vector, y []theory.Label, order []int) error {
		_, err := data{2, 3, x, y}.run(spec, order)
		return err
	}
	right := []theory.Label{0, 1, 2}
	require.NoError(t, run(x, right, nil))
	require.EqualError(t, run(x, []theory.Label{0, 1, 3}, nil), "example 3: class is 3, expected one of 0 to 2")
	require.EqualError(t, run(x, []theory.Label{0, -1, 2}, []int{0, 0, 1}),
		"example 3: class is -1, expected one of 0 to 2")
	require.NoError(t, run(x, []theory.Label{0, -1, 2}, []int{0, 2, 0}))
	x[1] = vec.Dense(0, math.NaN())
	require.EqualError(t, run(x, right, nil), "example 2: coordinate 1 is NaN, expected a finite number")
}

// A run continues where the last one ended, and its classifier predicts what its next step predicts.
func TestRunsGoOn(t *testing.T) {
	s := noise(rand.New(rand.NewPCG(31, 1)), 40, 3, 4)
	spec := parse(t, "amira-k-best(0.5)")
	order := rand.New(rand.NewPCG(32, 1)).Perm(40)
	whole, err := s.run(spec, append(order, order...))
	require.NoError(t, err)
	l := s.learner(spec)
	first, err := s.learn(l, order)
	require.NoError(t, err)
	second, err := s.learn(l, order)
	require.NoError(t, err)
	require.Equal(t, whole.Mistakes, first.Mistakes+second.Mistakes)
	require.Equal(t, whole.Classifier, second.Classifier)
	require.InEpsilon(t, vec.L2{}.Of(whole.Classifier.W), second.Norm, 1e-9)
	require.Equal(t, "amira-k-best(eps=0.5,k=3)", whole.Learner)
	for i, x := range s.x {
		predicted := multiclass.Argmax(l.ByClass().Scores(make([]float64, s.classes), x))
		require.Equal(t, predicted, l.Step(x, s.y[i]).Predicted)
	}
}
