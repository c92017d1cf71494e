package props

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/mat"

	"marginlab/algos"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// Case is what a property is held against: a learner, a stream, and what else
// the property speaks of. Its String is one line of text that [ParseCase] makes
// the same Case from again.
type Case struct {
	Learner *algos.Spec // nil where the property speaks of none
	Dim     int         // of the space; at least that of the stream
	Stream  []theory.Example
	U       []float64   // a translation
	C       float64     // a factor, 0 if none
	V       [][]float64 // the vectors of reflections x ↦ x − 2(v·x)v/‖v‖², one after the other
	A       []float64   // other numbers, as the property names them
	P       float64     // the norm ‖·‖_P of a property that speaks of no learner, ℓ2 if 0
	M       [][]float64 // the norm √(xᵀMx), symmetric and positive definite; that of the learner too
}

// String is the literal of c, as
//
//	e-omm; +0,2 -0,0 +3:1.5; u=1e6,0; c=0.5; v=1,1|1,0; a=0.5,0.25; m=2,1|1,2
//
// An example is its label and its coordinates, with their positions (from 0)
// where it is sparse ("+:" is the sparse zero). d=… gives the dimension where it
// is not the least one; p=3 a norm, where the learner does not. Numbers are the shortest that read back to the same
// bits. There is nothing in it that a shell's single quotes do not hold.
func (c Case) String() string {
	var b strings.Builder
	if c.Learner != nil {
		b.WriteString(c.Learner.String())
	}
	b.WriteString(";")
	for _, e := range c.Stream {
		b.WriteByte(' ')
		b.WriteString(sign(e.Y))
		b.WriteString(coordinates(e.X))
	}
	if c.Dim != theory.Dim(c.Stream) {
		fmt.Fprintf(&b, "; d=%d", c.Dim)
	}
	if c.U != nil {
		b.WriteString("; u=" + numbers(c.U))
	}
	if c.C != 0 {
		b.WriteString("; c=" + number(c.C))
	}
	for i, v := range c.V {
		b.WriteString([]string{"; v=", "|"}[min(i, 1)] + numbers(v))
	}
	if c.A != nil {
		b.WriteString("; a=" + numbers(c.A))
	}
	if c.P != 0 {
		b.WriteString("; p=" + number(c.P))
	}
	for i, row := range c.M {
		b.WriteString([]string{"; m=", "|"}[min(i, 1)] + numbers(row))
	}
	return b.String()
}

func sign(y theory.Label) string {
	if y == theory.Positive {
		return "+"
	}
	return "-"
}

func coordinates(x vec.Vector) string {
	if x.Index == nil {
		return numbers(x.Value)
	}
	if len(x.Index) == 0 {
		return ":"
	}
	parts := make([]string, len(x.Index))
	for k, i := range x.Index {
		parts[k] = strconv.Itoa(i) + ":" + number(x.Value[k])
	}
	return strings.Join(parts, ",")
}

func numbers(x []float64) string {
	parts := make([]string, len(x))
	for i, v := range x {
		parts[i] = number(v)
	}
	return strings.Join(parts, ",")
}

func number(v float64) string {
	return strings.Replace(strconv.FormatFloat(v, 'g', -1, 64), "e+", "e", 1)
}

// ParseCase makes the Case whose String is text. The learner is one of own, by
// its String, or else of the registry of package algos. The error says which
// part of the text is wrong.
func ParseCase(text string, own ...*algos.Spec) (Case, error) {
	parts := strings.Split(text, ";")
	if len(parts) < 2 {
		return Case{}, fmt.Errorf("case %q: expected \"learner; examples\", with what else there is after more semicolons", text)
	}
	var c Case
	var err error
	if c.Learner, err = parseLearner(strings.TrimSpace(parts[0]), own); err != nil {
		return Case{}, fmt.Errorf("case %q: %w", text, err)
	}
	for t, word := range strings.Fields(parts[1]) {
		e, err := parseExample(word)
		if err != nil {
			return Case{}, fmt.Errorf("case %q: example %d, %q: %w", text, t+1, word, err)
		}
		c.Stream = append(c.Stream, e)
	}
	c.Dim = theory.Dim(c.Stream)
	for _, part := range parts[2:] {
		if err := c.parseField(strings.TrimSpace(part)); err != nil {
			return Case{}, fmt.Errorf("case %q: %w", text, err)
		}
	}
	if err := theory.CheckAll(c.Stream, c.Dim); err != nil {
		return Case{}, fmt.Errorf("case %q: %w", text, err)
	}
	return c, nil
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
		var err error
		e.X.Value, err = parseNumbers(rest)
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

// placed is c with its learner in the norm of M.
func (c Case) placed() (Case, error) {
	if c.M == nil || c.Learner == nil {
		return c, nil
	}
	entries := mat.NewSymDense(len(c.M), slices.Concat(c.M...))
	n, err := vec.NewMahalanobis(entries, "mahalanobis")
	if err != nil {
		return c, err
	}
	c.Learner, err = c.Learner.In(n)
	return c, err
}

// parseField reads what stands after the stream.
func (c *Case) parseField(field string) error {
	name, value, _ := strings.Cut(field, "=")
	var err error
	switch name {
	case "d":
		d, err := strconv.Atoi(value)
		if err != nil || d < c.Dim {
			return fmt.Errorf("d=%s, expected a dimension of at least %d", value, c.Dim)
		}
		c.Dim = d
	case "c":
		var f []float64
		if f, err = parseNumbers(value); err == nil && (len(f) != 1 || f[0] == 0) {
			return fmt.Errorf("c=%s, expected one number, not 0", value)
		}
		if err == nil {
			c.C = f[0]
		}
	case "u":
		c.U, err = parseNumbers(value)
	case "a":
		c.A, err = parseNumbers(value)
	case "v":
		c.V, err = parseRows(value)
	case "p":
		var f []float64
		if f, err = parseNumbers(value); err == nil && (len(f) != 1 || f[0] <= 1) {
			return fmt.Errorf("p=%s, expected one number above 1", value)
		}
		if err == nil {
			c.P = f[0]
		}
	case "m":
		if c.M, err = parseRows(value); err == nil && !(metric{p: 2, m: c.M}).definite(c.Dim) {
			return fmt.Errorf("m=%s, expected a positive definite matrix of %d rows", value, c.Dim)
		}
	default:
		return fmt.Errorf("%q, expected d=, u=, c=, v=, a=, p= or m=", field)
	}
	return err
}

func parseRows(list string) (rows [][]float64, err error) {
	for _, row := range strings.Split(list, "|") {
		x, err := parseNumbers(row)
		if err != nil {
			return nil, err
		}
		rows = append(rows, x)
	}
	return rows, nil
}

func parseNumbers(list string) ([]float64, error) {
	x := []float64{}
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
