package hunt

import (
	"math"
	"math/big"

	"marginlab/algos/exact"
	"marginlab/internal/shrink"
	"marginlab/theory"
)

// A batch algorithm sees all examples of a stream at once. Streams are drawn and moved for it as for an
// online learner, but in no pattern. What refutes a claim is proved in rational arithmetic: see [stream.squared].

// directions is the stream of the x/‖x‖; ok is false where one has none.
func (s stream) directions() (d stream, ok bool) {
	d = s.clone()
	for i, e := range d {
		length := math.Sqrt(s[i].X.SqNorm())
		if length == 0 {
			return nil, false
		}
		for k := range e.X.Value {
			e.X.Value[k] /= length
		}
	}
	return d, true
}

// Exact points need lengths that are rational. The map w ↦ 2w₁w − ‖w‖²e₁ takes the rational w to such
// points, of the length ‖w‖²: in ℝ² it is (a, b) ↦ (a² − b², 2ab), which makes the Pythagorean triples. It
// reaches every direction and length, so that the roots of a stream can be put on a lattice and shrunk in
// the place of the stream.

// roots are the w of the examples, on the side of e₁ where w is well known: a batch algorithm takes (x, y)
// as (−x, −y).
func (s stream) roots() stream {
	all := s.clone()
	for i, e := range all {
		x := e.X.Value
		if x[0] < 0 {
			all[i].Y = -e.Y
			for k := range x {
				x[k] = -x[k]
			}
		}
		length := math.Sqrt(s[i].X.SqNorm())
		x[0] += length
		factor := 0.0
		if sum := math.Sqrt(e.X.SqNorm()); sum > 0 {
			factor = math.Sqrt(length) / sum
		}
		for k := range x {
			x[k] *= factor
		}
	}
	return all
}

// squared is the stream whose roots are given.
func (s stream) squared() stream {
	all := s.clone()
	for i, e := range all {
		twice, square := 2*s[i].X.Value[0], s[i].X.SqNorm()
		for k := range e.X.Value {
			e.X.Value[k] *= twice
		}
		e.X.Value[0] -= square
	}
	return all
}

// lattice is the stream on the coarsest lattice where it violates: of a batch algorithm that of its roots.
func (t *target) lattice(s stream, violates shrink.Predicate) (shrink.Stream, bool) {
	if t.batch {
		s = s.roots()
	}
	var x [][]float64
	var y []int
	for _, e := range s {
		x, y = append(x, e.X.Value), append(y, int(e.Y))
	}
	return shrink.FromFloats(x, y, violates)
}

// floats is the stream of a lattice.
func (t *target) floats(c shrink.Stream) stream {
	x, y := c.Floats()
	s := newStream(len(x), c.Dim())
	for i := range s {
		copy(s[i].X.Value, x[i])
		s[i].Y = theory.Label(y[i])
	}
	if t.batch {
		s = s.squared()
	}
	return s
}

// rationals is the same in rational numbers.
func (t *target) rationals(c shrink.Stream) []exact.Example {
	examples := make([]exact.Example, len(c.Rows))
	for i, r := range c.Rows {
		x := make(exact.Vector, len(r.X))
		for k, v := range r.X {
			x[k] = big.NewRat(v, c.Den)
		}
		if t.batch {
			root := x
			x = root.Times(new(big.Rat).Mul(big.NewRat(2, 1), root[0]))
			x[0].Sub(x[0], root.SqNorm())
		}
		examples[i] = exact.Example{X: x, Y: r.Y}
	}
	return examples
}
