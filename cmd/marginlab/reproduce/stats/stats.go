// Package stats sums up the outcomes of one trial on several data sets or orders: ranges,
// quantiles, and the power law that counts follow.
package stats

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"marginlab/internal/num"
)

// Least returns the least of some values, NaN if there are none.
func Least(v []float64) float64 {
	if len(v) == 0 {
		return math.NaN()
	}
	return floats.Min(v)
}

// Most returns the greatest of some values, NaN if there are none.
func Most(v []float64) float64 {
	if len(v) == 0 {
		return math.NaN()
	}
	return floats.Max(v)
}

// Mean returns the mean of some values, NaN if there are none.
func Mean(v []float64) float64 { return num.Sum(v) / float64(len(v)) }

// Quantile returns the p-quantile of some values, interpolated between two of them; NaN if
// there are none.
func Quantile(p float64, v []float64) float64 {
	if len(v) == 0 {
		return math.NaN()
	}
	v = slices.Sorted(slices.Values(v))
	at := float64(p * float64(len(v)-1))
	low := int(at)
	high := min(low+1, len(v)-1)
	return v[low] + float64((at-float64(low))*(v[high]-v[low]))
}

// Spread returns the least of some values, their median (the lower one of two) and the
// greatest. A missing value, NaN, is compared as none.
func Spread(v []float64, none float64) (low, median, high float64) {
	or := func(x float64) float64 {
		if math.IsNaN(x) {
			return none
		}
		return x
	}
	v = slices.SortedFunc(slices.Values(v), func(a, b float64) int { return cmp.Compare(or(a), or(b)) })
	return v[0], v[(len(v)-1)/2], v[len(v)-1]
}
