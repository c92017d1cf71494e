package adversarial

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// The streams for programs reach what others do not: integers alone, features and examples of unequal
// size, far translations, zeros and repeats. Only programs get them.
func TestStreamsForProgramsReachTheirEdges(t *testing.T) {
	t.Parallel()
	at, err := prepare(conjectureOf(t, "perceptron: updates <= (R/gamma0)^2"))
	require.NoError(t, err)
	require.Equal(t, []string{"patterns", "patterns", "random", "walk"}, names(at.moves()))
	g := source{at, rand.New(rand.NewPCG(1, 0)), at.box(3)}
	const draws = 2000
	count := map[string]int{}
	for range draws {
		s := g.scales()
		require.True(t, s.finite())
		is := map[string]bool{"integers": true}
		least, most := math.Inf(1), 0.0
		for i, e := range s {
			zero := true
			for _, v := range e.X.Value {
				zero = zero && v == 0
				is["a zero"] = is["a zero"] || v == 0
				is["integers"] = is["integers"] && v == math.Round(v)
				if v != 0 {
					least, most = min(least, math.Abs(v)), max(most, math.Abs(v))
				}
			}
			is["x = 0"] = is["x = 0"] || zero
			for _, f := range s[:i] {
				is["a repeat"] = is["a repeat"] || equal(e, f)
			}
		}
		is["above 1e5"], is["none above 3"], is["unequal"] = most > 1e5, most <= 3, most > 1e3*least
		for what, so := range is {
			if so {
				count[what]++
			}
		}
	}
	for what, least := range map[string]int{
		"integers": 500, "a zero": 500, "x = 0": 100, "a repeat": 500, "above 1e5": 100, "none above 3": 100, "unequal": 100,
	} {
		require.GreaterOrEqual(t, count[what], least, "%s: %v", what, count)
	}
}

func names(moves []move) (all []string) {
	for _, m := range moves {
		all = append(all, m.name)
	}
	return all
}
