package trial

import (
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/algos/exact"
)

// Float64 is in doubt where a score is nearer 0, or the limit of the update, than 2⁻³⁰ of the
// lengths and itself; not where it is as near as that.
func TestNearTie(t *testing.T) {
	t.Parallel()
	const most = 0x1p30
	// (2³⁰ − 1)² − 1 is 2³⁰(2³⁰ − 2), and 2³⁰ − 2 = 32767² + 254² + 24² + 21²: an x has the length
	// 2³⁰ − 1, and a score of 1 by w = (1, 0, 0, 0, 0) is 2⁻³⁰ of both.
	beside := func(last float64) []float64 { return []float64{1, 32767 << 15, 254 << 15, 24 << 15, 21<<15 + last} }
	for _, c := range []struct {
		learner string
		w, x    []float64
		doubt   bool
	}{
		{"perceptron", []float64{1, 0, 0, 0, 0}, beside(0), false},
		{"perceptron", []float64{1, 0, 0, 0, 0}, beside(1), true},
		{"perceptron", []float64{1, 0, 0, 0, 0}, beside(-1), false},
		{"perceptron", []float64{4, 0}, []float64{1, most / 2}, false},
		{"perceptron", []float64{4, 0}, []float64{1, 2 * most}, true},
		{"perceptron", []float64{0.25, 0}, []float64{-1, 2 * most}, true},
		{"perceptron", []float64{0.25, 0}, []float64{-1, most / 2}, false},
		{"pa", []float64{1, 0}, []float64{1 + 1/most, 0}, true}, // beside the limit 1
		{"pa", []float64{1, 0}, []float64{1 + 4/most, 0}, false},
		{"pa", []float64{1, 0}, []float64{-1, 0}, false},
		{"pa", []float64{1, 0}, []float64{0, 1}, true},
		{"perceptron", []float64{0, 0}, []float64{1, 1}, false}, // w = 0
	} {
		stream := []exact.Example{{X: exact.Floats(c.w...), Y: 1}, {X: exact.Floats(c.x...), Y: 1}}
		model, err := exact.Parse(c.learner)
		require.NoError(t, err)
		run := model.Run(128, len(c.x), stream, exact.Repeat{}, exact.Limit{})
		require.Equal(t, c.doubt, nearTie(run.Steps[1], stream[1].X), "%s at %v after %v", c.learner, c.x, c.w)
	}
}

// A label that is drawn is in doubt where the coin is as near to the probability: at q = 0 that is ½.
func TestNearTurn(t *testing.T) {
	t.Parallel()
	model, err := exact.Parse("randomized(R=5)")
	require.NoError(t, err)
	stream := []exact.Example{{X: exact.Floats(3, 4), Y: -1}, {X: exact.Floats(3, 4), Y: -1}}
	run := model.Run(128, 2, stream, exact.Repeat{}, exact.Limit{})
	for i, q := range []float64{0, -0.5} {
		for gap, doubt := range map[float64]bool{
			0: true, 0x1p-31: true, -0x1p-31: true, 0x1p-29: false, -0x1p-29: false, 1: false,
		} {
			require.Equal(t, doubt, nearTurn(run.Steps[i], q+gap), "q = %v, %v beside", q, gap)
		}
	}
}
