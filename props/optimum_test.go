package props

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/props/measure"

	"marginlab/algos"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// softOptimum encloses the least λ/2‖w‖² + (1/n) Σ max(0, 1−y(w·x)): the dual and the
// primal value of Frank–Wolfe's method on the dual, long enough.
func softOptimum(x []measure.Vector, y measure.Vector, lambda float64) (dual, primal float64) {
	n := float64(len(x))
	alpha, w := make(measure.Vector, len(x)), make(measure.Vector, len(x[0]))
	primal = math.Inf(1)
	for range 200000 {
		// The linear part is greatest at s_i = 1 where y(w·x) < 1, else 0; d = w(s) − w.
		d, gain, loss := make(measure.Vector, len(w)), 0.0, 0.0
		s := make(measure.Vector, len(x))
		for i := range x {
			slack := 1 - y[i]*w.Dot(x[i])
			if slack > 0 {
				s[i] = 1
				loss += slack
			}
			gain += (s[i] - alpha[i]) * slack / n
			d = d.Plus((s[i]-alpha[i])*y[i]/(lambda*n), x[i])
		}
		primal = min(primal, lambda/2*w.Dot(w)+loss/n)
		if gain < 1e-9 {
			break
		}
		step := min(1, gain/(lambda*d.Dot(d)))
		w = w.Plus(step, d)
		for i := range alpha {
			alpha[i] += step * (s[i] - alpha[i])
		}
	}
	for _, a := range alpha {
		dual += a / n
	}
	return dual - lambda/2*w.Dot(w), primal
}

// Of examples drawn one by one, the objective at the mean iterate of Pegasos is in
// expectation within c(1+ln T)/(2λT) of the optimum (Shalev-Shwartz, Singer, Srebro
// 2007, Theorem 2), c as in theory.RegretPegasos; here over 300 fixed seeds, with
// five standard errors.
func TestPegasosApproachesTheOptimum(t *testing.T) {
	const lambda, draws, seeds = 0.05, 400, 300
	rng := rand.New(rand.NewPCG(11, 0))
	var x []measure.Vector
	var y measure.Vector
	longest := 0.0
	for range 40 {
		label := float64(1 - 2*rng.IntN(2))
		p := measure.Vector{label*0.7 + rng.NormFloat64(), rng.NormFloat64()} // not separable
		x, y, longest = append(x, p), append(y, label), max(longest, p.Norm())
	}
	dual, primal := softOptimum(x, y, lambda)
	require.Less(t, primal-dual, 1e-3)
	for _, project := range []string{"no", "yes"} {
		c := 4 * longest * longest
		if project == "yes" {
			c = (math.Sqrt(lambda) + longest) * (math.Sqrt(lambda) + longest)
		}
		bound := c * (1 + math.Log(draws)) / (2 * lambda * draws)
		spec, err := algos.Parse(fmt.Sprintf("pegasos(%v,%s,mean)", lambda, project))
		require.NoError(t, err)
		var sum, squares float64
		for seed := range uint64(seeds) {
			rng := rand.New(rand.NewPCG(seed, 1))
			l := spec.New(2)
			for range draws {
				i := rng.IntN(len(x))
				l.Step(vec.Dense(x[i]...), theory.Label(y[i]))
			}
			w, loss := measure.Vector(l.State().Classifier.W), 0.0
			for i := range x {
				loss += max(0, 1-y[i]*w.Dot(x[i]))
			}
			gap := lambda/2*w.Dot(w) + loss/float64(len(x)) - dual
			require.Positive(t, gap)
			sum, squares = sum+gap, squares+gap*gap
		}
		mean := sum / seeds
		deviation := math.Sqrt((squares/seeds - mean*mean) / seeds)
		require.Less(t, mean+5*deviation, bound, "project=%s", project)
		require.Less(t, mean, 0.2, "project=%s: nearer than f(0) − f* = %v", project, 1-dual)
		t.Logf("project=%s: f(mean w) - f* = %.4f ± %.4f, bound %.3f, f* in [%.4f, %.4f]", project, mean, deviation, bound, dual, primal)
	}
}
