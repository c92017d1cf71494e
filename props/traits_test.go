package props

import (
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/internal/rapidtest"
	"marginlab/props/stream"
	"marginlab/theory/vec"
)

// What a Kind says that a learner has, some run shows; and what all runs show, it says.
func TestTraitsAreSeen(t *testing.T) {
	draws := rapidtest.Count(80, 200, 1000)
	for _, l := range Learners() {
		if l.Norm != (vec.L2{}) || l.Bias != 0 {
			continue
		}
		seen := map[string]bool{}
		gen := stream.Cases(l, stream.Draws{})
		for seed := range draws {
			one, err := traitsSeen(gen.Example(seed))
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
		if showsItsPredictor(l) { // else another classifier is shown, which may change at any step
			require.Equal(t, kind.Restless, seen["Restless"], "Restless of %s", l)
		}
	}
}
