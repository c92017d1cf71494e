package adult

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/algos"
	"marginlab/algos/maxmargin"
	"marginlab/algos/trial"
	"marginlab/benchdata"
	"marginlab/cmd/marginlab/reproduce"
	"marginlab/cmd/marginlab/reproduce/goldentest"
	"marginlab/cmd/marginlab/term"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// In ℓ2 the runs are those of reproduce adult. In any lp the geometry is that of
// geometry, what is shown follows from it, and no theorem fails.
func TestReproduceNorms(t *testing.T) {
	dir := smallAdult(t)
	var rows []normsRow
	keys := strings.Fields("learner params examples dim passes mistakes updates margin tau gamma seconds data shuffle steps stopped norm " +
		"table theta bias_free published p gamma_star d r margin_ratio mistakes_bound held violated")
	for line := range strings.Lines(printed(t, strings.Fields("reproduce norms --json --p 3,2,3 --permutations 2 --seed 3 --learners e-omm,pumma(delta=0.1) --data "+dir)...)) {
		var object map[string]any
		require.NoError(t, json.Unmarshal([]byte(line), &object))
		require.Len(t, object, len(keys))
		for _, key := range keys {
			require.Contains(t, object, key)
		}
		var r normsRow
		require.NoError(t, json.Unmarshal([]byte(line), &r))
		rows = append(rows, r)
	}
	var shown []string
	for _, r := range rows {
		shown = append(shown, fmt.Sprint(r.Learner, " ", *r.Shuffle, " ", r.Norm))
		require.Equal(t, fmt.Sprint(r.P), r.Norm)
		require.Equal(t, r.P, r.Params["p"])
		require.Empty(t, r.Violated)
		require.Positive(t, r.Held)
		require.InEpsilon(t, float64(r.D/r.GammaStar), float64(r.R), 1e-12)
		require.InEpsilon(t, float64(r.Margin/r.GammaStar), float64(r.MarginRatio), 1e-12)
		require.LessOrEqual(t, float64(r.MarginRatio), 1.)
		require.GreaterOrEqual(t, float64(r.Gamma), float64(r.GammaStar)*(1-1e-9), "gamma_t is at least gamma*")
		require.Positive(t, r.Seconds)
	}
	require.Equal(t, []string{
		"e-omm 3 2", "e-omm 4 2", "e-omm(p=3) 3 3", "e-omm(p=3) 4 3",
		"pumma(delta=0.1) 3 2", "pumma(delta=0.1) 4 2", "pumma(delta=0.1,p=3) 3 3", "pumma(delta=0.1,p=3) 4 3",
	}, shown)
	adult := reproduced(t, "reproduce adult --json --theta 0 --bias-free yes --passes 1 --permutations 2 --seed 3 --learners e-omm,pumma(delta=0.1) --data "+dir)
	for i, r := range []normsRow{rows[0], rows[1], rows[4], rows[5]} {
		require.Equal(t, adult[i].Mistakes, r.Mistakes)
		require.Equal(t, adult[i].Updates, r.Updates)
		require.Equal(t, adult[i].Tau, r.Tau)
		require.Equal(t, adult[i].Data, r.Data)
		require.InEpsilon(t, float64(adult[i].Margin), float64(r.Margin), 1e-9)
		require.InEpsilon(t, 1, float64(r.GammaStar), 1e-9)
	}
	s1 := math.Pow(float64(rows[0].R)-2/float64(rows[0].R), 2)
	require.LessOrEqual(t, float64(rows[0].MistakesBound), s1, "the recursion of S1 is lower than its closed form")
	require.Greater(t, float64(rows[0].MistakesBound), 0.97*s1, "by little, also for r as small as here")
	require.Contains(t, rows[0].Published.Source, "Theorem S1")
	require.Equal(t, rows[0].MistakesBound, rows[0].Published.Mistakes)
	a, err := Read(t.Context(), dir)
	require.NoError(t, err)
	v := a.Variant(Setting{BiasFree: true})
	data := trial.NewData("adult", v.Set.Examples, v.Set.Dim)
	spec, err := algos.Parse("e-omm(p=3)")
	require.NoError(t, err)
	same, err := data.Run(t.Context(), spec, trial.Options{Passes: benchdata.Permutations(len(v.Set.Examples), 1, 3)})
	require.NoError(t, err)
	require.Equal(t, same.Trace.Mistakes, rows[2].Mistakes)
	require.InEpsilon(t, same.Margin(), float64(rows[2].Margin), 1e-9)
	geo, err := maxmargin.NewSurvey(v.Set.Examples, v.Set.Dim, maxmargin.Options{}).Geometry(t.Context(), theory.View{Norm: vec.P(3)})
	require.NoError(t, err)
	require.InEpsilon(t, geo.Gamma, float64(rows[2].GammaStar), 1e-9)
	require.InEpsilon(t, geo.D, float64(rows[2].D), 1e-12)
}

// The whole output on made-up people.
func TestReproduceNormsOnMadeUpPeople(t *testing.T) {
	args := strings.Fields("reproduce norms --permutations 3 --p 1.5,2,3 --learners e-omm,ce-omm,pumma(delta=0.1) --data " + smallAdult(t))
	goldentest.Check(t, "norms.golden", goldentest.Without("seconds", printed(t, args...)))
	goldentest.Check(t, "norms-rows.golden", goldentest.Rows(printed(t, append(args, "--json")...)))
}

// Of the verdicts on a run those of proved guarantees count, and the lowest bound on
// mistakes by the geometry is shown.
func TestNormsJudge(t *testing.T) {
	t.Parallel()
	says := func(id string, status theory.Status, claim string, silence theory.SilenceKind, holds bool, bound float64) theory.Verdict {
		return theory.Verdict{
			Guarantee: (theory.Guarantee{ID: id, Claim: claim, Status: status}).Read(),
			Silence:   theory.Silence{Kind: silence}, Holds: holds, Bound: bound,
		}
	}
	verdicts := []theory.Verdict{
		says("a", theory.Proved, "later_mistakes <= 2*r", theory.Applies, true, 200),
		says("b", theory.Proved, "later_mistakes <= r", theory.Applies, true, 100),
		says("c", theory.Proved, "later_mistakes <= d", theory.Applies, true, 1),
		says("d", theory.Proved, "norm_t <= r", theory.Applies, true, 2),
		says("h", theory.Proved, "updates <= r", theory.Applies, true, 150),
		says("e", theory.RefutedAsPrinted, "later_mistakes <= r", theory.Applies, false, 3),
		says("f", theory.Proved, "later_mistakes <= r", theory.NotMet, true, 4),
		says("g", theory.Conjectured, "later_mistakes <= r", theory.Applies, true, 5),
	}
	r := normsRow{Row: reproduce.Row[publishedBound]{RunRow: term.RunRow{Learner: "x", Shuffle: new(uint64(7))}}}
	r.judge(verdicts)
	require.Equal(t, 5, r.Held)
	require.Equal(t, []string{}, r.Violated)
	require.Equal(t, term.Number(100), r.MistakesBound)
	require.Equal(t, "later_mistakes <= r", r.Published.Claim)
	require.NoError(t, reproduce.Violations("guarantee", []normsRow{r}))

	verdicts[1].Guarantee.Claim = "updates <= r"
	verdicts[0].Holds, verdicts[3].Holds = false, false
	r.judge(verdicts)
	require.Equal(t, "updates <= r", r.Published.Claim)
	err := reproduce.Violations("guarantee", []normsRow{r, {Row: reproduce.Row[publishedBound]{RunRow: term.RunRow{Shuffle: new(uint64)}}}})
	require.EqualError(t, err, "2 guarantees are violated: a (x, permutation 7), d (x, permutation 7)")
	require.ErrorAs(t, err, new(term.Finding))

	r = normsRow{}
	r.judge(nil)
	require.Equal(t, "-", r.MistakesBound.String())
	require.Nil(t, r.Published)
}

// By hand: the medians of three runs, the lower one of two, a margin of 0 and no tau
// last, and the time over that of the same learner in ℓ2.
func TestNormsTable(t *testing.T) {
	t.Parallel()
	at := func(asked string, p, seconds float64, more ...term.Number) []normsRow {
		var rows []normsRow
		for k := range 3 {
			r := normsRow{
				Row: reproduce.Row[publishedBound]{RunRow: term.RunRow{Mistakes: 10 + k, Updates: 100 - k, Margin: 0.5, Tau: term.Number(50 * k), Seconds: term.Number(seconds) * term.Number(k+1)}},
				P:   p, GammaStar: 0.5, D: 2, R: 4, MarginRatio: term.Number(k+1) / 4, MistakesBound: 12.25, asked: asked,
			}
			if k < len(more) {
				r.Margin, r.MarginRatio, r.Tau, r.MistakesBound = more[k], more[k], term.Missing(), term.Missing()
			}
			rows = append(rows, r)
		}
		return rows
	}
	var out bytes.Buffer
	printNorms(term.NewOut(&out), [][]normsRow{at("L", 1.5, 0.5), at("L", 2, 0.25), at("M", 3, 1, 0),
		at("M", 10, 1, 0, 0, 0)})
	require.Equal(t, `learner    p  gamma*  D  r  mistakes                bound  updates       margin                   tau          seconds               of l2
------------------------------------------------------------------------------------------------------------------------------------------
L        1.5     0.5  2  4  11 (10..12)             12.25  99 (98..100)  0.5000 (0.2500..0.7500)  50 (0..100)  1.000 (0.500..1.500)    2.0
L          2     0.5  2  4  11 (10..12)             12.25  99 (98..100)  0.5000 (0.2500..0.7500)  50 (0..100)  0.500 (0.250..0.750)    1.0
M          3     0.5  2  4  11 (10..12)  12.25 (-..12.25)  99 (98..100)  0.5000 (-..0.7500)       100 (50..-)  2.000 (1.000..3.000)      -
M         10     0.5  2  4  11 (10..12)                 -  99 (98..100)  -                        -            2.000 (1.000..3.000)      -
`, out.String())
}

func TestNormsAreSortedAndOnce(t *testing.T) {
	t.Parallel()
	omm, err := algos.Parse("e-omm")
	require.NoError(t, err)
	learners, err := Norms{P: []float64{3, 2, 3, 1.5}, Learners: term.Learners{omm}}.learners()
	require.NoError(t, err)
	var names []string
	for _, l := range learners {
		names = append(names, l.String())
	}
	require.True(t, slices.Equal(names, []string{"e-omm(p=1.5)", "e-omm", "e-omm(p=3)"}), names)
}
