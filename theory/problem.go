package theory

import (
	"fmt"
	"math"

	"marginlab/theory/vec"
)

// Label is the class of an example: +1 or −1; with many classes 0, 1, …. Its width keeps a [Step] in registers.
type Label int16

// MostClasses is the greatest number of classes.
const MostClasses = math.MaxInt16

// The two classes.
const (
	Negative Label = -1
	Positive Label = +1
)

// Sign is the predicted label of a score, with sign(0) = +1 as in HKNS25, Section 2. It panics on NaN.
func Sign(score float64) Label {
	if score != score {
		panic("theory: the sign of NaN")
	}
	sign := int(Negative)
	if score >= 0 {
		sign = int(Positive) // a conditional move: a processor cannot predict the branch
	}
	return Label(sign)
}

// Example is a feature vector with its class.
type Example struct {
	X vec.Vector
	Y Label
}

// Check reports what is wrong with e as data from outside, for a space of dim
// dimensions.
func (e Example) Check(dim int) error {
	if e.Y != Positive && e.Y != Negative {
		return fmt.Errorf("label is %d, expected +1 or -1", e.Y)
	}
	return e.X.Check(dim)
}

// CheckClass is [Example.Check] for that many classes.
func (e Example) CheckClass(dim, classes int) error {
	if e.Y < 0 || int(e.Y) >= classes {
		return fmt.Errorf("class is %d, expected one of 0 to %d", e.Y, classes-1)
	}
	return e.X.Check(dim)
}

// Dim returns the least dimension that contains all examples.
func Dim(examples []Example) int {
	d := 0
	for _, e := range examples {
		d = max(d, e.X.Dim())
	}
	return d
}

// CheckAll returns the first fault of the examples in a space of dim dimensions, with the position (from 1) of its
// example.
func CheckAll(examples []Example, dim int) error {
	for i, e := range examples {
		if err := e.Check(dim); err != nil {
			return fmt.Errorf("example %d: %w", i+1, err)
		}
	}
	return nil
}

// Classifier predicts sign(W·x + B).
type Classifier struct {
	W []float64
	B float64
}

// Score returns W·x + B.
func (c Classifier) Score(x vec.Vector) float64 { return x.Dot(c.W) + c.B }

// Margin returns γ̄, the least Euclidean distance by which an example must move
// to be misclassified,
//
//	min_{(x,y)} max{0, y(w·x+b)}/‖w‖₂,
//
// which is 0 when the classifier does not separate the examples with a positive
// margin, and 0 when W = 0. It panics if there is no example.
func (c Classifier) Margin(examples []Example) float64 { return c.MarginIn(vec.L2{}, examples) }

// MarginIn is Margin with the distance in a norm: the quotient is by ‖w‖∗.
func (c Classifier) MarginIn(n vec.Norm, examples []Example) float64 {
	if len(examples) == 0 {
		panic("theory: the margin of a classifier on no examples")
	}
	least := math.Inf(1)
	for _, e := range examples {
		least = min(least, float64(e.Y)*c.Score(e.X))
	}
	return quotient(max(0, least), n.Dual().Of(c.W))
}
