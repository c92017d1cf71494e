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

func run(t require.TestingT, learner string, trap adversarial.Trap) theory.Trace {
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

// geometry returns the geometry of a trap, which must be separable.
func geometry(t require.TestingT, trap adversarial.Trap, view theory.View) theory.Geometry {
	g, err := driver.Measure(context.Background(), trap.Examples, view)
	require.NoError(t, err)
	require.True(t, g.Separable)
	return g
}

func evidence(t require.TestingT, trap adversarial.Trap, tr *theory.Trace, view theory.View) theory.Evidence {
	ev, err := driver.NewSurvey(trap.Examples, trap.Dim()).Evidence(context.Background(), tr, nil, view)
	require.NoError(t, err)
	return ev
}

// A row that names a construction is tight: on it, the learner reaches the bound, up to rounding: with a bound that is
// a millionth less the row fails. The names come from Traps.
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
		v, again := checkRow(t, g, tightLearner(g, trap), trap)
		require.True(t, v.Holds, g.ID)
		require.InDelta(t, 1, v.Ratio, 1e-8+trap.Within, "row %s is not tight: %s is %v of %v", g.ID, g.Quantity, v.Value, v.Bound)
		factor := 1 - 1e-6 - trap.Within
		if g.AtLeast() {
			factor = 1 / factor
		}
		require.False(t, again(scaleBound(g, factor)).Holds, g.ID)
	}
	require.NotZero(t, tight)
}

// checkRow checks a row with a learner on a trap, at rest in the end if the row requires it; only then does the row
// apply. It also returns the run, on which the row can be checked with another bound.
func checkRow(t require.TestingT, g theory.Guarantee, learner string, trap adversarial.Trap) (
	v theory.Verdict, again func(theory.Guarantee) theory.Verdict) {
	passes := 1
	if g.Names("rest_margin") {
		passes = 2
	}
	tr := run(t, learner, adversarial.Trap{Examples: slices.Repeat(trap.Examples, passes)})
	require.True(t, g.Applies(&tr), "row %s on %s", g.ID, learner)
	ev := evidence(t, trap, &tr, g.ViewOf(&tr))
	again = func(g theory.Guarantee) theory.Verdict { return g.Check(&tr, ev) }
	return again(g), again
}

// requireApplies checks the row of the ID with the learner on the trap, and requires that it applies.
func requireApplies(t require.TestingT, id, learner string, trap adversarial.Trap) theory.Verdict {
	v, _ := checkRow(t, theory.Row(id), learner, trap)
	require.True(t, v.Applies(), id)
	return v
}

// tightLearner returns the learner that reaches the bound of a tight row on its trap.
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
			if v := g.Check(&tr, evidence(t, trap, &tr, g.ViewOf(&tr))); v.Applies() && !v.Holds {
				worst = max(worst, v.Ratio)
			}
		}
		require.Greater(t, worst, 1.01, g.ID)
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
				if w := wider[i]; w.Applies() { // a proof for a diameter also covers any number above it
					require.False(t, v.Holds && !w.Holds, "%s on %s: %s", v.Guarantee.ID, trap.Name, spec)
					require.LessOrEqual(t, w.Ratio, v.Ratio+1e-9*math.Abs(v.Ratio), "%s on %s: %s", v.Guarantee.ID, trap.Name, spec)
				}
				if v.Applies() {
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
			func() { adversarial.SpiralOfClasses(1, 0.5) },
		},
		"NormTrap needs 2 <= p <= 100 and 0 < k <= 20": {
			func() { adversarial.NormTrap(1.5, 4) }, func() { adversarial.NormTrap(3, 21) },
		},
		"FalseLabel needs 0 < epsilon <= 1/4": {func() { adversarial.FalseLabel("romma", 0.3) }},
		"FalseStart needs n > 0":              {func() { adversarial.FalseStart("mcp", 0) }},
		"PUMMATrap needs radius >= 2, 1/radius <= start <= radius, end > 0, n > 0 and 0 <= delta < 1/10": {
			func() { adversarial.PUMMATrap(4, 0.1, 0.1, 2, 0) }, func() { adversarial.PUMMATrap(4, 2, 0.1, 2, 0.1) },
		},
		"PUMMASimplex needs radius >= 2, 0 < start <= radius, end > 0, n > 0 and 0 <= delta < 1": {
			func() { adversarial.PUMMASimplex(4, 0, 0.1, 2, 0) }, func() { adversarial.PUMMASimplex(4, 2, 0.1, 2, 1) },
		},
	} {
		for _, build := range builds {
			require.PanicsWithValue(t, "adversarial: "+why, build)
		}
	}
	require.Panics(t, func() { adversarial.Contradict("no-such-learner", 1, nil) })
	require.Panics(t, func() { adversarial.FalseLabel("romba", 0.1) })
	adversarial.ROMMATrap(20, 0)
	adversarial.ALMATrap(1, 0.5, 9)
	adversarial.Spiral(2, 1)
}
