package props

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/internal/rapidtest"
	"marginlab/props/stream"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// Some run shows each trait that a Kind states; and a Kind states each trait that all runs show.
func TestTraitsAreSeen(t *testing.T) {
	draws := rapidtest.Count(80, 200, 1000)
	for _, l := range Learners() {
		if l.Norm != (vec.L2{}) || l.Bias != 0 {
			continue
		}
		seen := map[string]bool{}
		for seed := range draws {
			one, err := traitsSeen(stream.Draws{}.Case(stream.Streams().Example(seed), l, seed))
			require.NoError(t, err)
			for trait, is := range one {
				seen[trait] = seen[trait] || is
			}
		}
		kind := l.Kind
		for trait, said := range map[string]bool{
			"OwnBias": kind.OwnBias, "OwnMargin": kind.OwnMargin, "Random": kind.Random, "!Normalises": !kind.Normalises,
		} {
			require.Equal(t, said, seen[trait], "%s of %s", trait, l)
		}
		if showsItsPredictor(l) { // else it shows another classifier, which may change at any step
			require.Equal(t, kind.Restless, seen["Restless"], "Restless of %s", l)
		}
	}
}

// traitsSeen returns the traits that the run shows, by their names. A learner is seen not to normalise if it steps
// otherwise on examples of other lengths.
func traitsSeen(c Case) (map[string]bool, error) {
	seen := map[string]bool{}
	c = c.Stored(stream.Dense)
	rescaled := c
	rescaled.Stream = nil
	for t, x := range c.Points() {
		v := vec.Dense(x.Times(math.Ldexp(1, t%3))...)
		rescaled.Stream = append(rescaled.Stream, theory.Example{X: v, Y: c.Stream[t].Y})
	}
	steps, err := replay(c)
	if err != nil {
		return nil, err
	}
	others, failed := replay(rescaled)
	for t, s := range steps {
		if !s.Reported.Opening {
			seen["OwnBias"] = seen["OwnBias"] || s.Next.B != 0
			seen["OwnMargin"] = seen["OwnMargin"] || !math.IsNaN(s.Reported.Target)
			seen["Restless"] = seen["Restless"] || !s.Reported.Updated && s.changed()
			seen["Random"] = seen["Random"] || s.Reported.Score*float64(s.Reported.Predicted)*s.Y < 0
		}
		seen["!Normalises"] = seen["!Normalises"] || failed != nil || !sameStep(s.Reported, others[t].Reported)
	}
	return seen, nil
}
