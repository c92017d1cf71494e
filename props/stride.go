package props

import (
	"math"
	"slices"

	"pgregory.net/rapid"

	"marginlab/theory"
	"marginlab/theory/vec"
)

// stride is a step of a learner through the origin, as the learner told it and
// as it is measured here from the w that it shows, and x.
type stride struct {
	theory.Step
	t     int       // from 1 on
	y     float64   // the label
	x     []float64 // the example, with the constant coordinate where there is one
	w, w2 []float64 // w_t and w_t+1
	s, xx float64   // y(w·x), ‖x‖²
	slack float64   // how far rounding may have taken the learner's y(w·x) from s
	most  float64   // the greatest ‖w‖ that a ‖w‖² which is followed has the rounding of
}

// walk runs the case's learner over its stream, and looks at each step through
// the origin of the lifted space.
func walk(c Case) []stride {
	lift := c.Learner.Lift()
	x := lifted(c.Stream, c.Dim, lift)
	l := c.Learner.New(c.Dim)
	w, most := whole(l.Classifier(), lift), 0.0
	full := c.full()
	var steps []stride
	for t, e := range c.Stream {
		m := stride{Step: l.Step(e.X, e.Y), t: t + 1, y: float64(e.Y), x: x[t], w: w, w2: whole(l.Classifier(), lift)}
		m.s, m.xx = m.y*dot(w, m.x), dot(m.x, m.x)
		if !onLattice([][]float64{w}) || !onLattice([][]float64{m.x}) {
			m.slack = ulps(m.x) * norm(w) * norm(m.x)
		}
		if m.most = norm(w); !full {
			most = max(most, m.most)
			m.most = most
		}
		steps = append(steps, m)
		w = m.w2
	}
	return steps
}

// full says that every example has all coordinates: learners renew ‖w‖², which
// they follow, when as many coordinates as there are have changed.
func (c Case) full() bool {
	return !slices.ContainsFunc(c.Stream, func(e theory.Example) bool { return len(e.X.Value) < c.Dim })
}

// whole is w in the lifted space.
func whole(c theory.Classifier, lift float64) []float64 {
	if lift == 0 {
		return c.W
	}
	return append(slices.Clone(c.W), c.B/lift)
}

// ulps is what rounding may take from a sum of the terms of an inner product of
// x, and a few more, in units of their size.
func ulps(x []float64) float64 { return 0x1p-52 * float64(len(x)+8) }

// step is how far the learner went along yx, y(w_t+1−w_t)·x/‖x‖².
func (m stride) step() float64 { return m.y * dot(minus(m.w2, m.w), m.x) / m.xx }

// loss is the hinge loss of w_t, and lossOf that of u.
func (m stride) loss() float64 { return max(0, 1-m.s) }

func (m stride) lossOf(u []float64) float64 { return max(0, 1-m.y*dot(u, m.x)) }

// inUnits is c with its first number, in units of a power of the longest ‖x‖,
// for a parameter of the learner, if there is one that can be; R alone may be 0.
func (c Case) inUnits(name string, power float64) Case {
	given := len(c.A) > 0 && (c.A[0] > 0 || c.A[0] == 0 && name == "R")
	if r := longest(lifted(c.Stream, c.Dim, c.Learner.Lift())); given && r > 0 {
		c.Learner = c.Learner.With(name, c.A[0]*math.Pow(r, power))
	}
	return c
}

// flipped is c with the labels turned whose bit is set in the number bits.
func (c Case) flipped(bits float64) Case {
	stream := slices.Clone(c.Stream)
	for t := range stream {
		if int(math.Abs(bits))>>(t%flips)&1 == 1 {
			stream[t].Y *= -1
		}
	}
	c.Stream = stream
	return c
}

// flips is the length of a pattern of labels to turn.
const flips = 12

// normalised is c with unit vectors for examples.
func (c Case) normalised() Case {
	return c.mapped(direction)
}

// shadowed is c with every example followed by f times itself, and 0 in the
// end.
func (c Case) shadowed(f float64) Case {
	var stream []theory.Example
	for _, e := range c.Stream {
		shadow := e.X.Clone()
		for k := range shadow.Value {
			shadow.Value[k] *= f
		}
		stream = append(stream, e, theory.Example{X: shadow, Y: e.Y})
	}
	c.Stream = append(stream, theory.Example{X: vec.Dense(make([]float64, c.Dim)...), Y: theory.Negative})
	return c
}

// against draws a parameter, one of values, a pattern of labels to turn, and a
// rival u.
func against(values ...float64) *rapid.Generator[[]float64] {
	return rapid.Custom(func(t *rapid.T) []float64 {
		a := []float64{rapid.SampledFrom(values).Draw(t, "parameter"), float64(rapid.IntRange(0, 1<<flips-1).Draw(t, "flips"))}
		return append(a, rapid.SliceOfN(fraction(-20, 20, []float64{10, 1, 3}), 1, 13).Draw(t, "rival")...)
	})
}

// rival is the u of c in d dimensions, in units of 1/D̄.
func (c Case) rival(d int, reach float64) []float64 {
	u := make([]float64, d)
	if len(c.A) > 2 && reach > 0 {
		copy(u, along(make([]float64, len(c.A)-2), 1/reach, c.A[2:]))
	}
	return u
}
