package stream

import (
	"fmt"
	"strconv"
	"strings"

	"marginlab/algos"
	"marginlab/props/measure"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// String is the literal of c, as
//
//	e-omm; +0,2 -0,0 +3:1.5; u=1e6,0; c=0.5; v=1,1|1,0; a=0.5,0.25; p=3
//
// An example is its label and its coordinates, with their positions (from 0)
// where it is sparse ("+:" is the sparse zero). d=… gives the dimension where it
// is not the least one, p=3 a norm where the learner does not. Numbers are the
// shortest that read back to the same bits. There is nothing in it that a shell's
// single quotes do not hold.
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
	field := func(name string, rows ...measure.Vector) {
		for i, row := range rows {
			if row != nil {
				b.WriteString([]string{"; " + name + "=", "|"}[min(i, 1)] + numbers(row))
			}
		}
	}
	one := func(v float64) measure.Vector {
		if v == 0 {
			return nil
		}
		return measure.Vector{v}
	}
	field("u", c.U)
	field("c", one(c.C))
	field("v", c.V...)
	field("a", c.A)
	field("p", one(c.P))
	return b.String()
}

// Unnamed is the literal of c without its learner.
func (c Case) Unnamed() string {
	c.Learner = nil
	return strings.TrimPrefix(c.String(), "; ")
}

// Example returns the literal of an example.
func Example(e theory.Example) string {
	sign := "-"
	if e.Y == theory.Positive {
		sign = "+"
	}
	switch {
	case e.X.Index == nil:
		return sign + numbers(e.X.Value)
	case len(e.X.Index) == 0:
		return sign + ":"
	}
	parts := make([]string, len(e.X.Index))
	for k, i := range e.X.Index {
		parts[k] = strconv.Itoa(i) + ":" + Number(e.X.Value[k])
	}
	return sign + strings.Join(parts, ",")
}

func numbers(x []float64) string {
	parts := make([]string, len(x))
	for i, v := range x {
		parts[i] = Number(v)
	}
	return strings.Join(parts, ",")
}

// Number returns the shortest decimal that reads back to the same bits.
func Number(v float64) string {
	return strings.Replace(strconv.FormatFloat(v, 'g', -1, 64), "e+", "e", 1)
}

// Parse makes the Case whose String is text. The learner is one of own, by
// its String, or else of the registry of package algos. The error says which
// part of the text is wrong.
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
		return c, fmt.Errorf("expected \"learner; examples\", with what else there is after more semicolons")
	}
	if c.Learner, err = parseLearner(strings.TrimSpace(parts[0]), own); err != nil {
		return c, err
	}
	for t, word := range strings.Fields(parts[1]) {
		e, err := parseExample(word)
		if err != nil {
			return c, fmt.Errorf("example %d, %q: %w", t+1, word, err)
		}
		c.Stream = append(c.Stream, e)
	}
	c.Dim = theory.Dim(c.Stream)
	for _, part := range parts[2:] {
		if err := c.parseField(strings.TrimSpace(part)); err != nil {
			return c, err
		}
	}
	return c, theory.CheckAll(c.Stream, c.Dim)
}

func parseLearner(expr string, own []*algos.Spec) (*algos.Spec, error) {
	if expr == "" {
		return nil, nil
	}
	for _, s := range own {
		if s.String() == expr {
			return s, nil
		}
	}
	return algos.Parse(expr)
}

func parseExample(word string) (theory.Example, error) {
	var e theory.Example
	switch word[0] {
	case '+':
		e.Y = theory.Positive
	case '-':
		e.Y = theory.Negative
	default:
		return e, fmt.Errorf("expected the label + or - first")
	}
	rest := word[1:]
	if !strings.Contains(rest, ":") {
		x, err := parseNumbers(rest)
		e.X.Value = x
		return e, err
	}
	e.X = vec.Vector{Index: []int{}, Value: []float64{}}
	if rest == ":" {
		return e, nil
	}
	for _, pair := range strings.Split(rest, ",") {
		at, value, _ := strings.Cut(pair, ":")
		i, err := strconv.Atoi(at)
		if err != nil {
			return e, fmt.Errorf("position %q, expected an integer from 0 on", at)
		}
		v, err := parseNumbers(value)
		if err != nil || len(v) != 1 {
			return e, fmt.Errorf("coordinate %q, expected position:number", pair)
		}
		e.X.Index, e.X.Value = append(e.X.Index, i), append(e.X.Value, v[0])
	}
	return e, nil
}

// parseField reads what stands after the stream.
func (c *Case) parseField(field string) error {
	name, value, _ := strings.Cut(field, "=")
	if name == "d" {
		d, err := strconv.Atoi(value)
		if err != nil || d < c.Dim {
			return fmt.Errorf("d=%s, expected a dimension of at least %d", value, c.Dim)
		}
		c.Dim = d
		return nil
	}
	var rows []measure.Vector
	for _, row := range strings.Split(value, "|") {
		x, err := parseNumbers(row)
		if err != nil {
			return err
		}
		rows = append(rows, x)
	}
	first, single := rows[0], len(rows) == 1
	switch one := single && len(first) == 1; {
	case name == "u" && single:
		c.U = first
	case name == "a" && single:
		c.A = first
	case name == "v":
		c.V = rows
	case name == "c" && one && first[0] != 0:
		c.C = first[0]
	case name == "c":
		return fmt.Errorf("c=%s, expected one number, not 0", value)
	case name == "p" && one && first[0] >= vec.MinExponent && first[0] <= vec.MaxExponent:
		c.P = first[0]
	case name == "p":
		return fmt.Errorf("p=%s, expected one number from %v to %v", value, vec.MinExponent, vec.MaxExponent)
	default:
		return fmt.Errorf("%q, expected d=, u=, c=, v=, a= or p=", field)
	}
	return nil
}

func parseNumbers(list string) (measure.Vector, error) {
	x := measure.Vector{}
	if list == "" {
		return x, nil
	}
	for _, word := range strings.Split(list, ",") {
		v, err := strconv.ParseFloat(word, 64)
		if err != nil || v-v != 0 {
			return nil, fmt.Errorf("%q, expected a finite number", word)
		}
		x = append(x, v)
	}
	return x, nil
}
