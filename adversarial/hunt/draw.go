package hunt

import (
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/floats"

	"marginlab/adversarial"
	"marginlab/internal/num"
	"marginlab/theory"
)

// source draws streams for one target, of so many dimensions and examples.
type source struct {
	t             *target
	rng           *rand.Rand
	dim, examples adversarial.Range[int]
}

// sourceOf draws what an island draws in a round: few dimensions and examples at first, and then more.
func (t *target) sourceOf(round int, rng *rand.Rand) source {
	g := source{t, rng, t.conjecture.Dim, t.conjecture.Examples}
	g.dim.High = min(g.dim.High, max(g.dim.Low, 3+2*round))
	g.examples.High = min(g.examples.High, max(g.examples.Low, 6+round))
	return g
}

// oneIn is true once in n draws.
func (g source) oneIn(n int) bool { return g.rng.IntN(n) == 0 }

// logUniform is a number in [low, high), uniform by its logarithm.
func (g source) logUniform(low, high float64) float64 {
	return low * num.Pow(high/low, g.rng.Float64())
}

// between is an integer of a range, uniform by the logarithm of what it is above the least.
func (g source) between(r adversarial.Range[int]) int {
	return r.Low - 1 + int(g.logUniform(1, float64(r.High-r.Low)+2))
}

// shake adds noise of a length to x.
func (g source) shake(x []float64, length float64) {
	length /= math.Sqrt(float64(len(x)))
	for k := range x {
		x[k] += float64(length * num.Normal(g.rng))
	}
}

func (g source) shaken(s stream, length float64) stream {
	c := s.clone()
	for _, e := range c {
		g.shake(e.X.Value, length)
	}
	return c
}

// orthogonal draws multiples of unit vectors, half of the time as many as there is room for: any labels are
// separable through the origin, whatever the learner predicts.
func (g source) orthogonal() stream {
	n, d := g.between(g.examples), g.dim.Low+g.rng.IntN(g.dim.High-g.dim.Low+1)
	if g.oneIn(2) {
		d = g.dim.High
		n = min(g.examples.High, max(d, g.examples.Low))
	}
	s := newStream(n, d)
	length, same, y := g.logUniform(0.1, 10), g.oneIn(2), g.label()
	for i, e := range s {
		if e.X.Value[i%d] = length; !same {
			y = g.label()
		}
		s[i].Y = y
	}
	return s
}

// moved is a copy of s with one small change.
func (g source) moved(s stream) stream {
	c, n, size := s.clone(), len(s), s.size()
	i := g.rng.IntN(n)
	x := c[i].X.Value
	switch kind := g.rng.IntN(8); {
	case kind < 2:
		g.shake(x, g.logUniform(1e-4, 1)*size)
	case kind == 2 && n > g.examples.Low:
		return slices.Delete(c, i, i+1)
	case kind == 3 && n < g.examples.High:
		return s.insert(g.rng.IntN(n+1), s[i])
	case kind == 4:
		floats.Scale(g.logUniform(0.1, 10), x)
	case kind == 5:
		c.snap(size * num.Exp2(-float64(g.rng.IntN(8))))
	case kind == 7 && g.oneIn(2):
		c[i].Y = g.other(c[i].Y)
	default:
		return g.shaken(s, g.logUniform(1e-5, 0.3)*size)
	}
	return c
}

// rescaled is a stream reflected, if its norm allows that, in a unit of its own, and half of the time rounded
// to integers: a learner without a unit learns from it as it did, up to rounding.
func (g source) rescaled(s stream) stream {
	c, v := s.clone(), make([]float64, s.dim())
	g.shake(v, 1)
	for _, e := range c {
		if x := e.X.Value; g.t.rotates() {
			num.AddScaled(x, -2*num.Dot(v, x)/num.Dot(v, v), v)
		}
	}
	if c.scale(g.logUniform(1e-1, 1e3) / s.size()); g.oneIn(2) {
		c.snap(1)
	}
	return c
}

// magnitudes draws a few integers of one of ten magnitudes, with zeros and repeats among them, on either side of a
// hyperplane, half of the time one through the origin. In one stream of four each feature or each example has a
// scale of its own, or the stream is far from the origin.
func (g source) magnitudes() stream {
	s := newStream(g.between(g.examples), g.dim.Low+g.rng.IntN(min(3, g.dim.High-g.dim.Low+1)))
	most := []int{1, 2, 3, 5, 7, 10, 30, 100, 1000, 1 << 18}[g.rng.IntN(10)]
	power := func() float64 { return num.Pow(10, float64(g.rng.IntN(7)-3)) }
	kind, sparse, anyLabels := g.rng.IntN(12), g.oneIn(3), g.oneIn(2)
	plane := theory.Classifier{W: make([]float64, s.dim())}
	if g.shake(plane.W, 1); g.oneIn(2) {
		plane.B = float64(g.rng.IntN(2*most+1) - most)
	}
	for i, e := range s {
		x := e.X.Value
		for k := range x {
			if !sparse || g.oneIn(2) {
				x[k] = float64(g.rng.IntN(2*most+1) - most)
			}
		}
		if s[i].Y = theory.Sign(plane.Score(e.X)); anyLabels && i < len(x) {
			s[i].Y = g.label() // no more points than features are separable whatever their labels, as a rule
		}
		if kind == 2 {
			floats.Scale(power(), x)
		}
	}
	for k := range plane.W {
		scale, shift := 1., 0.
		if kind == 0 {
			scale = power()
		} else if kind == 1 {
			shift = math.Round(num.Pow(10, float64(1+g.rng.IntN(4))) * num.Normal(g.rng))
		}
		for _, e := range s {
			e.X.Value[k] = float64(scale*e.X.Value[k]) + shift
		}
	}
	points := 2
	if g.oneIn(2) {
		points += g.rng.IntN(max(1, len(s)-1))
	}
	for i := points; i < len(s); i++ { // again, in the same order
		s[i] = theory.Example{X: s[i-points].X.Clone(), Y: s[i-points].Y}
	}
	return s
}
