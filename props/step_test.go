package props

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/algos"
)

// unfollowed returns the learners whose steps no exact model follows, and what checks them instead. Every other one
// has such a model.
func unfollowed() map[string]string {
	return map[string]string{
		"averaged-perceptron": "it steps as the Perceptron does, and its classifier is the sum: AveragedIsTheSum",
		"pegasos":             "it shows no number of its steps: PegasosIsItsAlgorithm",
		"randomized":          "its predictions are drawn: RandomizedIsFTRL",
		"randomized-omd":      "its predictions are drawn: RandomizedIsOMD",
		"second-order":        "it shows no matrix: secondOrderIsRidge",
		"arow":                "it shows no matrix: secondOrderIsRidge",
	}
}

// Every learner either is followed by an exact model, or has a reason why not. n-OMM has no model in ℓp, where rows
// determine its γ_t.
func TestEveryLearnerIsFollowed(t *testing.T) {
	reasons := unfollowed()
	for _, l := range Learners() {
		reason := reasons[l.Kind.Name]
		require.Equal(t, reason == "" && !(inPower(l) && l.Kind.Solves), follows(l), "%s: %s", l, reason)
	}
	for name := range reasons {
		require.True(t, slices.ContainsFunc(algos.Kinds(), func(k algos.Kind) bool { return k.Name == name }), name)
	}
}

// Every step of every learner is exact; a subtest has the settings of one learner.
func TestSteps(t *testing.T) {
	settings := map[string][]*algos.Spec{}
	for _, l := range Learners() {
		settings[l.Kind.Name] = append(settings[l.Kind.Name], l)
	}
	for name, all := range settings {
		if slices.ContainsFunc(all, follows) {
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				Check(t, property(t, "step"), all...)
			})
		}
	}
}
