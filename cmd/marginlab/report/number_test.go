package report

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/cmd/marginlab/report/chart"
)

func TestNumbersAreTypeset(t *testing.T) {
	for v, want := range map[float64]string{
		0: "0", -1.5: "−1.5", 9999: "9999", 10000: "10,000", 17759.4: "17,759", -1234567: "−1,234,567", 999999.6: "1,000,000",
		1.5e7: "1.5·10⁷", 1.437e-11: "1.437·10⁻¹¹", 0.3075: "0.3075", math.Inf(1): "∞",
	} {
		require.Equal(t, want, chart.Format(v))
	}
	require.Equal(t, "–", chart.Format(math.NaN()))
}

// A ratio that is near 1 does not look like 1, unless exact arithmetic says so.
func TestRatiosNearOne(t *testing.T) {
	for _, c := range []struct {
		ratio    float64
		attained bool
		want     string
	}{
		{1, true, "1 (attained)"},
		{1 - 3e-9, false, "0.999999997"},
		{0.99999, false, "0.99999"},
		{1 + 1e-9, false, "1.000000001"},
		{0.123456, false, "0.1235"},
	} {
		require.Equal(t, c.want, Ratio(c.ratio, c.attained))
	}
	require.Equal(t, "∞", cellOf(ratioCell(math.Inf(1), false)).Text)
}
