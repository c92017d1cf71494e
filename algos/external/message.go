package external

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"marginlab/theory"
)

// protocol is the version of the messages.
const protocol = 1

// What a learner may show beside its decisions.
const (
	scores     = "scores"     // w·x + b before each update
	margins    = "margins"    // γ_t‖w_t‖ before each update, and after the last example
	openings   = "openings"   // which steps are of an initialisation phase
	classifier = "classifier" // w and b; in a question, those after its last example
	states     = "states"     // in a question alone: w and b after each update
)

// showable are those that a greeting may name.
var showable = []string{scores, margins, openings, classifier}

// greeting is the first line that a program writes.
type greeting struct {
	Protocol int      `json:"protocol"`
	Name     string   `json:"name"`
	Version  string   `json:"version"`
	Shows    []string `json:"shows"`
	Packed   bool     `json:"packed"`  // it wants features in base64
	Sparse   bool     `json:"sparse"`  // it wants those of sparse data in sparse form
	Streams  int      `json:"streams"` // older adapters say so; each process gets one stream at a time
}

// question is a message to a program: examples that follow those of the stream before.
type question struct {
	stream, first int // first counts from 1, which begins a stream
	dim           int
	examples      []theory.Example
	show          []string
}

// append writes the question as a line.
func (q question) append(b []byte, g greeting) []byte {
	b = fmt.Appendf(b, `{"stream":%d,"first":%d,"dim":%d,"x":`, q.stream, q.first, q.dim)
	b = q.appendFeatures(b, g)
	labels := make([]int8, len(q.examples))
	for i, e := range q.examples {
		labels[i] = int8(e.Y)
	}
	b = appendInts(append(b, `,"y":`...), labels)
	b = append(b, `,"show":[`...)
	for i, s := range q.show {
		if i > 0 {
			b = append(b, ',')
		}
		b = strconv.AppendQuote(b, s)
	}
	return append(b, "]}\n"...)
}

// limit is how long the answer may be: generous for numbers of 25 characters with blanks.
func (q question) limit() int {
	n := len(q.examples)
	planes := 1
	if slices.Contains(q.show, states) {
		planes += n
	}
	return 1<<16 + 160*n + 32*planes*(q.dim+4)
}

// answer is what a program decided, an entry for each example.
type answer struct {
	Stream      int        `json:"stream"`
	First       int        `json:"first"`
	Predictions []int      `json:"predictions"`
	Updates     []bool     `json:"updates"`
	Scores      []float64  `json:"scores"`
	Margins     []*float64 `json:"margins"` // nil where it has none yet; one more than there are examples
	Openings    []bool     `json:"openings"`
	States      []plane    `json:"states"` // after each update
	Classifier  *plane     `json:"classifier"`
	Error       string     `json:"error"` // why it cannot go on
}

// margin is γ‖w‖ before example i, counted from 0, NaN where there is none.
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

func (p plane) classifier() theory.Classifier { return theory.Classifier{W: p.W, B: p.B} }

// fault says what is wrong with an answer, and of which example, 0 if of none.
type fault struct {
	example int
	what    string
}

// decode reads a line of JSON into one of the messages.
func decode(line []byte, into any) *fault {
	if !utf8.Valid(line) {
		return &fault{0, "it wrote what is no UTF-8, expected a line of JSON"}
	}
	d := json.NewDecoder(bytes.NewReader(line))
	d.DisallowUnknownFields()
	err := d.Decode(into)
	if err == nil {
		if _, err = d.Token(); err == io.EOF {
			return nil
		}
		return &fault{0, "it wrote more than one value in a line, expected one object of JSON"}
	}
	if wrong, is := errors.AsType[*json.UnmarshalTypeError](err); is && strings.HasPrefix(wrong.Value, "number ") && wrong.Type.Kind() == reflect.Float64 {
		return &fault{0, fmt.Sprintf("%s has %s, expected finite numbers", wrong.Field, strings.TrimPrefix(wrong.Value, "number "))}
	}
	if what, at := notANumber(line); what != "" {
		return &fault{at, what}
	}
	return &fault{0, fmt.Sprintf("it wrote what is not a message of the protocol (%s)", strings.TrimPrefix(err.Error(), "json: "))}
}

// notANumber finds the NaN or infinity that makes a line no JSON, and its place in its list
// counted from 1; "" if there is none.
func notANumber(line []byte) (what string, at int) {
	for _, word := range []string{"NaN", "Infinity", "nan", "inf"} {
		i := bytes.Index(line, []byte(word))
		if i < 0 || bytes.Count(line[:i], []byte{'"'})%2 == 1 {
			continue
		}
		list := bytes.LastIndexByte(line[:i], '[')
		key := line[:max(list, 0)]
		if end := bytes.LastIndexByte(key, '"'); end > 0 {
			begin := bytes.LastIndexByte(key[:end], '"') + 1
			if key = key[begin:end]; string(key) == scores {
				at = 1 + bytes.Count(line[list:i], []byte{','})
			}
			return fmt.Sprintf("%s has %s, expected finite numbers", key, word), at
		}
		return word + ", expected finite numbers", 0
	}
	return "", 0
}

// check says what of an answer is not one to the question; biased allows a b.
func (a *answer) check(q question, biased bool) *fault {
	n := len(q.examples)
	last := max(0, n-1)
	at := func(i int, format string, args ...any) *fault {
		return &fault{q.first + i, fmt.Sprintf(format, args...)}
	}
	switch {
	case a.Stream != q.stream || a.First != q.first:
		return &fault{0, fmt.Sprintf("an answer on stream %d from example %d, expected one on stream %d from example %d: each question has one answer, in its order", a.Stream, a.First, q.stream, q.first)}
	case a.Error != "":
		return at(len(a.Predictions), "it cannot go on: %s", a.Error)
	}
	for _, list := range []struct {
		name      string
		len, want int
	}{
		{"predictions", len(a.Predictions), n}, {"updates", len(a.Updates), n},
		{"scores", len(a.Scores), wanted(n, q.show, scores)},
		{"margins", len(a.Margins), wanted(n+1, q.show, margins)}, {"openings", len(a.Openings), wanted(n, q.show, openings)},
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
	if want := wanted(updates, q.show, states); len(a.States) != want {
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

// wanted is n if it is asked for, else 0.
func wanted(n int, show []string, what string) int {
	if slices.Contains(show, what) {
		return n
	}
	return 0
}

// differs finds the example from which on two answers to the same question are not the same,
// and says how.
func (a *answer) differs(b *answer, q question) *fault {
	const why = ", and %v when the same stream is sent again: expected a learner that begins anew where first is 1, and draws nothing at random"
	for i := range q.examples {
		switch {
		case a.Predictions[i] != b.Predictions[i]:
			return &fault{q.first + i, fmt.Sprintf("it predicts %+d"+why, a.Predictions[i], fmt.Sprintf("%+d", b.Predictions[i]))}
		case a.Updates[i] != b.Updates[i]:
			return &fault{q.first + i, fmt.Sprintf("its update is %v"+why, a.Updates[i], b.Updates[i])}
		case a.Scores != nil && a.Scores[i] != b.Scores[i]:
			return &fault{q.first + i, fmt.Sprintf("its score is %v"+why, a.Scores[i], b.Scores[i])}
		case a.Margins != nil && a.margin(i) != b.margin(i) && (a.Margins[i] != nil || b.Margins[i] != nil):
			return &fault{q.first + i, fmt.Sprintf("its margin is %v"+why, a.margin(i), b.margin(i))}
		case a.Openings != nil && a.Openings[i] != b.Openings[i]:
			return &fault{q.first + i, fmt.Sprintf("its opening is %v"+why, a.Openings[i], b.Openings[i])}
		}
	}
	same := func(p, q plane) bool { return p.B == q.B && slices.Equal(p.W, q.W) }
	if !slices.EqualFunc(a.States, b.States, same) || a.Classifier != nil && !same(*a.Classifier, *b.Classifier) {
		return &fault{q.first + max(0, len(q.examples)-1), "it shows other classifiers when the same stream is sent again: expected a learner that begins anew where first is 1, and draws nothing at random"}
	}
	return nil
}
