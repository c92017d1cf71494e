package stream

import (
	"math"
	"slices"

	"marginlab/props/measure"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// Mapped returns c with the points f(x), stored as c's are.
func (c Case) Mapped(f func(measure.Vector) measure.Vector) Case {
	return c.changed(func(e theory.Example) theory.Example {
		x := vec.Dense(f(measure.Expand(e.X, c.Dim))...)
		if e.X.IsSparse() {
			x = x.Sparsify()
		} else if n := len(e.X.Value); measure.Vector(x.Value[n:]).Nonzero() == 0 {
			x.Value = x.Value[:n]
		}
		return theory.Example{X: x, Y: e.Y}
	})
}

// Stored returns c with its points as store makes them of dense ones of full length.
func (c Case) Stored(store func(vec.Vector) vec.Vector) Case {
	return c.changed(func(e theory.Example) theory.Example {
		return theory.Example{X: store(vec.Dense(measure.Expand(e.X, c.Dim)...)), Y: e.Y}
	})
}

// Dense returns c with its points stored dense, of full length.
func (c Case) Dense() Case { return c.Stored(vec.Vector.Clone) }

// Swapped returns c with all labels swapped.
func (c Case) Swapped() Case {
	return c.changed(func(e theory.Example) theory.Example { return theory.Example{X: e.X, Y: -e.Y} })
}

// Normalised returns c with unit vectors for examples.
func (c Case) Normalised() Case { return c.Mapped(measure.Vector.Unit) }

func (c Case) changed(f func(theory.Example) theory.Example) Case {
	stream := make([]theory.Example, len(c.Stream))
	for t, e := range c.Stream {
		stream[t] = f(e)
	}
	c.Stream = stream
	return c
}

// Flips is the length of a pattern of labels to swap.
const Flips = 12

// Flipped returns c with the labels swapped whose bit is set in the number bits.
func (c Case) Flipped(bits float64) Case {
	stream := slices.Clone(c.Stream)
	for t := range stream {
		if int(math.Abs(bits))>>(t%Flips)&1 == 1 {
			stream[t].Y *= -1
		}
	}
	c.Stream = stream
	return c
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
		copy(u, measure.Vector(c.A[2:]).Times(1/reach))
	}
	return u
}
