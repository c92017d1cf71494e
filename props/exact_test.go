package props

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/algos"
	"marginlab/theory/vec"
)

// unmodelled are the learners that are not held against an exact model over rational
// numbers, and what they are held against instead. Every other one has such a model.
func unmodelled() map[string]string {
	return map[string]string{
		"averaged-perceptron": "it steps as the Perceptron does, and its classifier is the sum: AveragedIsTheSum",
		"voted-perceptron":    "it steps as the Perceptron does, and its vote is computed afresh: VotedIsTheVote",
		"alma":                "its numbers are roots: package exact encloses them in intervals, and ALMAIsItsAlgorithm runs it beside",
		"cmcp":                "its numbers are roots: package exact encloses them in intervals, and CosineStepsAreHighest measures each step",
		"mcp":                 "its numbers are roots: package exact encloses them in intervals, and CosineStepsAreHighest measures each step",
		"pegasos":             "its steps are means over all before: PegasosIsItsAlgorithm runs Fig. 1 beside it",
		"randomized":          "its predictions are drawn: RandomizedIsFTRL runs FTRL beside it, and package exact has its odds",
		"randomized-omd":      "its numbers are roots: package exact encloses its odds in intervals, and RandomizedIsOMD runs OMD beside it",
	}
}

// Every learner has an exact model, or a reason why not; and of none is both said.
func TestEveryLearnerHasAnExactModel(t *testing.T) {
	reasons := unmodelled()
	for _, l := range Learners() {
		if l.Norm != (vec.L2{}) || l.Bias != 0 {
			continue
		}
		reason := reasons[l.Kind.Name]
		require.Equal(t, reason == "", hasExactModel(l), "%s: %s", l, reason)
	}
	for name := range reasons {
		require.True(t, slices.ContainsFunc(algos.Kinds(), func(k algos.Kind) bool { return k.Name == name }), name)
	}
}
