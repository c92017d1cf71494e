package benchdata

import (
	"gonum.org/v1/gonum/floats"

	"marginlab/internal/num"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// Certificate is a maximum-margin classifier as the transformations need it: its
// direction w∗ of any length, its margin γ∗, and the certificate points v₊, v₋ of
// HKNS25, Lemma 3.1.
type Certificate struct {
	W           []float64
	Gamma       float64
	Plus, Minus []float64
}

// NormaliseMargin moves the classes towards or away from each other until the
// margin is 1,
//
//	x → x + ζ y w∗/‖w∗‖₂,  ζ = 1 − γ∗,
//
// and returns the new examples with their certificate. w∗, b∗, D₊, D₋ and so r·γ∗
// do not change; D̄ may. It implements the first transformation of HKNS25,
// Section B.2.
func NormaliseMargin(examples []theory.Example, c Certificate) ([]theory.Example, Certificate) {
	zeta := (1 - c.Gamma) / vec.L2{}.Of(c.W)
	out := densify(examples, len(c.W))
	for i, e := range out {
		num.AddScaled(out[i].X.Value, zeta*float64(e.Y), c.W)
	}
	n := Certificate{W: c.W, Gamma: 1, Plus: make([]float64, len(c.W)), Minus: make([]float64, len(c.W))}
	num.AddScaledTo(n.Plus, c.Plus, zeta, c.W)
	num.AddScaledTo(n.Minus, c.Minus, -zeta, c.W)
	return out, n
}

// RemoveBias translates the examples until the maximum-margin classifier is
// (w∗, 0),
//
//	x → x − ½(v₊+v₋),
//
// and returns them with their certificate. Only D̄ and b∗ change. It implements
// the second transformation of HKNS25, Section B.2 (bias control).
func RemoveBias(examples []theory.Example, c Certificate) ([]theory.Example, Certificate) {
	half := make([]float64, len(c.W))
	floats.AddTo(half, c.Plus, c.Minus)
	floats.Scale(-0.5, half)
	return translate(examples, c, half)
}

// ScaleFeatures translates the examples along the separating hyperplane, away
// from the origin,
//
//	x → x + θ(x̄ − (x̄·w∗/‖w∗‖₂²) w∗),
//
// for x̄ the feature vector with the largest norm (the first of them), and returns
// them with their certificate. Only D̄ changes; at θ it is close to (1+θ)D̄ when x̄
// is far longer than its distance from the hyperplane through the origin. It
// implements the third transformation of HKNS25, Section B.2 (feature scaling).
// It panics if there is no example.
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
	return translate(examples, c, by)
}

// translate returns the examples and their certificate moved by u.
func translate(examples []theory.Example, c Certificate, u []float64) ([]theory.Example, Certificate) {
	out := densify(examples, len(u))
	for i := range out {
		floats.Add(out[i].X.Value, u)
	}
	moved := Certificate{W: c.W, Gamma: c.Gamma, Plus: make([]float64, len(u)), Minus: make([]float64, len(u))}
	floats.AddTo(moved.Plus, c.Plus, u)
	floats.AddTo(moved.Minus, c.Minus, u)
	return out, moved
}
