package algos

import (
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/theory"
	"marginlab/theory/vec"
)

// orthonormal is the Gram matrix of orthonormal points, each its own embedding.
type orthonormal struct{ matrix }

func (orthonormal) Embedded(i int) vec.Vector { return unit(i) }

// Over a Gram matrix n-OMM has no w once its points contradict each other, and its score is b.
func TestScoreOfNaiveOMMThatStopped(t *testing.T) {
	l := MustParse("n-omm").Over(Space{Dim: 2, Gram: orthonormal{matrix{{1, 0}, {0, 1}}}})
	l.Step(unit(0), theory.Positive)
	l.Step(unit(1), theory.Negative)
	require.False(t, l.Step(unit(0), theory.Negative).Made())
	s := l.State()
	require.Error(t, s.Err)
	require.Equal(t, []float64{0, 0}, s.W)
	require.Equal(t, s.B, l.Score(unit(1)))
}

// still is a learner with a fixed classifier, which counts how often it was asked for.
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

// A classifier that scores refute is not made: it has as many weights as there are dimensions.
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
