package props

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/internal/rapidtest"
	"marginlab/props/measure"
	"marginlab/props/stream"

	"marginlab/algos"
)

// fixtures are streams that once failed, or that refute a printed claim. Every property is checked on each of them,
// for every learner.
var fixtures = []struct{ stream, why string }{
	{"+1,0 --1,0" + strings.Repeat(" -0,1", 12), "errata E0.1: a tie at rho = 0; as printed, 12 mistakes and no update"},
	{"+2,0 --2,0" + strings.Repeat(" +1,3", 12), "errata E0.1: a tie at rho = 0.5; as printed, 12 violations and no update"},
	{"+1,0 --1,0" + strings.Repeat(" +0,1", 12), "errata E0.2: a_t = 0 counts in m(0), and is no mistake for y = +1"},
	{"--1,0 +1,0 +0.9,-0.1", "errata E0.3: the printed split of kappa allows m(0.9) ≤ 0.17; there is 1"},
	{"+1,0 --1,0 +1,5 +0.5,-2", "errata E0.6: the point at a_t = gamma_t that n-omm(keep=violating) drops is misclassified in the end"},
	{"-0,0 +2,2 -2,0", "Theorem S1 is tight at r = 2"},
	{"+6 --6 +1 --1", "errata E0.5: gamma_3 = D + gamma*, the far pair first"},
	{"+1 --1", "the run ends with the opening: gamma_3 is the last gamma_t, and was read as NaN"},
	{"+1 +2 --1", "the same after an opening of two: the bound of Theorem 4.1 was NaN"},
	{"+1", "one class: no margin, no theorem"},
	{strings.Repeat(" --1", 17), "more copies of one point than a leaf of the farthest-pair search holds, which ran out of boxes"},
	{
		"+3,-3,0,1.28e08,0,-2.56e08 +60,0,0,1.2799998e08,20,-2.5600001e08 --3,-3,3,1.28000002e08,1,-2.56000002e08 +3,0,0,1.27999998e08,2,-2.56000001e08",
		"a support vector again, far from the origin: kappa(r, phi) rounded to 1, and the bound of Theorem 4.1 was −Inf",
	},
	{"+-1.9999999e-94 --2.0000001e-94 +-1.9999999e-94", "the same at r = 0, and tiny"},
	{"+1,1,257 --0.1,0,0 +0.1,0,0.1 +0.45,0,128.5", "far from a hyperplane with a small margin"},
	{"+1001,1,-3 --3,0,0 +1,0,0 --1,-1,0 --1,249996.25,-0.75 --1,0,0", "a hull as thin as a needle: the referee's active set kept a weight of 4e-6"},
	{"+4001,4000,-4000 -3999,4000,-4000", "through the origin the margin is 1e-4 of the length of the points"},
	{"+20,0,-1.28e08 --21,0,-1.28e08 +20,0,-1.28e08", "the Perceptron's ‖w‖² is 1e-13 of the largest it was"},
	{"+1,0,0,0,0,0,0,0,0,0,0,1 +2 +2 +1 --1 +1,0,0,0,0,0,0,0,0,-1,-1", "dense vectors that are not of full length"},
	{"+0:0.001,4:1 -0:-0.002,4:1 -0:-0.001,4:1 -0:-1.001,4:1", "sparse vectors a thousand margins from the origin"},
}

func TestFixtures(t *testing.T) {
	applying := map[string][]*algos.Spec{}
	all := slices.Concat(Properties(), proofs())
	for _, p := range all {
		applying[p.Name] = slices.DeleteFunc(Learners(), func(l *algos.Spec) bool { return !p.AppliesTo(l) })
	}
	for k, f := range fixtures {
		c, err := stream.Parse("; " + f.stream)
		require.NoError(t, err)
		x := c.Points()
		beside := map[string]measure.Vector{"scale": {3}, "reflection": make(measure.Vector, c.Dim)}
		for i := range c.Dim {
			beside["translation"] = append(beside["translation"], float64(1000*i-1)*(measure.Widest(x, x)+x[0].Norm()))
		}
		beside["reflection"][0], beside["reflection"][c.Dim-1] = 1, 2
		for _, p := range all {
			t.Run(fmt.Sprint(k, "/", p.Name), func(t *testing.T) {
				t.Parallel()
				for i, l := range applying[p.Name] {
					if !rapidtest.Long() && inPower(l) && (i+k)%rarely != 0 {
						continue // in norms, as seldom as cases are drawn there
					}
					e := c
					e.Learner, e.A = l, beside[p.Name]
					holds(t, p, e, f.why)
				}
			})
		}
	}
}

// holds fails t with the text of the failure, if p has one at c.
func holds(t *testing.T, p Property, c Case, why string) {
	t.Helper()
	if f := p.failure(c); f != nil {
		t.Fatalf("%v\ncase: %s (%s)", f, c, why)
	}
}

// A learner that comes into the registry is covered without a change here.
func TestLearnersAreTheRegistrys(t *testing.T) {
	var names []string
	for _, l := range Learners() {
		names = append(names, l.String())
	}
	require.Subset(t, names, []string{"e-omm", "ce-omm", "omm(rho=0.5)", "perceptron", "bias(perceptron,1)", "n-omm", "n-omm(keep=violating)"})
	for _, k := range algos.Kinds() {
		require.True(t, slices.ContainsFunc(names, func(n string) bool { return strings.HasPrefix(n, k.Name) }), k.Name)
	}
}
