package props

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// Learners of which the property says what they do at rest come there, by more
// updates than one a point.
func TestLearnersComeToRest(t *testing.T) {
	for _, learner := range []string{"amira(eps=0.1)", "romma(eps=0.1)", "pumma(delta=0.1)", "alma(alpha=0.5)"} {
		c, err := ParseCase(learner + "; +1,0 -0,1 +1,0.5 -0.5,1")
		require.NoError(t, err)
		require.True(t, comesToRest(c.Learner), learner)
		updates, rests := c.settle(c.Learner.New(c.Dim), mostSteps)
		require.True(t, rests, learner)
		require.Greater(t, updates, 1, learner)
		require.NoError(t, RestHasAMargin(c), learner)
	}
	for _, learner := range []string{"a-romma", "perceptron", "mira", "alma(B=1)", "pa"} {
		c, err := ParseCase(learner + "; +1")
		require.NoError(t, err)
		require.False(t, comesToRest(c.Learner), learner)
	}
}
