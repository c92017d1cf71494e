package adversarial_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/adversarial"
	"marginlab/algos"
	"marginlab/internal/rapidtest"
	"marginlab/theory"
)

// learnersOf are learners that the rows of a family speak of, with the passes that
// a margin at rest needs.
func learnersOf(g theory.Guarantee) (learners []string, passes int) {
	if g.Unlifted {
		learners, passes = learnersOf((theory.Guarantee{Learner: g.Learner, Norms: g.Norms, Claim: "mistakes <= T"}).Read())
		for i, l := range learners {
			learners[i] = "bias(" + l + ",1)"
		}
		return slices.DeleteFunc(learners, func(l string) bool { return strings.Contains(l, "p=") }), passes
	}
	switch g.Learner {
	case "nkp":
		return []string{"nkp(margin=0.05)", "np(margin=0.05)"}, 1
	case "np(rule=printed)":
		return []string{"np(margin=0.1,rule=printed)"}, 1
	case "snkp":
		return []string{"snkp(margin=0.01)", "isnkp(eps=0.05)"}, 1
	case "nvn":
		return []string{"nvn(eps=0.1)"}, 1
	case "snkp-vn":
		return []string{"snkp-vn(delta=0.05)", "isnkp-vn(gamma=1.5,eps=0.05)"}, 1
	case "isnkp-vn":
		return []string{"isnkp-vn(eps=0.05)", "isnkp-vn(gamma=10,eps=0.01)"}, 1
	case "isnkp":
		return []string{"isnkp(eps=0.05)", "isnkp(gamma=5,eps=0.01)"}, 1
	case "snkp-vn(prox=entropy)":
		return []string{"snkp-vn(delta=0.05,prox=entropy)"}, 1
	case "isnkp-vn(prox=entropy)":
		return []string{"isnkp-vn(eps=0.05,prox=entropy)"}, 1
	}
	passes = 1
	if strings.Contains(g.ID, "rest") {
		passes = 60
	}
	switch g.Learner {
	case "omm":
		return []string{"e-omm", "omm(rho=0.5)", "n-omm", "e-omm(p=3)", "omm(rho=0.5,p=1.5)"}, passes
	case "omm(rho<1)":
		return []string{"ce-omm", "omm(rho=0.5)", "omm(rho=0.9)"}, passes
	case "romma":
		return []string{"romma(eps=0.5)", "romma", "a-romma"}, passes
	case "pumma":
		return []string{"pumma(delta=0.5)", "pumma(delta=0.01)", "pumma(delta=0.1,p=3)", "pumma(delta=0.5,p=1.5)"}, passes
	case "alma":
		return []string{"alma(alpha=0.99)", "alma(0.7,2.5,0.5)", "alma(alpha=0.5,p=3)"}, passes
	case "amira":
		return []string{"amira(eps=0.5)", "mira", "amira"}, passes
	case "passive-aggressive":
		return []string{"amira(eps=0.5)", "mira", "pa", "pa-i(C=0.1)", "pa-ii(C=0.1)"}, passes
	case "mcp":
		return []string{"mcp", "cmcp", "mcp(rho=0.25)", "mcp(rule=strict)", "mcp(rule=sharp)"}, passes
	case "mcp(rho<1/2)":
		return []string{"mcp(rho=0.25)", "cmcp", "mcp(rho=0.49,rule=sharp)"}, passes
	case "amira-k-best":
		return []string{"amira-k-best(eps=0.5)", "amira-k-best(eps=1,k=1)", "amira-k-best", "amira-1-best(eps=0.5)"}, passes
	case "amira-1-best":
		return []string{"amira-1-best(eps=0.5)", "amira-1-best(eps=1)", "amira-1-best"}, passes
	case "cosine", "mcf":
		return []string{"mcp", "naromma", "mcp(rule=sharp)", "mcp(rule=strict)"}, passes
	case "randomized-omd(R)":
		return []string{"randomized-omd(R=100)"}, passes
	case "perceptron(last)":
		return []string{"perceptron"}, passes
	case "perceptron":
		return []string{"perceptron", "perceptron(p=3)"}, passes
	}
	return []string{g.Learner}, passes
}

// Every proved row of the table survives a hunt for a stream on which it fails, beside the traps.
func TestProvedRowsSurviveTheHunt(t *testing.T) {
	hunt := adversarial.Hunt{Seed: 1, Workers: 1, Cold: true, Trials: rapidtest.Count(60, 800, 50_000)}
	for _, g := range theory.Table() {
		if g.Status != theory.Proved {
			continue
		}
		t.Run(g.ID, func(t *testing.T) {
			t.Parallel()
			learners, passes := learnersOf(g)
			require.NotEmpty(t, learners)
			if testing.Short() {
				learners = learners[:1]
			}
			spoke := false
			for _, learner := range learners {
				spec, err := adversarial.Learners(nil).Parse(learner)
				require.NoError(t, err)
				v, stream, err := hunt.RunGuarantee(t.Context(), g, spec, passes)
				require.NoError(t, err)
				require.True(t, len(stream) == 0 || v.Holds, "%s: %s is %v of %v on %v", learner, g.Quantity, v.Value, v.Bound, stream)
				spoke = spoke || len(stream) > 0
			}
			require.True(t, spoke || testing.Short(), "silent on every stream")
		})
	}
}

// A row whose bound is a tenth too low is found out.
func TestHuntFindsRowsThatFail(t *testing.T) {
	for id, learner := range map[string]string{
		"omm-s1": "e-omm", "perceptron-novikoff": "perceptron", "romma-mistakes": "romma", "pa-squared-losses": "pa",
		"omm-gamma-3": "e-omm", "pumma-norm": "pumma", "amira-k-best-weighted-updates": "amira-k-best(eps=1)",
		"nkp-iterations": "nkp(margin=0.1)", "nkp-norm": "np(margin=0.1)",
	} {
		g, factor := theory.Row(id), 0.9
		if g.AtLeast() {
			factor = 1.1
		}
		tighter := scaled(g, factor)
		if g.Task == theory.Online { // which is so read once
			tighter = theory.Claim(g.Learner + ": " + tighter.ClaimIn(nil))
		}
		spec, err := adversarial.Learners(nil).Parse(learner)
		require.NoError(t, err)
		v, stream, err := adversarial.Hunt{Seed: 1, Workers: 1, Trials: 1000}.RunGuarantee(t.Context(), tighter, spec, 1)
		require.NoError(t, err)
		require.NotEmpty(t, stream, id)
		require.False(t, v.Holds, "%s: ratio %v", id, v.Ratio)
	}
	_, _, err := adversarial.Hunt{}.RunGuarantee(t.Context(), theory.Row("omm-s1"), algos.Defaults()[0], 1)
	require.ErrorContains(t, err, "expected a number of streams")
}

// A hunt for a row that does not fail runs about the streams that it is given, also where a stream reaches
// the bound.
func TestStreamsOfAGuarantee(t *testing.T) {
	const trials = 300
	spec, err := adversarial.Learners(nil).Parse("perceptron")
	require.NoError(t, err)
	for _, more := range []string{"0", "1"} {
		counted, runs := *spec, 0
		counted.Kind.New = func(s algos.Space, a algos.Args) algos.Learner {
			runs++
			return struct{ algos.Learner }{spec.Kind.New(s, a)} // which is not renewed
		}
		g := theory.Claim("perceptron: updates <= updates + " + more)
		v, _, err := adversarial.Hunt{Seed: 1, Workers: 1, Trials: trials, Cold: true}.RunGuarantee(t.Context(), g, &counted, 1)
		require.NoError(t, err)
		require.True(t, v.Holds)
		require.Equal(t, more == "0", v.Ratio == 1)
		require.True(t, trials < runs && runs < 3*trials, "%d streams", runs) // a descent goes on to its end
	}
}
