package benchdata

import (
	"slices"

	"gonum.org/v1/gonum/floats"

	"marginlab/internal/num"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// Certificate is a maximum-margin classifier as the transformations need it: its direction w∗ of any length, its
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
	out, c := moved(examples, c, make([]float64, len(c.W)), (1-c.Gamma)/vec.L2{}.Of(c.W))
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
	return moved(examples, c, half, 0)
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
	return moved(examples, c, by, 0)
}

// moved returns the examples and their certificate moved by u, and the classes by ζ y w∗.
func moved(examples []theory.Example, c Certificate, u []float64, zeta float64) ([]theory.Example, Certificate) {
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
