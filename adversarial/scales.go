package adversarial

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"marginlab/algos/external"
	"marginlab/internal/num"
	"marginlab/theory"
)

// isProgram reports whether the learner is a program, whose faults may have a unit: an update that
// is wrong for features above 3 is on no stream of small numbers.
func (t *target) isProgram() bool {
	if t.learner == nil {
		return false
	}
	_, is := external.Of(t.learner)
	return is
}

// rescale draws streams of magnitudes and shapes that a learner without a unit need not be shown,
// and shows those that are best so far in other units.
func (s *searcher) rescale() {
	for range 100 {
		s.try(s.scales())
		if parent, ok := s.population.pick(s.source); ok {
			s.try(s.rescaled(parent.Stream))
		}
	}
}

// rescaled is a stream reflected, if its norm allows that, in a unit of its own, and half of the time
// rounded to integers: a learner without a unit learns from it as it did, up to rounding.
func (g source) rescaled(s stream) stream {
	c := s.clone()
	v, square := make([]float64, c.dim()), 0.0
	for k := range v {
		v[k] = num.Normal(g.rng)
		square += float64(v[k] * v[k])
	}
	factor := g.logUniform(1e-1, 1e3) / s.size()
	round := g.oneIn(2)
	for _, e := range c {
		x := e.X.Value
		if g.rotates() {
			num.AddScaled(x, -2*num.Dot(v, x)/square, v)
		}
		floats.Scale(factor, x)
		for k := range x {
			if round {
				x[k] = math.Round(x[k])
			}
		}
	}
	return c
}

// scales draws integers of one of ten magnitudes, with zeros and repeats among them, on either side of
// a hyperplane, half of the time one through the origin. In one stream of four each feature or each
// example has a scale of its own, or the stream is far from the origin.
func (g source) scales() stream {
	d := g.Dim.Low + g.rng.IntN(min(3, g.Dim.High-g.Dim.Low+1)) // few, in which most magnitudes meet
	s := newStream(g.between(g.Examples), d)
	most := []int{1, 2, 3, 5, 7, 10, 30, 100, 1000, 1 << 18}[g.rng.IntN(10)]
	integer := func() float64 { return float64(g.rng.IntN(2*most+1) - most) }
	features, shift := make([]float64, d), make([]float64, d)
	for k := range features {
		features[k] = 1
	}
	each := false
	switch g.rng.IntN(12) {
	case 0: // unequal features
		for k := range features {
			features[k] = num.Pow(10, float64(g.rng.IntN(7)-3))
		}
	case 1: // unequal examples
		each = true
	case 2: // far from the origin
		far := num.Pow(10, float64(1+g.rng.IntN(4)))
		for k := range shift {
			shift[k] = math.Round(far * num.Normal(g.rng))
		}
	}
	sparse, any := g.oneIn(3), g.oneIn(2)
	plane := theory.Classifier{W: make([]float64, d)}
	for k := range plane.W {
		plane.W[k] = num.Normal(g.rng)
	}
	if g.oneIn(2) {
		plane.B = integer()
	}
	points := 2 + g.rng.IntN(max(1, len(s)-1))
	if g.oneIn(2) {
		points = 2
	}
	for i, e := range s {
		x := e.X.Value
		if i >= points { // again, in the same order
			copy(x, s[i-points].X.Value)
			s[i].Y = s[i-points].Y
			continue
		}
		for k := range x {
			if !sparse || g.oneIn(2) {
				x[k] = integer()
			}
		}
		if s[i].Y = theory.Sign(plane.Score(e.X)); any && i < d {
			s[i].Y = g.label() // no more points than features are separable whatever their labels, as a rule
		}
		if each {
			floats.Scale(num.Pow(10, float64(g.rng.IntN(7)-3)), x)
		}
		for k := range x {
			x[k] = float64(x[k]*features[k]) + shift[k]
		}
	}
	return s
}
