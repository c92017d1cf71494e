package reproduce

import (
	"fmt"
	"slices"

	"marginlab/cmd/marginlab/reproduce/stats"
	"marginlab/cmd/marginlab/term"
)

// Sorted returns the distinct values in increasing order.
func Sorted[T int | float64](v []T) []T { return slices.Compact(slices.Sorted(slices.Values(v))) }

// Column returns the values of a column of rows.
func Column[R any, N ~int | ~float64](rows []R, value func(R) N) []float64 {
	v := make([]float64, len(rows))
	for i, r := range rows {
		v[i] = float64(value(r))
	}
	return v
}

// Median is the median, the lower one of two. A missing value counts as none.
func Median(v []float64, none float64) float64 {
	_, median, _ := stats.Spread(v, none)
	return median
}

// MedianWithRange shows the median, and the range where the values differ.
func MedianWithRange(format string, v []float64, none float64) string {
	low, median, high := stats.Spread(v, none)
	return withRange(format, median, low, high)
}

// MeanWithRange shows the mean, and the range where the values differ.
func MeanWithRange(format string, v []float64) string {
	return withRange(format, stats.Mean(v), stats.Least(v), stats.Most(v))
}

func withRange(format string, middle, low, high float64) string {
	shown := term.Number(middle).Format(format)
	from, to := term.Number(low).Format(format), term.Number(high).Format(format)
	if from == to {
		return shown
	}
	return fmt.Sprintf("%s (%s..%s)", shown, from, to)
}
