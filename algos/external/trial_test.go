package external_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"runtime"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/adversarial"
	"marginlab/algos"
	"marginlab/algos/registry"
	"marginlab/algos/trial"
	"marginlab/internal/rapidtest"
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

// A program that shows its classifier is checked against every theorem on the same learner in this process, with the
// same outcome. One that shows only its decisions is checked against the theorems on counts of them, and the others
// do not apply.
func TestCheckedLikeTheLearner(t *testing.T) {
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
	program := func(shows string) string {
		return fmt.Sprintf(`exec(%s fake "" perceptron "%s",as=perceptron)`, os.Args[0], shows)
	}
	said := func(v trial.Verdict) []any { return []any{v.Guarantee.ID, v.Reason, v.Value, v.Bound} }
	requireAlike := func(learner, like string) (want []trial.Verdict) {
		whole, want := held(learner)
		shows, same := held(like)
		require.Len(t, same, len(want))
		for i, v := range want {
			require.Equal(t, said(v), said(same[i]))
		}
		tau, _ := whole.Tau()
		again, _ := shows.Tau()
		require.Equal(t, []any{tau, whole.Margin()}, []any{again, shows.Margin()})
		return want
	}
	requireAlike("bias(perceptron,2)", "bias("+program("scores classifier")+",2)")
	want := requireAlike("perceptron", program("scores classifier"))
	_, liftedCounts := held("bias(" + program("") + ",2)")
	hidden := theory.Reason{Kind: theory.Hidden, Detail: "the program shows no classifier"}
	require.True(t, slices.ContainsFunc(liftedCounts, func(v trial.Verdict) bool { return v.Reason == hidden }))
	hides, counts := held(program(""))
	require.True(t, math.IsNaN(hides.Margin()))
	excluded := 0
	for i, v := range want {
		switch c := counts[i]; {
		case slices.Contains([]string{"mistakes", "updates"}, c.Guarantee.Quantity):
			require.Equal(t, said(v), said(c))
		case v.Applies():
			require.Equal(t, hidden, c.Reason, v.Guarantee.ID)
			excluded++
		}
	}
	require.Positive(t, excluded)
}

// A program that learns like a learner of this project is checked against the theorems on it with the same outcome,
// or they do not apply: what the protocol hides raises no alarm.
func TestNoFalseAlarm(t *testing.T) {
	t.Parallel()
	rapidtest.Slow(t)
	learners, err := data().Checked()
	require.NoError(t, err)
	rng := rand.New(rand.NewPCG(1, 0))
	sets := []*trial.Data{data(), trial.NewData("one_mistake", adversarial.OneMistake().Examples, 2)}
	for i := range 2 {
		var examples []theory.Example
		for range 12 {
			x := vec.Dense(float64(rng.IntN(9)-4), float64(rng.IntN(9)-4))
			if margin := 2*x.Value[0] - x.Value[1] + float64(i); margin != 0 {
				examples = append(examples, theory.Example{X: x, Y: theory.Sign(margin)})
			}
		}
		sets = append(sets, trial.NewData("drawn", examples, 2))
	}
	spoken := map[string]bool{}
	for _, l := range learners {
		core := l.Lifted(0)
		if l.Kind.Task != theory.Online {
			continue
		}
		as := fmt.Sprintf(`exec(%s fake "" "%s",as=%s)`, os.Args[0], core, core)
		if l.Bias != 0 {
			as = fmt.Sprintf("bias(%s,%g)", as, l.Bias)
		}
		program, err := registry.Parse(as)
		require.NoError(t, err)
		for _, d := range sets {
			var order []int
			for i := range d.Examples {
				order = append(order, i)
			}
			runtime.GC() // learners that are gone leave their processes to the next
			for _, passes := range []int{1, 5} {
				var verdicts [2][]trial.Verdict
				for i, spec := range []*algos.Spec{l, program} {
					r, err := d.Run(t.Context(), spec, trial.Options{Passes: slices.Values(slices.Repeat([][]int{order}, passes))})
					require.NoError(t, err)
					verdicts[i], err = r.Verdicts(t.Context())
					require.NoError(t, err)
				}
				require.Len(t, verdicts[1], len(verdicts[0]))
				for i, v := range verdicts[1] {
					want := verdicts[0][i]
					if !v.Applies() {
						continue
					}
					spoken[v.Guarantee.ID] = true
					same := want.Applies() == v.Applies() && want.Holds == v.Holds
					scaled := v.Guarantee.ID == "pegasos-every-mistake" // a program's update is any change of w
					if readOnce(v.Guarantee) && !scaled {
						same = same && want.Value == v.Value && math.Abs(want.Bound-v.Bound) <= 1e-9*math.Abs(want.Bound)
					}
					if !same {
						t.Errorf("%s: %s, %d passes: %s: %v against %v (%v), want %v against %v (%v, excluded %v)", l, d.Name, passes,
							v.Guarantee.ID, v.Value, v.Bound, v.Holds, want.Value, want.Bound, want.Holds, !want.Applies())
					}
				}
			}
		}
	}
	for _, id := range []string{"omm-s1", "omm-lemma-4.4", "pumma-p1", "pumma-norm", "romma-updates", "alma-rest", "naromma-violations", "pegasos-norm", "pa-mistakes"} {
		require.Contains(t, spoken, id)
	}
}

// readOnce reports whether a guarantee compares one count, which rounding does not choose among several, with one
// bound.
func readOnce(g theory.Guarantee) bool {
	return !g.Relative && g.IsCount && g.Scope <= theory.OfRun
}

// No theorem reads what a program hides, although the learner that it claims to be has it.
func TestHiddenTermsAreNotRead(t *testing.T) {
	t.Parallel()
	whys := map[string]string{}
	for _, as := range []string{"pumma", "arow(a=1)", "romma"} {
		spec, err := registry.Parse(fmt.Sprintf(`exec(%s fake "" perceptron "scores classifier",as=%s)`, os.Args[0], as))
		require.NoError(t, err)
		r, err := data().Run(t.Context(), spec, trial.Options{})
		require.NoError(t, err)
		verdicts, err := r.Verdicts(t.Context())
		require.NoError(t, err)
		for _, v := range verdicts {
			whys[v.Guarantee.ID] = v.Reason.String()
		}
	}
	const noOpening, noMargin = "the program does not show which steps are of its opening", "the program shows no margin of its own"
	for id, why := range map[string]string{
		"pumma-p1": noOpening, "pumma-norm": noMargin, "pumma-violations": noMargin, "pumma-norm-growth": "",
		"romma-norm": noMargin, "romma-mistakes": "", "romma-norm-growth": "", "arow-mistakes": "programs show no log det(A/a)",
	} {
		require.Equal(t, why, whys[id], id)
	}
}
