package multiclass

import (
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/theory"
	"marginlab/theory/vec"
)

// candidates is a structure with the same wrong outputs whatever w is.
type candidates []Candidate

func (c candidates) Candidates([]float64, int) []Candidate { return c }

// With a loss ℓ, a structured learner is AMIRA on ΔΦ/ℓ: it updates where w·ΔΦ ≤ (1−ε)ℓ, to
// w·ΔΦ = ℓ. At w·ΔΦ = 0 only what wins is predicted.
func TestStructuredLosses(t *testing.T) {
	t.Parallel()
	of := func(v, loss float64, wins bool) candidates {
		return candidates{{Delta: vec.Dense(v, 0), Loss: loss, Wins: wins}}
	}
	l := NewStructured(2, 0.5, 1)
	same := l.Step(of(0, 1, true))
	require.False(t, same.Updated, "no w tells it from y")
	require.Equal(t, theory.Positive, same.Predicted)
	first := l.Step(of(2, 2, false))
	require.Equal(t, theory.Positive, first.Predicted, "a tie, which it loses")
	require.Equal(t, 0., first.Score)
	require.True(t, first.Updated)
	require.Equal(t, []float64{1, 0}, l.Classifier().W)
	require.False(t, l.Step(of(1.25, 2, false)).Updated, "1.25 > (1−ε)2")
	edge := l.Step(of(1, 2, false))
	require.Equal(t, 0.5, edge.Score)
	require.True(t, edge.Updated, "1 = (1−ε)2")
	require.Equal(t, []float64{2, 0}, l.Classifier().W)
	require.Equal(t, theory.Negative, l.Step(of(-1, 1, false)).Predicted)

	require.Equal(t, theory.Negative, NewStructured(2, 0.5, 1).Step(of(1, 1, true)).Predicted, "a tie, which it wins")
	require.PanicsWithValue(t, "multiclass: a loss is not positive", func() { l.Step(of(1, 0, false)) })
}
