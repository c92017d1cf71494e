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
