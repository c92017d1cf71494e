package props

import (
	"iter"
	"math"
	"slices"

	"marginlab/theory"
	"marginlab/theory/vec"
)

// simplify goes on where rapid's shrinking ends, which works on the draws and
// not on the case that is made of them: it leaves out examples and coordinates
// and makes numbers simpler, as long as p still fails.
func (p Property) simplify(c Case) Case {
	tries := 5000
	for smaller := true; smaller; {
		smaller = false
		for d := range c.simpler {
			if tries--; tries < 0 {
				return c
			}
			if d.sound() && p.try(d) != nil {
				c, smaller = d, true
				break
			}
		}
	}
	return c
}

// sound reports whether c is what the generators would draw: separable, if it
// has both classes. What is not is not said of any property.
func (c Case) sound() bool {
	if c.M != nil && !c.metric().definite(c.Dim) {
		return false
	}
	g, err := offline(c.Stream, c.Dim, theory.View{})
	return err == nil && (g.Separable || g.Positives == 0 || g.Positives == g.Examples)
}

// simpler yields the cases that are one step simpler than c.
func (c Case) simpler(yield func(Case) bool) {
	for t := range c.Stream {
		d := c.clone()
		if d.Stream = slices.Delete(d.Stream, t, t+1); len(d.Stream) > 0 && !yield(d) {
			return
		}
	}
	for i := range c.Dim {
		if d := c.without(i); c.Dim > 1 && !yield(d) {
			return
		}
	}
	for k, list := range c.lists() {
		for i, v := range list {
			for w := range rounder(v) {
				d := c.clone()
				if d.lists()[k][i] = w; !yield(d) {
					return
				}
			}
		}
	}
	for i, row := range c.M {
		for j, v := range row[:i+1] {
			for w := range rounder(v) {
				d := c.clone()
				if d.M[i][j], d.M[j][i] = w, w; !yield(d) {
					return
				}
			}
		}
	}
}

// rounder yields the numbers that are simpler than v, and near it or small.
func rounder(v float64) iter.Seq[float64] {
	return func(yield func(float64) bool) {
		for _, w := range []float64{0, 1, -1, math.Trunc(v), math.Round(v*10) / 10} {
			shorter := len(number(w)) - len(number(v))
			if (shorter < 0 || shorter == 0 && math.Abs(w) < math.Abs(v)) && !yield(w) {
				return
			}
		}
	}
}

// lists are all the numbers of c but the factor, in place.
func (c Case) lists() [][]float64 {
	lists := [][]float64{c.U, c.A}
	lists = append(lists, c.V...)
	for _, e := range c.Stream {
		lists = append(lists, e.X.Value)
	}
	return lists
}

func (c Case) clone() Case {
	c.Stream = slices.Clone(c.Stream)
	for t := range c.Stream {
		c.Stream[t].X = c.Stream[t].X.Clone()
	}
	c.U, c.A = slices.Clone(c.U), slices.Clone(c.A)
	c.V, c.M = cloned(c.V), cloned(c.M)
	return c
}

func cloned(rows [][]float64) [][]float64 {
	rows = slices.Clone(rows)
	for i := range rows {
		rows[i] = slices.Clone(rows[i])
	}
	return rows
}

// without leaves out coordinate i.
func (c Case) without(i int) Case {
	d := c.clone()
	d.Dim--
	for t, e := range d.Stream {
		if x := &d.Stream[t].X; !e.X.IsSparse() {
			x.Value = drop(x.Value, i)
		} else {
			*x = vec.Vector{Index: []int{}, Value: []float64{}}
			for k, at := range e.X.Index {
				if at != i {
					x.Index, x.Value = append(x.Index, at-after(at, i)), append(x.Value, e.X.Value[k])
				}
			}
		}
	}
	d.U = drop(d.U, i)
	for k := range d.V {
		d.V[k] = drop(d.V[k], i)
	}
	if d.M != nil {
		d.M = slices.Delete(d.M, i, i+1)
	}
	for k := range d.M {
		d.M[k] = drop(d.M[k], i)
	}
	return d
}

func drop(x []float64, i int) []float64 {
	if i >= len(x) {
		return x
	}
	return slices.Delete(x, i, i+1)
}

// after is 1 if at is behind i, else 0.
func after(at, i int) int {
	if at > i {
		return 1
	}
	return 0
}
