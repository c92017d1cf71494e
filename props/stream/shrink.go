package stream

import (
	"context"
	"math"
	"slices"

	"marginlab/internal/shrink"
	"marginlab/props/measure"
	"marginlab/theory"
)

// mostTries is how many cases are tried in a shrink: where coordinates must change together, large
// ones come nearer to 0 one by one.
const mostTries = 10_000

// Shrink returns a sound case that fails too, as small as package shrink makes it in so many
// tries: first of fewer examples, then of small integers in few dimensions, or of such times a
// power of two, and at last with simpler numbers beside the stream. It returns c itself if
// rounding hides that c is sound.
func Shrink(c Case, fails func(Case) bool) Case {
	tries := 0
	violates := func(d Case) bool {
		tries++
		return tries <= mostTries && d.sound() && fails(d)
	}
	if !violates(c) {
		return c
	}
	if dense := c.Dense(); violates(dense) {
		c = dense
	}
	if len(c.Stream) > 0 {
		c = c.fewer(violates).onLattice(violates)
	}
	return c.simpler(violates)
}

// sound reports whether c is what the generators would draw: separable, if it
// has both classes. What is not is not said of any property.
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

// onLattice makes the points small integers, or such times the power of two that is
// next to the longest coordinate.
func (c Case) onLattice(violates func(Case) bool) Case {
	most := 0.0
	for _, e := range c.Stream {
		for _, v := range e.X.Value {
			most = max(most, math.Abs(v))
		}
	}
	_, exponent := math.Frexp(most)
	for _, unit := range []float64{1, math.Ldexp(1, exponent)} {
		var x [][]float64
		var y []int
		for t, v := range c.Points() {
			x, y = append(x, v.Times(1/unit)), append(y, int(c.Stream[t].Y))
		}
		violates := func(s shrink.Stream) bool { return violates(c.with(s, unit)) }
		if s, ok := shrink.FromFloats(x, y, violates); ok {
			return c.with(shrink.Shrink(context.Background(), s, violates, shrink.Options{Tries: 200, Starts: 1}), unit)
		}
	}
	return c
}

// with is c with the stream s, in units, stored as that of c is. What else c has is
// taken to the dimensions of s.
func (c Case) with(s shrink.Stream, unit float64) Case {
	x, y := s.Floats()
	how := c.storage()
	d := c
	d.Dim, d.Stream = s.Dim(), nil
	for t := range x {
		point := measure.Vector(x[t]).Times(unit)
		d.Stream = append(d.Stream, theory.Example{X: how.store(t, point), Y: theory.Label(y[t])})
	}
	if d.Dim >= c.Dim {
		return d
	}
	to := func(v measure.Vector) measure.Vector { return slices.Clone(v[:min(len(v), d.Dim)]) }
	d.U, d.V = to(c.U), measure.Map(to, c.V)
	return d
}

// beside are the lists of numbers of c that are no points.
func (c Case) beside() []measure.Vector { return slices.Concat([]measure.Vector{c.U, c.A}, c.V) }

// simpler makes numbers beside the stream 0 or 1, or integers, one by one.
func (c Case) simpler(violates func(Case) bool) Case {
	for k, list := range c.beside() {
		for i, v := range list {
			for _, simple := range []float64{0, 1, math.Round(v)} {
				d := c
				d.U, d.A, d.V = slices.Clone(c.U), slices.Clone(c.A), measure.Map(slices.Clone[measure.Vector], c.V)
				if d.beside()[k][i] = simple; simple != c.beside()[k][i] && violates(d) {
					c = d
					break
				}
			}
		}
	}
	return c
}
