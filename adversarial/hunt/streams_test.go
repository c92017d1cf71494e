package hunt

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"marginlab/internal/num"
)

// fresh draws a stream of one of the kinds, and now and then scales it.
func (g source) fresh() stream {
	s := g.orthogonal()
	if kind := g.rng.IntN(8); kind > 0 && g.t.classes == 0 {
		if s = g.planted(); kind < 4 {
			s.snap(num.Exp2(-float64(g.rng.IntN(4))))
		}
	}
	if g.oneIn(4) {
		s.scale(g.logUniform(1e-2, 1e2))
	}
	return s
}

// planted draws two classes on either side of the hyperplane of points whose first coordinate is 0, at a
// distance of 1 or more, each in a ball of diameter r, and moves them anywhere, or along the hyperplane, so
// that they are separable through the origin.
func (g source) planted() stream {
	s := newStream(g.between(g.examples), g.between(g.dim))
	r := g.logUniform(0.2, 20)
	shift := make([]float64, s.dim())
	if !g.t.translates() && g.oneIn(2) {
		g.shake(shift, g.logUniform(1e-2, 1e2)*math.Max(1, r))
		if g.oneIn(2) {
			shift[0] = 0
		}
	}
	alternate := g.oneIn(2)
	for i, e := range s {
		if s[i].Y = g.label(); alternate && i > 0 {
			s[i].Y = -s[i-1].Y
		}
		x := e.X.Value
		g.shake(x, 1)
		radius := r / 2
		if g.oneIn(2) {
			radius *= num.Pow(g.rng.Float64(), 1/float64(len(x)))
		}
		floats.Scale(radius/num.Norm(x), x)
		if x[0] = math.Abs(x[0]); len(x) > 1 && g.oneIn(2) {
			x[0] = 0 // on the plane of the support
		}
		x[0] = float64(s[i].Y) * (1 + x[0])
		floats.Add(x, shift)
	}
	return s
}
