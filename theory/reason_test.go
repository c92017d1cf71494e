package theory_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/theory"
)

// separable is a stream with γ∗ = 1 and all diameters 2.
var separable = theory.Geometry{Separable: true, Gamma: 1, Lower: 1, D: 2, DPlus: 2, DMinus: 2, DBar: 2, Delta: 4,
	Shortest: 1}

// A NaN in the run breaks every guarantee that reads it; it is no reason for the guarantee not to apply. A learner
// without a margin at its end breaks none.
func TestFaultsAreFound(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		row   any // an ID, or a caller's own claim
		spoil func(*theory.Trace, *theory.Evidence)
	}{
		{"perceptron-norm-growth", func(tr *theory.Trace, _ *theory.Evidence) { tr.Steps[1].Norm = math.NaN() }},
		{"romma-norm-growth", func(tr *theory.Trace, _ *theory.Evidence) { tr.Norm = math.NaN() }},
		{"romma-norm-growth", func(tr *theory.Trace, _ *theory.Evidence) { tr.Steps[1].Score = math.NaN() }},
		{"omm-no-growth", func(tr *theory.Trace, _ *theory.Evidence) { tr.Gamma = math.NaN() }},
		{"pa-squared-losses", func(tr *theory.Trace, _ *theory.Evidence) { tr.Steps[1].Score = math.NaN() }},
		{"perceptron-norm-growth", func(_ *theory.Trace, ev *theory.Evidence) { ev.DBar = math.NaN() }},
		{theory.Claim("mine: gamma_t <= Dbar"), func(_ *theory.Trace, ev *theory.Evidence) { ev.DBar = math.NaN() }},
		{"cosine-every-mistake", func(_ *theory.Trace, ev *theory.Evidence) { ev.Shortest = math.NaN() }},
	} {
		tr := theory.Trace{Params: map[string]float64{"rho": 1}, Gamma: 1, Norm: 1}
		for range 2 {
			tr.Add(theory.Step{Score: 0.5, Target: 1, Norm: 1, Decision: theory.Decision{Y: 1, Predicted: 1, Updated: true}})
		}
		ev := theory.Evidence{Geometry: separable}
		g, own := c.row.(theory.Guarantee)
		if !own {
			g = theory.Row(c.row.(string))
		}
		v := g.Check(&tr, ev)
		require.True(t, v.Applies(), g.ID)
		c.spoil(&tr, &ev)
		v = g.Check(&tr, ev)
		require.True(t, v.Applies(), "%s: %v", g.ID, v.Reason)
		require.False(t, v.Holds, "%s: %v of %v", g.ID, v.Value, v.Bound)
	}
	ends := theory.Trace{Params: map[string]float64{"rho": 1}, Gamma: math.NaN()}
	ends.Add(theory.Step{Score: 0.5, Target: 1, Norm: 1, Decision: theory.Decision{Y: 1, Predicted: 1}})
	v := theory.Row("omm-lemma-4.1").Check(&ends, theory.Evidence{Geometry: separable})
	require.True(t, v.Holds && v.Applies())
}

// Each reason not to apply is reported as its own kind.
func TestWhyAGuaranteeDoesNotApply(t *testing.T) {
	t.Parallel()
	narrow := theory.Geometry{Separable: true, Gamma: 1, Lower: 1, DBar: 1 << 24}
	run := theory.Trace{Params: map[string]float64{"rho": 1, "eps": 0.5, "n": 4}, Gamma: 1, Norm: 1}
	run.Add(theory.Step{Score: 0.5, Target: 1, Norm: 1, Decision: theory.Decision{Y: 1, Predicted: 1, Updated: true}})
	hidden, stopped := run, run
	hidden.Unseen = theory.NeedsClassifier
	stopped.Iterates = []theory.Iterate{{K: 1}}
	seen := map[theory.ReasonKind]bool{}
	for _, c := range []struct {
		g    theory.Guarantee
		tr   theory.Trace
		ev   theory.Evidence
		kind theory.ReasonKind
		want string
	}{
		{theory.Row("omm-lemma-4.1"), hidden, theory.Evidence{Geometry: separable}, theory.Hidden,
			"the program shows no classifier"},
		{theory.Row("amira-cosine"), run, theory.Evidence{Geometry: separable}, theory.NoValue, "no cosine to read"},
		{theory.Row("omm-rest"), run, theory.Evidence{Geometry: separable, Margin: 1}, theory.NotAtRest,
			"not at rest: the last pass made an update, or asked for one below rounding"},
		{theory.Row("omm-appendix-a-seven"), run, theory.Evidence{Geometry: separable}, theory.NotMet, "not met: r^2 < 2"},
		{theory.Claim("mine: mistakes <= 1/(d-d)"), run, theory.Evidence{}, theory.Infinite,
			"the bound is infinite to float64"},
		{theory.Claim("mine: mistakes >= -1/(d-d)"), run, theory.Evidence{}, theory.Infinite,
			"the bound is infinite to float64"},
		{theory.Claim("mine: mistakes <= (d-d)/(d-d)"), run, theory.Evidence{}, theory.Undefined, "the bound has no value"},
		{theory.Row("omm-lemma-4.1"), run, theory.Evidence{Geometry: narrow}, theory.Rounded, "rounding hides gamma_t"},
		{theory.Row("isnkp-dual"), stopped, theory.Evidence{}, theory.Stopped, "the run was stopped before its count ended"},
		{theory.Row("perceptron-freund-schapire"), run, theory.Evidence{Geometry: separable}, theory.Alone,
			"there is no u to compare with that has a positive margin"},
		{theory.Row("perceptron-freund-schapire"), run,
			theory.Evidence{Comparators: []*theory.Comparator{theory.NewComparator([]float64{-1})}}, theory.Alone,
			"there is no u to compare with that has a positive margin"},
		{theory.Row("omm-s1"), run, theory.Evidence{}, theory.NoMargin, "not separable"},
	} {
		v := c.g.Check(&c.tr, c.ev)
		require.Equal(t, c.kind, v.Reason.Kind, "%s: %v", c.g.ID, v.Reason)
		require.Equal(t, c.want, v.Reason.String())
		require.True(t, v.Holds && !v.Applies())
		seen[c.kind] = true
	}
	for kind := theory.Hidden; kind <= theory.Stopped; kind++ {
		require.True(t, seen[kind], "kind %d", kind)
	}
	require.Empty(t, theory.Reason{}.String())
}

// Terms that cannot be read together are an error; no claim is read at only some of its settings.
func TestClaimsOfSeveralScopes(t *testing.T) {
	t.Parallel()
	for line, want := range map[string]string{
		"mine: gamma_t <= m(phi)":                   "expected a quantity with m(phi)",
		"mine: m(phi) <= a_t":                       "it mixes terms of a phi, a step or an iterate",
		"mine: m(phi) + mbar(phi) <= 3 where r > 0": "two counts at a phi",
		"mine: mistakes <= 1/(1-phi)":               "expected a quantity with m(phi)",
	} {
		require.Contains(t, refused(line), want, line)
	}
}
