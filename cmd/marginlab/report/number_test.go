package report

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/adversarial"
)

func TestNumbersAreTypeset(t *testing.T) {
	for v, want := range map[float64]string{
		0: "0", -1.5: "−1.5", 9999: "9999", 10000: "10,000", 17759.4: "17,759", -1234567: "−1,234,567", 999999.6: "1,000,000",
		1.5e7: "1.5·10⁷", 1.437e-11: "1.437·10⁻¹¹", 0.3075: "0.3075", math.Inf(1): "∞",
	} {
		require.Equal(t, want, shown(v))
	}
	require.Equal(t, "–", shown(math.NaN()))
	a, b := apart(11, 10.9999999)
	require.Equal(t, "11", a)
	require.Equal(t, "10.9999999", b)
	a, b = apart(20000.4, 20000)
	require.NotEqual(t, a, b)
}

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
		for _, tick := range c.axis.ticks() {
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
			got := a.around(values)
			require.Less(t, got.Low, got.High)
			for _, v := range values {
				require.True(t, got.has(v), "%v on %v", v, got)
			}
			require.True(t, !a.Zero && !a.Count || got.Low == 0)
		}
	}
	require.Equal(t, Axis{Low: 1, High: 9}, Axis{Low: 1, High: 9}.around([]float64{20}))
}

// A ratio that is near 1 does not look like 1, unless exact arithmetic says so.
func TestRatiosNearOne(t *testing.T) {
	for _, c := range []struct {
		ratio float64
		exact adversarial.Exactly
		want  string
	}{
		{1, adversarial.Exactly{Attained: true}, "1 (attained)"},
		{1 - 3e-9, adversarial.Exactly{Below: 3e-9}, "1 − 3e-9"},
		{1, adversarial.Exactly{Below: 2.6e-40}, "1 − 3e-40"},
		{0.99999, adversarial.Exactly{}, "0.99999"},
		{1 + 1e-9, adversarial.Exactly{}, "1.000000001"},
		{0.5, adversarial.Exactly{Below: 0.5}, "0.5"},
		{0.123456, adversarial.Exactly{}, "0.1235"},
	} {
		require.Equal(t, c.want, Ratio(c.ratio, c.exact))
		require.Equal(t, c.want, ratioCell(c.ratio, c.exact).Text)
	}
	require.Equal(t, "∞", ratioCell(math.Inf(1), adversarial.Exactly{}).Text)
}
