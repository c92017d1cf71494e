package multiclass_test

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/algos"
	"marginlab/algos/multiclass"
	"marginlab/internal/rapidtest"
	"marginlab/theory"
)

// against returns the stream of class c against the rest.
func (s data) against(c int) []theory.Example {
	var examples []theory.Example
	for i, x := range s.x {
		y := theory.Negative
		if int(s.y[i]) == c {
			y = theory.Positive
		}
		examples = append(examples, theory.Example{X: x, Y: y})
	}
	return examples
}

// For every binary learner of the registry, its trace in one-vs-rest is the trace of its own run. The predicted class
// has the greatest of the learners' scores, each in its scale, or of OMM's a_t.
func TestOneVsRestIsItsBinaryLearners(t *testing.T) {
	rng := rand.New(rand.NewPCG(21, 1))
	s, _ := separable(rng, 60, 3, 4, false)
	n := noise(rng, 60, 3, 4)
	for _, binary := range algos.Defaults() {
		for at, s := range []data{s, n} {
			if at == 1 && slices.Contains(binary.Families(), "n-omm") {
				continue // it stops where the data are not separable
			}
			o := multiclass.NewOneVsRest(algos.Space{Dim: s.dim}, s.classes, binary)
			tr, err := s.learn(o, nil)
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
				require.Equal(t, want.Classifier, o.ByClass()[c])
			}
			mistakes := 0
			for i, step := range tr.Steps {
				scores := make([]float64, s.classes)
				updated, ww := false, 0.
				for c := range traces {
					b := traces[c].Steps[i]
					ww += b.Norm * b.Norm
					scores[c] = b.Score * float64(b.Y)
					if binary.Kind.UnitNorm && b.Norm > 0 {
						scores[c] = b.A() * float64(b.Y)
					}
					updated = updated || b.Updated
				}
				best := slices.Index(scores, slices.Max(scores))
				require.Equal(t, best == int(s.y[i]), !step.Mistake(), "%s, example %d", binary, i)
				require.Equal(t, updated, step.Updated)
				require.InDelta(t, math.Sqrt(ww), step.Norm, 1e-12*(1+math.Sqrt(ww)), "%s, example %d", binary, i)
				if best != int(s.y[i]) {
					mistakes++
				}
			}
			require.Equal(t, mistakes, tr.Mistakes)
			if _, is := binary.New(s.dim).(algos.Kernelized); !is { // it has the scores of its classifier, and asks for no row
				x, own := s.x[0], make([]float64, s.classes)
				require.InDeltaSlice(t, o.ByClass().Scores(own, x), o.Scores(make([]float64, s.classes), x), 1e-12, "%s", binary)
				require.False(t, o.Wants(x, s.y[0]), "%s", binary)
			}
		}
	}
}

// The visible classifier predicts what the next step predicts, except of learners that show a mean, and its ‖w‖ is
// the step's.
func TestTheClassifierShownIsTheOneThatPredicts(t *testing.T) {
	rng := rand.New(rand.NewPCG(24, 1))
	for _, binary := range algos.Defaults() {
		if binary.Kind.Random || binary.New(1).State().Drifts {
			continue
		}
		for range rapidtest.Count(1, 3, 30) {
			s, _ := separable(rng, 80, 3, 4, false)
			o := multiclass.NewOneVsRest(algos.Space{Dim: s.dim}, s.classes, binary)
			for i, x := range s.x {
				c, norm := o.ByClass(), o.State().Norm
				scores := c.Scores(make([]float64, s.classes), x)
				step := o.Step(x, s.y[i])
				if !math.IsNaN(norm) {
					require.InDelta(t, norm, step.Norm, 1e-9*(1+norm), "%s, example %d", binary, i+1)
				}
				if best := multiclass.Argmax(scores); best != step.Predicted { // a tie up to rounding
					require.InDelta(t, scores[best], scores[step.Predicted], 1e-9*(1+math.Abs(scores[best])), "%s, example %d",
						binary, i+1)
				}
			}
		}
	}
}

func TestOneVsRestFailsWithItsLearner(t *testing.T) {
	later := 0 // failures after another class had learned
	for seed := range uint64(20) {
		s := noise(rand.New(rand.NewPCG(seed, 1)), 60, 2, 3)
		l := s.learner(parse(t, "one-vs-rest(n-omm)"))
		tr, err := s.learn(l, nil)
		require.Regexp(t, `^example \d+: class \d against the rest: `, err)
		require.Less(t, len(tr.Steps), 60)
		if !strings.Contains(err.Error(), "class 0") {
			later++
		}
		for _, binary := range l.(*multiclass.OneVsRest).Traces() {
			require.Len(t, binary.Steps, len(tr.Steps), "seed %d", seed)
		}
	}
	require.Positive(t, later)
}
