package external

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"marginlab/theory"
	"marginlab/theory/vec"
)

// protocol is the version of the messages.
const protocol = 1

// Outputs that a learner may show beside its decisions.
const (
	scores     = "scores"     // w·x + b before each update
	margins    = "margins"    // γ_t‖w_t‖ before each update, and after the last example
	openings   = "openings"   // which steps are of an initialisation phase
	classifier = "classifier" // w and b; in a question, after its last example
	states     = "states"     // only in a question: w and b after each update
)

// showable are the outputs that a greeting may name.
var showable = []string{scores, margins, openings, classifier}

// greeting is the first line that a program writes.
type greeting struct {
	Protocol int      `json:"protocol"`
	Name     string   `json:"name"`
	Version  string   `json:"version"`
	Shows    []string `json:"shows"`
	Packed   bool     `json:"packed"`  // whether it wants features in base64
	Sparse   bool     `json:"sparse"`  // whether it wants sparse data in sparse form
	Streams  int      `json:"streams"` // only of older adapters; each process gets one stream at a time
}

// question is a message to a program: the examples that follow those before in the stream.
type question struct {
	stream, first int // first counts from 1, which begins a stream
	dim           int
	examples      []theory.Example
	show          []string
}

// line writes the question as a line.
func (q question) line(g greeting) []byte {
	m := struct {
		Stream int      `json:"stream"`
		First  int      `json:"first"`
		Dim    int      `json:"dim"`
		X      any      `json:"x"`
		Y      []int    `json:"y"`
		Show   []string `json:"show"`
	}{q.stream, q.first, q.dim, q.features(g), make([]int, len(q.examples)), append([]string{}, q.show...)}
	for i, e := range q.examples {
		m.Y[i] = int(e.Y)
	}
	text, err := json.Marshal(m)
	if err != nil {
		panic("external: a question that is invalid JSON: " + err.Error()) // checked examples have finite numbers
	}
	return append(text, '\n')
}

// limit returns the greatest length of the answer: generous for numbers of 25 characters with blanks.
func (q question) limit() int {
	n := len(q.examples)
	planes := 1
	if slices.Contains(q.show, states) {
		planes += n
	}
	return 1<<16 + 160*n + 32*planes*(q.dim+4)
}

// answer has the decisions of a program, an entry for each example.
type answer struct {
	Stream      int        `json:"stream"`
	First       int        `json:"first"`
	Predictions []int      `json:"predictions"`
	Updates     []bool     `json:"updates"`
	Scores      []float64  `json:"scores"`
	Margins     []*float64 `json:"margins"` // nil where it has none yet; one more than examples
	Openings    []bool     `json:"openings"`
	States      []plane    `json:"states"` // after each update
	Classifier  *plane     `json:"classifier"`
	Error       string     `json:"error"` // why it cannot continue
}

// margin returns γ‖w‖ before example i, counted from 0, NaN if there is none.
func (a *answer) margin(i int) float64 {
	if i >= len(a.Margins) || a.Margins[i] == nil {
		return math.NaN()
	}
	return *a.Margins[i]
}

// plane is a classifier in an answer.
type plane struct {
	W []float64 `json:"w"`
	B float64   `json:"b"`
}

// classifier returns the plane as a classifier.
func (p plane) classifier() *theory.Classifier { return &theory.Classifier{W: p.W, B: p.B} }

// wrong returns an error of an answer, at an example, 0 if at none.
func wrong(example int, format string, args ...any) *Error {
	return &Error{Example: example, What: fmt.Sprintf(format, args...)}
}

// decode reads a line of JSON into one of the messages. The examples of its error are counted from the first of the
// question.
func decode(line []byte, into any) *Error {
	if !utf8.Valid(line) {
		return wrong(0, "it wrote invalid UTF-8, expected a line of JSON")
	}
	d := json.NewDecoder(bytes.NewReader(line))
	d.DisallowUnknownFields()
	err := d.Decode(into)
	if err == nil {
		if _, err = d.Token(); err == io.EOF {
			return nil
		}
		return wrong(0, "it wrote more than one value in a line, expected one object of JSON")
	}
	if bad, is := errors.AsType[*json.UnmarshalTypeError](err); is && bad.Type.Kind() == reflect.Float64 {
		if number, is := strings.CutPrefix(bad.Value, "number "); is {
			return wrong(0, "%s has %s, expected finite numbers", bad.Field, number)
		}
	}
	if m := noNumber.FindSubmatch(line); m != nil {
		at := 0 // the place in its list
		if string(m[1]) == scores {
			at = 1 + bytes.Count(m[2], []byte{','})
		}
		return wrong(at, "%s has %s, expected finite numbers", m[1], m[3])
	}
	return wrong(0, "it wrote a line that is no message of the protocol (%s)", strings.TrimPrefix(err.Error(), "json: "))
}

// noNumber matches a key, and the NaN or infinity in its list that makes a line invalid JSON.
var noNumber = regexp.MustCompile(`"(\w+)":\s*(\[?[^"\]]*?)(NaN|Infinity|nan|inf)`)

// entry returns an entry of a list in words, "" if the list is missing.
func entry[E any](list []E, i int) string {
	if list == nil {
		return ""
	}
	return fmt.Sprint(list[i])
}

// check returns the error of an answer that does not fit the question; biased allows a b.
func (a *answer) check(q question, biased bool) *Error {
	n := len(q.examples)
	last := max(0, n-1)
	at := func(i int, format string, args ...any) *Error { return wrong(q.first+i, format, args...) }
	switch {
	case a.Stream != q.stream || a.First != q.first:
		return at(0, "an answer on stream %d from example %d, expected one on stream %d from example %d: "+
			"each question has one answer, in its order", a.Stream, a.First, q.stream, q.first)
	case a.Error != "":
		return at(len(a.Predictions), "it cannot go on: %s", a.Error)
	}
	for _, list := range []struct {
		name      string
		len, want int
	}{
		{"predictions", len(a.Predictions), n}, {"updates", len(a.Updates), n},
		{"scores", len(a.Scores), requested(n, q.show, scores)},
		{"margins", len(a.Margins), requested(n+1, q.show, margins)},
		{"openings", len(a.Openings), requested(n, q.show, openings)},
	} {
		if list.len != list.want {
			return at(min(list.len, list.want), "%d %s for %d examples, expected %d", list.len, list.name, n, list.want)
		}
	}
	updates := 0
	for i, label := range a.Predictions {
		if label != 1 && label != -1 {
			return at(i, "it predicts %d, expected 1 or -1", label)
		}
		if a.Scores != nil && a.Scores[i]*float64(label) < 0 {
			return at(i, "it predicts %+d with the score %v, expected the sign of the score", label, a.Scores[i])
		}
		if a.Updates[i] {
			updates++
		}
	}
	for i, m := range a.Margins {
		if m != nil && *m < 0 {
			return at(min(i, last), "its margin is %v, expected none below 0", *m)
		}
	}
	if want := requested(updates, q.show, states); len(a.States) != want {
		return at(0, "%d states for %d updates, expected %d", len(a.States), updates, want)
	}
	planes := slices.Clone(a.States)
	if a.Classifier != nil {
		planes = append(planes, *a.Classifier)
	}
	if (a.Classifier != nil) != slices.Contains(q.show, classifier) {
		return at(last, "an answer with a classifier where none is asked for, or without the one that is")
	}
	for _, p := range planes {
		switch {
		case len(p.W) != q.dim:
			return at(last, "a classifier with %d weights, expected %d", len(p.W), q.dim)
		case p.B != 0 && !biased:
			return at(last, "a classifier with b = %v, expected 0, or bias=yes in the expression of the learner", p.B)
		}
	}
	return nil
}

// requested returns n if it is asked for, else 0.
func requested(n int, show []string, what string) int {
	if slices.Contains(show, what) {
		return n
	}
	return 0
}

// differs returns the first example at which two answers to the same question differ, as an error.
func (a *answer) differs(b *answer, q question) *Error {
	const anew = " when the same stream is sent again: expected a learner that begins anew where first is 1, and draws nothing at random"
	for i := range q.examples {
		for _, v := range []struct{ what, first, again string }{
			{"it predicts", fmt.Sprintf("%+d", a.Predictions[i]), fmt.Sprintf("%+d", b.Predictions[i])},
			{"its update is", fmt.Sprint(a.Updates[i]), fmt.Sprint(b.Updates[i])},
			{"its score is", entry(a.Scores, i), entry(b.Scores, i)},
			{"its margin is", fmt.Sprint(a.margin(i)), fmt.Sprint(b.margin(i))},
			{"its opening is", entry(a.Openings, i), entry(b.Openings, i)},
		} {
			if v.first != v.again {
				return wrong(q.first+i, "%s %s, and %s%s", v.what, v.first, v.again, anew)
			}
		}
	}
	same := func(p, q plane) bool { return p.B == q.B && slices.Equal(p.W, q.W) }
	if !slices.EqualFunc(a.States, b.States, same) || a.Classifier != nil && !same(*a.Classifier, *b.Classifier) {
		return wrong(q.first+max(0, len(q.examples)-1), "it shows other classifiers%s", anew)
	}
	return nil
}

// features returns the features of the examples as a value for JSON. If the program wants it, sparse data are in
// sparse form: the coordinate of each value that is not 0, one example after the other, and where each ends; and
// numbers are bytes, in base64 in JSON.
func (q question) features(g greeting) any {
	sparse := g.Sparse && len(q.examples) > 0 && q.examples[0].X.IsSparse()
	var value []float64
	rows, index, ends := [][]float64{}, []int32{}, []int{}
	for i, e := range q.examples {
		if !sparse {
			value = append(value, make([]float64, q.dim)...)
			row := value[i*q.dim:]
			e.X.CopyTo(row)
			rows = append(rows, row)
			continue
		}
		for k, v := range e.X.Value {
			if v != 0 {
				index, value = append(index, int32(e.X.Coordinate(k))), append(value, v)
			}
		}
		ends = append(ends, len(value))
	}
	var values, indices any = value, index
	if g.Packed {
		values, indices = pack(value), pack(index)
	}
	switch {
	case sparse:
		return map[string]any{"ends": ends, "index": indices, "value": values}
	case g.Packed:
		return values
	}
	return rows
}

// pack returns numbers as bytes, in little-endian order.
func pack(numbers any) []byte {
	bytes, err := binary.Append([]byte{}, binary.LittleEndian, numbers)
	if err != nil {
		panic("external: " + err.Error())
	}
	return bytes
}

// numbers returns the number of numbers for the features of an example.
func (g greeting) numbers(x vec.Vector, dim int) int {
	if g.Sparse && x.IsSparse() {
		return len(x.Value)
	}
	return dim
}
