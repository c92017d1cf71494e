package reproduce

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// The interval covers the mean of normal values as often as it says. Of two values it is ½|3−1| times Student's t of
// one degree of freedom.
func TestIntervalCoversTheMean(t *testing.T) {
	t.Parallel()
	rnd := rand.New(rand.NewPCG(1, 2))
	const trials = 2000
	covered := 0
	for range trials {
		v := make([]float64, 6)
		for i := range v {
			v[i] = 1.5 + 0.3*rnd.NormFloat64()
		}
		if math.Abs(mean(v)-1.5) <= halfInterval(v) {
			covered++
		}
	}
	// A standard deviation of 0.5 %: four of them stray with a probability of 6e-5.
	require.InDelta(t, 0.95, float64(covered)/trials, 0.02)
	require.InDelta(t, 12.7062047364, halfInterval([]float64{1, 3}), 1e-9)
	require.True(t, math.IsNaN(halfInterval([]float64{1})))
}

func TestQuantile(t *testing.T) {
	t.Parallel()
	v := []float64{4, 1, 3, 2}
	for p, want := range map[float64]float64{0: 1, 0.25: 1.75, 0.5: 2.5, 0.75: 3.25, 1: 4} {
		require.InDelta(t, want, quantile(p, v), 1e-12)
	}
	require.Equal(t, []float64{4, 1, 3, 2}, v)
	require.Equal(t, 7., quantile(0.3, []float64{7}))
	require.True(t, math.IsNaN(quantile(0.5, nil)))
	for _, sum := range []func([]float64) float64{most, mean} {
		require.True(t, math.IsNaN(sum(nil)))
	}
}

func TestSpread(t *testing.T) {
	t.Parallel()
	nan, inf := math.NaN(), math.Inf(1)
	for _, c := range []struct {
		v    []float64
		none float64
		want [3]float64
	}{
		{[]float64{5}, 0, [3]float64{5, 5, 5}},
		{[]float64{9, 5, 3}, 0, [3]float64{3, 5, 9}},
		{[]float64{9, 5, 3, 10}, 0, [3]float64{3, 5, 10}},
		{[]float64{nan, 9, 3}, inf, [3]float64{3, 9, nan}},
		{[]float64{9, nan, 3}, 0, [3]float64{nan, 3, 9}},
	} {
		low, median, high := spread(c.v, c.none)
		require.Equal(t, fmt.Sprint(c.want), fmt.Sprint([3]float64{low, median, high}))
	}
}
