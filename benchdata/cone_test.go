package benchdata_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/algos/trial"
	. "marginlab/benchdata"
	"marginlab/theory"
)

// heights are the w·a = y(w·x) of a set, which must be unit vectors.
func heights(t *testing.T, set *Set, w []float64) []float64 {
	var h []float64
	for _, e := range set.Examples {
		var s, square float64
		for k, v := range e.X.Value {
			s += float64(e.Y) * v * w[k]
			square += v * v
		}
		require.InDelta(t, 1, square, 1e-14)
		h = append(h, s)
	}
	return h
}

func TestConeIsWhatItsRecipeSays(t *testing.T) {
	for _, c := range []Cone{
		{Examples: 2, Dim: 2, Margin: 0.5},
		{Examples: 7, Dim: 20, Margin: 1e-6},
		{Examples: 20, Dim: 7, Margin: 0.01},
		{Examples: 200, Dim: 20, Margin: 0.3},
	} {
		for c.Seed = range 20 {
			set, planted, err := c.Generate()
			require.NoError(t, err)
			require.Equal(t, c.String(), set.Name)
			require.Equal(t, c.Dim, set.Dim)
			require.Len(t, set.Examples, c.Examples)
			require.NoError(t, theory.CheckAll(set.Examples, c.Dim))
			require.Zero(t, planted.B)
			rim := 0
			for _, h := range heights(t, set, planted.W) {
				require.GreaterOrEqual(t, h, c.Margin-1e-15)
				require.LessOrEqual(t, h, 2*c.Margin+1e-15)
				if h <= c.Margin*(1+1e-9)+1e-15 {
					rim++
				}
			}
			require.Equal(t, min(c.Examples, c.Dim), rim)
			again, same, err := c.Generate()
			require.NoError(t, err)
			require.Equal(t, set, again)
			require.Equal(t, planted, same)
		}
	}
}

// The planted classifier has the maximum margin: the solver, which knows nothing of
// the recipe, certifies it from both sides.
func TestConeHasThePlantedMargin(t *testing.T) {
	view := theory.View{Origin: true, Normalised: true}
	for _, n := range []int{2, 3, 10, 21, 200} {
		for _, d := range []int{2, 3, 20} {
			for _, rho := range []float64{0.5, 0.1, 0.003} {
				for seed := range uint64(3) {
					c := Cone{Examples: n, Dim: d, Margin: rho, Seed: seed}
					set, planted, err := c.Generate()
					require.NoError(t, err)
					geo, err := trial.Measure(t.Context(), set.Examples, view)
					require.NoError(t, err, "%v", c)
					require.InEpsilon(t, rho, geo.Gamma, 1e-9, "%v", c)
					require.InEpsilon(t, rho, geo.Lower, 1e-9, "%v", c)
					require.InEpsilon(t, rho, planted.Margin(set.Examples), 1e-9, "%v", c)
				}
			}
		}
	}
}

// Equal weights do not separate the points: most of them are on one side.
func TestConeIsCrowded(t *testing.T) {
	for _, n := range []int{100, 1000} {
		for seed := range uint64(5) {
			set, _, err := Cone{Examples: n, Dim: 20, Margin: 0.1, Seed: seed}.Generate()
			require.NoError(t, err)
			sum := make([]float64, set.Dim)
			for _, e := range set.Examples {
				e.X.AddTo(sum, float64(e.Y)/float64(n))
			}
			// The mean of the others, of unit vectors g+z, is as long as g/√(1+0.9²), and
			// among the 20 on the rim some point the other way.
			least := math.Inf(1)
			for _, h := range heights(t, set, sum) {
				least = min(least, h)
			}
			require.Less(t, least, -0.15)
		}
	}
}

// Labels are random, as are the places in the stream of those on the rim.
func TestConeIsShuffled(t *testing.T) {
	set, planted, err := Cone{Examples: 400, Dim: 200, Margin: 0.01, Seed: 1}.Generate()
	require.NoError(t, err)
	plus, early := 0, 0
	for i, h := range heights(t, set, planted.W) {
		if set.Examples[i].Y == theory.Positive {
			plus++
		}
		if i < 200 && h < 0.01*(1+1e-9) {
			early++
		}
	}
	// Of means 200 and 100, with standard deviations of 10 and 5: 6 of them are
	// exceeded with a probability below 1e-8.
	require.InDelta(t, 200, plus, 60)
	require.InDelta(t, 100, early, 30)
}

func TestConeRefuses(t *testing.T) {
	good := Cone{Examples: 2, Dim: 2, Margin: 0.5}
	require.NoError(t, good.Check())
	for want, spoil := range map[string]func(*Cone){
		"1 examples, expected at least 2":            func(c *Cone) { c.Examples = 1 },
		"1 dimensions, expected at least 2":          func(c *Cone) { c.Dim = 1 },
		"margin 0, expected a number from 1e-6 to":   func(c *Cone) { c.Margin = 0 },
		"margin 0.6, expected a number from":         func(c *Cone) { c.Margin = 0.6 },
		"margin NaN, expected a number from":         func(c *Cone) { c.Margin = math.NaN() },
		"cone(examples=2,dim=2,margin=0.6,seed=0): ": func(c *Cone) { c.Margin = 0.6 },
	} {
		c := good
		spoil(&c)
		_, _, err := c.Generate()
		require.ErrorContains(t, err, want)
	}
}
