package benchdata

import (
	"math"

	"marginlab/theory"
)

// Standardise returns the examples, dense in dim dimensions, with every column
// shifted and scaled to mean 0 and standard deviation 1 (that of the population:
// the mean square is 1), and what it did to the columns. A column of equal values becomes 0.
// The explicit conversion keeps the compiler from fusing: the result is the same anywhere.
func Standardise(examples []theory.Example, dim int) ([]theory.Example, Scaling) {
	out, n := densify(examples, dim), float64(len(examples))
	if n == 0 {
		return out, Scaling{}
	}
	mean, deviation := make([]float64, dim), make([]float64, dim)
	for _, e := range out {
		for k, v := range e.X.Value {
			mean[k] += v
		}
	}
	for k := range mean {
		mean[k] /= n
	}
	for _, e := range out {
		for k, v := range e.X.Value {
			d := v - mean[k]
			deviation[k] += float64(d * d)
		}
	}
	for k, sum := range deviation {
		deviation[k] = math.Sqrt(sum / n)
		// Rounding of the mean leaves equal values this far from it at most.
		if deviation[k] <= 1e-14*math.Abs(mean[k]) {
			deviation[k] = math.Inf(1)
		}
	}
	for _, e := range out {
		for k, v := range e.X.Value {
			e.X.Value[k] = (v - mean[k]) / deviation[k]
		}
	}
	return out, Scaling{mean, deviation}
}

// Scaling takes a vector x to (x − Mean)/Deviation, column by column.
type Scaling struct {
	Mean, Deviation []float64
}

// Original returns the classifier that gives a vector the score that c gives the scaled one.
func (s Scaling) Original(c theory.Classifier) theory.Classifier {
	original := theory.Classifier{W: make([]float64, len(c.W)), B: c.B}
	for k, w := range c.W {
		original.W[k] = w / s.Deviation[k]
		original.B -= float64(original.W[k] * s.Mean[k])
	}
	return original
}
