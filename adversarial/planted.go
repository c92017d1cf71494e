package adversarial

import (
	"math"
	"math/rand/v2"

	"marginlab/internal/num"
	"marginlab/theory"
)

// source draws streams for one target in a box.
type source struct {
	*target
	rng *rand.Rand
	box
}

// box is where streams are drawn.
type box struct{ Dim, Examples Range[int] }

// oneIn is true once in n draws.
func (g source) oneIn(n int) bool { return g.rng.IntN(n) == 0 }

// logUniform is a number in [low, high), uniform by its logarithm.
func (g source) logUniform(low, high float64) float64 {
	return low * num.Pow(high/low, g.rng.Float64())
}

// between is an integer of a range, uniform by the logarithm of what it is above the least.
func (g source) between(r Range[int]) int {
	return r.Low - 1 + int(g.logUniform(1, float64(r.High-r.Low)+2))
}

// targetR draws the r that a stream is planted at: within the range that is asked
// for, or anything.
func (g source) targetR() float64 {
	if g.R == (Range[float64]{}) || g.R.High > 1e6 {
		return g.logUniform(0.2, 20)
	}
	low := g.R.Low
	return low + float64((g.R.High-low)*g.rng.Float64())
}

// fresh draws a stream of one of the kinds, and now and then scales it.
func (g source) fresh() stream {
	s := g.drawn()
	if g.oneIn(4) {
		factor := g.logUniform(1e-2, 1e2)
		for _, e := range s {
			for k := range e.X.Value {
				e.X.Value[k] *= factor
			}
		}
	}
	return s
}

func (g source) drawn() stream {
	kind := g.rng.IntN(8)
	if g.Classes > 0 && kind > 0 {
		return g.sectors(kind < 4)
	}
	switch kind {
	case 0:
		return g.orthogonal()
	case 1, 2:
		return g.lattice()
	case 3:
		s := g.planted()
		s.snap(num.Exp2(-float64(g.rng.IntN(4))))
		return s
	default:
		return g.planted()
	}
}

// planted draws two classes on either side of the hyperplane of points whose first
// coordinate is 0, at a distance of 1 or more, each in a ball of diameter r, and
// moves them along the hyperplane or anywhere.
func (g source) planted() stream {
	s := newStream(g.between(g.Examples), g.between(g.Dim))
	d, r := s.dim(), g.targetR()
	shift := make([]float64, d)
	if far := g.logUniform(1e-2, 1e2) * math.Max(1, r); !g.translates() && g.oneIn(2) {
		for k := range shift {
			shift[k] = far * num.Normal(g.rng) / math.Sqrt(float64(d))
		}
		if g.oneIn(2) {
			shift[0] = 0 // separable through the origin
		}
	}
	alternate := g.oneIn(2)
	for i, e := range s {
		x := e.X.Value
		switch {
		case alternate && i > 0:
			s[i].Y = -s[i-1].Y
		default:
			s[i].Y = g.label()
		}
		g.inBall(x, r/2)
		if d == 1 || g.oneIn(2) {
			x[0] = math.Abs(x[0]) // else on the plane of the support
		} else {
			x[0] = 0
		}
		x[0] = float64(s[i].Y) * (1 + x[0])
		for k := range x {
			x[k] += shift[k]
		}
	}
	return s
}

// inBall draws a point of the ball of a radius, half of the time of its surface.
func (g source) inBall(x []float64, radius float64) {
	var sq float64
	for k := range x {
		x[k] = num.Normal(g.rng)
		sq += float64(x[k] * x[k])
	}
	if g.oneIn(2) {
		radius *= num.Pow(g.rng.Float64(), 1/float64(len(x)))
	}
	for k := range x {
		x[k] *= radius / math.Sqrt(sq)
	}
}

// lattice draws points with small integer coordinates, repeats among them, on either
// side of a hyperplane with integer coefficients: ties are frequent.
func (g source) lattice() stream {
	s := newStream(g.between(g.Examples), g.between(g.Dim))
	reach := 1 + g.rng.IntN(4)
	draw := func() float64 { return float64(g.rng.IntN(2*reach+1) - reach) }
	c := theory.Classifier{W: make([]float64, s.dim()), B: float64(draw() / 2)}
	for k := range c.W {
		c.W[k] = draw()
	}
	for i, e := range s {
		if i > 0 && g.oneIn(3) {
			other := s[g.rng.IntN(i)]
			copy(e.X.Value, other.X.Value)
			s[i].Y = other.Y
			continue
		}
		for k := range e.X.Value {
			e.X.Value[k] = draw()
		}
		s[i].Y = theory.Sign(c.Score(e.X))
	}
	return s
}

// orthogonal draws multiples of unit vectors: any labels are separable through the
// origin, whatever the learner predicts.
func (g source) orthogonal() stream {
	s := newStream(g.between(g.Examples), g.Dim.Low+g.rng.IntN(g.Dim.High-g.Dim.Low+1))
	length, same := g.logUniform(0.1, 10), g.oneIn(2)
	y := g.label()
	for i, e := range s {
		e.X.Value[i%s.dim()] = length
		if !same {
			y = g.label()
		}
		s[i].Y = y
	}
	return s
}
