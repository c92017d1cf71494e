package adversarial

import (
	"math/rand/v2"
	"os/exec"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/algos"
	"marginlab/theory"
)

// A learner that learns as a program does is found, and places a pattern as the program would
// step by step; one that does not is put aside at the first stream.
func TestGuess(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("python3"); err != nil {
		t.Skip("python3 is not installed, in which the program is written")
	}
	for learner, want := range map[string]string{
		"exec(python3 ../algos/external/testdata/perceptron.py)":               "perceptron",
		"exec(python3 ../algos/external/testdata/perceptron.py,as=perceptron)": "perceptron",
		"bias(exec(python3 ../algos/external/testdata/perceptron.py),2)":       "bias(perceptron,2)",
		"exec(python3 ../algos/external/testdata/perceptron.py,as=pa)":         "",
		"exec(python3 ../algos/external/testdata/perceptron.py,as=romma)":      "",
		"perceptron": "",
	} {
		c, err := Claim(learner + ": mistakes <= 3")
		require.NoError(t, err)
		at, err := prepare(c)
		require.NoError(t, err)
		if want == "" {
			require.Nil(t, at.guess, learner)
			continue
		}
		require.Equal(t, want, at.guess.String(), learner)
		wrong, err := algos.Parse("pa")
		require.NoError(t, err)
		var aside [3]int
		for i := range 8 {
			g := source{at, rand.New(rand.NewPCG(uint64(i), 0)), at.box(3)}
			p := g.drawnPattern()
			var streams [3]stream
			for k, guess := range []*algos.Spec{at.guess, wrong.Lifted(at.learner.Bias), nil} {
				at.guess = guess
				c, z := at.coordinatesOf(p, true)
				streams[k] = c.stream(z).clone()
				if !c.proved {
					aside[k]++
				}
			}
			require.InDeltaSlice(t, streams[2].flat(), streams[0].flat(), 1e-9)
			require.InDeltaSlice(t, streams[2].flat(), streams[1].flat(), 1e-9)
			at.guess = at.guessOf()
		}
		require.Zero(t, aside[0])
		require.Positive(t, aside[1])
	}
}

// flat are the coordinates, example after example.
func (s stream) flat() (all []float64) {
	for _, e := range s {
		all = append(all, e.X.Value...)
	}
	return all
}

// Two classifiers have the same sides if one is the other times a positive number, but for rounding.
func TestSidesOfClassifiers(t *testing.T) {
	of := func(b float64, w ...float64) theory.Classifier { return theory.Classifier{W: w, B: b} }
	for _, c := range []struct {
		a, b theory.Classifier
		same bool
	}{
		{of(1, 2, -3), of(2, 4, -6), true}, {of(1, 2, -3), of(2, 4, -6+1e-11), true}, {of(1, 2, -3), of(2, 4, -6+1e-8), false},
		{of(0, 1), of(1e-10, 1), true}, {of(0, 1), of(1.01e-10, 1), false},
		{of(1, 2, -3), of(-1, -2, 3), false}, {of(1, 2, -3), of(1.1, 2, -3), false}, {of(-5, 0, 0), of(-7, 0, 0), true},
		{of(0, 0, 0), of(0, 0, 0), true}, {of(0, 0, 0), of(0, 0, 1e-9), false}, {of(-5, 1, 0), of(-10, 2, 0), true}, {of(-5, 1, 0), of(5, 1, 0), false},
	} {
		require.Equal(t, c.same, sameSides(c.a, c.b), "%v", c)
		require.Equal(t, c.same, sameSides(c.b, c.a), "%v", c)
	}
}
