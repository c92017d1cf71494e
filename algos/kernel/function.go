package kernel

import (
	"math"

	"gonum.org/v1/gonum/floats"
)

// Space is the Hilbert space of a kernel over the points of a Gram matrix; with a
// lift c ≠ 0 every φ(x) has a constant coordinate c more, that is K has c² more.
type Space struct {
	*Gram
	Lift float64
}

// classifier is the classifier with weights α here: what the constant coordinate
// adds is its B.
func (s Space) classifier(alpha []float64) Classifier {
	return Classifier{Alpha: alpha, B: s.Lift * s.Lift * floats.Sum(alpha)}
}

// Diag returns K(x_i,x_i).
func (s Space) Diag(i int) float64 { return s.Gram.Diag(i) + s.Lift*s.Lift }

// Function is f = Σ_i α_i K(x_i,·), at first 0, with its values at all points of
// the Gram matrix. It is kept as a factor times what the factor makes f, so that
// to multiply f costs nothing.
type Function struct {
	space   Space
	scale   float64
	value   []float64 // f(x_j)/scale
	alpha   []float64 // α_j/scale
	support []int     // the i that α_i is not 0 at, or has not always been
	held    []bool    // held[i]: i is in support
}

// leastScale is the factor below which (above whose inverse) it is multiplied into
// the values, long before these lose digits to the range of float64.
const leastScale = 1e-60

// NewFunction returns the function 0.
func NewFunction(s Space) *Function {
	n := s.Len()
	return &Function{space: s, scale: 1, value: make([]float64, n), alpha: make([]float64, n), held: make([]bool, n)}
}

// At returns f(x_i).
func (f *Function) At(i int) float64 { return f.scale * f.value[i] }

// Add makes f the function f + cK(x_i,·).
func (f *Function) Add(i int, c float64) {
	c /= f.scale
	floats.AddScaled(f.value, c, f.space.Row(i))
	if lift := f.space.Lift; lift != 0 {
		floats.AddConst(c*lift*lift, f.value)
	}
	f.alpha[i] += c
	f.hold(i)
}

// AddFunction makes f the function f + ch, h another of the same space.
func (f *Function) AddFunction(h *Function, c float64) {
	c *= h.scale / f.scale
	floats.AddScaled(f.value, c, h.value)
	for _, i := range h.support {
		f.alpha[i] += c * h.alpha[i]
		f.hold(i)
	}
}

func (f *Function) hold(i int) {
	if !f.held[i] {
		f.held[i] = true
		f.support = append(f.support, i)
	}
}

// Scale makes f the function cf.
func (f *Function) Scale(c float64) {
	if c == 0 {
		f.Clear()
		return
	}
	f.scale *= c
	if a := math.Abs(f.scale); a < leastScale || a > 1/leastScale {
		floats.Scale(f.scale, f.value)
		floats.Scale(f.scale, f.alpha)
		f.scale = 1
	}
}

// Clear makes f the function 0.
func (f *Function) Clear() {
	clear(f.value)
	for _, i := range f.support {
		f.alpha[i], f.held[i] = 0, false
	}
	f.support, f.scale = f.support[:0], 1
}

// Inner returns the inner product of f and h, Σ_i α_i h(x_i).
func (f *Function) Inner(h *Function) float64 {
	var sum float64
	for _, i := range f.support {
		sum += f.alpha[i] * h.value[i]
	}
	return f.scale * h.scale * sum
}

// SqNorm returns ‖f‖².
func (f *Function) SqNorm() float64 { return max(0, f.Inner(f)) }

// Coefficients returns α, in memory of its own.
func (f *Function) Coefficients() []float64 {
	alpha := make([]float64, len(f.alpha))
	floats.AddScaled(alpha, f.scale, f.alpha)
	return alpha
}
