package props

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/algos"
	"marginlab/theory/vec"
)

// Every learner has an exact model, or a reason why not; and of none is both said.
func TestEveryLearnerHasAnExactModel(t *testing.T) {
	reasons := unmodelled()
	for _, l := range Learners() {
		if l.Norm() != (vec.L2{}) {
			continue
		}
		reason := reasons[l.Kind.Name]
		require.Equal(t, reason == "", hasExactModel(l), "%s: %s", l, reason)
	}
	for name := range reasons {
		require.True(t, slices.ContainsFunc(algos.Kinds(), func(k algos.Kind) bool { return k.Name == name }), name)
	}
}

// Most steps of most streams are compared with the exact ones, for every learner
// that has a model.
func TestExactRunsAreCompared(t *testing.T) {
	draws := 400
	if testing.Short() {
		draws = 80
	}
	models := 0
	for _, l := range Learners() {
		if !hasExactModel(l) {
			continue
		}
		models++
		var n comparison
		gen := Cases(l, Draws{})
		for seed := range draws {
			one, err := exactly(gen.Example(seed))
			require.NoError(t, err, gen.Example(seed))
			n.compared, n.left = n.compared+one.compared, n.left+one.left
		}
		t.Logf("%s: %d steps compared, %d left", l, n.compared, n.left)
		require.Greater(t, n.compared, n.left, "%s", l)
	}
	require.GreaterOrEqual(t, models, 18)
}
