package algos_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/algos/trial/stats"
	"marginlab/theory"
	"marginlab/theory/rapidtest"
	"marginlab/theory/vec"
)

// ZH13, Table 1, has Pegasos' rate Õ(1/ε): the steps until the objective of Shalev-Shwartz, Singer
// and Srebro (2007),
//
//	f(w) = λ/2 ‖w‖² + E max{0, 1 − y w·x},
//
// is within ε of its least. Examples drawn anew from two points, yx = (1, 0) and (−½, 1), at the odds
// of 3 : 2, have a least that is known: for λ = ½ neither hinge turns near it, and w∗ = E yx/λ. The
// steps grow as (1/ε)^1, for the last classifier and for the mean of all.
func TestPegasosNeedsStepsAsOneOverEps(t *testing.T) {
	t.Parallel()
	const lambda, odds = 0.5, 0.6
	points := [2][2]float64{{1, 0}, {-0.5, 1}}
	f := func(w []float64) float64 {
		value := lambda / 2 * float64(w[0]*w[0]+w[1]*w[1])
		for i, p := range [2]float64{odds, 1 - odds} {
			value += p * max(0, 1-float64(w[0]*points[i][0]+w[1]*points[i][1]))
		}
		return value
	}
	best := []float64{(odds - (1-odds)/2) / lambda, (1 - odds) / lambda}
	for i, p := range points {
		require.Less(t, best[0]*p[0]+best[1]*p[1], 0.9, "hinge %d turns elsewhere", i)
	}
	for _, learner := range []string{"pegasos(lambda=0.5)", "pegasos(lambda=0.5,classifier=mean)"} {
		var at, gaps []float64
		for steps := 256; steps <= 1<<14; steps *= 2 {
			sum, runs := 0.0, 40
			for seed := range runs {
				rng, l := rapidtest.Rand(uint64(seed)), parse(t, learner).New(2)
				for range steps {
					x := points[1]
					if rng.Float64() < odds {
						x = points[0]
					}
					l.Step(vec.Dense(x[0], x[1]), theory.Positive)
				}
				sum += f(l.Classifier().W) - f(best)
			}
			at, gaps = append(at, float64(steps)), append(gaps, sum/float64(runs))
		}
		slope := -stats.FitPowerLaw(gaps, columns(at)).Slope
		t.Logf("%s: steps ~ (1/eps)^%.3f, eps from %.2g to %.2g", learner, slope, gaps[0], gaps[len(gaps)-1])
		require.InDelta(t, 1, slope, 0.1, learner)
		for i, g := range gaps { // Theorem 1 and its Corollary, of the mean: c = (√λ + R)², R² = 5/4
			c := math.Sqrt(lambda) + math.Sqrt(1.25)
			require.Less(t, g, c*c*(1+math.Log(at[i]))/(2*lambda*at[i]), learner)
		}
	}
}

// columns has one run of each setting.
func columns(v []float64) (all [][]float64) {
	for _, x := range v {
		all = append(all, []float64{x})
	}
	return all
}
