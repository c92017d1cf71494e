package normalized

import (
	"bytes"
	"context"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/benchdata"
	"marginlab/cmd/marginlab/reproduce"
	"marginlab/cmd/marginlab/reproduce/goldentest"
	"marginlab/cmd/marginlab/reproduce/stats"
	"marginlab/cmd/marginlab/term"
	"marginlab/cmd/marginlab/term/figuretest"
	"marginlab/cmd/marginlab/term/termtest"
	"marginlab/theory"
)

// smallCones is a run of the command that takes little time.
func smallCones(t *testing.T, args ...string) []string {
	small := strings.Fields("reproduce normalized --runs 3 --size 40 --rho 0.3,0.1,0.05 --sizes 5,40 --at-rho 0.1 --dim 8 --dual-size 12 --dual-dim 3 --eps 0.1,0.01,0.001 --at-depth 0.1 --depth 0.2,0.05 --at-eps 0.01 --dual-sizes 12,320 --seed 5 --state")
	return append(append(small, filepath.Join(t.TempDir(), "state")), args...)
}

// coneRows are the rows that the command prints, without their seconds.
func coneRows(t *testing.T, args ...string) []algorithmRow {
	var rows []algorithmRow
	for line := range strings.Lines(printed(t, append(args, "--json")...)) {
		var r algorithmRow
		require.NoError(t, json.Unmarshal([]byte(line), &r))
		r.Seconds = 0
		rows = append(rows, r)
	}
	return rows
}

// The whole output of a small run.
func TestNormalizedOutput(t *testing.T) {
	goldentest.Check(t, "tables.golden", goldentest.Without("seconds", printed(t, smallCones(t)...)))
	goldentest.Check(t, "rows.golden", goldentest.Rows(printed(t, smallCones(t, "--runs", "2", "--json")...)))
}

func TestNormalizedDoesNotDependOnTheScheduling(t *testing.T) {
	both := termtest.JSON(t, coneRows(t, smallCones(t)...))
	before := runtime.GOMAXPROCS(1)
	defer runtime.GOMAXPROCS(before)
	require.Equal(t, both, termtest.JSON(t, coneRows(t, smallCones(t)...)))
	require.NotEqual(t, both, termtest.JSON(t, coneRows(t, smallCones(t, "--seed", "6")...)))
}

// mostWrong is how many updates a Perceptron makes that takes the example of the
// least y(w·x) until all are above 0: the normalised one, on unit vectors.
func mostWrong(examples []theory.Example, dim int) int {
	w := make([]float64, dim)
	for k := 0; ; k++ {
		worst, least := 0, math.Inf(1)
		for i, e := range examples {
			var s float64
			for j, v := range e.X.Value {
				s += w[j] * v
			}
			if s *= float64(e.Y); s < least-1e-12 {
				worst, least = i, s
			}
		}
		if least > 1e-12 {
			return k
		}
		for j, v := range examples[worst].X.Value {
			w[j] += float64(examples[worst].Y) * v
		}
	}
}

// What the rows say is computed again by the test's own formulas.
func TestNormalizedRows(t *testing.T) {
	t.Parallel()
	all := coneRows(t, smallCones(t)...)
	require.Len(t, all, (5+3+2+2)*3*4)
	rows := all[:5*3*4]
	rho, sizes := []float64{0.3, 0.1, 0.05, 0.1, 0.1}, []int{40, 40, 40, 5, 40}
	bound := map[string]func(rho, n float64) float64{
		"nkp":     func(rho, _ float64) float64 { return 1 / (rho * rho) },
		"nvn":     func(rho, _ float64) float64 { return 1/(rho*rho) - 1 },
		"snkp":    func(rho, n float64) float64 { return 2 * math.Sqrt(2*math.Log(n)) / rho },
		"snkp-vn": func(rho, n float64) float64 { return 2 * math.Sqrt(2*n) / rho },
	}
	for i, r := range rows {
		cell, run := i/12, i/4%3
		cone := benchdata.Cone{Examples: sizes[cell], Dim: 8, Margin: rho[cell], Seed: 5 + uint64(run)}
		require.Equal(t, cone.String(), r.Data)
		require.Equal(t, []string{overRho, overRho, overRho, overPoints, overPoints}[cell], r.Sweep)
		require.Equal(t, run+1, r.Run)
		require.Equal(t, cone.Seed, r.Seed)
		require.Equal(t, []string{"nkp", "snkp", "nvn", "snkp-vn"}[i%4], r.algorithm())
		params := map[string]any{algorithms(overRho)[i%4][1]: rho[cell] / 2}
		if r.algorithm() == "snkp-vn" {
			params["prox"], params["ratio"] = "square", 1.
		}
		require.Equal(t, params, r.Params)
		require.Equal(t, term.Number(rho[cell]), r.Rho)
		require.InEpsilon(t, rho[cell], float64(r.GammaStar), 1e-9)
		require.Equal(t, "separator", *r.Certificate)
		require.Empty(t, r.Violated)
		require.Positive(t, r.Held)
		require.Positive(t, r.Margin)
		require.LessOrEqual(t, float64(r.Margin), rho[cell]*(1+1e-9))
		require.InEpsilon(t, float64(r.Margin)/rho[cell], float64(r.MarginRatio), 1e-9)
		want := bound[r.algorithm()](rho[cell], float64(cone.Examples))
		require.InEpsilon(t, want, float64(r.UpdatesBound), 1e-8)
		require.Equal(t, r.UpdatesBound, r.Published.Updates)
		require.InEpsilon(t, float64(r.Updates)/want, float64(r.BoundRatio), 1e-8)
		require.LessOrEqual(t, float64(r.BoundRatio), 1.)
		if r.algorithm() == "nkp" {
			set, _, err := cone.Generate()
			require.NoError(t, err)
			require.Equal(t, mostWrong(set.Examples, set.Dim), r.Updates)
		}
	}
}

// towards is how many times Von Neumann and Gilbert go from w, which starts at the mean of the
// points, to the nearest point of the segment to the point of the least product with w, until
// |w| is at most eps.
func towards(points []theory.Example, dim int, eps float64) int {
	dot := func(a, b []float64) (s float64) {
		for i := range a {
			s += a[i] * b[i]
		}
		return s
	}
	w := make([]float64, dim)
	for _, e := range points {
		e.X.AddTo(w, float64(e.Y)/float64(len(points)))
	}
	for k := 0; ; k++ {
		if math.Sqrt(dot(w, w)) <= eps {
			return k
		}
		least, z := math.Inf(1), make([]float64, dim)
		for _, e := range points {
			if s := float64(e.Y) * e.X.Dot(w); s < least {
				least = s
				clear(z)
				e.X.AddTo(z, float64(e.Y))
			}
		}
		step := (dot(w, w) - least) / (dot(w, w) - 2*least + dot(z, z))
		for i := range w {
			w[i] += min(1, step) * (z[i] - w[i])
		}
	}
}

// Of the dual side too: of 320 points no facet is looked at.
func TestNormalizedDualRows(t *testing.T) {
	t.Parallel()
	rows := coneRows(t, smallCones(t)...)[5*3*4:]
	eps, depth := []float64{0.1, 0.01, 0.001, 0.01, 0.01, 0.01, 0.01}, []float64{0.1, 0.1, 0.1, 0.2, 0.05, 0.1, 0.1}
	sizes := []int{12, 12, 12, 12, 12, 12, 320}
	// The start q of snkp-vn is the mean of the points, which its sharpest bound speaks of.
	most := map[string]func(rho, eps, q, n float64) float64{
		"nvn": func(rho, eps, _, _ float64) float64 {
			return min(1/(eps*eps), 1+2*math.Log(1/eps)/-math.Log1p(-rho*rho))
		},
		"snkp-vn": func(rho, eps, q, n float64) float64 { return 2 * math.Sqrt(2*n) / eps * q / (rho + q) },
		"isnkp-vn": func(rho, eps, _, n float64) float64 {
			return min(2*math.Sqrt(2*n)/eps*4, math.Ceil(math.Log2(1/eps))*4*math.Sqrt(2*n)/rho)
		},
		"isnkp": func(rho, eps, _, n float64) float64 {
			return min(2*math.Sqrt(2*math.Log(n))/eps, (math.Ceil(math.Log2(1/eps))+1)*(12*math.Sqrt(2*math.Log(n))+1)/rho)
		},
	}
	for i, r := range rows {
		cell, run := i/12, i/4%3
		around := benchdata.Around{Examples: sizes[cell], Dim: 3, Depth: depth[cell], Seed: 5 + uint64(run)}
		require.Equal(t, around.String(), r.Data)
		require.Equal(t, []string{overEps, overEps, overEps, overDepth, overDepth, overAround, overAround}[cell], r.Sweep)
		require.Equal(t, algorithms(overEps)[i%4][0], r.algorithm())
		require.Equal(t, eps[cell], r.Params[algorithms(overEps)[i%4][1]])
		require.Equal(t, term.Number(eps[cell]), *r.Eps)
		require.InEpsilon(t, -depth[cell], float64(r.Rho), 1e-6)
		require.Equal(t, "combination", *r.Certificate)
		require.Empty(t, r.Violated)
		require.Positive(t, r.Held)
		set, err := around.Generate()
		require.NoError(t, err)
		q := make([]float64, 3)
		for _, e := range set.Examples {
			e.X.AddTo(q, float64(e.Y)/float64(sizes[cell]))
		}
		want := most[r.algorithm()](depth[cell], eps[cell], math.Hypot(math.Hypot(q[0], q[1]), q[2]), float64(sizes[cell]))
		require.InEpsilon(t, want, float64(r.UpdatesBound), 1e-5, "%s", r.Learner)
		require.InEpsilon(t, float64(r.Updates)/want, float64(r.BoundRatio), 1e-5)
		if r.algorithm() == "nvn" {
			require.Equal(t, towards(set.Examples, set.Dim, eps[cell]), r.Updates)
		}
		require.LessOrEqual(t, float64(r.BoundRatio), 1.)
	}
}

// Points around the origin whose hull is not as deep as was asked for are refused, and a run
// without an ε-solution is a finding.
func TestNormalizedDualIsHeld(t *testing.T) {
	t.Parallel()
	a := benchdata.Around{Examples: 12, Dim: 3, Depth: 0.1}
	require.NoError(t, asDeep(a, 0.1*(1+1e-7)))
	require.ErrorContains(t, asDeep(a, 0.1001), "expected the planted 0.1")
	require.ErrorContains(t, asDeep(a, 0), "the radius is 0")
	r := algorithmRow{Row: reproduce.Row[publishedRate]{RunRow: term.RunRow{Updates: 50, Learner: "nvn", Certificate: new("separator")}}}
	r.judgeDual(nil)
	require.Equal(t, []string{noCombination}, r.Violated)
	require.Equal(t, "-", r.UpdatesBound.String())
}

// The slopes are over what they are named after, each in its sweep.
func TestNormalizedSlopesAreOverTheirNames(t *testing.T) {
	t.Parallel()
	c := Command{
		Rho: []float64{0.3}, Size: 200, Sizes: []int{30}, AtRho: 0.02, Dim: 20,
		Eps: []float64{0.05}, AtDepth: 0.1, Depth: []float64{0.2}, AtEps: 0.01, AroundN: 9, AroundDim: 3, Arounds: []int{70},
	}
	at := map[string]float64{
		"1/rho": 1 / 0.3, "n": 30, "ln n": math.Log(30),
		"1/eps": 20, "ln 1/eps": math.Log(20), "1/|rho|": 5, "n, dual": 70, "ln n, dual": math.Log(70),
	}
	for _, f := range fits() {
		for _, cell := range c.cells() {
			if cell.sweep == f.sweep {
				require.InEpsilon(t, at[f.over], f.x(cell), 1e-15, f.over)
				delete(at, f.over)
			}
		}
	}
	require.Empty(t, at, "no slope")
}

// The verdict is where the interval lies.
func TestNormalizedVerdict(t *testing.T) {
	t.Parallel()
	law := stats.PowerLaw{Lower: 0.9, Upper: 1.1}
	for bound, want := range map[float64]string{1: "as the bound", 1.2: "below the bound", 0.5: "above the bound", 1.104: "as the bound"} {
		require.Equal(t, want, beside(law, bound))
	}
	require.Equal(t, "-", beside(stats.PowerLaw{Lower: math.NaN()}, 1))
}

func TestNormalizedSubsetIsShort(t *testing.T) {
	t.Parallel()
	c := Command{
		Rho: []float64{0.01, 0.1, 0.3, 0.2, 0.3}, Size: 200, Sizes: []int{300, 100, 30}, AtRho: 0.02, Dim: 20,
		Eps: []float64{0.1, 0.2, 0.3, 0.4}, Depth: []float64{0.1, 0.2, 0.3, 0.05}, AroundN: 9, AroundDim: 3, Arounds: []int{30, 9, 10},
	}
	shape := func() (all [][3]float64) {
		for _, cell := range c.cells() {
			if cell.dual() {
				continue
			}
			all = append(all, [3]float64{cell.cone.Margin, float64(cell.cone.Examples), float64(cell.cone.Dim)})
		}
		return all
	}
	require.Equal(t, [][3]float64{{0.3, 200, 20}, {0.2, 200, 20}, {0.1, 200, 20}, {0.01, 200, 20}, {0.02, 30, 20}, {0.02, 100, 20}, {0.02, 300, 20}}, shape())
	c.Subset, c.PerDim = 100, 30
	require.Equal(t, [][3]float64{{0.3, 100, 20}, {0.2, 100, 20}, {0.1, 100, 20}, {0.02, 30, 2}, {0.02, 100, 3}}, shape())
	c.Subset, c.PerDim = 20, 0
	require.Equal(t, [][3]float64{{0.3, 20, 20}, {0.2, 20, 20}, {0.1, 20, 20}, {0.02, 20, 20}}, shape())
	var dual []float64
	for _, cell := range c.cells()[4:] {
		dual = append(dual, cell.eps, cell.around.Depth, float64(cell.around.Examples))
	}
	require.Equal(t, []float64{0.4, 0, 9, 0.3, 0, 9, 0.2, 0, 9, 0, 0.3, 9, 0, 0.2, 9, 0, 0.1, 9, 0, 0, 9, 0, 0, 10}, dual)
}

// lawful are rows whose iterations are as the law says, of two runs.
func lawful(law func(x float64) float64) []algorithmRow {
	var rows []algorithmRow
	for _, rho := range []float64{0.5, 0.1, 0.01} {
		for run := 1; run <= 2; run++ {
			cell := cell{sweep: overRho, cone: benchdata.Cone{Examples: 10, Dim: 2, Margin: rho}}
			rows = append(rows, algorithmRow{
				Row:   reproduce.Row[publishedRate]{RunRow: term.RunRow{Learner: "nkp(margin=0.1)", Updates: int(math.Round(law(1/rho))) * run}},
				Sweep: overRho, Run: run, UpdatesBound: term.Number(1e6), cell: cell,
			})
		}
	}
	return rows
}

func TestNormalizedSlope(t *testing.T) {
	t.Parallel()
	rows := lawful(func(x float64) float64 { return 3 * x * x }) // 12, 300, 30000
	cells := runsByCell(overRho, "nkp", rows)
	require.Len(t, cells, 3)
	law := slope(cells, cell.at, iterations)
	require.InDelta(t, 2, law.Slope, 1e-12)
	require.InDelta(t, 2, law.Lower, 1e-9)
	require.Equal(t, 2., law.Low)
	require.InDelta(t, 100, law.High, 1e-9)
	require.InDelta(t, 0, slope(cells, cell.at, iterationsBound).Slope, 1e-12)
	require.Equal(t, []string{"0.00", "-0.01", "1.50"}, []string{exponent(-1e-16), exponent(-0.006), exponent(1.5)})

	rows[0].Updates = leastFitted - 1 // one run of two
	law = slope(runsByCell(overRho, "nkp", rows), cell.at, iterations)
	require.InDelta(t, 2, law.Slope, 1e-12)
	require.InDelta(t, 10, law.Low, 1e-9)
	require.Equal(t, "10..100", domain(law))

	rows[2].Updates = 0
	law = slope(runsByCell(overRho, "nkp", rows), cell.at, iterations)
	require.Equal(t, []string{"-", "-", "-"}, []string{exponent(law.Slope), interval(law), domain(law)})
	require.Empty(t, runsByCell(overPoints, "nkp", rows))
	require.Empty(t, runsByCell(overRho, "snkp", rows))
}

// Of the verdicts on a run those of proved theorems count, and the lowest bound on
// the iterations by rho is shown.
func TestNormalizedJudges(t *testing.T) {
	t.Parallel()
	says := func(id string, status theory.Status, claim string, silence theory.SilenceKind, holds bool, bound float64) theory.Verdict {
		return theory.Verdict{
			Guarantee: (theory.Guarantee{ID: id, Claim: claim, Status: status, Task: theory.Batch}).Read(),
			Silence:   theory.Silence{Kind: silence}, Holds: holds, Bound: bound,
		}
	}
	verdicts := []theory.Verdict{
		says("a", theory.Proved, "updates <= 2/rho", theory.Applies, true, 200),
		says("b", theory.Proved, "call_updates <= 1/rho where rho > 0", theory.Applies, true, 100),
		says("c", theory.Proved, "updates <= n", theory.Applies, true, 1),
		says("d", theory.Proved, "norm_k <= rho", theory.Applies, true, 2),
		says("e", theory.RefutedAsPrinted, "updates <= 1/rho", theory.Applies, false, 3),
		says("f", theory.Proved, "updates <= 1/rho", theory.NotMet, true, 4),
	}
	r := algorithmRow{Row: reproduce.Row[publishedRate]{RunRow: term.RunRow{Updates: 50, Learner: "nkp", Data: "x", Certificate: new("separator")}}}
	r.judge(verdicts)
	require.Equal(t, 4, r.Held)
	require.Equal(t, []string{}, r.Violated)
	require.Equal(t, term.Number(100), r.UpdatesBound)
	require.Equal(t, term.Number(0.5), r.BoundRatio)
	require.Equal(t, "call_updates <= 1/rho", r.Published.Claim)
	require.NoError(t, reproduce.Violations("theorem", []algorithmRow{r}))

	verdicts[0].Holds, verdicts[3].Holds = false, false
	r.Held = 0
	r.judge(verdicts)
	require.Equal(t, 2, r.Held)
	require.Equal(t, []string{"a", "d"}, r.Violated)
	err := reproduce.Violations("theorem", []algorithmRow{{}, r})
	require.EqualError(t, err, "2 theorems are violated: a (nkp on x), d (nkp on x)")
	require.ErrorAs(t, err, new(term.Finding))

	r = algorithmRow{Row: reproduce.Row[publishedRate]{RunRow: term.RunRow{Updates: 50}}}
	r.judge(nil)
	require.Equal(t, []string{noSeparator}, r.Violated)
	require.Nil(t, r.Published)
	require.Equal(t, "- -", r.UpdatesBound.String()+" "+r.BoundRatio.String())
	r.Certificate = new("combination")
	r.judge(nil)
	require.Equal(t, []string{noSeparator}, r.Violated)
}

// Data that do not have the margin that was asked for are refused.
func TestNormalizedHoldsTheConeToItsMargin(t *testing.T) {
	t.Parallel()
	cone := benchdata.Cone{Examples: 2, Dim: 2, Margin: 0.25}
	require.NoError(t, asPlanted(cone, theory.Geometry{Gamma: 0.25, Lower: 0.25 * (1 - 0.9e-9)}))
	for _, geo := range []theory.Geometry{{Gamma: 0.25, Lower: 0.24}, {Gamma: 0.26, Lower: 0.25}, {Gamma: math.NaN(), Lower: 0.25}} {
		require.ErrorContains(t, asPlanted(cone, geo), "expected the planted 0.25")
	}
}

// What is finished is taken from the checkpoint, and the rest is done.
func TestNormalizedGoesOn(t *testing.T) {
	t.Parallel()
	args := smallCones(t)
	file := args[len(args)-1]
	whole := termtest.JSON(t, coneRows(t, args...))
	require.Len(t, termtest.Kept(t, file), (4+5+1)*3, "data that are in two sweeps are one")
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	var b reproduce.Checkpoint
	require.NoError(t, json.Unmarshal(text, &b))
	const first = "cone(examples=40,dim=8,margin=0.3,seed=5)"
	delete(b.Done, first)
	const mark = `"updates":4321`
	const second = "cone(examples=40,dim=8,margin=0.3,seed=6)"
	var rows []map[string]any
	require.NoError(t, json.Unmarshal(b.Done[second], &rows))
	rows[0]["updates"] = 4321
	b.Done[second], err = json.Marshal(rows)
	require.NoError(t, err)
	text, err = json.Marshal(&b)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(file, text, 0o600))

	again := termtest.JSON(t, coneRows(t, append(args, "--resume")...))
	require.Equal(t, 1, strings.Count(again, mark))
	require.Contains(t, termtest.Kept(t, file), first)
	want, got := strings.Split(whole, "\n"), strings.Split(again, "\n")
	require.Len(t, got, len(want))
	for i := range want {
		if !strings.Contains(got[i], mark) {
			require.Equal(t, want[i], got[i])
		}
	}
	require.Equal(t, whole, termtest.JSON(t, coneRows(t, args...)), "without --resume everything is done anew")
}

func TestNormalizedInterrupted(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	var out, errs bytes.Buffer
	require.Equal(t, 2, run(ctx, smallCones(t), term.Streams{Out: term.NewOut(&out), Err: &errs}))
	require.Empty(t, out.String())
	require.Equal(t, "marginlab: interrupted: nothing is finished yet\n", errs.String())
}

// The files of the figure are whole, and the same at every run.
func TestNormalizedFigure(t *testing.T) {
	t.Parallel()
	draw := func(args ...string) figuretest.Figure {
		dir := filepath.Join(t.TempDir(), "new")
		printed(t, append(args, "--figures", dir)...)
		dual := figuretest.Read(t, filepath.Join(dir, "normalized-dual"))
		for _, text := range []string{"(a) iterations, ρ = −0.1", ">ISNKP", ">1/ε<", ">1/|ρ|<"} {
			require.True(t, strings.Contains(string(dual.SVG), text), text)
		}
		return figuretest.Read(t, filepath.Join(dir, "normalized-iterations"))
	}
	drawn := draw(smallCones(t)...)
	goldentest.CheckDrawing(t, "figure.svg.golden", drawn.SVG)
	require.Greater(t, drawn.Picture.Bounds().Dx(), 1000)
	for _, text := range []string{"(a) iterations, 40 points in 8 dimensions", "(b) iterations, ρ = 0.1", ">NKP ~ (1/ρ)^", ">SNKP ~ (1/ρ)^", ">SNKP-VN ~ (1/ρ)^", "the bound of its theorem"} {
		require.True(t, strings.Contains(string(drawn.SVG), text), text)
	}
	nothing := strings.Fields("reproduce normalized --runs 1 --rho 0.3 --sizes 5 --dual-size 12 --dual-dim 3 --eps 0.1 --depth 0.2 --state")
	unfitted := draw(append(nothing, filepath.Join(t.TempDir(), "state"))...)
	require.True(t, strings.Contains(string(unfitted.SVG), ">NKP</text>"), "with nothing to fit")
	if testing.Short() {
		t.Skip("-short: drawn once")
	}
	again := draw(smallCones(t)...)
	require.True(t, bytes.Equal(drawn.SVG, again.SVG))
	require.True(t, bytes.Equal(drawn.PNG, again.PNG))
}
