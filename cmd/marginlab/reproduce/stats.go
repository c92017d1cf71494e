package reproduce

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat/distuv"

	"marginlab/cmd/marginlab/report/chart"
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
// greatest; NaN if there are none. A missing value, NaN, is compared as none.
func spread(v []float64, none float64) (low, median, high float64) {
	if len(v) == 0 {
		return math.NaN(), math.NaN(), math.NaN()
	}
	v = slices.SortedFunc(slices.Values(v), func(a, b float64) int { return cmp.Compare(or(a, none), or(b, none)) })
	return v[0], v[(len(v)-1)/2], v[len(v)-1]
}

// or returns a value, or what a missing one counts as.
func or(x, none float64) float64 {
	if math.IsNaN(x) {
		return none
	}
	return x
}

// powerLaw is y ∝ x^slope, fitted to the x from low to high. All are NaN where fewer than two x were given.
type powerLaw struct {
	slope        float64
	lower, upper float64 // the ends of the 95 % confidence interval, NaN of one run
	low, high    float64
}

// fitPowerLaw fits a power law to several runs at the same x, by least squares on the logarithms; y[i] has the value of
// each run at x[i]. The values of a run depend on each other, so a slope is fitted to each run alone, and the
// confidence interval is that of the mean of independent slopes, by Student's t. The mean of the slopes is the slope of
// a fit to all runs together.
func fitPowerLaw(x []float64, y [][]float64) powerLaw {
	none := math.NaN()
	if len(x) < 2 {
		return powerLaw{none, none, none, none, none}
	}
	fromX := fromMean(logs(x))
	var slopes []float64
	for run := range y[0] {
		of := make([]float64, len(x))
		for i := range x {
			of[i] = y[i][run]
		}
		slopes = append(slopes, num.Dot(fromX, fromMean(logs(of)))/num.Dot(fromX, fromX))
	}
	slope, half, n := mean(slopes), none, float64(len(slopes))
	if n > 1 {
		half = distuv.StudentsT{Sigma: 1, Nu: n - 1}.Quantile(0.975) * num.Norm(fromMean(slopes)) / math.Sqrt(n*(n-1))
	}
	return powerLaw{slope, slope - half, slope + half, slices.Min(x), slices.Max(x)}
}

// through returns the curve with the slope of a power law that lies along those of the points that are in its range.
func (l powerLaw) through(points []chart.Point) func(x float64) float64 {
	var offsets []float64
	for _, p := range points {
		if l.low <= p.X && p.X <= l.high {
			offsets = append(offsets, num.Log(p.Y)-float64(l.slope*num.Log(p.X)))
		}
	}
	scale := num.Exp(mean(offsets))
	return func(x float64) float64 { return scale * num.Pow(x, l.slope) }
}

// fromMean returns how far each value is above the mean.
func fromMean(v []float64) []float64 {
	v = slices.Clone(v)
	floats.AddConst(-mean(v), v)
	return v
}

func logs(v []float64) []float64 {
	l := make([]float64, len(v))
	for i := range v {
		l[i] = num.Log(v[i])
	}
	return l
}
