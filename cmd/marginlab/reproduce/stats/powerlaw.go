package stats

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat/distuv"

	"marginlab/internal/num"
)

// PowerLaw is y ∝ x^Slope, fitted to the x from Low to High. All are NaN where fewer than
// two x were given.
type PowerLaw struct {
	Slope        float64
	Lower, Upper float64 // the ends of the 95 % confidence interval, NaN of one run
	Low, High    float64
}

// FitPowerLaw fits a power law to several runs at the same x, by least squares on the
// logarithms; y[i] has the value of each run at x[i]. The values of a run depend on each
// other, so a slope is fitted to each run alone, and the confidence interval is that of
// the mean of independent slopes, by Student's t. The mean of the slopes is the slope of a
// fit to all runs together.
func FitPowerLaw(x []float64, y [][]float64) PowerLaw {
	none := math.NaN()
	if len(x) < 2 {
		return PowerLaw{none, none, none, none, none}
	}
	fromX := fromMean(logs(x))
	var slopes []float64
	for run := range y[0] {
		var of []float64
		for i := range x {
			of = append(of, y[i][run])
		}
		slopes = append(slopes, num.Dot(fromX, fromMean(logs(of)))/num.Dot(fromX, fromX))
	}
	slope, half := Mean(slopes), none
	if n := len(slopes); n > 1 {
		half = distuv.StudentsT{Sigma: 1, Nu: float64(n - 1)}.Quantile(0.975) * num.Norm(fromMean(slopes)) / math.Sqrt(float64(n)*float64(n-1))
	}
	return PowerLaw{slope, slope - half, slope + half, Least(x), Most(x)}
}

// Through returns the curve with the slope of a power law that lies along those of the
// points (x, y) that are in its range.
func (l PowerLaw) Through(x, y []float64) func(x float64) float64 {
	var offsets []float64
	for i := range x {
		if l.Low <= x[i] && x[i] <= l.High {
			offsets = append(offsets, num.Log(y[i])-float64(l.Slope*num.Log(x[i])))
		}
	}
	scale := num.Exp(Mean(offsets))
	return func(x float64) float64 { return scale * num.Pow(x, l.Slope) }
}

// fromMean returns how far each value is above the mean.
func fromMean(v []float64) []float64 {
	v = slices.Clone(v)
	floats.AddConst(-Mean(v), v)
	return v
}

func logs(v []float64) []float64 {
	l := make([]float64, len(v))
	for i := range v {
		l[i] = num.Log(v[i])
	}
	return l
}
