package multiclass_test

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/algos"
	"marginlab/algos/maxmargin"
	"marginlab/algos/multiclass"
	"marginlab/theory"
)

// against is the stream of class c against the rest.
func (s data) against(c int) []theory.Example {
	var examples []theory.Example
	for i, x := range s.x {
		y := theory.Negative
		if s.y[i] == c {
			y = theory.Positive
		}
		examples = append(examples, theory.Example{X: x, Y: y})
	}
	return examples
}

// Every binary learner of the registry: its trace in one-vs-rest is that of its own
// run, and the class predicted is the greatest of what it said, y·a_t in its scale.
func TestOneVsRestIsItsBinaryLearners(t *testing.T) {
	rng := rand.New(rand.NewPCG(21, 1))
	s, _ := separable(rng, 60, 3, 4, false)
	n := noise(rng, 60, 3, 4)
	for _, binary := range algos.Defaults() {
		for at, s := range []data{s, n} {
			if at == 1 && slices.Contains(binary.Families(), "n-omm") {
				continue // it cannot go on from what is not separable
			}
			o := multiclass.NewOneVsRest(s.dim, s.classes, binary)
			tr, err := multiclass.Run(context.Background(), o, s.dim, s.x, s.y, nil)
			require.NoError(t, err, "%s", binary)
			traces := o.Traces()
			for c := range traces {
				want, err := binary.Run(context.Background(), s.dim, slices.Values(s.against(c)))
				require.NoError(t, err)
				requireSameRun(t, want, traces[c])
				require.Equal(t, want.Learner, traces[c].Learner)
				require.Equal(t, want.Families, traces[c].Families)
				require.Equal(t, want.Params, traces[c].Params)
				require.Equal(t, want.Lift, traces[c].Lift)
				require.Equal(t, want.Classifier, o.Classifier()[c])
			}
			mistakes := 0
			for i, step := range tr.Steps {
				scores := make([]float64, s.classes)
				updated := false
				for c := range traces {
					b := traces[c].Steps[i]
					scores[c] = b.Score * float64(b.Y)
					updated = updated || b.Updated
				}
				best := slices.Index(scores, slices.Max(scores))
				require.Equal(t, best == s.y[i], !step.Mistake(), "%s, example %d", binary, i)
				require.Equal(t, updated, step.Updated)
				if best != s.y[i] {
					mistakes++
				}
			}
			require.Equal(t, mistakes, tr.Mistakes)
		}
	}
}

// The theorems on two classes hold of each of the binary runs.
func TestBinaryRowsHoldOfOneVsRest(t *testing.T) {
	rng := rand.New(rand.NewPCG(22, 1))
	ratios := map[string]float64{}
	for range rounds(2, 6) {
		s, _ := separable(rng, 40, 2, 3, false)
		for _, expr := range []string{"one-vs-rest(perceptron)", "one-vs-rest(amira(0.5))", "one-vs-rest(romma)", "one-vs-rest(e-omm)", "one-vs-rest(bias(pa,1))"} {
			l := parse(t, expr).New(s.dim, s.classes)
			_, err := multiclass.Run(context.Background(), l, s.dim, s.x, s.y, nil)
			require.NoError(t, err)
			for c, tr := range l.(*multiclass.OneVsRest).Traces() {
				examples := s.against(c)
				all, err := theory.Verdicts(&tr, func(v theory.View) (theory.Evidence, error) {
					g, err := maxmargin.Measure(context.Background(), examples, v, maxmargin.Options{})
					return theory.Evidence{Geometry: g}, err
				})
				require.NoError(t, err)
				for _, v := range all {
					requireProved(t, map[string]theory.Verdict{v.Guarantee.ID: v}, expr, ratios)
				}
			}
		}
	}
	for _, id := range []string{"perceptron-novikoff", "amira-updates", "romma-mistakes", "omm-s1", "pa-squared-losses"} {
		require.Positive(t, ratios[id], "%s was silent", id)
	}
}

func TestOneVsRestFailsWithItsLearner(t *testing.T) {
	s := noise(rand.New(rand.NewPCG(23, 1)), 60, 2, 3)
	tr, err := parse(t, "one-vs-rest(n-omm)").Run(context.Background(), s.dim, s.classes, s.x, s.y, nil)
	require.ErrorContains(t, err, "against the rest")
	require.Regexp(t, `^example \d+: class \d against the rest: `, err.Error())
	require.Less(t, len(tr.Steps), 60)
}
