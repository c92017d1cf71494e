//go:build unix

package main

import (
	"math"
	"slices"

	"marginlab/algos/trial/stats"
)

const (
	// countSlack is by how much the exponent of a count may lie above the documented one:
	// how well the points of another size suit the learner or the solver differs a little.
	// From one decade to the next, 0.05 is 12 %.
	countSlack = 0.05
	// clockSlack is by how much the interval of a clock may: fresh memory, which reading
	// alone does not ask for, costs a few times as much as memory in the caches. Twice as
	// much at the end of two decades is 0.15.
	clockSlack = 0.15
)

// fitted is what was measured of a subject, with the exponents of its growth.
type fitted struct {
	experiment experiment
	name       string
	law        law
	reference  bool // it only reads the data
	sizes      []float64
	times      [][]float64 // of each size, the seconds of each round
	counts     []float64   // of each size
	clock      exponent
	count      float64 // its exponent
	caches     float64 // what reading the same data grows faster than its law
}

// fit fits the exponents to the upper half of the sizes, the middle one included.
func (f *fitted) fit() {
	from := (len(f.sizes) - 1) / 2
	byRound := stats.FitPowerLaw(f.sizes[from:], f.times[from:])
	f.clock = exponent{byRound.Slope, byRound.Lower, byRound.Upper}
	f.count = slope(f.sizes[from:], f.counts[from:])
}

// slope fits a power law to one value at each size, by least squares on the logarithms. It
// is NaN where a value is 0: there is no count.
func slope(sizes, counts []float64) float64 {
	if slices.Min(counts) <= 0 {
		return math.NaN()
	}
	return stats.FitPowerLaw(sizes, each(counts)).Slope
}

// each makes of every value a list of one.
func each(values []float64) (lists [][]float64) {
	for _, v := range values {
		lists = append(lists, []float64{v})
	}
	return lists
}

// faster says what grows faster than documented: "count", "clock", or "" for nothing.
func (f fitted) faster() string {
	switch {
	case f.reference:
		return ""
	case f.count > f.law.power+countSlack:
		return "count"
	case f.clock.low > f.law.power+f.caches+f.law.misses+clockSlack:
		return "clock"
	}
	return ""
}
