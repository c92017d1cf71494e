package algos

import (
	"gonum.org/v1/gonum/floats"

	"marginlab/theory/vec"
)

// function is f = Σ_i α_i K(x_i,·) over the points of a Gram matrix, with its values at
// all of them: to learn from x_i costs a row of the matrix, and f(x_i) is to look up.
type function struct {
	scaled // α
	space  Space
	values []float64 // f(x_j)/scale
}

func newFunction(s Space) *function {
	return &function{scaled: *newScaled(s.Dim), space: s, values: make([]float64, s.Dim)}
}

func (f *function) dot(x vec.Vector) float64 { return f.scale * f.values[point(x.Index, x.Value)] }

func (f *function) dotSq(x vec.Vector) (vx, xx float64) { return f.dot(x), f.space.Square(x) }

func (f *function) add(x vec.Vector, alpha float64) int {
	f.scaled.add(x, alpha)
	alpha /= f.scale
	vec.AddScaled(f.values, alpha, f.space.Gram.Row(point(x.Index, x.Value)))
	if lift := f.space.Lift; lift != 0 {
		floats.AddConst(float64(alpha*lift*lift), f.values)
	}
	return len(f.values)
}

func (f *function) addSum(u summand, alpha float64) {
	g := u.(*function)
	alpha *= g.scale / f.scale
	vec.AddScaled(f.values, alpha, g.values)
	for _, i := range g.list {
		f.value[i] += float64(alpha * g.value[i])
		f.hold(i)
	}
}

func (f *function) multiply(c float64) {
	scale := c * f.scale
	f.scaled.multiply(c)
	switch {
	case c == 0:
		clear(f.values)
	case f.scale != scale: // it was multiplied into α
		floats.Scale(scale, f.values)
	}
}

// inner is ⟨f,g⟩ = Σ_i α_i g(x_i).
func (f *function) inner(g *function) float64 {
	var sum float64
	for _, i := range f.list {
		sum += float64(f.value[i] * g.values[i])
	}
	return float64(f.scale * g.scale * sum)
}

func (f *function) sqNorm() float64 { return max(0, f.inner(f)) }

func (f *function) squares(other certificate) (ff, gg, dd float64) {
	g := other.(*function)
	ff, gg = f.sqNorm(), g.sqNorm()
	return ff, gg, max(0, ff-float64(2*f.inner(g))+gg)
}
