package reproduce

import (
	"io"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/algos"
	"marginlab/benchdata"
	"marginlab/cmd/marginlab/term"
	"marginlab/theory"
)

// smallCubes takes little time.
var smallCubes = syntheticGrid{
	data: benchdata.Cube{Examples: 80, Dim: 10, Side: 10, Margin: 1}, eps: []float64{0.25, 0.5, 1}, sweep: 3,
	passes: 100_000,
}

// The margins are measured again from the data, by the test's own sums.
func TestSyntheticMarginsAreThoseOfTheirViews(t *testing.T) {
	t.Parallel()
	rows := rowsOf(t, small(t, Synthetic(), 6, smallCubes.plan))
	require.Len(t, rows, 6*6+3*4) // amira(eps=0.5) and amira(eps=1) are in both figures
	for _, r := range rows {
		atRest := r.More["at_rest"].(bool)
		if r.Learner == pegasos {
			require.False(t, atRest)
			require.Equal(t, 100, r.Passes)
			continue
		}
		require.True(t, atRest)
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
		require.InEpsilon(t, measured(set, c, true), r.value("margin_lifted"), 1e-9)
		// The maximum is above what the planted classifier has, and that of x with
		// a bias above that of (x, 1), and below √(1+b²) of it at b = b*.
		require.GreaterOrEqual(t, r.value("gamma_star"), measured(set, planted, false))
		require.GreaterOrEqual(t, r.value("gamma_lifted"), measured(set, planted, true))
		require.Less(t, r.value("gamma_lifted"), r.value("gamma_star"))
		require.InEpsilon(t, float64(r.Margin)/r.value("gamma_star"), r.value("ratio"), 1e-12)
		require.InEpsilon(t, r.value("margin_lifted")/r.value("gamma_lifted"), r.value("ratio_lifted"), 1e-12)
		epsilon, ok := r.Params["eps"].(float64)
		switch {
		case !ok: // the Perceptron has no margin
		case strings.Contains(r.Learner, "amira"):
			require.GreaterOrEqual(t, r.value("ratio_lifted"), (1-epsilon)/(2-epsilon))
			require.InDelta(t, (1-epsilon)/(2-epsilon)*r.value("gamma_lifted"), r.value("margin_bound"), 1e-12)
		default:
			require.GreaterOrEqual(t, r.value("ratio_lifted"), 1-epsilon-1e-9)
			require.InDelta(t, (1-epsilon)*r.value("gamma_lifted"), r.value("margin_bound"), 1e-12)
		}
		if ok {
			require.LessOrEqual(t, float64(r.Updates), r.value("updates_bound"))
			longest := 0.
			for _, e := range set.Examples {
				longest = max(longest, length(append(append([]float64(nil), e.X.Value...), 1)))
			}
			q := longest / r.value("gamma_lifted")
			want := (2 - epsilon) / epsilon * q * q
			if strings.Contains(r.Learner, "romma") {
				want = q * q / epsilon / epsilon
			}
			require.InEpsilon(t, want, r.value("updates_bound"), 1e-9)
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
		row := Row{RunRow: term.RunRow{Learner: "L", Data: "D"}}
		tr := theory.Trace{Families: spec.Families(), Params: spec.Params(), Lift: 1, Updates: c.updates,
			Gamma: math.NaN(), Norm: math.NaN()}
		row.judge(&tr, theory.Evidence{Geometry: geo, Margin: c.margin, AtRest: c.atRest})
		require.Equal(t, c.want, append([]string{}, row.Violated...))
		require.InDelta(t, 300, row.value("updates_bound"), 1e-9)
		if c.atRest {
			require.InDelta(t, 1./3, row.value("margin_bound"), 1e-12)
		} else {
			require.True(t, math.IsNaN(row.value("margin_bound")))
		}
		err := tally(term.NewOut(io.Discard), []Row{row})
		if len(c.want) == 0 {
			require.NoError(t, err)
			continue
		}
		require.ErrorAs(t, err, new(term.Finding))
		require.ErrorContains(t, err, c.want[0]+" (L on D, seed 0)")
	}
}

// Runs that are not at rest are counted, and are no part of means and fits.
func TestSyntheticSaysWhatIsNotAtRest(t *testing.T) {
	t.Parallel()
	grid := smallCubes
	grid.passes = 2
	c := small(t, Synthetic(), 6, grid.plan)
	text := printedBy(t, c)
	require.Contains(t, text, "bias(amira(eps=0.1),1)   0 of 6      - ")
	require.Contains(t, text, "0.5  amira     0 of 3 ")
	require.Contains(t, text, "\nromma        -  -                         2  -\n")
	rows := rowsOf(t, c)
	for _, r := range rows {
		require.LessOrEqual(t, r.Passes, 2)
	}
	require.Contains(t, syntheticFigure2(rows).SVG(), "median - of 0 runs, 6 more not at rest")
	require.NotContains(t, syntheticFigure3(grid.swept(rows)).SVG(), "fit", "nothing to fit")
}

// What is fitted grows with 1/ε, at the small ε where all runs are at rest.
func TestLawOfTheUpdates(t *testing.T) {
	t.Parallel()
	var rows []Row
	at := func(epsilon float64, counts ...int) {
		for run, n := range counts {
			r := Row{Run: run, Asked: withEpsilon("amira", epsilon),
				RunRow: term.RunRow{Updates: n, Params: map[string]any{"eps": epsilon}}}
			r.set("at_rest", n > 0)
			rows = append(rows, r)
		}
	}
	at(0.1, 5, 0)
	at(0.125, 6400, 640)
	at(0.25, 1600, 160)
	at(0.5, 400, 40)
	at(1, 1, 1)
	law := restLaw(rows)
	require.InDelta(t, 2, law.slope, 1e-12)
	require.InDelta(t, 0, law.half, 1e-12)
	require.Equal(t, []float64{0.125, 0.5}, []float64{law.low, law.high})
	require.True(t, math.IsNaN(restLaw(rows[6:7]).slope))
	require.Equal(t, "amira", family(rows[0]))
}
