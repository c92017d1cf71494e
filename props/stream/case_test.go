package stream

import (
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"marginlab/algos"
	"marginlab/props/measure"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// bitsOf returns all the numbers of a case, and their shape.
func bitsOf(c Case) (shape []int, numbers []uint64) {
	add := func(x []float64) {
		shape = append(shape, len(x))
		for _, v := range x {
			numbers = append(numbers, math.Float64bits(v))
		}
	}
	shape = append(shape, c.Dim, len(c.Stream))
	for _, e := range c.Stream {
		shape = append(shape, int(e.Y))
		if e.X.Index != nil {
			shape = append(append(shape, -1), e.X.Index...)
		}
		add(e.X.Value)
	}
	add(c.A)
	return shape, numbers
}

func requireSame(t require.TestingT, c, d Case) {
	if c.Learner != nil || d.Learner != nil {
		require.Equal(t, c.Learner.String(), d.Learner.String())
	}
	shape, numbers := bitsOf(c)
	shape2, numbers2 := bitsOf(d)
	require.Equal(t, shape, shape2)
	require.Equal(t, numbers, numbers2)
}

func TestCasesAreReadAsWritten(t *testing.T) {
	draws := []Draws{{}, {Numbers: Translation}, {Numbers: Reflections}, {Numbers: Against(1, 2)}}
	var learners []*algos.Spec
	for _, expr := range []string{"n-omm(keep=violating)", "omm(rho=0.5)", "alma(alpha=0.7,B=2.5,C=0.5)", "bias(a-romma,-2)", "e-omm(p=1.5)"} {
		learners = append(learners, mustLearner(t, expr))
	}
	for _, l := range append(learners, nil) {
		rapid.Check(t, func(t *rapid.T) {
			seed := rapid.Int().Draw(t, "seed")
			c := rapid.SampledFrom(draws).Draw(t, "draws").Case(Streams().Example(seed), l, seed)
			text := c.String()
			require.NotContains(t, text, "\n")
			require.NotContains(t, text, "'")
			d, err := Parse(text)
			require.NoError(t, err)
			requireSame(t, c, d)
			require.Equal(t, text, d.String())
		})
	}
}

func TestCaseLiteral(t *testing.T) {
	c, err := Parse("omm(rho=0.5); +0,2 -0,-0 +3:1.5 -: +; d=6; a=1e6,0.1")
	require.NoError(t, err)
	require.Equal(t, 6, c.Dim)
	require.Equal(t, []theory.Example{
		{X: vec.Dense(0, 2), Y: 1},
		{X: vec.Dense(0, math.Copysign(0, -1)), Y: -1},
		{X: vec.Sparse([]int{3}, []float64{1.5}), Y: 1},
		{X: vec.Vector{Index: []int{}, Value: []float64{}}, Y: -1},
		{X: vec.Vector{Value: []float64{}}, Y: 1},
	}, c.Stream)
	require.Equal(t, measure.Vector{1e6, 0.1}, c.A)
	require.Equal(t, "omm(rho=0.5); +0,2 -0,-0 +3:1.5 -: +; d=6; a=1e06,0.1", c.String())
}

// The norm of a case is the learner's norm.
func TestCaseInNorms(t *testing.T) {
	for text, p := range map[string]float64{
		"e-omm; +1": 2, "e-omm(p=3); +1": 3, "bias(perceptron(p=1.5),1); +1": 1.5, "romma; +1": 2, "; +1": 2,
	} {
		c, err := Parse(text)
		require.NoError(t, err)
		require.Equal(t, text, c.String())
		require.Equal(t, measure.Metric{P: p}, c.Metric(), text)
	}
}

// A failing case shrinks to the least numbers.
func TestShrunkCases(t *testing.T) {
	for name, f := range map[string]struct {
		fails       func(c Case) bool
		from, small string
	}{
		"a number":         {func(c Case) bool { return c.A[1] > 0.3 }, "e-omm; +1e100,0 -0,1e100; a=1,0.7", "e-omm; +0; a=0,1"},
		"tiny points":      {func(c Case) bool { x := c.Stream[0].X.At(0); return x > 1e-105 && x < 1e-95 }, "e-omm; +3e-100,0 -0,3e-100", "e-omm; -4.5719495651291e-100"},
		"two of one class": {func(c Case) bool { return len(c.Stream) > 1 && c.Stream[0].Y == c.Stream[1].Y }, "e-omm; -3:7 -1:5 +2:9 -3:-1", "e-omm; -0 -0"},
	} {
		c, err := Parse(f.from)
		require.NoError(t, err)
		require.Equal(t, f.small, Shrink(c, f.fails).String(), name)
	}
}

func TestCaseLiteralFaults(t *testing.T) {
	for text, says := range map[string]string{
		"e-omm":            "expected \"learner; examples\"",
		"x-omm; +1":        "no learner is called \"x-omm\"",
		"e-omm; 1":         "example 1, \"1\": expected the label",
		"e-omm; +1 +a":     "example 2, \"+a\": \"a\", expected a finite number",
		"e-omm; +NaN":      "expected a finite number",
		"e-omm; +1e200":    "example 1: squared norm",
		"e-omm; +2:1,1:1":  "index 1 after 2",
		"e-omm; +a:1":      "position:number",
		"e-omm; +1:2,3":    "position:number",
		"e-omm; +1,2; d=1": "d=1, expected a dimension of at least 2",
		"e-omm; +1; q=1":   "\"q=1\", expected d= or a=",
		"bias(e-omm); +1":  "has a bias of its own",
		"e-omm; +1; a=1,b": "\"b\", expected a finite number",
	} {
		_, err := Parse(text)
		require.ErrorContains(t, err, says, text)
	}
}

func TestCaseOfOwnLearner(t *testing.T) {
	own := algos.Kind{Name: "mine"}.Spec()
	c, err := Parse("mine; +1", own)
	require.NoError(t, err)
	require.Same(t, own, c.Learner)
}

// A parsed case is written, and parsed to the same again.
func FuzzCase(f *testing.F) {
	for _, text := range []string{
		"e-omm; +0,2 -0,0; a=1e6,0", "; ; a=0.5,0.25", "perceptron; +3:1.5 -: +; d=6; a=0.5",
		"n-omm(keep=violating); +-0 --1e-300", "bias(perceptron,2); -0:1,7:2",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		c, err := Parse(text)
		if err != nil {
			return
		}
		written := c.String()
		d, err := Parse(written)
		require.NoError(t, err, written)
		requireSame(t, c, d)
		require.Equal(t, written, d.String())
		require.False(t, strings.ContainsAny(written, "'\n"))
	})
}

func mustLearner(t *testing.T, expr string) *algos.Spec {
	s, err := algos.Parse(expr)
	require.NoError(t, err)
	return s
}

// Where two coordinates must stay close, a descent moves them by turns, one by one.
func TestShrinkingEnds(t *testing.T) {
	c, err := Parse("e-omm; +123456789,123456788.75 -0,1")
	require.NoError(t, err)
	tries := 0
	Shrink(c, func(c Case) bool {
		tries++
		x := c.Points()[0]
		return len(x) > 1 && math.Abs(x[0]-x[1]) <= 1 && x[0] > 3 && len(c.Stream) > 1 && c.Stream[1].Y < 0 && c.Points()[1][1]-c.Points()[1][0] == 1
	})
	require.LessOrEqual(t, tries, mostTries)
}
