package props

import (
	"context"
	"math"
	"slices"

	"marginlab/theory"
	"marginlab/theory/shrink"
	"marginlab/theory/vec"
)

// shrunk returns a case that p does not hold for either, as small as package shrink
// makes it: first of fewer examples, then of small integers in few dimensions, or of
// such times a power of two, and at last with simpler numbers beside the stream.
func (p Property) shrunk(c Case) Case {
	fails := func(d Case) bool { return d.sound() && p.try(d) != nil }
	if !fails(c) {
		return c // rounding hides that it is sound
	}
	if dense := c.stored(vec.Vector.Clone); fails(dense) {
		c = dense
	}
	c = c.fewer(fails)
	for _, unit := range c.units() {
		var x [][]float64
		var y []int
		for t, v := range points(c.Stream, c.Dim) {
			x, y = append(x, along(make([]float64, c.Dim), 1/unit, v)), append(y, int(c.Stream[t].Y))
		}
		violates := func(s shrink.Stream) bool { return fails(c.with(s, unit)) }
		if s, ok := shrink.Snap(x, y, violates); ok {
			c = c.with(shrink.Shrink(context.Background(), s, violates, shrink.Options{Tries: 200, Starts: 1}), unit)
			break
		}
	}
	for k := range c.beside() {
		c = c.simpler(k, fails)
	}
	return c
}

// sound reports whether c is what the generators would draw: separable, if it
// has both classes, in a norm. What is not is not said of any property.
func (c Case) sound() bool {
	if c.M != nil && !c.metric().definite(c.Dim) {
		return false
	}
	g, err := offline(c.Stream, c.Dim, theory.View{})
	return err == nil && (g.Separable || g.Positives == 0 || g.Positives == g.Examples)
}

// fewer leaves out examples: a stream of their numbers is shrunk.
func (c Case) fewer(fails func(Case) bool) Case {
	kept := func(s shrink.Stream) (d Case, ok bool) {
		d = c
		d.Stream = nil
		for _, row := range s.Rows {
			if row.X[0] < 1 || row.X[0] > int64(len(c.Stream)) || s.Den != 1 {
				return d, false
			}
			d.Stream = append(d.Stream, c.Stream[row.X[0]-1])
		}
		return d, true
	}
	s := shrink.Stream{Den: 1}
	for t := range c.Stream {
		s.Rows = append(s.Rows, shrink.Row{X: []int64{int64(t + 1)}, Y: 1})
	}
	if len(s.Rows) == 0 {
		return c
	}
	violates := func(s shrink.Stream) bool { d, ok := kept(s); return ok && fails(d) }
	d, _ := kept(shrink.Shrink(context.Background(), s, violates, shrink.Options{Tries: 1, Starts: 1, Rough: true}))
	return d
}

// units are 1 and the power of two that takes the longest coordinate below 1.
func (c Case) units() []float64 {
	most := 0.0
	for _, e := range c.Stream {
		for _, v := range e.X.Value {
			most = max(most, math.Abs(v))
		}
	}
	_, e := math.Frexp(most)
	return []float64{1, math.Ldexp(1, e)}
}

// with is c with the stream s, in units, stored as that of c is. What else c has is
// taken to the dimensions of s.
func (c Case) with(s shrink.Stream, unit float64) Case {
	x, y := s.Floats()
	how := c.storage()
	d := c
	d.Dim, d.Stream = s.Dim(), nil
	for t := range x {
		point := along(make([]float64, d.Dim), unit, x[t])
		d.Stream = append(d.Stream, theory.Example{X: how.store(t, point), Y: theory.Label(y[t])})
	}
	if d.Dim == c.Dim {
		return d
	}
	to := func(v []float64) []float64 { return slices.Clone(v[:min(len(v), d.Dim)]) }
	d.U, d.V, d.M = to(c.U), cloned(c.V), cloned(c.M[:min(len(c.M), d.Dim)])
	for k := range d.V {
		d.V[k] = to(d.V[k])
	}
	for k := range d.M {
		d.M[k] = to(d.M[k])
	}
	return d
}

// beside are the lists of numbers of c that are no points; of M the rows up to the
// diagonal.
func (c Case) beside() [][]float64 {
	lists := slices.Concat([][]float64{c.U, c.A}, c.V)
	for i, row := range c.M {
		lists = append(lists, row[:i+1])
	}
	return lists
}

// simpler makes the numbers of list k of c smaller, or fewer of them not 0.
func (c Case) simpler(k int, fails func(Case) bool) Case {
	x := c.beside()[k]
	if len(x) == 0 {
		return c
	}
	changed := func(s shrink.Stream) Case {
		d := c
		d.U, d.A, d.V, d.M = slices.Clone(c.U), slices.Clone(c.A), cloned(c.V), cloned(c.M)
		numbers, _ := s.Floats()
		copy(d.beside()[k], numbers[0])
		for i, row := range d.M {
			for j := range i {
				d.M[j][i] = row[j]
			}
		}
		return d
	}
	violates := func(s shrink.Stream) bool { return len(s.Rows) == 1 && s.Dim() == len(x) && fails(changed(s)) }
	if s, ok := shrink.Snap([][]float64{x}, []int{1}, violates); ok {
		c = changed(shrink.Shrink(context.Background(), s, violates, shrink.Options{Tries: 1, Starts: 1}))
	}
	return c
}

func cloned(rows [][]float64) [][]float64 {
	rows = slices.Clone(rows)
	for i := range rows {
		rows[i] = slices.Clone(rows[i])
	}
	return rows
}
