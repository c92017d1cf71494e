package algos

import (
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/theory"
	"marginlab/theory/vec"
)

// still is a learner with a classifier that stays where it is put, and which tells how often it was asked for.
type still struct {
	Learner
	w     float64
	asked int
}

func (s *still) Score(x vec.Vector) float64 { return s.w * x.Value[0] }

func (s *still) State() State {
	s.asked++
	return State{Classifier: theory.Classifier{W: []float64{s.w}}}
}

// Where scores refute a classifier it is not made: it has as many weights as there are dimensions.
func TestSeparationAsksForClassifiersItNeeds(t *testing.T) {
	examples := []theory.Example{{X: vec.Dense(1), Y: 1}, {X: vec.Dense(2), Y: -1}}
	l := &still{w: 1}
	NewSeparation(examples).Updated(1, examples[0], l)
	require.Zero(t, l.asked)
	NewSeparation(examples[:1]).Updated(1, examples[0], l)
	require.Equal(t, 1, l.asked)
	s := NewSeparation(examples[:1])
	for at, w := range []float64{-1, 0, 2, -1} {
		s.Updated(at+1, examples[0], &still{w: w})
	}
	tau, ok := s.Tau()
	require.True(t, ok)
	require.Equal(t, 3, tau)
}
