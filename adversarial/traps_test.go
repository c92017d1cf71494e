package adversarial_test

import (
	"context"
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/adversarial"
	"marginlab/algos"
	driver "marginlab/algos/trial"
	"marginlab/theory"
)

func run(t *testing.T, learner string, trap adversarial.Trap) theory.Trace {
	t.Helper()
	tr, err := trace(learner, trap)
	require.NoError(t, err)
	return tr
}

func trace(learner string, trap adversarial.Trap) (theory.Trace, error) {
	spec, err := algos.Parse(learner)
	if err != nil {
		return theory.Trace{}, err
	}
	return spec.Run(context.Background(), trap.Dim(), slices.Values(trap.Examples))
}

func geometry(t *testing.T, trap adversarial.Trap, view theory.View) theory.Geometry {
	t.Helper()
	g, err := measured(trap, view)
	require.NoError(t, err)
	require.True(t, g.Separable)
	return g
}

func measured(trap adversarial.Trap, view theory.View) (theory.Geometry, error) {
	return driver.Measure(context.Background(), trap.Examples, view)
}

func evidence(t *testing.T, trap adversarial.Trap, tr *theory.Trace, view theory.View) theory.Evidence {
	t.Helper()
	ev, err := evidenceOf(trap, tr, view)
	require.NoError(t, err)
	return ev
}

func evidenceOf(trap adversarial.Trap, tr *theory.Trace, view theory.View) (theory.Evidence, error) {
	return driver.NewSurvey(trap.Examples, trap.Dim()).Evidence(context.Background(), tr, nil, view)
}

// A row that names a construction is tight: on it, the learner reaches the
// bound. The names are those of Traps.
func TestTightRowsAreReached(t *testing.T) {
	traps := map[string]adversarial.Trap{}
	for _, trap := range adversarial.Traps() {
		traps[trap.Name] = trap
	}
	tight := 0
	for _, g := range theory.Table() {
		if g.Tight == "" {
			continue
		}
		tight++
		trap, ok := traps[g.Tight]
		require.True(t, ok, "row %s names %s, which is no trap", g.ID, g.Tight)
		v, _ := tightness(t, g, trap)
		require.True(t, v.Holds, g.ID)
		require.InDelta(t, 1, v.Ratio, 1e-8+trap.Within, "row %s is not tight: %s is %v of %v", g.ID, g.Quantity, v.Value, v.Bound)
	}
	require.NotZero(t, tight)
}

// tightness holds a tight row against its trap, whose learner is at rest in the end if the row
// asks for that; only so does the row speak there. It returns what else the row may be held
// against, with another bound.
func tightness(t *testing.T, g theory.Guarantee, trap adversarial.Trap) (v theory.Verdict, again func(theory.Guarantee) theory.Verdict) {
	learner, passes := tightLearner(g, trap), 1
	if g.Names("rest_margin") {
		passes = 2
	}
	tr := run(t, learner, adversarial.Trap{Examples: slices.Repeat(trap.Examples, passes)})
	require.True(t, g.Applies(&tr), "row %s on %s", g.ID, learner)
	ev, err := driver.NewSurvey(trap.Examples, trap.Dim()).Evidence(t.Context(), &tr, nil, g.ViewOf(&tr))
	require.NoError(t, err)
	again = func(g theory.Guarantee) theory.Verdict { return g.Check(&tr, ev) }
	return again(g), again
}

// AMIRA's bound on updates is reached, up to a part in (R/γ)², whatever ε: 1/ε is needed.
func TestAMIRAsUpdatesAreTightForEveryEps(t *testing.T) {
	for _, k := range []float64{10, 100, 300} {
		for _, eps := range []float64{1, 0.5, 0.1, 0.01} {
			trap := adversarial.Spiral(k, eps)
			trap.Examples = trap.Examples[:len(trap.Examples)-1]
			tr := run(t, trap.Learner, trap)
			require.Equal(t, len(trap.Examples), tr.Updates)
			bound := (2 - eps) / eps * k
			require.LessOrEqual(t, float64(tr.Updates), bound)
			require.Greater(t, float64(tr.Updates), bound*(1-2/k), "k = %v, eps = %v", k, eps)
			for _, e := range trap.Examples { // by u = (1, 0, 0) with a margin of 1, and of length √k
				require.Equal(t, 1.0, e.X.Dot([]float64{1, 0, 0}))
				require.InDelta(t, k, e.X.SqNorm(), 1e-9*k)
			}
		}
	}
}

// AMIRA errs (R/γ)² times on the unit vectors, whatever ε, as its other rows allow more.
func TestAMIRAsMistakesAreTightForEveryEps(t *testing.T) {
	trap := adversarial.UnitVectors(16)
	for _, learner := range []string{"pa", "amira(eps=0.01)", "amira(eps=0.5)", "mira"} {
		tr := run(t, learner, trap)
		require.Equal(t, 16, tr.Mistakes, learner)
		g := geometry(t, trap, theory.View{Origin: true})
		require.InDelta(t, 16, theory.Row("amira-mistakes").Bound(theory.Setting{Evidence: theory.Evidence{Geometry: g}, Trace: &tr}), 1e-8)
	}
}

// tightLearner is the learner that reaches the bound of a tight row on its trap.
func tightLearner(g theory.Guarantee, trap adversarial.Trap) string {
	switch g.Learner {
	case "omm":
		return trap.Learner
	case "mcf", "cosine":
		return "mcp"
	case "passive-aggressive":
		return "amira"
	case "perceptron(last)":
		return "perceptron"
	case "mcp(rho<1/2)":
		return "cmcp"
	case "amira":
		if trap.Within == 0 {
			return "mira"
		}
		return trap.Learner
	}
	return g.Learner
}

// A row on an online learner of two classes that is refuted as printed is refuted by
// a construction.
func TestRefutedRowsAreRefuted(t *testing.T) {
	for _, g := range theory.Table() {
		if g.Status != theory.RefutedAsPrinted || g.Task != theory.Online || g.ID == tooLong {
			continue
		}
		worst := 0.
		for _, trap := range adversarial.Traps() {
			tr := run(t, trap.Learner, trap)
			if !g.Applies(&tr) {
				continue
			}
			if v := g.Check(&tr, evidence(t, trap, &tr, g.ViewOf(&tr))); !v.Silent() && !v.Holds {
				worst = max(worst, v.Ratio)
			}
		}
		require.Greater(t, worst, 1.01, g.ID)
	}
}

func TestShortFirst(t *testing.T) {
	trap := adversarial.ShortFirst(0.01, 1000)
	tr := run(t, "mira", trap)
	require.InDelta(t, 2/0.01, tr.Mistakes, 10, "about 2/eta, and the margin is gone")
	require.Equal(t, len(trap.Examples), tr.Mistakes)
	for _, e := range trap.Examples[1:] {
		require.GreaterOrEqual(t, float64(e.Y)*e.X.Dot([]float64{.8, .6}), .5)
		require.InDelta(t, 1, e.X.SqNorm(), 1e-9)
	}
}

// Every proved guarantee holds on every trap, for every learner, and with diameters that are
// only known from above.
func TestProvedGuaranteesHoldOnTraps(t *testing.T) {
	learners := append(algos.Defaults(), parse(t, "n-omm(keep=violating)"), parse(t, "omm(rho=0.5)"))
	heard := map[string]int{}
	for _, trap := range adversarial.Traps() {
		for _, spec := range learners {
			tr := run(t, spec.String(), trap)
			survey := driver.NewSurvey(trap.Examples, trap.Dim())
			verdicts, err := theory.Verdicts(t.Context(), &tr, func(v theory.View) (theory.Evidence, error) {
				return survey.Evidence(context.Background(), &tr, nil, v)
			})
			require.NoError(t, err)
			require.NotEmpty(t, verdicts)
			wider, err := theory.Verdicts(t.Context(), &tr, func(v theory.View) (theory.Evidence, error) {
				ev, err := survey.Evidence(context.Background(), &tr, nil, v)
				for _, diameter := range []*float64{&ev.DPlus, &ev.DMinus, &ev.D, &ev.Delta} {
					*diameter *= 1.5
				}
				return ev, err
			})
			require.NoError(t, err)
			spoken, silent := 0, []string{}
			for i, v := range verdicts {
				if w := wider[i]; !w.Silent() { // what is proved of a diameter is proved of any number above it
					require.False(t, v.Holds && !w.Holds, "%s on %s: %s", v.Guarantee.ID, trap.Name, spec)
					require.LessOrEqual(t, w.Ratio, v.Ratio+1e-9*math.Abs(v.Ratio), "%s on %s: %s", v.Guarantee.ID, trap.Name, spec)
				}
				if !v.Silent() {
					spoken++
				} else if v.Guarantee.Where == "" && !v.Guarantee.Names("rest_margin") {
					silent = append(silent, v.Guarantee.ID)
				}
				if v.Guarantee.Status == theory.Proved {
					require.True(t, v.Holds, "%s on %s: %s is %v of %v", v.Guarantee.ID, trap.Name, spec, v.Value, v.Bound)
				}
			}
			if g, err := survey.Geometry(context.Background(), theory.View{}); err == nil && g.Separable && spec.Families()[0] == "omm" {
				require.Empty(t, silent, "%s on %s", spec, trap.Name)
			}
			heard[spec.String()] += spoken
		}
	}
	for _, spec := range learners {
		require.NotZero(t, heard[spec.String()], "%s: silent on every trap", spec)
	}
}

func parse(t *testing.T, expr string) *algos.Spec {
	t.Helper()
	spec, err := algos.Parse(expr)
	require.NoError(t, err)
	return spec
}

func TestOneMistake(t *testing.T) {
	trap := adversarial.OneMistake()
	tr := run(t, "e-omm", trap)
	require.Equal(t, 2, tr.OpeningMistakes())
	require.Equal(t, 3, tr.Mistakes)
	g := geometry(t, trap, theory.View{})
	require.InDelta(t, 2, g.R(), 1e-12)
}

// Example 5.1: the Perceptron makes Ω(c²) mistakes, all but one of the steps;
// OMM, as r < 2, at most the two of its opening.
func TestPerceptronTrap(t *testing.T) {
	for c, steps := range map[float64]int{4: 8, 10: 42, 20: 162} {
		trap := adversarial.PerceptronTrap(c)
		require.Len(t, trap.Examples, steps, "c = %v", c)
		p := run(t, "perceptron", trap)
		require.Equal(t, steps-1, p.Mistakes, "c = %v", c)
		require.Equal(t, steps, p.Updates, "c = %v", c)
		require.Greater(t, float64(p.Mistakes), c*c/3)
		for _, omm := range []string{"e-omm", "ce-omm", "omm(rho=0.5)", "n-omm", "n-omm(keep=violating)", "n-omm(rho=0.5)"} {
			tr := run(t, omm, trap)
			require.LessOrEqual(t, tr.Mistakes, 2, omm)
		}
		g := geometry(t, trap, theory.View{})
		require.InDelta(t, math.Hypot(1, 1.5/c), g.Gamma, 1e-9, "half the distance of z¹ and z³")
		require.InDelta(t, math.Hypot(c+3/c, 1), g.DBar, 1e-9)
	}
}

func TestTiesUpdateOnce(t *testing.T) {
	for _, rho := range []float64{0, 0.25, 0.5} {
		trap := adversarial.Tie(rho, 50)
		tr := run(t, trap.Learner, trap)
		first := tr.Steps[2]
		require.Equal(t, rho*first.Target, first.Score, "a_t = ργ_t")
		require.True(t, first.Updated)
		require.Equal(t, 1, tr.Violations(rho))
		for _, s := range tr.Steps[3:] {
			require.False(t, s.Updated || s.Mistake())
		}
		// As printed, with a_t < ργ_t, every repeat would be counted again:
		// more than Theorem 4.1 allows.
		g := geometry(t, trap, theory.View{})
		bound := theory.Row("omm-theorem-4.1").Bound(theory.Setting{Evidence: theory.Evidence{Geometry: g}, Trace: &tr, Phi: rho, Gamma3: 1})
		require.Less(t, bound, 50.)
	}
}

func TestWrongSplitRefutesThePrintedBound(t *testing.T) {
	trap := adversarial.WrongSplit()
	tr := run(t, trap.Learner, trap)
	g := geometry(t, trap, theory.View{})
	require.Equal(t, 1, tr.Violations(0.9))
	refuted := map[string]bool{}
	for _, row := range theory.Table() {
		if row.Applies(&tr) {
			v := row.Check(&tr, theory.Evidence{Geometry: g})
			refuted[row.ID] = !v.Holds
			require.Equal(t, v.Holds, row.Status != theory.RefutedAsPrinted, row.ID)
		}
	}
	require.True(t, refuted["omm-theorem-4.1-l2-printed"] && refuted["omm-table-1-iterations-printed"])
}

func TestDroppedPoint(t *testing.T) {
	trap := adversarial.DroppedPoint()
	printed := run(t, "n-omm(keep=violating)", trap)
	dropped := trap.Examples[2]
	require.InDelta(t, -1/math.Sqrt(17), printed.Classifier.Score(dropped.X), 1e-9, "w = (4,-1)/√17, b = 0")
	require.Zero(t, printed.Classifier.Margin(trap.Examples))
	all := run(t, "n-omm", trap)
	g := geometry(t, trap, theory.View{})
	for _, row := range theory.Table() {
		if row.ID == "n-omm-printed-optimal" {
			v := row.Check(&printed, evidence(t, trap, &printed, theory.View{}))
			require.False(t, v.Silent() || v.Holds)
			require.Greater(t, v.Ratio, 1.01)
		}
	}
	require.InDelta(t, g.Gamma, all.Classifier.Margin(trap.Examples), 1e-9)
	require.InDelta(t, g.Gamma, all.Gamma, 1e-9)
}

func TestTrapsRefuseWhatTheyCannotBuild(t *testing.T) {
	for why, builds := range map[string][]func(){
		"Example 5.1 needs c > 3":    {func() { adversarial.PerceptronTrap(3) }},
		"Arc needs sq > 8 and n > 0": {func() { adversarial.Arc(8, 5) }, func() { adversarial.Arc(9, 0) }},
		"ROMMATrap needs l >= 0 and c >= 20(1+l)": {
			func() { adversarial.ROMMATrap(100, -1e-9) }, func() { adversarial.ROMMATrap(39.9, 1) },
		},
		"UnbiasedROMMATrap needs 0 < g <= 0.2": {func() { adversarial.UnbiasedROMMATrap(0) }, func() { adversarial.UnbiasedROMMATrap(0.21) }},
		"ALMATrap needs 0 < alpha <= 1 and 0 < g < 1/√2": {
			func() { adversarial.ALMATrap(0, 0.5, 9) }, func() { adversarial.ALMATrap(1.01, 0.5, 9) },
			func() { adversarial.ALMATrap(0.5, 0, 9) }, func() { adversarial.ALMATrap(0.5, math.Sqrt(0.5), 9) },
		},
		"a spiral needs k > 1 and 0 < eps <= 1": {
			func() { adversarial.Spiral(1, 0.5) }, func() { adversarial.Spiral(2, 0) }, func() { adversarial.Spiral(2, 1.01) },
		},
	} {
		for _, build := range builds {
			require.PanicsWithValue(t, "adversarial: "+why, build)
		}
	}
	require.Panics(t, func() { adversarial.Contradict("no-such-learner", 1, nil) })
	adversarial.ROMMATrap(20, 0)
	adversarial.ALMATrap(1, 0.5, 9)
	adversarial.Spiral(2, 1)
}
