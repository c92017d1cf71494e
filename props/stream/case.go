// Package stream draws what properties are held against: separable streams, by
// construction, and what else a property wants.
//
//	Case     a learner, a stream and numbers; a line of text
//	Streams  separable streams, on small integers first
//	Draws    what a property wants beside the stream
//	Parse    the case whose String a line of text is
//
// A stream begins on the integer lattice, in coordinates in which the first axis separates it, with ties, repeats,
// ends of segments and points on lines among its examples. It is then divided by a denominator, reflected,
// translated, scaled and stored dense or sparse. What comes up, and how often, is held by a test.
package stream

import (
	"math"

	"marginlab/algos"
	"marginlab/props/measure"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// Case is what a property is held against: a learner, a stream, and what else the property speaks of. Its String is
// one line of text that [Parse] makes the same Case from again.
type Case struct {
	Learner *algos.Spec // nil of a stream alone
	Dim     int         // of the space; at least that of the stream
	Stream  []theory.Example
	A       measure.Vector // other numbers, as the property names them
}

// Metric returns the norm that the learner is in.
func (c Case) Metric() measure.Metric {
	if c.Learner != nil {
		if p, ok := c.Learner.Params()["p"]; ok {
			return measure.Metric{P: p}
		}
	}
	return measure.L2()
}

// Points returns the examples with all their coordinates.
func (c Case) Points() []measure.Vector { return measure.Points(c.Stream, c.Dim, 0) }

// Lifted returns the examples as the learner sees them, with the constant coordinate that it appends, if any.
func (c Case) Lifted() []measure.Vector { return measure.Points(c.Stream, c.Dim, c.Learner.Bias) }

// Sparse reports whether an example is stored as sparse.
func (c Case) Sparse() bool {
	for _, e := range c.Stream {
		if e.X.IsSparse() {
			return true
		}
	}
	return false
}

// Solves reports whether the learner solves the offline problem.
func (c Case) Solves() bool { return c.Learner.Kind.Solves }

// changed returns c with each example as f makes it of the one at t.
func (c Case) changed(f func(t int, e theory.Example) theory.Example) Case {
	stream := make([]theory.Example, len(c.Stream))
	for t, e := range c.Stream {
		stream[t] = f(t, e)
	}
	c.Stream = stream
	return c
}

// Mapped returns c with the points f(x), stored as c's are.
func (c Case) Mapped(f func(measure.Vector) measure.Vector) Case {
	return c.changed(func(_ int, e theory.Example) theory.Example {
		x := vec.Dense(f(measure.Expand(e.X, c.Dim))...)
		if e.X.IsSparse() {
			x = x.Sparsify()
		} else if n := len(e.X.Value); measure.Vector(x.Value[n:]).Nonzero() == 0 {
			x.Value = x.Value[:n]
		}
		return theory.Example{X: x, Y: e.Y}
	})
}

// Normalised returns c with unit vectors for examples.
func (c Case) Normalised() Case { return c.Mapped(measure.L2().Unit) }

// A Storage stores example t, a dense x of full length.
type Storage func(t int, x vec.Vector) vec.Vector

// Dense stores all coordinates.
func Dense(_ int, x vec.Vector) vec.Vector { return x }

// Sparse stores those that are not 0.
func Sparse(_ int, x vec.Vector) vec.Vector { return x.Sparsify() }

func mixed(t int, x vec.Vector) vec.Vector { return []Storage{Sparse, Dense}[t%2](t, x) }

// short leaves out the zeros at the end.
func short(_ int, x vec.Vector) vec.Vector {
	n := len(x.Value)
	for n > 0 && x.Value[n-1] == 0 {
		n--
	}
	return vec.Dense(x.Value[:n]...)
}

// Stored returns c with its points stored otherwise.
func (c Case) Stored(how Storage) Case {
	return c.changed(func(t int, e theory.Example) theory.Example {
		return theory.Example{X: how(t, vec.Dense(measure.Expand(e.X, c.Dim)...)), Y: e.Y}
	})
}

// flips is the length of a pattern of labels to swap.
const flips = 12

// Flipped returns c with the labels swapped whose bit is set in its second number, if it has one.
func (c Case) Flipped() Case {
	return c.changed(func(t int, e theory.Example) theory.Example {
		if len(c.A) > 1 && int(math.Abs(c.A[1]))>>(t%flips)&1 == 1 {
			e.Y *= -1
		}
		return e
	})
}

// Swapped returns c with all labels swapped.
func (c Case) Swapped() Case {
	return c.changed(func(_ int, e theory.Example) theory.Example { return theory.Example{X: e.X, Y: -e.Y} })
}

// InUnits returns c with its first number, in units of a power of the longest ‖x‖,
// for a parameter of the learner, if there is one that can be; R alone may be 0.
func (c Case) InUnits(name string, power float64) Case {
	given := len(c.A) > 0 && (c.A[0] > 0 || c.A[0] == 0 && name == "R")
	if r := measure.Longest(c.Lifted()); given && r > 0 {
		c.Learner = c.Learner.With(name, c.A[0]*math.Pow(r, power))
	}
	return c
}

// Comparator returns the vector of d dimensions that the numbers A after the second are, in
// units of 1/reach; 0 where there are none.
func (c Case) Comparator(d int, reach float64) measure.Vector {
	u := make(measure.Vector, d)
	if len(c.A) > 2 && reach > 0 {
		copy(u, c.A[2:].Times(1/reach))
	}
	return u
}
