package reproduce

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"marginlab/algos"
	"marginlab/algos/trial"
	"marginlab/benchdata"
	"marginlab/cmd/marginlab/report/chart"
	"marginlab/cmd/marginlab/term"
	"marginlab/theory"
)

// Synthetic returns Figures 2 and 3 of ZH13.
func Synthetic() Experiment {
	return Experiment{
		Name: "synthetic", Text: syntheticText, Runs: 500, Quick: 5,
		Plan: func(ctx context.Context, o Options) (*Plan, error) {
			grid := syntheticGrid{
				data: benchdata.Cube{Examples: 10000, Dim: 10, Side: 10, Margin: 0.5},
				eps:  []float64{0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1}, sweep: 100,
				passes: 100_000,
			}
			if o.Quick {
				grid.data.Examples, grid.data.Margin = 500, 1
			}
			return grid.plan(ctx, o)
		},
	}
}

const syntheticText = `ZH13 is the paper on Aggressive MIRA. Its Section 4.1 draws 10,000 vectors of 10 coordinates in [0, 10] for each run, labelled by a random hyperplane through the centre of that cube. The learners have a constant coordinate 1 for a bias. They go through the data in one order, again and again, until a pass changes nothing: then they are at rest. A run that is not at rest after 100,000 passes is counted as such, and takes no part in margins, means and fits. Figure 2 is of all runs, Figure 3 of the first 100. With --quick a run has 500 examples.

The paper names no least distance between the examples and the hyperplane. Here it is 0.5, and 1 with --quick. The smaller the distance, the larger the fractions of the maximum margin that are reached, and the longer it takes. The paper's fractions come out at a distance of about 0.1, with some fifty times the passes of 0.5.

Pegasos, with lambda = 0.0001 as in the paper, has no margin at rest: every step shrinks w, so that examples fall below the functional margin 1 again and again. Its margin is the one after 100 passes, or 0 if it does not separate the data then. Its theorem bounds an objective with losses; marginlab check tests it.

Margins are fractions of the maximum margin in two views: that of (x, 1) through the origin, for which the theorems are stated, and that of x with a bias, in which the paper measures. Every run at rest is checked against the theorems on its updates and on its margin.

The slopes are those of log(updates) over log(1/eps): a least-squares fit to each run, the mean of the runs, and its 95 % confidence interval by Student's t. The slopes of the bounds are 1 and 2 as eps tends to 0. So only eps up to 0.5 take part, and only those at which all runs came to rest.

The figures are synthetic-figure-2.svg and synthetic-figure-3.svg.

More JSON keys: at_rest gamma_star ratio gamma_lifted margin_lifted ratio_lifted margin_bound updates_bound held violated. margin and gamma_star are those of x with a bias, the lifted ones those of (x, 1) through the origin; ratio and ratio_lifted are their quotients. The bounds are those of the theorems, and violated names the theorems that fail. margin_bound holds at rest only, and is null for other runs, whose margins are those at the end.`

// syntheticGrid has the data of a run, which differ by the seed, and the learners.
type syntheticGrid struct {
	data   benchdata.Cube
	eps    []float64 // of Figure 3
	sweep  int       // runs of Figure 3, the first ones
	passes int       // after which a learner is stopped
}

// pegasos is the learner of Figure 2 that never comes to rest. It is stopped after these passes.
const (
	pegasos       = "bias(pegasos,1)"
	pegasosPasses = 100
)

// figure2Learners returns the learners of Figure 2.
func figure2Learners() []string {
	return []string{"bias(perceptron,1)", pegasos, withEpsilon("amira", 1), withEpsilon("amira", 0.9),
		withEpsilon("amira", 0.5), withEpsilon("amira", 0.1)}
}

// sweptFamilies are the learners of Figure 3, with the powers of 1/ε in the bounds on their updates, as ε tends to 0.
var sweptFamilies = map[string]int{"amira": 1, "romma": 2}

// withEpsilon returns the expression of a learner of Figure 3.
func withEpsilon(family string, epsilon float64) string {
	return fmt.Sprintf("bias(%s(eps=%v),1)", family, epsilon)
}

// family returns the name of the learner without the rest of its expression.
func family(r Row) string {
	name, _, _ := strings.Cut(strings.TrimPrefix(r.Asked, "bias("), "(")
	return name
}

// epsilon returns the ε of a row's learner, NaN if it has none.
func epsilon(r Row) float64 {
	if e, ok := r.Params["eps"].(float64); ok {
		return e
	}
	return math.NaN()
}

func (g syntheticGrid) plan(_ context.Context, o Options) (*Plan, error) {
	plan := &Plan{Paper: readReports("synthetic"), Figures: map[string]func([]Row) chart.Figure{
		"synthetic-figure-2.svg": syntheticFigure2,
		"synthetic-figure-3.svg": func(rows []Row) chart.Figure { return syntheticFigure3(g.swept(rows)) },
	}}
	for k, seed := range o.seeds() {
		cube, learners := g.data, figure2Learners()
		cube.Seed = seed
		for _, epsilon := range g.eps {
			for _, family := range []string{"amira", "romma"} {
				if name := withEpsilon(family, epsilon); k < g.sweep && !slices.Contains(learners, name) {
					learners = append(learners, name)
				}
			}
		}
		plan.Cells = append(plan.Cells, Cell{
			Name: fmt.Sprintf("%v, learners %s", cube, learners), Work: 1,
			Run: func(ctx context.Context, done func(int)) ([]Row, error) {
				defer done(1)
				return g.run(ctx, cube, learners)
			},
		})
	}
	plan.Tables = []Pivot{g.figure2(o), g.figure3(), g.slopes()}
	return plan, nil
}

// swept returns the runs of Figure 3, by ε and then by family.
func (g syntheticGrid) swept(rows []Row) []Row {
	rows = selectRows(rows, func(r Row) bool {
		return r.Run <= g.sweep && sweptFamilies[family(r)] > 0 && slices.Contains(g.eps, epsilon(r))
	})
	return slices.SortedStableFunc(slices.Values(rows), func(a, b Row) int {
		return cmp.Or(cmp.Compare(epsilon(a), epsilon(b)), cmp.Compare(family(a), family(b)))
	})
}

// run runs the learners on the data of one run.
func (g syntheticGrid) run(ctx context.Context, cube benchdata.Cube, learners []string) (rows []Row, err error) {
	set, _, err := cube.Generate()
	if err != nil {
		return nil, err
	}
	data := trial.NewData(set.Name, set.Examples, set.Dim)
	view := theory.View{Origin: true, Lift: 1}
	plain, _, err := data.Geometry(ctx, theory.View{})
	if err != nil {
		return nil, fmt.Errorf("%s: %w", set.Name, err)
	}
	lifted, _, err := data.Geometry(ctx, view) // both are separable, by a hyperplane that was planted
	if err != nil {
		return nil, fmt.Errorf("%s: %w", set.Name, err)
	}
	examples, _ := view.Of(set.Examples, set.Dim)
	for _, name := range learners {
		spec, err := algos.Parse(name)
		if err != nil {
			return nil, err
		}
		passes := g.passes
		if spec.Kind.Restless {
			passes = min(passes, pegasosPasses)
		}
		r, err := spec.RunToRest(ctx, set.Examples, set.Dim, passes)
		if err != nil {
			return nil, err
		}
		margin, inView := r.Classifier.Margin(set.Examples), view.Classifier(r.Classifier).Margin(examples)
		row := Row{RunRow: term.TraceRow(r.Trace, spec, set.Name, len(set.Examples), set.Dim, r.Passes),
			Seed: cube.Seed, Asked: name, Shown: name}
		row.Learner, row.Margin = name, term.Number(margin)
		row.set("at_rest", r.AtRest, "gamma_star", plain.Gamma, "ratio", margin/plain.Gamma,
			"gamma_lifted", lifted.Gamma, "margin_lifted", inView, "ratio_lifted", inView/lifted.Gamma)
		row.judge(&r.Trace, theory.Evidence{Geometry: lifted, Margin: inView, AtRest: r.AtRest})
		rows = append(rows, row)
	}
	return rows, nil
}

// judge checks the proved theorems on the updates of the run and on its margin at rest, and notes the sharpest bounds.
// The evidence is in the view for which they are stated.
func (r *Row) judge(tr *theory.Trace, ev theory.Evidence) {
	bounds := map[string]float64{"rest_margin": math.NaN(), "updates": math.NaN()}
	r.Held = new(int)
	for _, g := range theory.Table() {
		known, bounded := bounds[g.Quantity]
		if !bounded || !g.Applies(tr) || g.Status != theory.Proved || g.AnyStream() || g.Unlifted {
			continue
		}
		v := g.Check(tr, ev)
		switch {
		case !v.Applies():
			continue
		case v.Holds:
			*r.Held++
		default:
			r.Violated = append(r.Violated, g.ID)
		}
		if math.IsNaN(known) || g.AtLeast() == (v.Bound > known) {
			bounds[g.Quantity] = v.Bound
		}
	}
	r.set("margin_bound", bounds["rest_margin"], "updates_bound", bounds["updates"])
}

// atRest reports whether a run came to rest, or its learner never comes to rest.
func atRest(r Row) bool { return r.More["at_rest"] == true || r.Asked == pegasos }

// restingRows returns the rows selected by atRest.
func restingRows(rows []Row) []Row { return selectRows(rows, atRest) }

// guaranteedFraction returns the fraction of the maximum margin that AMIRA reaches at rest by its Theorem 3. The
// fraction that ZH13 observes, without a theorem, is 1−ε.
func guaranteedFraction(epsilon float64) float64 {
	return theory.Row("amira-rest").Bound(theory.Setting{
		Evidence: theory.Evidence{Geometry: theory.Geometry{Gamma: 1, Separable: true}},
		Trace:    &theory.Trace{Params: map[string]float64{"eps": epsilon}},
	})
}
