package algos_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/theory"
	"marginlab/theory/vec"
)

// Far from the origin, where the difference of two examples is lost beside their lengths, ROMMA still
// learns from one whose y(w·x) is below 1 by more than rounding.
func TestROMMAMovesWhereADifferenceIsLost(t *testing.T) {
	l := parse(t, "a-romma").New(6)
	for _, x := range [][]float64{
		{-1.28000021e08, -6.4000001e07, 0, -6.4e07, -1.27999999e08, 1.28000001e08},
		{-1.2800002e08, -6.4000001e07, 0, -6.4e07, -1.28e08, 1.28e08},
		{-1.2800002e08, -6.4000001e07, -1, -6.3999999e07, -1.28000001e08, 1.27999999e08},
	} {
		s := l.Step(vec.Dense(x...), theory.Negative)
		require.Less(t, s.Score, 1-1e-10)
		require.True(t, s.Updated, "y(w·x) = %v", s.Score)
		require.False(t, l.Step(vec.Dense(x...), theory.Negative).Updated, "what was learned has the margin")
	}
}

// Where ‖v − x‖² is lost beside ‖v‖², ROMMA moves to x if its margin is short of 1 by more than 10⁻¹², which is a tie.
func TestROMMAAtALostDifference(t *testing.T) {
	for short, moves := range map[float64]bool{0x1p-38: true, 0x1p-39: true, 0x1p-40: false, 0x1p-50: false} {
		l := parse(t, "a-romma").New(1)
		l.Step(vec.Dense(1), theory.Positive)
		x := vec.Dense(1 - short)
		require.Zero(t, 1-2*x.Value[0]+x.SqNorm(), "‖v − x‖² as it is computed")
		require.Equal(t, moves, l.Step(x, theory.Positive).Updated, "1 − y(w·x) = %v", short)
		if moves {
			require.Equal(t, x.Value[0], l.State().Gamma)
		}
	}
}
