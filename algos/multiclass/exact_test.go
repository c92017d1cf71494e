package multiclass_test

import (
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/algos"
	"marginlab/algos/exact"
	"marginlab/algos/multiclass"
	"marginlab/internal/rapidtest"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// integers draws a point of d integers from −most to most, twice.
func integers(rng *rand.Rand, d, most int) (x []float64, wide exact.Vector) {
	for range d {
		n := rng.IntN(2*most+1) - most
		x, wide = append(x, float64(n)), append(wide, big.NewRat(int64(n), 1))
	}
	return x, wide
}

// On small integers, where equal scores abound, k-best AMIRA decides as in exact numbers: rounding separates 3 of
// some 1,300 steps, and 4 of 4,000. With multipliers known only to 1e-10 it would be 31.
func TestKBestDecidesAsInExactNumbers(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(5, 1))
	apart := 0
	for round := range rapidtest.Count(60, 100, 300) {
		classes, d, epsilon := 3+rng.IntN(6), 2+rng.IntN(3), []float64{1, 0.5}[round%2]
		k := 1 + rng.IntN(classes)
		spec, err := exact.Find("amira-k-best", map[string]*big.Rat{"eps": new(big.Rat).SetFloat64(epsilon), "k": big.NewRat(int64(k), 1)})
		require.NoError(t, err)
		twin := spec.Of(classes).New(exact.Rationals(), d)
		l := multiclass.NewAMIRA(algos.Space{Dim: d}, classes, epsilon, k)
		for range 14 {
			y := rng.IntN(classes)
			x, wide := integers(rng, d, 3)
			if twin.Step(wide, y).Updated != l.Step(vec.Dense(x...), theory.Label(y)).Updated {
				apart++
				break
			}
		}
	}
	require.LessOrEqual(t, apart, rapidtest.Count(2, 3, 6))
}

// On integers the Perceptron equals its exact model: no step has a rounding.
func TestPerceptronIsTheExactOne(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 1))
	model, err := exact.Find("multiclass-perceptron", nil)
	require.NoError(t, err)
	ties := 0
	for range 60 {
		classes, d := 2+rng.IntN(5), 1+rng.IntN(4)
		twin := model.Of(classes).New(exact.Rationals(), d)
		l := multiclass.NewPerceptron(algos.Space{Dim: d}, classes)
		for range 30 {
			y := rng.IntN(classes)
			x, wide := integers(rng, d, 2)
			want, got := twin.Step(wide, y), l.Step(vec.Dense(x...), theory.Label(y))
			require.Equal(t, want.Updated, got.Updated)
			require.Equal(t, want.Predicted, int(got.Predicted))
			score, _ := want.Score.Rational()
			require.Zero(t, score.Cmp(new(big.Rat).SetFloat64(got.Score)))
			ties += 1 - score.Sign()*score.Sign()
		}
		w, _ := twin.Classifier()
		coordinates, _ := w.Rational()
		for i, c := range l.State().Classifier.W {
			require.Zero(t, coordinates[i].Cmp(new(big.Rat).SetFloat64(c)))
		}
	}
	require.Greater(t, ties, 150)
}
