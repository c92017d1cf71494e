// Package stream draws the inputs of properties: separable streams, by construction, and the other numbers that a
// property needs.
//
//	Case     a learner, a stream and numbers; a line of text
//	Streams  separable streams, on small integers first
//	Draws    what a property needs beside the stream
//	Parse    the case whose String a line of text is
//
// A stream begins on the integer lattice, in coordinates in which the first axis separates it, with ties, repeats,
// ends of segments and points on lines among its examples. Then it is divided by a denominator, reflected,
// translated, scaled and stored dense or sparse. A test checks what comes up, and how often.
package stream

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"marginlab/algos"
	"marginlab/props/measure"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// Case is the input of a property: a learner, a stream, and other numbers of the property. Its String is one line of
// text, from which [Parse] makes the same Case again.
type Case struct {
	Learner *algos.Spec // nil for a stream alone
	Dim     int         // of the space; at least that of the stream
	Stream  []theory.Example
	A       measure.Vector // other numbers, whose meaning is the property's
}

// Metric returns the norm of the learner.
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

// mapExamples returns c with each example replaced by f of it at t.
func (c Case) mapExamples(f func(t int, e theory.Example) theory.Example) Case {
	stream := make([]theory.Example, len(c.Stream))
	for t, e := range c.Stream {
		stream[t] = f(t, e)
	}
	c.Stream = stream
	return c
}

// Mapped returns c with the points f(x), stored like c's.
func (c Case) Mapped(f func(measure.Vector) measure.Vector) Case {
	return c.mapExamples(func(_ int, e theory.Example) theory.Example {
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

// Sparse stores the coordinates that are not 0.
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

// Stored returns c with its points in another storage.
func (c Case) Stored(how Storage) Case {
	return c.mapExamples(func(t int, e theory.Example) theory.Example {
		return theory.Example{X: how(t, vec.Dense(measure.Expand(e.X, c.Dim)...)), Y: e.Y}
	})
}

// flips is the length of a pattern of labels to swap.
const flips = 12

// Flipped returns c with the labels swapped whose bit is set in its second number, if it has one.
func (c Case) Flipped() Case {
	return c.mapExamples(func(t int, e theory.Example) theory.Example {
		if len(c.A) > 1 && int(math.Abs(c.A[1]))>>(t%flips)&1 == 1 {
			e.Y *= -1
		}
		return e
	})
}

// Swapped returns c with all labels swapped.
func (c Case) Swapped() Case {
	return c.mapExamples(func(_ int, e theory.Example) theory.Example { return theory.Example{X: e.X, Y: -e.Y} })
}

// InUnits returns c with its first number as the parameter of that name, in its unit, a power of the longest ‖x‖. A
// learner without such a parameter stays as it is; only R may be 0.
func (c Case) InUnits(name string) Case {
	at := slices.IndexFunc(c.Learner.Args, func(a algos.Arg) bool { return a.Name == name })
	given := len(c.A) > 0 && (c.A[0] > 0 || c.A[0] == 0 && name == "R")
	if r := measure.Longest(c.Lifted()); at >= 0 && given && r > 0 {
		c.Learner = c.Learner.With(name, c.A[0]*math.Pow(r, float64(c.Learner.Args[at].Unit)))
	}
	return c
}

// Comparator returns the vector of d dimensions given by the numbers A after the second, in units of 1/reach; 0 if
// there are none.
func (c Case) Comparator(d int, reach float64) measure.Vector {
	u := make(measure.Vector, d)
	if len(c.A) > 2 && reach > 0 {
		copy(u, c.A[2:].Times(1/reach))
	}
	return u
}

// String returns the literal of c, such as
//
//	e-omm; +0,2 -0,0 +3:1.5; d=6; a=0.5,0.25
//
// An example is its label and its coordinates, with their positions (from 0) if it is sparse ("+:" is the sparse
// zero). d=… gives the dimension if it is not the least one. Numbers are the shortest that read back to the same
// bits. The text is safe in a shell's single quotes.
func (c Case) String() string {
	var b strings.Builder
	if c.Learner != nil {
		b.WriteString(c.Learner.String())
	}
	b.WriteString(";")
	for _, e := range c.Stream {
		b.WriteString(" " + Example(e))
	}
	if c.Dim != theory.Dim(c.Stream) {
		fmt.Fprintf(&b, "; d=%d", c.Dim)
	}
	if c.A != nil {
		b.WriteString("; a=" + numbers(nil, c.A))
	}
	return b.String()
}

// Unnamed returns the literal of c without its learner.
func (c Case) Unnamed() string {
	c.Learner = nil
	return strings.TrimPrefix(c.String(), "; ")
}

// Example returns the literal of an example.
func Example(e theory.Example) string {
	sign := map[theory.Label]string{theory.Positive: "+", theory.Negative: "-"}[e.Y]
	if e.X.IsSparse() && len(e.X.Index) == 0 {
		return sign + ":"
	}
	return sign + numbers(e.X.Index, e.X.Value)
}

// numbers returns the text of x, each number with its position if there are any.
func numbers(at []int, x []float64) string {
	parts := make([]string, len(x))
	for k, v := range x {
		if parts[k] = Number(v); at != nil {
			parts[k] = strconv.Itoa(at[k]) + ":" + parts[k]
		}
	}
	return strings.Join(parts, ",")
}

// Number returns the shortest decimal that reads back to the same bits.
func Number(v float64) string {
	return strings.Replace(strconv.FormatFloat(v, 'g', -1, 64), "e+", "e", 1)
}

// Parse makes the Case whose String is text. The learner is one of own, by its String, or else from the registry of
// package algos. The error says which part of the text is wrong.
func Parse(text string, own ...*algos.Spec) (Case, error) {
	c, err := parse(text, own)
	if err != nil {
		return Case{}, fmt.Errorf("case %q: %w", text, err)
	}
	return c, nil
}

func parse(text string, own []*algos.Spec) (c Case, err error) {
	parts := strings.Split(text, ";")
	if len(parts) < 2 {
		return c, fmt.Errorf("expected \"learner; examples\", with the other parts after more semicolons")
	}
	expr := strings.TrimSpace(parts[0])
	for _, s := range own {
		if s.String() == expr {
			c.Learner = s
		}
	}
	if c.Learner == nil && expr != "" {
		if c.Learner, err = algos.Parse(expr); err != nil {
			return c, err
		}
	}
	for t, word := range strings.Fields(parts[1]) {
		e := theory.Example{Y: map[byte]theory.Label{'+': theory.Positive, '-': theory.Negative}[word[0]]}
		if e.Y == 0 {
			return c, fmt.Errorf("example %d, %q: expected the label + or - first", t+1, word)
		}
		if e.X.Index, e.X.Value, err = parseNumbers(word[1:], strings.Contains(word, ":")); err != nil {
			return c, fmt.Errorf("example %d, %q: %w", t+1, word, err)
		}
		c.Stream = append(c.Stream, e)
	}
	least := theory.Dim(c.Stream)
	c.Dim = least
	for _, part := range parts[2:] {
		switch name, value, _ := strings.Cut(strings.TrimSpace(part), "="); name {
		case "d":
			if c.Dim, err = strconv.Atoi(value); err != nil || c.Dim < least {
				return c, fmt.Errorf("d=%s, expected a dimension of at least %d", value, least)
			}
		case "a":
			if _, c.A, err = parseNumbers(value, false); err != nil {
				return c, err
			}
		default:
			return c, fmt.Errorf("%q, expected d= or a=", strings.TrimSpace(part))
		}
	}
	return c, theory.CheckAll(c.Stream, c.Dim)
}

// parseNumbers reads numbers, each with its position if they are sparse.
func parseNumbers(list string, sparse bool) (at []int, x measure.Vector, err error) {
	if x = (measure.Vector{}); sparse {
		at = []int{}
	}
	if list == "" || list == ":" {
		return at, x, nil
	}
	for _, word := range strings.Split(list, ",") {
		if sparse {
			position, value, found := strings.Cut(word, ":")
			i, err := strconv.Atoi(position)
			if err != nil || !found {
				return nil, nil, fmt.Errorf("coordinate %q, expected position:number, positions from 0 on", word)
			}
			at, word = append(at, i), value
		}
		v, err := strconv.ParseFloat(word, 64)
		if err != nil || v-v != 0 {
			return nil, nil, fmt.Errorf("%q, expected a finite number", word)
		}
		x = append(x, v)
	}
	return at, x, nil
}
