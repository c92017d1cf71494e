package chart

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestAxesNameRoundValues(t *testing.T) {
	for _, c := range []struct {
		axis Axis
		want []string
	}{
		{Axis{Low: 0, High: 569}, []string{"0", "100", "200", "300", "400", "500"}},
		{Axis{Low: -4.6, High: 1.04}, []string{"−4", "−3", "−2", "−1", "0", "1"}},
		{Axis{Low: 0, High: 2.1, Count: true}, []string{"0", "1", "2"}},
		{Axis{Low: 0, High: 0.31}, []string{"0", "0.1", "0.2", "0.3"}},
		{Axis{Low: 2, High: 9, Log: true}, []string{"2", "4", "6", "8"}},
		{Axis{Low: 0.5, High: 30, Log: true}, []string{"0.5", "1", "2", "5", "10", "20"}},
		{Axis{Low: 0.05, High: 1e10, Log: true}, []string{"1", "100", "10,000", "10⁶", "10⁸", "10¹⁰"}},
		{Axis{Low: 1e-9, High: 1e-5, Log: true}, []string{"10⁻⁹", "10⁻⁸", "10⁻⁷", "10⁻⁶", "10⁻⁵"}},
	} {
		var names []string
		last := -1.
		for _, tick := range c.axis.ticks(6) {
			names = append(names, tick.Name)
			require.Greater(t, tick.At, last)
			last = tick.At
		}
		require.Equal(t, c.want, names)
		require.LessOrEqual(t, last, 100.001)
	}
}

func TestAxesHoldWhatIsDrawn(t *testing.T) {
	for _, a := range []Axis{{}, {Log: true}, {Zero: true}, {Count: true}} {
		for _, values := range [][]float64{{1, 2, 500}, {3}, {7, 7}, nil} {
			got := a.Around(values)
			require.Less(t, got.Low, got.High)
			for _, v := range values {
				require.True(t, got.has(v), "%v on %v", v, got)
			}
			require.True(t, !a.Zero && !a.Count || got.Low == 0)
		}
	}
	require.Equal(t, Axis{Low: 1, High: 9}, Axis{Low: 1, High: 9}.Around([]float64{20}))
}
