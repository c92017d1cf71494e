package synthetic

import (
	"fmt"
	"math"
	"slices"

	"marginlab/algos"
	"marginlab/cmd/marginlab/reproduce"
	"marginlab/cmd/marginlab/reproduce/stats"
	"marginlab/cmd/marginlab/term"
	"marginlab/theory"
)

// group are the runs of a learner.
type group struct {
	learner   string
	epsilon   float64      // NaN without one
	restless  bool         // it never comes to rest
	resting   []learnerRow // all runs of a learner that never comes to rest
	unsettled int          // runs that did not come to rest
}

func groupOf(learner string, rows []learnerRow) group {
	g := group{learner: learner, epsilon: math.NaN()}
	spec, err := algos.Parse(learner)
	if err != nil {
		panic("synthetic: a learner that has run is not read again: " + err.Error())
	}
	g.restless = spec.Kind.Restless
	for _, r := range rows {
		switch {
		case r.Learner != learner:
			continue
		case r.AtRest, g.restless:
			g.resting = append(g.resting, r)
		default:
			g.unsettled++
		}
		for _, name := range []string{"eps", "alpha"} {
			if e, ok := r.Params[name].(float64); ok {
				g.epsilon = e
			}
		}
	}
	return g
}

// column returns the values of the runs at rest, in the order of the runs.
func (g group) column(value func(learnerRow) term.Number) []float64 {
	return reproduce.Column(g.resting, value)
}

func ratioLifted(r learnerRow) term.Number { return r.RatioLifted }
func ratioPlain(r learnerRow) term.Number  { return r.Ratio }
func updates(r learnerRow) term.Number     { return term.Number(r.Updates) }
func passes(r learnerRow) term.Number      { return term.Number(r.Passes) }
func ofBound(r learnerRow) term.Number     { return term.Number(r.Updates) / r.UpdatesBound }

// guaranteed is the fraction of the maximum margin that AMIRA reaches at rest by its
// Theorem 3. conjectured is the fraction that ZH13 observes, without a theorem.
func guaranteed(epsilon float64) float64 {
	return theory.Row("amira-rest").Bound(theory.Setting{
		Evidence: theory.Evidence{Geometry: theory.Geometry{Gamma: 1, Separable: true}},
		Trace:    &theory.Trace{Params: map[string]float64{"eps": epsilon}},
	})
}

func conjectured(epsilon float64) float64 { return 1 - epsilon }

// amiraMeans are the mean margins that ZH13 reports of Figure 2.
func amiraMeans() map[string]string {
	return map[string]string{
		"bias(perceptron,1)": "~0.1", swept("amira", 1): "~0.1", swept("amira", 0.9): "~0.4", swept("amira", 0.1): "~0.95",
	}
}

func printFigure2(w *term.Out, rows []learnerRow) {
	w.Say("Figure 2: the margin at rest, as a part of the maximum margin of (x, 1) through the origin; to the right of x with a bias\n")
	g := term.NewTable(term.Left("learner"), term.Right("at rest"), term.Right("least"),
		term.Right("quartile").Drop(2), term.Right("median"), term.Right("quartile").Drop(2), term.Right("most"),
		term.Right("guaranteed"), term.Right("1-eps").Drop(1), term.Right("below it"), term.Right("with a bias: paper"),
		term.Right("mean"))
	for _, name := range figure2Learners() {
		runs := groupOf(name, rows)
		v := runs.column(ratioLifted)
		bound, claim, below := "-", "-", "-"
		if !math.IsNaN(runs.epsilon) {
			bound, claim = term.Fixed(guaranteed(runs.epsilon), 3), term.Fixed(conjectured(runs.epsilon), 3)
			below = fmt.Sprint(len(slices.DeleteFunc(slices.Clone(v), func(m float64) bool { return m >= conjectured(runs.epsilon) })))
		}
		paper, ok := amiraMeans()[name]
		if !ok {
			paper = "-"
		}
		g.Row(name, runs.rested(), term.Fixed(stats.Least(v), 3), term.Fixed(stats.Quantile(0.25, v), 3), term.Fixed(stats.Quantile(0.5, v), 3), term.Fixed(stats.Quantile(0.75, v), 3), term.Fixed(stats.Most(v), 3),
			bound, claim, below, paper, term.Fixed(stats.Mean(runs.column(ratioPlain)), 3))
	}
	g.Print(w)
}

// rested says how many of the runs came to rest.
func (g group) rested() string {
	if g.restless {
		return "never"
	}
	return fmt.Sprintf("%d of %d", len(g.resting), len(g.resting)+g.unsettled)
}

// sweep is Figure 3: the runs of a family at every ε, and the power law of their
// updates.
type sweep struct {
	family string
	groups []group // by ε
	law    stats.PowerLaw
}

func (c *Command) sweep(rows []learnerRow) []sweep {
	rows = slices.DeleteFunc(slices.Clone(rows), func(r learnerRow) bool { return r.Run > c.sweepRuns() })
	var all []sweep
	for _, family := range c.sweptFamilies(0) {
		s := sweep{family: family}
		for _, epsilon := range c.Eps {
			s.groups = append(s.groups, groupOf(swept(family, epsilon), rows))
		}
		s.law = lawOf(s.groups)
		all = append(all, s)
	}
	return all
}

// fitUpTo is the largest ε that takes part in a fit. AMIRA's bound (2−ε)/ε falls as
// ε^−1.33 there, and as ε^−1.05 at ε = 0.1.
const fitUpTo = 0.5

// lawOf fits updates ∝ ε^Slope to the ε at which all runs came to rest.
func lawOf(groups []group) stats.PowerLaw {
	var epsilons []float64
	var counts [][]float64
	for _, g := range groups {
		if g.epsilon <= fitUpTo && g.unsettled == 0 && len(g.resting) > 0 {
			epsilons, counts = append(epsilons, g.epsilon), append(counts, g.column(updates))
		}
	}
	return stats.FitPowerLaw(epsilons, counts)
}

func printFigure3(w *term.Out, sweeps []sweep) {
	w.Say("\nFigure 3: means over the runs at rest, margins with their range; how much of the bound on the updates is used up at most, and passes at most\n")
	g := term.NewTable(term.Right("eps"), term.Left("learner"), term.Right("at rest"), term.Right("margin of (x, 1)"),
		term.Right("margin with a bias"), term.Right("updates"), term.Right("of the bound"), term.Right("passes").Drop(1))
	ranged := func(v []float64) string {
		if len(v) == 0 {
			return "-"
		}
		return fmt.Sprintf("%s (%s..%s)", term.Fixed(stats.Mean(v), 3), term.Fixed(stats.Least(v), 3), term.Fixed(stats.Most(v), 3))
	}
	for i := range sweeps[0].groups {
		for k, s := range sweeps {
			runs := s.groups[i]
			epsilon := ""
			if k == 0 {
				epsilon = fmt.Sprint(runs.epsilon)
			}
			g.Row(epsilon, s.family, runs.rested(), ranged(runs.column(ratioLifted)), ranged(runs.column(ratioPlain)),
				term.Fixed(stats.Mean(runs.column(updates)), 0), term.Number(stats.Most(runs.column(ofBound))), term.Number(stats.Most(runs.column(passes))))
		}
	}
	g.Print(w)
	w.Say("\nupdates ~ (1/eps)^slope\n")
	g = term.NewTable(term.Left("learner"), term.Right("slope"), term.Left("95 % interval"), term.Right("of the bound"), term.Left("eps"))
	for k, s := range sweeps {
		interval, epsilons := "-", "-"
		if !math.IsNaN(s.law.Slope) {
			epsilons = fmt.Sprintf("%v..%v", s.law.Low, s.law.High)
		}
		if !math.IsNaN(s.law.Lower) {
			interval = fmt.Sprintf("%s..%s", term.Fixed(-s.law.Upper, 3), term.Fixed(-s.law.Lower, 3))
		}
		g.Row(s.family, term.Fixed(-s.law.Slope, 3), interval, boundSlopes()[k], epsilons)
	}
	g.Print(w)
}
