package benchdata

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"marginlab/internal/num"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// Certificate is a maximum-margin classifier in the form that the transformations need: a w∗ of any length, the
// margin γ∗, and the certificate points v₊, v₋ of HKNS25, Lemma 3.1.
type Certificate struct {
	W           []float64
	Gamma       float64
	Plus, Minus []float64
}

// NormaliseMargin moves the classes towards or away from each other until the margin is 1,
//
//	x → x + ζ y w∗/‖w∗‖₂,  ζ = 1 − γ∗,
//
// and returns the new examples with their certificate. w∗, b∗, D₊, D₋ and so r·γ∗ do not change; D̄ may. It implements
// the first transformation of HKNS25, Section B.2.
func NormaliseMargin(examples []theory.Example, c Certificate) ([]theory.Example, Certificate) {
	out, c := translate(examples, c, make([]float64, len(c.W)), (1-c.Gamma)/vec.L2{}.Of(c.W))
	c.Gamma = 1
	return out, c
}

// RemoveBias translates the examples until the maximum-margin classifier is (w∗, 0),
//
//	x → x − ½(v₊+v₋),
//
// and returns them with their certificate. Only D̄ and b∗ change. It implements the second transformation of HKNS25,
// Section B.2 (bias control).
func RemoveBias(examples []theory.Example, c Certificate) ([]theory.Example, Certificate) {
	half := make([]float64, len(c.W))
	floats.AddTo(half, c.Plus, c.Minus)
	floats.Scale(-0.5, half)
	return translate(examples, c, half, 0)
}

// ScaleFeatures translates the examples along the separating hyperplane, away from the origin,
//
//	x → x + θ(x̄ − (x̄·w∗/‖w∗‖₂²) w∗),
//
// for x̄ the feature vector with the largest norm (the first of them), and returns them with their certificate. Only
// D̄ changes; at θ it is close to (1+θ)D̄ when x̄ is far longer than its distance from the hyperplane through the
// origin. It implements the third transformation of HKNS25, Section B.2 (feature scaling). It panics if there is no
// example.
func ScaleFeatures(examples []theory.Example, c Certificate, theta float64) ([]theory.Example, Certificate) {
	longest := 0
	for i, e := range examples {
		if e.X.SqNorm() > examples[longest].X.SqNorm() {
			longest = i
		}
	}
	by := examples[longest].X.Densify(len(c.W)).Value
	num.AddScaled(by, -num.Dot(by, c.W)/num.Dot(c.W, c.W), c.W)
	floats.Scale(theta, by)
	return translate(examples, c, by, 0)
}

// translate returns the examples and their certificate, translated by u and the classes moved apart by ζ y w∗.
func translate(examples []theory.Example, c Certificate, u []float64, zeta float64) ([]theory.Example, Certificate) {
	out := densify(examples, len(u))
	c.Plus, c.Minus = slices.Clone(c.Plus), slices.Clone(c.Minus)
	move := func(x []float64, y theory.Label) {
		num.AddScaled(x, zeta*float64(y), c.W)
		floats.Add(x, u)
	}
	for _, e := range out {
		move(e.X.Value, e.Y)
	}
	move(c.Plus, theory.Positive)
	move(c.Minus, theory.Negative)
	return out, c
}

// Standardise returns the examples, dense in dim dimensions, with every column
// shifted and scaled to mean 0 and standard deviation 1 (of the population: the mean
// square is 1), and the scaling. A column of equal values becomes 0.
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
		// After rounding, equal values are at most this far from their mean.
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
