package benchdata_test

import (
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	. "marginlab/benchdata"
	"marginlab/internal/rapidtest"
	"marginlab/theory"
)

func TestCubeIsWhatItsRecipeSays(t *testing.T) {
	t.Parallel()
	for _, c := range []Cube{
		{Examples: 2, Dim: 1, Side: 1},
		{Examples: 3, Dim: 1, Side: 1},
		{Examples: 4, Dim: 1, Side: 1},
		{Examples: 5, Dim: 1, Side: 1},
		{Examples: 2, Dim: 1, Side: 1, Margin: 0.25},
		{Examples: 500, Dim: 10, Side: 10},
		{Examples: 500, Dim: 10, Side: 10, Margin: 0.5},
		{Examples: 500, Dim: 10, Side: 10, Margin: 2.5},
		{Examples: 50, Dim: 3, Side: 1e-50, Margin: 1e-51},
	} {
		for c.Seed = range uint64(rapidtest.Count(5, 8, 100)) {
			set, planted, err := c.Generate()
			require.NoError(t, err)
			require.Equal(t, c.String(), set.Name)
			require.Equal(t, c.Dim, set.Dim)
			require.Len(t, set.Examples, c.Examples)
			require.NoError(t, theory.CheckAll(set.Examples, c.Dim))
			m := measure(set.Examples, planted)
			require.InDelta(t, 1, m.norm, 1e-12)
			// Through the centre: w·(Side/2, …) + b = 0.
			centre := planted.B
			for _, w := range planted.W {
				centre += w * c.Side / 2
			}
			require.InDelta(t, 0, centre, 1e-13*c.Side)
			require.GreaterOrEqual(t, m.least, c.Margin-1e-13*c.Side, "%v", c)
			labels := map[theory.Label]int{}
			for _, e := range set.Examples {
				labels[e.Y]++
				least, most := slices.Min(e.X.Value), slices.Max(e.X.Value)
				require.True(t, 0 <= least && most <= c.Side, "%v", e.X.Value)
			}
			require.Len(t, labels, 2)
		}
	}
}

// The margin is not much larger than what was asked for: points come as near to
// the hyperplane as they may.
func TestCubeComesNearItsMargin(t *testing.T) {
	for _, margin := range []float64{0, 0.5, 2.5} {
		set, planted, err := Cube{Examples: 10000, Dim: 10, Side: 10, Margin: margin, Seed: 1}.Generate()
		require.NoError(t, err)
		// The density of the distance is above 0.1 up to 2.5: 10,000 points leave
		// [Margin, Margin+0.01] empty with a probability below e^-10.
		require.InDelta(t, margin, planted.Margin(set.Examples), 0.01)
	}
}

// Without a margin the coordinates are uniform, and the labels balanced.
func TestCubeIsUniform(t *testing.T) {
	set, _, err := Cube{Examples: 10000, Dim: 4, Side: 10, Seed: 7}.Generate()
	require.NoError(t, err)
	// Means of 10,000 with standard deviations 0.029 and 0.30: 6 of them are
	// exceeded with a probability below 1e-8.
	mean, squares, plus := moments(set.Examples, 4)
	require.InDeltaSlice(t, slices.Repeat([]float64{5}, 4), mean, 6*0.029)
	require.InDeltaSlice(t, slices.Repeat([]float64{100. / 3}, 4), squares, 6*0.30)
	require.InDelta(t, 5000, plus, 6*50)
}

func TestCubeRefuses(t *testing.T) {
	good := Cube{Examples: 2, Dim: 1, Side: 10, Margin: 2.5}
	require.NoError(t, good.Check())
	for want, spoil := range map[string]func(*Cube){
		"1 examples, expected at least 2":              func(c *Cube) { c.Examples = 1 },
		"0 dimensions, expected at least 1":            func(c *Cube) { c.Dim = 0 },
		"side 0, expected a number from":               func(c *Cube) { c.Side = 0 },
		"side NaN, expected a number from":             func(c *Cube) { c.Side = math.NaN() },
		"margin 2.6, expected a number from 0 to":      func(c *Cube) { c.Margin = 2.6 },
		"margin -1, expected a number from 0 to":       func(c *Cube) { c.Margin = -1 },
		"margin NaN, expected a number from 0 to":      func(c *Cube) { c.Margin = math.NaN() },
		"cube(examples=1,dim=1,side=10,margin=2.5,see": func(c *Cube) { c.Examples = 1 },
	} {
		c := good
		spoil(&c)
		_, _, err := c.Generate()
		require.ErrorContains(t, err, want)
	}
}
