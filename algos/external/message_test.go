package external

import (
	"bufio"
	"encoding/json"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"marginlab/theory"
)

// The longest valid answer, with a blank after each comma, is not too long.
func TestLongestAnswer(t *testing.T) {
	t.Parallel()
	long := -math.SmallestNonzeroFloat64 * (1<<52 + 1) // -2.225073858507202e-308
	w := func(dim int) plane { return plane{slices.Repeat([]float64{long}, dim), long} }
	for _, c := range []struct{ n, dim int }{{0, 1}, {1, 1}, {1, 20_000}, {mostRows, 1}, {mostRows, 40}} {
		a := answer{Stream: 1 << 40, First: 1 << 40, Scores: w(c.n).W, Margins: slices.Repeat([]*float64{&long}, c.n+1),
			Predictions: slices.Repeat([]int{-1}, c.n), Updates: make([]bool, c.n), Openings: make([]bool, c.n),
			States: slices.Repeat([]plane{w(c.dim)}, c.n), Classifier: new(w(c.dim))}
		text, err := json.Marshal(a)
		require.NoError(t, err)
		text = []byte(strings.ReplaceAll(string(text), ",", ", "))
		q := question{dim: c.dim, examples: make([]theory.Example, c.n), show: []string{states}}
		require.LessOrEqual(t, len(text), q.limit(), c)
		require.LessOrEqual(t, q.limit(), 1<<16+5*len(text), c)
		a.States, q.show = nil, nil
		text, err = json.Marshal(a)
		require.NoError(t, err)
		require.LessOrEqual(t, len(text), q.limit(), c)
	}
}

// The error of invalid JSON says why, and names a number that is none.
func TestDecode(t *testing.T) {
	t.Parallel()
	for line, want := range map[string]*Error{
		`{"scores":[1,2]}`:              nil,
		`{"scores":[1,-inf]}`:           wrong(2, "scores has inf, expected finite numbers"),
		`{"margins":[1,NaN]}`:           wrong(0, "margins has NaN, expected finite numbers"),
		`{"scores":[1e999]}`:            wrong(0, "scores has 1e999, expected finite numbers"),
		`{"states":[{"w":[1, -Infinity`: wrong(0, "w has Infinity, expected finite numbers"),
		`NaN`: wrong(0, "it wrote a line that is no message of the protocol (invalid character 'N' "+
			"looking for beginning of value)"),
		`{} {}`: wrong(0, "it wrote more than one value in a line, expected one object of JSON"),
		`{"error":"an inf", 1}`: wrong(0, "it wrote a line that is no message of the protocol (invalid character '1' "+
			"looking for beginning of object key string)"),
		`{"error":"inf",x,"scores":NaN`: wrong(1, "scores has NaN, expected finite numbers"),
	} {
		require.Equal(t, want, decode([]byte(line), new(answer)), line)
	}
}

// asked3 returns a question with the examples 5 and 6 of stream 3, in two dimensions.
func asked3() question {
	return question{stream: 3, first: 5, dim: 2, examples: make([]theory.Example, 2),
		show: []string{scores, margins, openings, states, classifier}}
}

// answer3 returns an answer to it, at the edges of what is valid.
func answer3() *answer {
	return &answer{Stream: 3, First: 5, Predictions: []int{1, -1}, Updates: []bool{true, false}, Scores: []float64{0, 0},
		Margins: []*float64{nil, new(0.), new(1.)}, Openings: []bool{true, false}, States: []plane{{W: []float64{1, 2}}}, Classifier: &plane{W: []float64{1, 2}}}
}

// An answer must fit its question, be complete, and have valid numbers; the error names the example.
func TestCheck(t *testing.T) {
	t.Parallel()
	require.Nil(t, answer3().check(asked3(), false))
	for _, c := range []struct {
		change func(a *answer)
		want   *Error
	}{
		{func(a *answer) { a.First = 4 }, wrong(5, "an answer on stream 3 from example 4, expected one on stream 3 from "+
			"example 5: each question has one answer, in its order")},
		{func(a *answer) { *a = answer{Stream: 3, First: 5, Error: "no"} }, wrong(5, "it cannot go on: no")},
		{func(a *answer) { a.Error = "no" }, wrong(7, "it cannot go on: no")},
		{func(a *answer) { a.Predictions = nil }, wrong(5, "0 predictions for 2 examples, expected 2")},
		{func(a *answer) { a.Margins = a.Margins[:2] }, wrong(7, "2 margins for 2 examples, expected 3")},
		{func(a *answer) { a.Openings = nil }, wrong(5, "0 openings for 2 examples, expected 2")},
		{func(a *answer) { a.Predictions[1] = 0 }, wrong(6, "it predicts 0, expected 1 or -1")},
		{func(a *answer) { a.Scores[0] = -5e-324 }, wrong(5,
			"it predicts +1 with the score -5e-324, expected the sign of the score")},
		{func(a *answer) { a.Scores[1] = 5e-324 }, wrong(6,
			"it predicts -1 with the score 5e-324, expected the sign of the score")},
		{func(a *answer) { a.Margins[1] = new(-5e-324) }, wrong(6, "its margin is -5e-324, expected none below 0")},
		{func(a *answer) { a.Margins[2] = new(-1.) }, wrong(6, "its margin is -1, expected none below 0")},
		{func(a *answer) { a.Updates[1] = true }, wrong(5, "1 states for 2 updates, expected 2")},
		{func(a *answer) { a.Classifier = nil }, wrong(6,
			"an answer with a classifier where none is asked for, or without the one that is")},
		{func(a *answer) { a.Classifier.W = nil }, wrong(6, "a classifier with 0 weights, expected 2")},
		{func(a *answer) { a.States[0].W = a.States[0].W[:1] }, wrong(6, "a classifier with 1 weights, expected 2")},
		{func(a *answer) { a.Classifier.B = 1 }, wrong(6,
			"a classifier with b = 1, expected 0, or bias=yes in the expression of the learner")},
	} {
		a := answer3()
		c.change(a)
		require.Equal(t, c.want, a.check(asked3(), false))
	}
	a := answer3()
	a.Classifier.B = 1
	require.Nil(t, a.check(asked3(), true))

	none := question{stream: 3, first: 5, dim: 2, show: []string{margins, classifier}}
	empty := &answer{Stream: 3, First: 5, Margins: []*float64{new(1.)}, Classifier: &plane{W: []float64{1, 2}}}
	require.Nil(t, empty.check(none, false))
	empty.Margins[0] = new(-1.)
	require.Equal(t, 5, empty.check(none, false).Example)
	empty.Margins[0], empty.Classifier = nil, nil
	require.Equal(t, 5, empty.check(none, false).Example)
}

// Two answers to one question that differ name the first example where they do.
func TestDiffers(t *testing.T) {
	t.Parallel()
	const anew = " when the same stream is sent again: expected a learner that begins anew where first is 1, and draws nothing at random"
	require.Nil(t, answer3().differs(answer3(), asked3()))
	for _, c := range []struct {
		change  func(a *answer)
		example int
		want    string
	}{
		{func(a *answer) { a.Predictions[1] = 1 }, 6, "it predicts -1, and +1"},
		{func(a *answer) { a.Updates[1] = true }, 6, "its update is false, and true"},
		{func(a *answer) { a.Scores[1] = -2 }, 6, "its score is 0, and -2"},
		{func(a *answer) { a.Margins[0] = new(3.) }, 5, "its margin is NaN, and 3"},
		{func(a *answer) { a.Margins[1] = nil }, 6, "its margin is 0, and NaN"},
		{func(a *answer) { a.Openings[1] = true }, 6, "its opening is false, and true"},
		{func(a *answer) { a.States[0].W[1] = 0 }, 6, "it shows other classifiers"},
		{func(a *answer) { a.Classifier.B = 1 }, 6, "it shows other classifiers"},
	} {
		a := answer3()
		c.change(a)
		require.Equal(t, wrong(c.example, "%s%s", c.want, anew), answer3().differs(a, asked3()))
	}
	a := answer3()
	a.Scores, a.Margins, a.Openings, a.Classifier = nil, nil, nil, nil
	require.Nil(t, a.differs(a, asked3()))
}

// A line may have as many bytes as an answer may.
func TestReadLines(t *testing.T) {
	t.Parallel()
	c := &child{lines: bufio.NewReaderSize(strings.NewReader("0123456789abcdef0\n\n0123456789abcdef01\n"), 16)}
	line, err := c.read(18)
	require.NoError(t, err)
	require.Equal(t, "0123456789abcdef0\n", string(line))
	line, err = c.read(18)
	require.NoError(t, err)
	require.Equal(t, "\n", string(line))
	_, err = c.read(18)
	require.ErrorIs(t, err, errTooLong)
}

// The error of an answer names its example, or the first of its question.
func TestReceive(t *testing.T) {
	t.Parallel()
	for line, want := range map[string]int{
		`{"stream":3,"first":5,"scores":[0,NaN]}`: 6,
		`{"stream":3,"first":5,"scores":[NaN]}`:   5,
		`{"stream":3,"first":5,"margins":[NaN]}`:  5,
		`{"stream":3,"first":5,"error":"no"}`:     5,
		`{"stream":3,"first":4}`:                  5,
		`done`:                                    5,
	} {
		c := &child{lines: bufio.NewReader(strings.NewReader(line + "\n"))}
		failed := c.receive(asked3(), new(answer), false, time.Second)
		require.Equal(t, want, failed.Example, line)
		require.Equal(t, line, failed.Message)
	}
	_, err := run(t, newScripted(t, `{"protocol":1,"name":"short","shows":["classifier"]}`), cross(3))
	require.ErrorContains(t, err, "example 1: it ended before its answer: exit status 0")
	require.NotContains(t, err.Error(), " on examples")
}
