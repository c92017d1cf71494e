package algos_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/stat/combin"

	"marginlab/algos"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// drawless are learners that draw nothing and predict the sign of their score from the first example on.
var drawless = []string{"perceptron", "romma", "pa", "alma", "pegasos"}

// whole draws examples of small whole numbers, none of them 0.
func whole(rng *rand.Rand, n, dim int) []theory.Example {
	all := make([]theory.Example, n)
	for i := range all {
		x := make([]float64, dim)
		for !slices.ContainsFunc(x, func(v float64) bool { return v != 0 }) {
			for j := range x {
				x[j] = float64(rng.IntN(9) - 4)
			}
		}
		all[i] = theory.Example{X: vec.Dense(x...), Y: theory.Label(2*rng.IntN(2) - 1)}
	}
	return all
}

// mistakes returns the steps at which a new learner errs.
func mistakes(spec *algos.Spec, dim int, stream []theory.Example) (wrong []bool) {
	learner := spec.New(dim)
	for _, e := range stream {
		wrong = append(wrong, learner.Step(e.X, e.Y).Predicted != e.Y)
	}
	return wrong
}

// errs reports whether the predictor after a stream errs on one more example, whose label no learner sees.
func errs(spec *algos.Spec, dim int, stream []theory.Example, e theory.Example) bool {
	learner := spec.New(dim)
	for _, e := range stream {
		learner.Step(e.X, e.Y)
	}
	return theory.Sign(learner.Score(e.X)) != e.Y
}

// count returns the number of mistakes.
func count(wrong []bool) (n int) {
	for _, w := range wrong {
		if w {
			n++
		}
	}
	return n
}

// The Perceptron stays bounded, so that on whole numbers its w repeats at the ends of passes (PROOFS.md, "Passes,
// permutations and samples").
func TestPerceptronCyclesOnWholeNumbers(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(11, 1))
	for draw := range 100 {
		dim := 1 + rng.IntN(3)
		stream := whole(rng, 3+rng.IntN(6), dim)
		learner, ends := parse(t, "perceptron").New(dim), map[string]bool{}
		for pass := 0; ; pass++ {
			require.Less(t, pass, 5000, "draw %d: %v", draw, stream)
			for _, e := range stream {
				learner.Step(e.X, e.Y)
			}
			end := fmt.Sprint(learner.State().Classifier.W)
			if ends[end] {
				break
			}
			ends[end] = true
		}
	}
}

// Over all orders, the predictor after a random number of examples errs on the last example as often as there are
// mistakes, in the mean, and the vote at most twice as often.
func TestLeaveOneOutOverAllOrders(t *testing.T) {
	t.Parallel()
	const n, dim = 5, 2
	rng := rand.New(rand.NewPCG(12, 1))
	for _, name := range drawless {
		spec := parse(t, name)
		for draw := range 20 {
			examples := whole(rng, n, dim)
			total, later, drawn, majority, votes := 0, 0, 0, 0, 0
			for _, order := range combin.Permutations(n, n) {
				stream := make([]theory.Example, n)
				for i, at := range order {
					stream[i] = examples[at]
				}
				wrong := mistakes(spec, dim, stream)
				total, later = total+count(wrong), later+count(wrong[1:])
				last, err := stream[n-1], 0
				for k := range n {
					if errs(spec, dim, stream[:k], last) {
						err++
					}
				}
				drawn += err
				if 2*err >= n {
					majority++
				}
				if name == "perceptron" {
					var v algos.Votes
					_, fault := parse(t, "voted-perceptron").Run(t.Context(), dim, slices.Values(stream[:n-1]), v.Updated)
					require.NoError(t, fault)
					if v.Predict(last.X, dim, n-1) != last.Y {
						votes++
					}
				}
			}
			require.Equal(t, total, drawn, "%s, draw %d: %v", name, draw, examples)
			require.LessOrEqual(t, majority*n, 2*total, "%s, draw %d: %v", name, draw, examples)
			require.LessOrEqual(t, votes*(n-1), 2*later, "%s, draw %d: %v", name, draw, examples)
		}
	}
}

// Over all samples of a uniform distribution, the mean risk of a run's predictors has the mean of the run's mistakes
// per step. It exceeds them by the amount of Cesa-Bianchi, Conconi and Gentile at most as often as they say.
func TestOnlineToBatchOverAllSamples(t *testing.T) {
	t.Parallel()
	const points, steps, dim = 4, 5, 2
	rng := rand.New(rand.NewPCG(13, 1))
	for _, name := range drawless {
		spec := parse(t, name)
		for draw := range 4 {
			population := whole(rng, points, dim)
			totals, risks := 0, 0 // mistakes, and predictors that err on a point
			var excess []float64  // mean risk less mistakes per step, for each sample
			for _, sample := range combin.Cartesian(slices.Repeat([]int{points}, steps)) {
				stream := make([]theory.Example, steps)
				for i, at := range sample {
					stream[i] = population[at]
				}
				m, risk := count(mistakes(spec, dim, stream)), 0
				for k := range steps {
					for _, e := range population {
						if errs(spec, dim, stream[:k], e) {
							risk++
						}
					}
				}
				totals, risks = totals+m, risks+risk
				excess = append(excess, float64(risk)/(points*steps)-float64(m)/steps)
			}
			require.Equal(t, points*totals, risks, "%s, draw %d: %v", name, draw, population)
			for _, delta := range []float64{0.9, 0.5, 0.1} {
				above := 0
				for _, x := range excess {
					if x >= math.Sqrt(2./steps*math.Log(1/delta)) {
						above++
					}
				}
				require.LessOrEqual(t, float64(above), delta*float64(len(excess)), "%s, δ = %v", name, delta)
			}
		}
	}
}

// With p = 2 ln d the Perceptron makes at most 2e ln d (max ‖x‖_∞ ‖u‖₁)² updates, for a u of no loss: here of three
// coordinates, where the majority of signs is the label. In ℓ2 it makes more.
func TestLogarithmOfTheDimension(t *testing.T) {
	t.Parallel()
	for dim, inL2 := range map[int]bool{3: false, 30: false, 1000: true} {
		rng := rand.New(rand.NewPCG(1, uint64(dim)))
		near := algos.MustParse(fmt.Sprintf("perceptron(p=%v)", 2*math.Log(float64(dim)))).New(dim)
		round := algos.MustParse("perceptron").New(dim)
		updates, others := 0, 0
		for range 5000 {
			x := make([]float64, dim)
			for j := range x {
				x[j] = float64(2*rng.IntN(2) - 1)
			}
			y := theory.Sign(x[0] + x[1] + x[2])
			if near.Step(vec.Dense(x...), y).Updated {
				updates++
			}
			if round.Step(vec.Dense(x...), y).Updated {
				others++
			}
		}
		bound := 2 * math.E * math.Log(float64(dim)) * 9
		t.Logf("d = %d: %d updates, %d in ℓ2, the bound is %.0f", dim, updates, others, bound)
		require.LessOrEqual(t, float64(updates), bound)
		require.Equal(t, inL2, float64(others) > bound)
	}
}
