package algos_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/stat"

	"marginlab/internal/rapidtest"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// ZH13, Table 1, has Pegasos' rate Õ(1/ε): the steps until the objective of Shalev-Shwartz, Singer
// and Srebro (2007),
//
//	f(w) = λ/2 ‖w‖² + E max{0, 1 − y w·x},
//
// is within ε of its least. Examples z = yx are drawn anew from two points, (1, 0) and (−½, 1), at the odds of 3 : 2.
// For λ = ½ neither hinge turns near the least, which is then at w∗ = E z/λ, and w_T+1 is the mean of the z over λ,
// except for the first few. So the gap is known, and with it the steps, of the order (1/ε)^1:
//
//	E f(w_T) − f(w∗) = V/(2λT),  V = E‖z − E z‖²,  and twice that for the mean of w_1, …, w_T.
//
// For that mean w̄, E f(w̄) − f(w∗) ≤ c(1 + ln T)/(2λT) by Theorem 1 there and Jensen's inequality. Its c = (√λ+R)²
// is for a Pegasos that projects; c = 4R² for one that does not, by [theory.RegretPegasos]. The theorem does not
// apply to the last w.
func TestPegasosNeedsStepsAsOneOverEps(t *testing.T) {
	t.Parallel()
	const lambda, odds, runs, most = 0.5, 0.6, 40, 1 << 14
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
	require.Less(t, math.Hypot(best[0], best[1]), 1/math.Sqrt(lambda), "the projection moves it")
	const variance, square = odds * (1 - odds) * (1.5*1.5 + 1), 1.25 // V, and R²
	projected := (math.Sqrt(lambda) + math.Sqrt(square)) * (math.Sqrt(lambda) + math.Sqrt(square))
	for _, c := range []struct {
		learner   string
		variances float64 // the gap, in V/(2λT)
		c         float64 // of the theorem
	}{
		{"pegasos(lambda=0.5)", 1, math.Inf(1)},
		{"pegasos(lambda=0.5,classifier=mean)", 2, 4 * square},
		{"pegasos(lambda=0.5,project=yes,classifier=mean)", 2, projected},
	} {
		var at, gaps []float64
		for steps := 256; steps <= most; steps *= 2 {
			at, gaps = append(at, float64(steps)), append(gaps, 0)
		}
		for seed := range runs {
			rng, l := rapidtest.Rand(uint64(seed)), parse(t, c.learner).New(2)
			for step, k := 1, 0; step <= most; step++ {
				x := points[1]
				if rng.Float64() < odds {
					x = points[0]
				}
				l.Step(vec.Dense(x[0], x[1]), theory.Positive)
				if float64(step) == at[k] {
					gaps[k] += (f(l.State().Classifier.W) - f(best)) / runs
					k++
				}
			}
		}
		_, slope := stat.LinearRegression(logs(gaps), logs(at), nil, false)
		slope = -slope
		t.Logf("%s: steps ~ (1/eps)^%.3f, eps from %.2g to %.2g", c.learner, slope, gaps[0], gaps[len(gaps)-1])
		require.InDelta(t, 1, slope, 0.1, c.learner)
		inVariances := 0.0
		for i, g := range gaps {
			inVariances += g * 2 * lambda * at[i] / variance / float64(len(gaps))
			require.Less(t, g, c.c*(1+math.Log(at[i]))/(2*lambda*at[i]), c.learner)
		}
		// Each gap is a mean of 40 squares of a normal number, whose standard deviation is 22 %; the gaps of a run
		// are correlated, so that their mean has 13 %.
		require.InEpsilon(t, c.variances, inVariances, 0.3, c.learner)
	}
}

func logs(v []float64) (all []float64) {
	for _, x := range v {
		all = append(all, math.Log(x))
	}
	return all
}
