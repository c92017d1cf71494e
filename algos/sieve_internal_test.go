package algos

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/theory"
	"marginlab/theory/vec"
)

// still is a learner with a classifier that stays where it is put.
type still struct{ w float64 }

func (s *still) Step(vec.Vector, theory.Label) theory.Step { return theory.Step{} }
func (s *still) Classifier() theory.Classifier             { return theory.Classifier{W: []float64{s.w}} }

// The list of a sieve is made again where the classifier has left its reach, or where going through
// it has cost far more than to make it: then with half the reach. Where it has cost far less the reach
// doubles, and else it stays.
func TestSievesAreMadeAgainWhereItPays(t *testing.T) {
	const n = 40
	var examples []theory.Example
	for i := range n {
		examples = append(examples, theory.Example{X: vec.Dense(float64(i + 1)), Y: theory.Positive})
	}
	for _, c := range []struct {
		name   string
		moved  float64 // in reaches
		work   int
		again  bool
		factor float64 // of the reach
	}{
		{"near, at the cost of a list", 0.5, n, false, 1},
		{"near, at far more", 0.5, 100 * n, true, 0.5},
		{"near, at no cost", 0.5, 0, false, 1},
		{"far, at the cost of a list", 1.5, n, true, 1},
		{"far, at far more", 1.5, 100 * n, true, 0.5},
		{"far, at no cost", 1.5, 0, true, 2},
	} {
		s, l := newSieve(examples, 0, 1), &still{1}
		s.moved(l)
		reach := s.reach
		require.Positive(t, reach)
		for range c.work {
			s.next(0)
		}
		l.w = 1 + float64(c.moved*reach)
		s.moved(l)
		require.Equal(t, float64(c.factor*reach), s.reach, c.name)
		require.Equal(t, c.again, s.from.W[0] == l.w, c.name)
		// What is not in the list is above the threshold for every classifier within the reach.
		listed := map[int]bool{}
		for _, i := range s.list {
			listed[i] = true
		}
		require.Less(t, len(listed), n)
		for i, e := range examples {
			least := (s.from.W[0] - s.reach) * e.X.Value[0]
			require.True(t, listed[i] || least > 1, c.name)
		}
	}
}

// The distance of classifiers is that in the space with the constant coordinate, where b is as many
// times that as its weight says.
func TestSievesMeasureInTheLiftedSpace(t *testing.T) {
	for lift, want := range map[float64]float64{0: 3, 2: math.Hypot(3, 8), 8: math.Hypot(3, 2)} {
		s := newSieve(nil, lift, 1)
		require.InDelta(t, want, s.distanceTo(theory.Classifier{W: []float64{4}, B: 15}, theory.Classifier{W: []float64{1}, B: -1}), 1e-12)
	}
}
