package props

import (
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"marginlab/algos"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// bitsOf are all the numbers of a case, and the shape that they have.
func bitsOf(c Case) (shape []int, numbers []uint64) {
	add := func(x []float64) {
		shape = append(shape, len(x))
		for _, v := range x {
			numbers = append(numbers, math.Float64bits(v))
		}
	}
	shape = append(shape, c.Dim, len(c.Stream), len(c.V))
	for _, e := range c.Stream {
		shape = append(shape, int(e.Y))
		if e.X.Index != nil {
			shape = append(append(shape, -1), e.X.Index...)
		}
		add(e.X.Value)
	}
	add(c.U)
	add([]float64{c.C})
	add(c.A)
	for _, v := range c.V {
		add(v)
	}
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
	all := Draws{Translation: true, Factor: true, Reflections: true, Numbers: deltaEta(3)}
	for _, l := range append(Learners(), nil) {
		rapid.Check(t, func(t *rapid.T) {
			c := Cases(l, all).Draw(t, "case")
			text := c.String()
			require.NotContains(t, text, "\n")
			require.NotContains(t, text, "'")
			d, err := ParseCase(text)
			require.NoError(t, err)
			requireSame(t, c, d)
			require.Equal(t, text, d.String())
		})
	}
}

func TestCaseLiteral(t *testing.T) {
	c, err := ParseCase("omm(rho=0.5); +0,2 -0,-0 +3:1.5 -: +; d=6; u=1e6,0; c=0.5; v=1,1|1,0; a=0.1")
	require.NoError(t, err)
	require.Equal(t, 6, c.Dim)
	require.Equal(t, []theory.Example{
		{X: vec.Dense(0, 2), Y: 1},
		{X: vec.Dense(0, math.Copysign(0, -1)), Y: -1},
		{X: vec.Sparse([]int{3}, []float64{1.5}), Y: 1},
		{X: vec.Vector{Index: []int{}, Value: []float64{}}, Y: -1},
		{X: vec.Vector{Value: []float64{}}, Y: 1},
	}, c.Stream)
	require.Equal(t, [][]float64{{1, 1}, {1, 0}}, c.V)
	require.Equal(t, "omm(rho=0.5); +0,2 -0,-0 +3:1.5 -: +; d=6; u=1e06,0; c=0.5; v=1,1|1,0; a=0.1", c.String())
}

func TestCaseLiteralFaults(t *testing.T) {
	for text, says := range map[string]string{
		"e-omm":               "expected \"learner; examples\"",
		"x-omm; +1":           "no learner is called \"x-omm\"",
		"e-omm; 1":            "example 1, \"1\": expected the label",
		"e-omm; +1 +a":        "example 2, \"+a\": \"a\", expected a finite number",
		"e-omm; +NaN":         "expected a finite number",
		"e-omm; +1e200":       "example 1: squared norm",
		"e-omm; +2:1,1:1":     "index 1 after 2",
		"e-omm; +a:1":         "position \"a\"",
		"e-omm; +1:2,3":       "position:number",
		"e-omm; +1,2; d=1":    "d=1, expected a dimension of at least 2",
		"e-omm; +1; c=0":      "c=0, expected one number, not 0",
		"e-omm; +1; q=1":      "\"q=1\", expected d=",
		"e-omm; +1; u=1,x":    "\"x\", expected a finite number",
		"e-omm; +1; v=1|x":    "\"x\", expected a finite number",
		"bias(e-omm); +1":     "has a bias of its own",
		"e-omm; +1; a=1; c=b": "\"b\", expected a finite number",
	} {
		_, err := ParseCase(text)
		require.ErrorContains(t, err, says, text)
	}
}

func TestCaseOfOwnLearner(t *testing.T) {
	own := &algos.Spec{Kind: algos.Kind{Name: "mine"}}
	c, err := ParseCase("mine; +1", own)
	require.NoError(t, err)
	require.Same(t, own, c.Learner)
}

// Whatever is parsed is written and parsed to the same again.
func FuzzCase(f *testing.F) {
	for _, text := range []string{
		"e-omm; +0,2 -0,0; u=1e6,0", "; ; a=0.5,0.25", "perceptron; +3:1.5 -: +; d=6; c=0.5; v=1,1|1,0",
		"n-omm(keep=violating); +-0 --1e-300", "bias(perceptron,2); -0:1,7:2",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		c, err := ParseCase(text)
		if err != nil {
			return
		}
		written := c.String()
		d, err := ParseCase(written)
		require.NoError(t, err, written)
		requireSame(t, c, d)
		require.Equal(t, written, d.String())
		require.False(t, strings.ContainsAny(written, "'\n"))
	})
}
