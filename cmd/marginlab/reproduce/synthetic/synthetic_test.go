package synthetic

import (
	"bytes"
	"context"
	"encoding/json"
	"math"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/algos"
	"marginlab/benchdata"
	"marginlab/cmd/marginlab/reproduce"
	"marginlab/cmd/marginlab/reproduce/goldentest"
	"marginlab/cmd/marginlab/reproduce/stats"
	"marginlab/cmd/marginlab/term"
	"marginlab/cmd/marginlab/term/termtest"
	"marginlab/theory"
)

// small is a run of the command that takes little time.
func small(args ...string) []string {
	return append(strings.Fields("reproduce synthetic --runs 6 --sweep 3 --size 80 --margin 1 --eps 0.25,0.5,1 --seed 3"), args...)
}

func smallRows(t *testing.T, args ...string) []learnerRow {
	var out, errs bytes.Buffer
	require.Zero(t, run(t.Context(), small(append(args, "--json")...),
		term.Streams{Out: term.NewOut(&out), Err: &errs}), errs.String())
	require.Empty(t, errs.String())
	var rows []learnerRow
	for line := range strings.Lines(out.String()) {
		var r learnerRow
		require.NoError(t, json.Unmarshal([]byte(line), &r))
		r.Seconds = 0
		rows = append(rows, r)
	}
	return rows
}

// The whole output of a small run.
func TestSyntheticOutput(t *testing.T) {
	goldentest.Check(t, "tables.golden", printed(t, small()...))
	goldentest.Check(t, "rows.golden", goldentest.Rows(printed(t, small("--runs", "3", "--sweep", "2", "--json")...)))
}

func TestSyntheticDoesNotDependOnTheScheduling(t *testing.T) {
	both := smallRows(t)
	before := runtime.GOMAXPROCS(1)
	defer runtime.GOMAXPROCS(before)
	require.Equal(t, termtest.JSON(t, both), termtest.JSON(t, smallRows(t)))
	require.NotEqual(t, termtest.JSON(t, both), termtest.JSON(t, smallRows(t, "--seed", "4")))
}

// The margins are measured again from the data, by the test's own sums.
func TestSyntheticMarginsAreThoseOfTheirViews(t *testing.T) {
	t.Parallel()
	rows := smallRows(t)
	require.Len(t, rows, 6*6+3*4) // amira(eps=0.5) and amira(eps=1) are in both figures
	for _, r := range rows {
		if r.Learner == pegasos {
			require.False(t, r.AtRest)
			require.Equal(t, 100, r.Passes)
			continue
		}
		require.True(t, r.AtRest)
		require.Empty(t, r.Violated)
		set, planted, err := benchdata.Cube{Examples: 80, Dim: 10, Side: 10, Margin: 1, Seed: r.Seed}.Generate()
		require.NoError(t, err)
		require.Equal(t, set.Name, r.Data)
		spec, err := algos.Parse(r.Learner)
		require.NoError(t, err)
		l, updates := spec.New(set.Dim), 0
		for before := -1; updates != before; {
			before = updates
			for _, e := range set.Examples {
				if l.Step(e.X, e.Y).Updated {
					updates++
				}
			}
		}
		require.Equal(t, updates, r.Updates)
		c := l.State().Classifier
		require.InEpsilon(t, measured(set, c, false), float64(r.Margin), 1e-9)
		require.InEpsilon(t, measured(set, c, true), float64(r.MarginLifted), 1e-9)
		// The maximum is above what the planted classifier has, and that of x with
		// a bias above that of (x, 1), and below √(1+b²) of it at b = b*.
		require.GreaterOrEqual(t, float64(r.GammaStar), measured(set, planted, false))
		require.GreaterOrEqual(t, float64(r.GammaLifted), measured(set, planted, true))
		require.Less(t, float64(r.GammaLifted), float64(r.GammaStar))
		require.InEpsilon(t, float64(r.Margin/r.GammaStar), float64(r.Ratio), 1e-12)
		require.InEpsilon(t, float64(r.MarginLifted/r.GammaLifted), float64(r.RatioLifted), 1e-12)
		epsilon, ok := r.Params["eps"].(float64)
		switch {
		case !ok: // the Perceptron has no margin
		case strings.Contains(r.Learner, "amira"):
			require.GreaterOrEqual(t, float64(r.RatioLifted), (1-epsilon)/(2-epsilon))
			require.InDelta(t, (1-epsilon)/(2-epsilon)*float64(r.GammaLifted), float64(r.MarginBound), 1e-12)
		default:
			require.GreaterOrEqual(t, float64(r.RatioLifted), 1-epsilon-1e-9)
			require.InDelta(t, (1-epsilon)*float64(r.GammaLifted), float64(r.MarginBound), 1e-12)
		}
		if ok {
			require.LessOrEqual(t, float64(r.Updates), float64(r.UpdatesBound))
			longest := 0.
			for _, e := range set.Examples {
				longest = max(longest, length(append(append([]float64(nil), e.X.Value...), 1)))
			}
			q := longest / float64(r.GammaLifted)
			want := (2 - epsilon) / epsilon * q * q
			if strings.Contains(r.Learner, "romma") {
				want = q * q / epsilon / epsilon
			}
			require.InEpsilon(t, want, float64(r.UpdatesBound), 1e-9)
		}
	}
}

// measured is the least y(w·x+b)/‖w‖, or /‖(w,b)‖ if lifted.
func measured(set *benchdata.Set, c theory.Classifier, lifted bool) float64 {
	least := math.Inf(1)
	for _, e := range set.Examples {
		score := c.B
		for k, v := range e.X.Value {
			score += v * c.W[k]
		}
		least = min(least, score*float64(e.Y))
	}
	w := append([]float64(nil), c.W...)
	if lifted {
		w = append(w, c.B)
	}
	return least / length(w)
}

func length(v []float64) float64 {
	var sum float64
	for _, x := range v {
		sum += x * x
	}
	return math.Sqrt(sum)
}

// A run that violates a theorem is a finding, with exit status 1.
func TestSyntheticJudges(t *testing.T) {
	t.Parallel()
	spec, err := algos.Parse("bias(amira(eps=0.5),1)")
	require.NoError(t, err)
	geo := theory.Geometry{Examples: 9, Dim: 11, DBar: 10, Shortest: 1, Gamma: 1, Lower: 1, Separable: true}
	// Theorem 1: updates ≤ 1.5/0.5·100; Theorem 3: margin ≥ 0.5/1.5.
	for _, c := range []struct {
		updates int
		margin  float64
		atRest  bool
		want    []string
	}{
		{300, 0.3334, true, []string{}},
		{301, 0.3334, true, []string{"amira-updates"}},
		{300, 0.3333, true, []string{"amira-rest"}},
		{300, 0.3333, false, []string{}},
		{301, 0.3333, true, []string{"amira-updates", "amira-rest"}},
	} {
		row := learnerRow{Row: reproduce.Row[struct{}]{RunRow: term.RunRow{Learner: "L", Data: "D"}}}
		tr := theory.Trace{Families: spec.Families(), Params: spec.Params(), Lift: 1, Updates: c.updates, Gamma: math.NaN(), Norm: math.NaN()}
		row.judge(&tr, theory.Evidence{Geometry: geo, Margin: c.margin, AtRest: c.atRest})
		require.Equal(t, c.want, row.Violated)
		require.InDelta(t, 300, float64(row.UpdatesBound), 1e-9)
		if c.atRest {
			require.InDelta(t, 1./3, float64(row.MarginBound), 1e-12)
		} else {
			require.True(t, math.IsNaN(float64(row.MarginBound)))
		}
		err := reproduce.Violations("theorem", []learnerRow{row})
		if len(c.want) == 0 {
			require.NoError(t, err)
			continue
		}
		require.ErrorAs(t, err, new(term.Finding))
		require.ErrorContains(t, err, c.want[0]+" (L on D)")
	}
}

// Runs that are not at rest are counted, and are no part of means and fits.
func TestSyntheticSaysWhatIsNotAtRest(t *testing.T) {
	t.Parallel()
	var out, errs bytes.Buffer
	require.Zero(t, run(t.Context(), small("--max-passes", "2"), term.Streams{Out: term.NewOut(&out), Err: &errs}),
		errs.String())
	require.Contains(t, out.String(), "bias(amira(eps=0.1),1)   0 of 6      - ")
	require.Contains(t, out.String(), "0.5  amira     0 of 3 ")
	require.Contains(t, out.String(), "\nromma        -  -                         2  -\n")
	rows := smallRows(t, "--max-passes", "2")
	for _, r := range rows {
		if r.Learner != pegasos {
			require.LessOrEqual(t, r.Passes, 2)
		}
	}
	stopped := groupOf(pegasos, smallRows(t, "--pegasos-passes", "7"))
	require.Equal(t, "never", stopped.rested())
	require.Len(t, stopped.column(passes), 6)
	require.Equal(t, 7., stats.Most(stopped.column(passes)))
	g := groupOf("bias(amira(eps=0.1),1)", rows)
	require.Equal(t, 6, g.unsettled)
	require.Equal(t, "median - of 0 runs, 6 more not at rest", g.remark())
}

func TestSyntheticInterrupted(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	var out, errs bytes.Buffer
	require.Equal(t, 2, run(ctx, small(), term.Streams{Out: term.NewOut(&out), Err: &errs}))
	require.Empty(t, out.String())
	require.Equal(t, "marginlab: interrupted\n", errs.String())
}
