package external_test

import (
	"fmt"
	"math"
	"os"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/algos/registry"
	"marginlab/algos/trial"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// data are separable through the origin.
func data() *trial.Data {
	var examples []theory.Example
	for i := range 20 {
		x := vec.Dense(float64(i%5)+1, float64(i%3)-1)
		examples = append(examples, theory.Example{X: x, Y: theory.Positive})
		if i%2 == 0 {
			examples[i] = theory.Example{X: vec.Dense(-x.Value[0], x.Value[1]), Y: theory.Negative}
		}
	}
	return trial.NewData("data", examples, 2)
}

// A program that shows its classifier is held to every theorem that the same learner in this
// process is held to, with the same outcome. One that shows its decisions alone is held to the
// theorems on counts of them, and the others are silent.
func TestHeldLikeTheLearner(t *testing.T) {
	t.Parallel()
	held := func(learner string) (*trial.Run, []trial.Verdict) {
		spec, err := registry.Parse(learner)
		require.NoError(t, err)
		r, err := data().Run(t.Context(), spec, trial.Options{})
		require.NoError(t, err)
		verdicts, err := r.Verdicts(t.Context())
		require.NoError(t, err)
		require.NotEmpty(t, verdicts)
		return r, verdicts
	}
	program := func(how string) string { return fmt.Sprintf(`exec(%s misbehave "%s",as=perceptron)`, os.Args[0], how) }
	whole, want := held("perceptron")
	shows, same := held(program(""))
	hides, counts := held(program("decisions alone"))
	liftedRun, lifted := held("bias(perceptron,2)")
	liftedRunToo, liftedToo := held("bias(" + program("") + ",2)")
	tau, _ := liftedRun.Tau()
	again, _ := liftedRunToo.Tau()
	require.Equal(t, tau, again)
	for i, v := range lifted {
		require.Equal(t, []any{v.Guarantee.ID, v.Value, v.Bound}, []any{liftedToo[i].Guarantee.ID, liftedToo[i].Value, liftedToo[i].Bound})
	}
	_, liftedCounts := held("bias(" + program("decisions alone") + ",2)")
	require.True(t, slices.ContainsFunc(liftedCounts, func(v trial.Verdict) bool { return v.Why == "the program shows no classifier" }))
	require.Equal(t, whole.Margin(), shows.Margin())
	tau, _ = whole.Tau()
	again, _ = shows.Tau()
	require.Equal(t, tau, again)
	require.True(t, math.IsNaN(hides.Margin()))
	silent := 0
	for i, v := range want {
		require.Equal(t, v.Guarantee.ID, same[i].Guarantee.ID)
		require.Equal(t, []any{v.Silent, v.Value, v.Bound, v.Why}, []any{same[i].Silent, same[i].Value, same[i].Bound, same[i].Why}, v.Guarantee.ID)
		switch c := counts[i]; {
		case c.Guarantee.Quantity.Name == theory.AllMistakes.Name || c.Guarantee.Quantity.Name == theory.Updates.Name:
			require.Equal(t, []any{v.Silent, v.Value, v.Bound}, []any{c.Silent, c.Value, c.Bound}, v.Guarantee.ID)
		case !v.Silent:
			require.True(t, c.Silent, v.Guarantee.ID)
			require.Equal(t, "the program shows no classifier", c.Why)
			silent++
		}
	}
	require.Positive(t, silent)
}
