package stream

import (
	"context"
	"math"
	"slices"

	"marginlab/internal/shrink"
	"marginlab/props/measure"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// mostTries is the number of cases tried in a shrink: where coordinates must change together, large ones approach 0
// one by one.
const mostTries = 10_000

// Shrink returns a sound case that also fails, as small as package shrink makes it in mostTries tries: first with
// fewer examples, then with small integers in few dimensions, or such integers times a power of two, and at last with
// simpler numbers beside the stream. It returns c itself if rounding hides that c is sound.
func Shrink(c Case, fails func(Case) bool) Case {
	tries := 0
	violates := func(d Case) bool {
		tries++
		return tries <= mostTries && d.sound() && fails(d)
	}
	if !violates(c) {
		return c
	}
	if len(c.Stream) > 0 {
		c = c.fewer(violates)
		for _, how := range []Storage{Dense, Sparse, short, mixed} {
			if d := c.Stored(how); violates(d) {
				c = d.onLattice(how, violates)
				break
			}
		}
	}
	for i, v := range c.A {
		for _, simple := range []float64{0, 1, math.Round(v)} {
			d := c
			d.A = slices.Clone(c.A)
			if d.A[i] = simple; simple != v && violates(d) {
				c = d
				break
			}
		}
	}
	return c
}

// sound reports whether c is what the generators would draw: separable, if it has both classes. No property is about
// other cases.
func (c Case) sound() bool {
	gamma, _, posed := measure.MaxMargin(c.Stream, c.Points(), false)
	return gamma > 0 || !posed
}

// fewer leaves out examples, whatever their numbers.
func (c Case) fewer(violates func(Case) bool) Case {
	with := func(s []theory.Example) Case {
		d := c
		d.Stream = s
		return d
	}
	shorter := func(a, b []theory.Example) int { return len(a) - len(b) }
	fails := func(s []theory.Example) bool { return violates(with(s)) }
	return with(shrink.Minimise(context.Background(), c.Stream, shrink.Without, shorter, fails))
}

// onLattice makes the points small integers, or such integers times the power of two nearest to the longest
// coordinate.
func (c Case) onLattice(how Storage, violates func(Case) bool) Case {
	most := 0.0
	var y []int
	for _, e := range c.Stream {
		y = append(y, int(e.Y))
		for _, v := range e.X.Value {
			most = max(most, math.Abs(v))
		}
	}
	_, exponent := math.Frexp(most)
	for _, unit := range []float64{1, math.Ldexp(1, exponent)} {
		with := func(s shrink.Stream) (d Case) {
			x, y := s.Floats()
			d = Case{Learner: c.Learner, Dim: s.Dim(), A: c.A}
			for t := range x {
				point := vec.Dense(measure.Vector(x[t]).Times(unit)...)
				d.Stream = append(d.Stream, theory.Example{X: how(t, point), Y: theory.Label(y[t])})
			}
			return d
		}
		var x [][]float64
		for _, v := range c.Points() {
			x = append(x, v.Times(1/unit))
		}
		fails := func(s shrink.Stream) bool { return violates(with(s)) }
		if s, ok := shrink.FromFloats(x, y, fails); ok {
			return with(shrink.Shrink(context.Background(), s, fails, shrink.Options{Tries: 200}))
		}
	}
	return c
}
