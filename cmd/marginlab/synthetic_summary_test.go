package main

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestFitOfAnExactPowerLaw(t *testing.T) {
	x := []float64{2, 3, 5, 8}
	for _, slope := range []float64{-1, 0.5, 2} {
		var runs [][]float64
		for run := range 5 {
			var y []float64
			for _, v := range x {
				y = append(y, float64(run+1)*math.Pow(v, slope))
			}
			runs = append(runs, y)
		}
		law := fitPowerLaw(x, runs)
		require.InDelta(t, slope, law.Slope, 1e-12)
		require.InDelta(t, slope, law.Lower, 1e-12)
		require.InDelta(t, slope, law.Upper, 1e-12)
		one := fitPowerLaw(x, runs[:1])
		require.InDelta(t, slope, one.Slope, 1e-12)
		require.True(t, math.IsNaN(one.Lower) && math.IsNaN(one.Upper))
	}
}

// The interval covers the slope of noisy laws as often as it says. The noise at
// one x is a part of that at the next, as in runs on the same data.
func TestIntervalOfTheSlopeCoversIt(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	x := []float64{2, 3, 5, 8}
	const trials = 2000
	covered := 0
	for range trials {
		var runs [][]float64
		for range 6 {
			var y []float64
			noise := 0.
			for _, v := range x {
				noise += 0.3 * rnd.NormFloat64()
				y = append(y, math.Exp(1+noise)*math.Pow(v, 1.5))
			}
			runs = append(runs, y)
		}
		if law := fitPowerLaw(x, runs); law.Lower <= 1.5 && 1.5 <= law.Upper {
			covered++
		}
	}
	// A standard deviation of 0.5 %: four of them stray with a probability of 6e-5.
	require.InDelta(t, 0.95, float64(covered)/trials, 0.02)
}

// What is fitted grows with 1/ε, at the small ε where all runs are at rest.
func TestLawOfTheUpdates(t *testing.T) {
	at := func(epsilon float64, awake int, counts ...int) group {
		g := group{epsilon: epsilon, awake: awake}
		for _, n := range counts {
			g.resting = append(g.resting, syntheticRow{runRow: runRow{Updates: n}})
		}
		return g
	}
	law := lawOf([]group{at(0.1, 1, 5), at(0.125, 0, 6400, 640), at(0.25, 0, 1600, 160), at(0.5, 0, 400, 40), at(1, 0, 1, 1)})
	require.InDelta(t, 2, law.Slope, 1e-12)
	require.Equal(t, 0.125, law.Low)
	require.Equal(t, 0.5, law.High)
	require.True(t, math.IsNaN(lawOf([]group{at(0.5, 0, 3)}).Slope))
}

func TestQuantile(t *testing.T) {
	v := []float64{4, 1, 3, 2}
	for p, want := range map[float64]float64{0: 1, 0.25: 1.75, 0.5: 2.5, 0.75: 3.25, 1: 4} {
		require.InDelta(t, want, quantile(p, v), 1e-12)
	}
	require.Equal(t, []float64{4, 1, 3, 2}, v)
	require.Equal(t, 7., quantile(0.3, []float64{7}))
	require.True(t, math.IsNaN(quantile(0.5, nil)))
}
