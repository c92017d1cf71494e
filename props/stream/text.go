package stream

import (
	"fmt"
	"strconv"
	"strings"

	"marginlab/algos"
	"marginlab/props/measure"
	"marginlab/theory"
)

// String is the literal of c, as
//
//	e-omm; +0,2 -0,0 +3:1.5; d=6; a=0.5,0.25
//
// An example is its label and its coordinates, with their positions (from 0) where it is sparse ("+:" is the sparse
// zero). d=… gives the dimension where it is not the least one. Numbers are the shortest that read back to the same
// bits. There is nothing in it that a shell's single quotes do not hold.
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

// Unnamed is the literal of c without its learner.
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

// numbers are those of x, each with its position if there are any.
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

// Parse makes the Case whose String is text. The learner is one of own, by its String, or else of the registry of
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
		return c, fmt.Errorf("expected \"learner; examples\", with what else there is after more semicolons")
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
