package multiclass_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/algos/multiclass"
	"marginlab/algos/trial"
	"marginlab/internal/rapidtest"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// verdicts checks the table on a run over s in order.
func verdicts(t testing.TB, s data, tr *theory.Trace, order []int, comparators [][]float64, atRest bool) map[string]theory.Verdict {
	t.Helper()
	deltas := multiclass.Differences(s.stream(nil), s.dim, s.classes)
	all, err := theory.Verdicts(t.Context(), tr, func(v theory.View) (theory.Evidence, error) {
		g, err := trial.Measure(context.Background(), deltas, v)
		ev := theory.Evidence{Geometry: g, Margin: tr.Classifier.Margin(deltas), AtRest: atRest}
		for _, u := range comparators {
			ev.Comparators = append(ev.Comparators,
				theory.NewComparator(multiclass.Comparator(u, s.stream(order), s.dim, s.classes)))
		}
		return ev, err
	})
	require.NoError(t, err)
	byID := map[string]theory.Verdict{}
	for _, v := range all {
		byID[v.Guarantee.ID] = v
	}
	return byID
}

// requireProved requires that the proved rows hold, and returns how much of each bound was used up.
func requireProved(t testing.TB, verdicts map[string]theory.Verdict, what string, ratios map[string]float64) {
	t.Helper()
	for id, v := range verdicts {
		if v.Guarantee.Status == theory.Proved {
			require.True(t, v.Holds, "%s: %s, %v of %v", what, id, v.Value, v.Bound)
		}
		if v.Applies() {
			ratios[id] = max(ratios[id], v.Ratio)
		}
	}
}

var expressions = []string{
	"multiclass-perceptron", "amira-1-best(1)", "amira-1-best(0.5)", "amira-1-best(0.05)", "amira-k-best(1)",
	"amira-k-best(0.5)", "amira-k-best(0.05)", "amira-k-best(0.3,2)",
}

// Theorem 2 and its sharper count, Corollary 2, Theorem 3, and Theorem 5 in its repaired form hold on separable
// streams, once and to rest.
func TestRowsHoldOnSeparableStreams(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(11, 1))
	ratios := map[string]float64{}
	for round := range rapidtest.Count(20, 150, 1500) {
		s, u := separable(rng, 40, 1+rng.IntN(3), 2+rng.IntN(4), round%2 == 0)
		spec := parse(t, expressions[round%len(expressions)])
		what := fmt.Sprintf("round %d, %s, %d classes", round, spec, s.classes)
		tr, err := s.run(spec, nil)
		require.NoError(t, err)
		requireProved(t, verdicts(t, s, &tr, nil, [][]float64{u, tr.Classifier.W}, false), what, ratios)
		rest, err := multiclass.Of(spec, s.classes).RunToRest(context.Background(), s.stream(nil), s.dim, 100000)
		require.NoError(t, err)
		require.True(t, rest.AtRest, what)
		// The whole way to rest, with its steps, is a run too.
		order := s.times(rest.Passes)
		whole, err := s.run(spec, order)
		require.NoError(t, err)
		require.Equal(t, rest.Updates, whole.Updates)
		require.Equal(t, rest.Mistakes, whole.Mistakes)
		require.Equal(t, rest.Classifier, whole.Classifier)
		requireProved(t, verdicts(t, s, &whole, order, [][]float64{u}, true), what, ratios)
	}
	for _, id := range []string{"updates", "weighted-updates", "norm", "rest", "inseparable"} {
		require.Positive(t, ratios["amira-k-best-"+id], "%s never applied", id)
	}
	for _, id := range []string{"mistakes", "violations", "joint-updates"} {
		require.Positive(t, ratios["amira-1-best-"+id], "%s never applied", id)
	}
	for _, id := range strings.Fields("updates norm-growth norm-progress freund-schapire hinge every-mistake") {
		require.Positive(t, ratios["multiclass-perceptron-"+id], "%s never applied", id)
	}
	t.Log("used up at most:", ratios)
}

// The true part of Theorem 5 holds on inseparable streams of equal norms, with comparators of all kinds; one of them
// is the learner's own w, the best of a few.
func TestInseparableRowHolds(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(12, 1))
	ratios := map[string]float64{}
	row := theory.Guarantee{}
	for _, g := range theory.Table() {
		if g.ID == "amira-k-best-inseparable" {
			row = g
		}
	}
	for round := range rapidtest.Count(400, 1_500, 20_000) {
		s := noise(rng, 1+rng.IntN(40), 1+rng.IntN(4), 2+rng.IntN(5))
		spec := parse(t, expressions[1+round%(len(expressions)-1)])
		order := make([]int, 0, 3*len(s.x))
		for range 1 + rng.IntN(3) {
			order = append(order, rng.Perm(len(s.x))...)
		}
		tr, err := s.run(spec, order)
		require.NoError(t, err)
		mean := make([]float64, s.dim*s.classes)
		for i, x := range s.x {
			at := int(s.y[i]) * s.dim
			x.AddTo(mean[at:at+s.dim], 1)
		}
		const length = 3 * math.Sqrt2
		ev := theory.Evidence{Geometry: theory.Geometry{DBar: length, Shortest: length}}
		for _, u := range [][]float64{tr.Classifier.W, mean, rapidtest.Normal(rng, len(mean), 1)} {
			ev.Comparators = append(ev.Comparators,
				theory.NewComparator(multiclass.Comparator(u, s.stream(order), s.dim, s.classes)))
		}
		v := row.Check(&tr, ev)
		name := "inseparable"
		if tr.Updates < 10 {
			name = "few updates"
		}
		requireProved(t, map[string]theory.Verdict{name: v}, fmt.Sprintf("round %d, %s", round, spec), ratios)
	}
	t.Log("used up at most:", ratios)
	require.Greater(t, ratios["few updates"], 0.5, "one update of one example, with ε = 1, is the bound")
	require.Greater(t, ratios["inseparable"], 0.15, "the streams come near to the bound")
}

// e_1, …, e_n, all of class 0 of two, reach Theorem 2, its count and Corollary 2 at ε = 1: n updates at R² = 2, γ² =
// 2/n, and ‖w‖ = 1/γ. All of class 1, which is never predicted at a tie, reach Theorem A1 at any ε.
func TestTheoremsAreReached(t *testing.T) {
	const n = 7
	for _, c := range []struct {
		learner string
		class   theory.Label
		rows    string
	}{
		{"amira-k-best(1)", 0, "amira-k-best-updates amira-k-best-weighted-updates amira-k-best-norm"},
		{"amira-1-best(1)", 0, "amira-k-best-updates amira-k-best-weighted-updates amira-k-best-norm"},
		{"amira-1-best(1)", 1, "amira-1-best-mistakes amira-1-best-violations amira-1-best-joint-updates"},
		{"amira-1-best(0.5)", 1, "amira-1-best-mistakes amira-1-best-violations amira-1-best-joint-updates"},
		{"amira-1-best(0.05)", 1, "amira-1-best-mistakes amira-1-best-violations amira-1-best-joint-updates"},
	} {
		s := data{dim: n, classes: 2}
		for i := range n {
			s.x, s.y = append(s.x, vec.Sparse([]int{i}, []float64{1})), append(s.y, c.class)
		}
		tr, err := s.run(parse(t, c.learner), nil)
		require.NoError(t, err)
		require.Equal(t, n, tr.Updates)
		all := verdicts(t, s, &tr, nil, nil, false)
		for _, id := range strings.Fields(c.rows) {
			require.InEpsilon(t, 1, all[id].Ratio, 1e-7, "%s of %s", id, c.learner)
			require.True(t, all[id].Holds)
		}
	}
}
