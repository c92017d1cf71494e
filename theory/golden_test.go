package theory_test

import (
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/theory"
	"marginlab/theory/vec"
)

var update = flag.Bool("update", false, "write testdata/bounds.golden anew")

const (
	goldenFile     = "testdata/bounds.golden"
	goldenSettings = 300 // the first 200 in ℓ2
)

// TestBoundsAreTheGoldenOnes compares the bound of every row with values from a second implementation of the
// theorems: functions in Go, which the claims of the table replaced. A line of the file has a row's ID and its bounds
// at the settings of [goldenSetting]; a dash marks a setting outside its norms.
func TestBoundsAreTheGoldenOnes(t *testing.T) {
	t.Parallel()
	if *update {
		writeGolden(t)
	}
	lines := goldenLines(t)
	for id, fields := range lines {
		g := theory.Row(id)
		off, at := offGolden(t, g, fields)
		if !(off <= goldenLimit) {
			t.Errorf("%s: the bound at setting %d is %v, %.2g from the golden %s", id, at, g.Bound(goldenSetting(at)), off, fields[at])
		}
		if testing.Verbose() && off > 1e-13 {
			t.Logf("%s: %.2g", id, off)
		}
	}
	require.Len(t, lines, len(theory.Table()), "rows in %s; -update adds a new row", goldenFile)
}

// goldenLines returns the lines of the file, by ID.
func goldenLines(t *testing.T) map[string][]string {
	data, err := os.ReadFile(goldenFile)
	require.NoError(t, err)
	all := map[string][]string{}
	for line := range strings.Lines(string(data)) {
		fields := strings.Fields(line)
		require.Len(t, fields[1:], goldenSettings)
		all[fields[0]] = fields[1:]
	}
	return all
}

// offGolden returns the greatest error of the bounds of g, and the setting where it occurs.
func offGolden(t *testing.T, g theory.Guarantee, fields []string) (worst float64, at int) {
	for i, field := range fields {
		if field == "-" {
			continue
		}
		want, err := strconv.ParseFloat(field, 64)
		require.NoError(t, err)
		got := g.Bound(goldenSetting(i))
		if g.ID == looser {
			got = min(got, want)
		}
		if off := relative(got, want); !(off <= worst) {
			worst, at = off, i
		}
	}
	return worst, at
}

const (
	goldenLimit = 1e-10
	// looser is the row whose golden values are least over all lengths of u: its bound is read at some of them, and
	// may be greater, but not less.
	looser = "perceptron-hinge-printed"
)

// writeGolden adds the rows that the file lacks. It does not rewrite the others: they come from a second
// implementation of their theorems.
func writeGolden(t *testing.T) {
	data, err := os.ReadFile(goldenFile)
	require.NoError(t, err)
	var text strings.Builder
	text.Write(data)
	known := goldenLines(t)
	for _, g := range theory.Table() {
		if known[g.ID] != nil {
			continue
		}
		text.WriteString(g.ID)
		for i := range goldenSettings {
			if s := goldenSetting(i); g.Norms.Include(s.Trace.Space) {
				fmt.Fprintf(&text, " %.14g", g.Bound(s))
			} else {
				text.WriteString(" -")
			}
		}
		text.WriteString("\n")
	}
	require.NoError(t, os.WriteFile(goldenFile, []byte(text.String()), 0o644))
}

// relative returns the relative difference of two bounds, 0 if both are the same infinity.
func relative(got, want float64) float64 {
	switch {
	case got == want || math.IsNaN(got) && math.IsNaN(want):
		return 0
	case math.IsInf(got, 0) || math.IsInf(want, 0) || math.IsNaN(got) || math.IsNaN(want):
		return math.Inf(1)
	}
	return math.Abs(got-want) / max(1, math.Abs(got), math.Abs(want))
}

// goldenSetting returns the setting with that number: r to 10⁶, margins to 10⁻⁹ of the lengths, φ at and near 0, 1−r
// and 1, equal and unequal norms, tied scores, no step at all, no comparator with a margin.
func goldenSetting(i int) theory.Setting {
	rng := rand.New(rand.NewPCG(uint64(i), 35))
	pick := func(of ...float64) float64 { return of[rng.IntN(len(of))] }
	yes := func() bool { return rng.IntN(2) == 0 }
	between := func(low, high float64) float64 { return low + (high-low)*rng.Float64() }
	powers := func(low, high float64) float64 { return math.Pow(10, between(low, high)) }

	var s theory.Setting
	s.Trace = &theory.Trace{}
	if i >= 200 {
		s.Trace.Space = []vec.Norm{vec.P(3), vec.P(1.5), vec.P(10), vec.P(1.125)}[i%4]
	}
	r := pick(powers(-1, 1), powers(-1, 1), powers(0, 6), 1, 1.5, 2, 3./8)
	s.Gamma = pick(1, powers(-9, 0), powers(0, 3))
	s.Lower, s.D = s.Gamma, r*s.Gamma
	s.Separable = i%4 != 3 // as rows on batch algorithms read it
	s.DPlus, s.DMinus = s.D, s.D*between(0, 1)
	s.DBar = s.Gamma * pick(1, 1+powers(-3, 1), powers(0, 3), powers(0, 6))
	s.Delta = s.Gamma * (2 + powers(-1, 4))
	s.Phi = pick(0, between(0, 1), between(0, 0.5), 1-min(1, r), 1-powers(-6, 0), powers(-9, -1), between(-2, 0))
	rho := pick(1, 1, max(0, s.Phi), between(max(0, s.Phi), 1))
	own := s.Gamma * (1 + powers(-3, 2))
	s.Gamma3 = own * (1 + powers(-3, 1))
	s.Updates = rng.IntN(40)
	s.Dim, s.Examples = 1+rng.IntN(9), 1+rng.IntN(50)

	eps, alpha := pick(0.1, 0.5, 1, between(0, 1)), pick(0.5, 1, between(0.01, 1))
	p := map[string]float64{
		"rho": rho, "eps": eps, "delta": pick(0, 0.1, between(0, 1)), "alpha": alpha, "a": pick(1, powers(-1, 1)), "C": pick(1, powers(-1, 1)), "B": 1,
		"lambda": powers(-3, 1), "project": pick(0, 1), "R": s.DBar * pick(0, 0.5, 1, 2), "k": float64(1 + rng.IntN(9)),
		"n": float64(1 + rng.IntN(40)), "gamma": 1 + between(0.1, 2),
	}
	switch rng.IntN(3) {
	case 0: // ALMA's Theorem 3 (1)
		p["B"], p["C"] = math.Sqrt(8)/alpha, math.Sqrt2
	case 1: // and (3)
		p["alpha"], p["C"] = 0.5, pick(1./8, 1./4, 1./2)
		p["B"] = (1 - p["C"]*p["C"]) / p["C"]
	}
	s.Trace.Params = p
	s.Trace.Gamma = own
	if s.Shortest = s.DBar; yes() {
		s.Shortest *= pick(between(0, 1), 0)
	}
	var margins []float64
	if i%20 != 7 {
		for range 1 + rng.IntN(6) {
			margins = append(margins, s.DBar*pick(between(-1, 1), between(0, 1), 0, 0.25))
			step := theory.Step{
				Decision: theory.Decision{Y: theory.Positive, Predicted: theory.Label(pick(-1, 1)), Updated: yes()},
				Score:    pick(-1, 0, 0.5, between(0, 1)), Target: pick(1, 4), Norm: 4,
			}
			s.Trace.Steps = append(s.Trace.Steps, step)
			s.Lengths = append(s.Lengths, s.DBar*between(0.1, 1))
			s.Trace.Count(&step)
		}
	}
	s.Trace.Seen = len(s.Trace.Steps)
	s.Comparator = theory.NewComparator(margins)
	s.Trace.LogDet = between(0, 10)
	const w = 4
	below := pick(own*between(-0.5, 2), s.D, s.D*s.D/(2*own), 0)
	s.Step = theory.Step{
		Score: (own - below) * w, Target: own * w, Norm: w,
		Decision: theory.Decision{Y: theory.Label(pick(-1, 1)), Updated: slices.Contains([]float64{0, 1, 2}, pick(0, 1, 2, 3))},
	}
	s.Iterate = theory.Iterate{
		K: rng.IntN(40), Mu: powers(-2, 1), LMu: -powers(-2, 1), Start: between(0, 1), Least: between(0.001, 1), Delta: between(0.01, 1), Last: yes(),
	}
	s.Trace.Lift, s.Trace.Norm = pick(-2, 0, 1), powers(-1, 1)
	s.Inradius = pick(0, between(0, 1))
	p["beta"] = s.DBar * s.DBar * pick(0, 0.5, powers(-2, 2))
	return s
}

// A typo in the claim of a row changes the golden bounds. TestEndsOfCases finds typos at the end of a case, and
// TestTightRowsAreReached of package adversarial those in a strict relation.
func TestTyposAreCaught(t *testing.T) {
	t.Parallel()
	lines := goldenLines(t)
	for _, c := range []struct{ id, old, new string }{
		{"omm-theorem-4.1", "r^2 < 2*(1-phi)", "r^2 < (1-phi)"},
		{"omm-table-1-mistakes", "r < 1 ? 2", "r < 1 ? 1"},
		{"omm-appendix-a", "log(2*(r+1))", "log(2*r+1)"},
		{"omm-gamma-3-printed", "2*(D + gamma)", "2*D + gamma"},
		{"omm-s1-power", "^-q", "^q"},
		{"omm-s2", "(r/(1-phi))^q", "(r/(1-phi))^s"},
		{"omm-s3", "3/4*r^2 - 1", "3/4*r^2 + 1"},
		{"alma-updates", " where B == sqrt(8)/alpha && C == sqrt(2)", ""},
		{"alma-rest-sharp", "(1-alpha)*B*sqrt(c)", "(1-alpha)*B*c"},
		{"randomized-regret", "sqrt(2*T)/2", "sqrt(2*T)"},
		{"randomized-regret", "U <= 1/radius", "U < 1/radius"},
		{"second-order-separable", "(a + updates*R^2)", "(a + updates*R)"},
		{"arow-mistakes", " - margin_errors", ""},
		{"nkp-iterations", "rho^2", "rho"},
		{"omm-s1", "r < 2 ?", "r <= 2 ?"},
		{"omm-s1", "+ c/((c-1)*r^2)", "- c/((c-1)*r^2)"},
		{"omm-lemma-4.4", "D_t/(2*gamma_t)", "D_t/gamma_t"},
		{"omm-gamma-3", "(Dplus + Dminus)/2", "(Dplus + Dminus)"},
		{"perceptron-novikoff", "(R/gamma0)^2", "(R/gamma0)^3"},
		{"perceptron-first-step", "(R/gamma0)^2 - 1))", "(R/gamma0)^2 + 1))"},
		{"perceptron-norm-growth", "(c*(updates_t-1) + 1)", "(c*updates_t + 1)"},
		{"perceptron-hinge", "h^2*R^2*U^2/2", "h^2*R^2*U/2"},
		{"romma-optimum", " - 1 where", " where"},
		{"mcp-violations", "/(1 - 2*phi)", "/(1 - phi)"},
		{"pa-violations", "0 <= phi < 1", "0 < phi < 1"},
		{"amira-inseparable-mistakes", " where shortest == R", ""},
		{"amira-rest", "/(2-eps)", "/2"},
		{"pa-i-mistakes-sharp", "2*C*L1", "C*L1"},
	} {
		g := theory.Row(c.id)
		require.Equal(t, 1, strings.Count(g.Claim+"\n"+g.L2, c.old), "%s: %s", c.id, c.old)
		typo := (theory.Guarantee{
			ID: g.ID, Learner: g.Learner, Task: g.Task, Norms: g.Norms, Normalised: g.Normalised,
			Claim: strings.Replace(g.Claim, c.old, c.new, 1), L2: strings.Replace(g.L2, c.old, c.new, 1),
		}).Read()
		off, _ := offGolden(t, typo, lines[c.id])
		require.Greater(t, off, goldenLimit, "%s: %s", c.id, c.new)
	}
}
