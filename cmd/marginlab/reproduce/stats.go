package reproduce

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"

	"marginlab/internal/num"
)

// most returns the greatest of some values, NaN if there are none.
func most(v []float64) float64 { return quantile(1, v) }

// mean returns the mean of some values, NaN if there are none.
func mean(v []float64) float64 { return num.Sum(v) / float64(len(v)) }

// quantile returns the p-quantile of some values, interpolated between two of them; NaN if there are none.
func quantile(p float64, v []float64) float64 {
	if len(v) == 0 {
		return math.NaN()
	}
	v = slices.Sorted(slices.Values(v))
	at := float64(p * float64(len(v)-1))
	low := int(at)
	high := min(low+1, len(v)-1)
	return v[low] + float64((at-float64(low))*(v[high]-v[low]))
}

// spread returns the least of some values, their median (the lower one of two) and the
// greatest; NaN if there are none. A missing value, NaN, counts as the value none.
func spread(v []float64, none float64) (low, median, high float64) {
	if len(v) == 0 {
		return math.NaN(), math.NaN(), math.NaN()
	}
	v = slices.SortedFunc(slices.Values(v), func(a, b float64) int {
		return cmp.Compare(orElse(a, none), orElse(b, none))
	})
	return v[0], v[(len(v)-1)/2], v[len(v)-1]
}

// orElse returns x, or the value none if x is missing.
func orElse(x, none float64) float64 {
	if math.IsNaN(x) {
		return none
	}
	return x
}

// halfInterval returns half of the 95 % confidence interval of the mean of some values, by Student's t; NaN if there
// are fewer than two.
func halfInterval(v []float64) float64 {
	n := float64(len(v))
	if n < 2 {
		return math.NaN()
	}
	return distuv.StudentsT{Sigma: 1, Nu: n - 1}.Quantile(0.975) * stat.StdErr(stat.StdDev(v, nil), n)
}
