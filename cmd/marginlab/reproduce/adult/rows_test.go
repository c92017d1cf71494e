package adult

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/algos"
	"marginlab/algos/trial"
	"marginlab/benchdata"
	"marginlab/cmd/marginlab/reproduce"
	"marginlab/cmd/marginlab/term"
	"marginlab/theory"
)

func TestVariantsOfATable(t *testing.T) {
	t.Parallel()
	theta := func(theta ...float64) (all []Setting) {
		for _, t := range theta {
			all = append(all, Setting{0, t, true}, Setting{0, t, false})
		}
		return all
	}
	for _, c := range []struct {
		Tables
		data   []Setting
		passes []int
	}{
		{Tables{}, theta(0, 0.25, 0.5, 0.75, 1), []int{1, 5}},
		{Tables{Table: 2}, theta(0), []int{1}},
		{Tables{Table: 3}, theta(0, 0.25, 0.5, 0.75, 1), []int{1}},
		{Tables{Table: 4}, theta(0, 0.25, 0.5, 0.75, 1), []int{5}},
		{Tables{Theta: []float64{2, 0}, Passes: []int{3, 1}}, theta(2, 0), []int{3, 1}},
	} {
		c.BiasFree = "both"
		data, passes := c.variants()
		require.Equal(t, c.data, data)
		require.Equal(t, c.passes, passes)
	}
	data, _ := Tables{Table: 2, BiasFree: "no"}.variants()
	require.Equal(t, []Setting{{0, 0, false}}, data)
}

// someOutcomes are runs of three learners as they might be in three variants.
func someOutcomes() []outcome {
	none := term.Number(math.NaN())
	run := func(learner string, p *published, mistakes int, margin, tau term.Number) []tableRow {
		return []tableRow{{
			Row: reproduce.Row[published]{
				RunRow:    term.RunRow{Learner: learner, Mistakes: mistakes, Margin: margin, Tau: tau, Seconds: 0.25},
				Published: p,
			}, asked: learner, shown: learner,
		}}
	}
	var all []outcome
	for _, s := range []Setting{{1, 0, true}, {1, 0.5, true}, {1, 0, false}} {
		all = append(all, outcome{Setting: s, learners: [][]tableRow{
			run("e-omm", &published{6, 0.84, 534, 0.12}, 5, 0.75, 600),
			run("alma", &published{689, none, 23099, 0.08}, 700+int(100*s.Theta), 0, none),
			run("mcp", nil, 18, 0.125, 4000),
		}})
	}
	return all
}

// A learner that goes through the passes one by one, in other memory, is the one
// that goes through the stream of all of them.
func TestPassesAreOneStream(t *testing.T) {
	t.Parallel()
	set := benchdata.Default()
	set.Examples = set.Examples[:100] // few enough to be separated in some passes
	v := Variant{Set: set, biasFree: true}
	late := false
	for _, name := range []string{"n-omm", "e-omm", "romma", "alma", "perceptron"} {
		learner, err := algos.Parse(name)
		require.NoError(t, err)
		outcomes, err := v.outcomes(t.Context(), []*algos.Spec{learner}, []uint64{7, 8}, []int{5, 1}, term.NewProgress(nil))
		require.NoError(t, err)
		for _, o := range outcomes {
			require.Len(t, o.learners, 1)
			require.Len(t, o.learners[0], 2)
			for k, r := range o.learners[0] {
				seed := uint64(7 + k)
				data, passes := trial.NewData(set.Name, set.Examples, set.Dim), min(o.Passes, mostPasses(learner))
				tried, err := data.Run(t.Context(), learner, trial.Options{Passes: benchdata.Permutations(len(set.Examples), passes, seed), Counts: true})
				require.NoError(t, errors.Join(err, tried.Stop))
				want := term.TraceRow(tried.Trace, learner, set.Name, len(set.Examples), set.Dim, passes)
				want.Margin, want.Shuffle = term.Number(tried.Margin()), &seed
				if tau, ok := tried.Tau(); ok {
					want.Tau = term.Number(tau)
				}
				late = late || r.Tau > 100
				r.Seconds, want.Seconds = 0, 0
				require.Equal(t, fmt.Sprintf("%+v", want), fmt.Sprintf("%+v", withSeed(r.RunRow, want.Shuffle)))
			}
		}
	}
	require.True(t, late, "a tau after the first pass")
}

// withSeed is the row with its seed where another has it, if it is the same.
func withSeed(r term.RunRow, seed *uint64) term.RunRow {
	if *r.Shuffle == *seed {
		r.Shuffle = seed
	}
	return r
}

func TestPrintRuns(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	printRuns(term.NewOut(&out), someOutcomes()[0].learners)
	require.Equal(t, `
learner  mistakes: paper  here  margin: paper  here    tau: paper  here  seconds: paper  here
----------------------------------------------------------------------------------------------
e-omm                  6  5              0.84  0.7500         534  600             0.12  0.250
alma                 689  700               -  -            23099  -               0.08  0.250
mcp                    -  18                -  0.1250           -  4000               -  0.250
`, "\n"+out.String())
}

func TestLearnersAreRunAsPublished(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		learner  string
		biasFree bool
		want     string
		shown    string
		passes   int
	}{
		{"e-omm", false, "e-omm", "e-omm", 5},
		{"pumma", false, "pumma", "pumma", 5},
		{"n-omm", false, "n-omm", "n-omm", 1},
		{"n-omm(keep=violating)", false, "n-omm(keep=violating)", "n-omm(keep=violating)", 5},
		{"perceptron", true, "perceptron", "perceptron", 5},
		{"romma", true, "romma", "romma", 5},
		{"perceptron", false, "bias(perceptron,1)", "bias(perceptron,1)", 5},
		{"alma", false, "bias(alma,1)", "bias(alma,1)", 5},
		{"alma(alpha=0.5)", false, "bias(alma(alpha=0.5),1)", "bias(alma(alpha=0.5),1)", 5},
		{"mcp", false, "bias(mcp,1)", "bias(mcp,1)", 5},
		{"romma", false, "bias(romma,-212.25)", "bias(romma,-Dbar)", 5},
		{"a-romma", false, "bias(a-romma,-212.25)", "bias(a-romma,-Dbar)", 5},
		{"bias(perceptron,2)", false, "bias(perceptron,2)", "bias(perceptron,2)", 5},
		{"pa", false, "pa", "pa", 5},
	} {
		learner, err := algos.Parse(c.learner)
		require.NoError(t, err)
		v := Variant{biasFree: c.biasFree, geometry: theory.Geometry{DBar: 212.25}}
		spec, shown := v.asPublished(learner)
		require.Equal(t, c.want, spec.String())
		require.Equal(t, c.shown, shown)
		require.Equal(t, c.passes, min(5, mostPasses(learner)), c.learner)
	}
}

func TestSpread(t *testing.T) {
	t.Parallel()
	rows := func(v ...term.Number) (all []tableRow) {
		for _, tau := range v {
			all = append(all, tableRow{Row: reproduce.Row[published]{RunRow: term.RunRow{Tau: tau}}})
		}
		return all
	}
	none, tau := term.Number(math.NaN()), measures()[2]
	require.Equal(t, "5", tau.show(rows(5)))
	require.Equal(t, "5 (3..9)", tau.show(rows(9, 5, 3)))
	require.Equal(t, "5 (3..10)", tau.show(rows(9, 5, 3, 10)))
	require.Equal(t, "9 (3..-)", tau.show(rows(none, 9, 3)))
	require.Equal(t, "-", tau.show(rows(none, none)))
	tau.none = 0 // as for the margin
	require.Equal(t, "3 (-..9)", tau.show(rows(none, 9, 3)))
}
