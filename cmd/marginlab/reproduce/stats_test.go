package reproduce

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/cmd/marginlab/report/chart"
)

func TestFitOfAnExactPowerLaw(t *testing.T) {
	t.Parallel()
	x := []float64{2, 3, 5, 8}
	for _, slope := range []float64{-1, 0.5, 2} {
		var y, first [][]float64
		for _, v := range x {
			var runs []float64
			for run := range 5 {
				runs = append(runs, float64(run+1)*math.Pow(v, slope))
			}
			y, first = append(y, runs), append(first, runs[:1])
		}
		law := fitPowerLaw(x, y)
		require.InDelta(t, slope, law.slope, 1e-12)
		require.InDelta(t, slope, law.lower, 1e-12)
		require.InDelta(t, slope, law.upper, 1e-12)
		require.Equal(t, []float64{2, 8}, []float64{law.low, law.high})
		require.InDelta(t, 3*math.Pow(7, slope),
			law.through([]chart.Point{{X: 1, Y: 1}, {X: 2, Y: 3 * math.Pow(2, slope)}, {X: 8, Y: 3 * math.Pow(8, slope)},
				{X: 9, Y: 1}})(7), 1e-9)
		one := fitPowerLaw(x, first)
		require.InDelta(t, slope, one.slope, 1e-12)
		require.True(t, math.IsNaN(one.lower) && math.IsNaN(one.upper))
	}
}

// The interval covers the slope of noisy laws as often as it says. The noise at
// one x is a part of that at the next, as in runs on the same data.
func TestIntervalOfTheSlopeCoversIt(t *testing.T) {
	t.Parallel()
	rnd := rand.New(rand.NewPCG(1, 2))
	x := []float64{2, 3, 5, 8}
	const trials = 2000
	covered := 0
	for range trials {
		y := make([][]float64, len(x))
		for range 6 {
			noise := 0.
			for i, v := range x {
				noise += 0.3 * rnd.NormFloat64()
				y[i] = append(y[i], math.Exp(1+noise)*math.Pow(v, 1.5))
			}
		}
		if law := fitPowerLaw(x, y); law.lower <= 1.5 && 1.5 <= law.upper {
			covered++
		}
	}
	// A standard deviation of 0.5 %: four of them stray with a probability of 6e-5.
	require.InDelta(t, 0.95, float64(covered)/trials, 0.02)
}

// Two runs of slopes 1 and 3 at two points: ½|3−1| times Student's t of one degree of freedom.
// The curve through points at the ends of the range is midway between them.
func TestPowerLawOfTwoRuns(t *testing.T) {
	t.Parallel()
	x := []float64{1, math.E}
	law := fitPowerLaw(x, [][]float64{{1, 1}, {math.E, math.Pow(math.E, 3)}})
	require.InDelta(t, 2, law.slope, 1e-12)
	require.InDelta(t, 2-12.7062047364, law.lower, 1e-9)
	require.InDelta(t, 2+12.7062047364, law.upper, 1e-9)
	require.InEpsilon(t, math.E, law.through([]chart.Point{{X: 1, Y: 1}, {X: math.E, Y: math.Exp(4)}})(1), 1e-12)
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
