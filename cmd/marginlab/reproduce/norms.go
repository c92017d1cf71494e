package reproduce

import (
	"context"
	"fmt"
	"math"
	"slices"

	"marginlab/algos"
	"marginlab/algos/trial"
	"marginlab/cmd/marginlab/term"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// Norms runs learners in the norms ‖x‖_p, in which HKNS25 has theorems and no experiment.
func Norms() Experiment {
	return Experiment{
		Name: "norms", Text: normsText, Data: "adult", Learners: "e-omm", Runs: 5, Quick: 1, Serial: true,
		Plan: func(ctx context.Context, o Options) (*Plan, error) {
			grid := normsGrid{1.1, 1.5, 2, 3, 10}
			if o.Quick {
				grid = normsGrid{1.5, 2, 3}
			}
			return grid.plan(ctx, o)
		},
	}
}

const normsText = `HKNS25 proves its theorems for every strictly convex, differentiable norm, but has experiments in l2 alone. This command makes one pass through Adult in each norm ||x||_p. The data are those of reproduce adult with theta = 0 and b* = 0: gamma* is 1 in l2, and the origin lies on the separator, so that learners through the origin need no constant coordinate. Other commands read the same data as adult in place of FILE. The learners must have a form in the norms.

A row is a learner in a norm: the median of the permutations with their range. gamma*, D and the margin of the last classifier are in that norm, and the margin is a fraction of gamma*; r = D/gamma*. tau is the number of examples seen when a classifier first separated all of them. A dash means that there is none. bound is the lowest proved bound on the updates, or on the mistakes after the opening, that the table of guarantees (marginlab theorems) has in that norm, at this geometry. Every proved guarantee is checked on every run. "of l2" is the time divided by that of the same learner in l2: both are medians of runs on one core, one after the other.

More JSON keys: p gamma_star d r margin_ratio mistakes_bound seconds_l2 held violated. published is the theorem (claim source mistakes, where mistakes is its bound). margin_ratio is margin over gamma_star. seconds_l2 is the time of that learner in l2. held is the number of proved guarantees that hold, violated names those that fail.`

// normsGrid are the p of the norms, the least first.
type normsGrid []float64

// inNorm returns the learners, each in one norm after the other.
func (g normsGrid) inNorm(learners []*algos.Spec) (all, asked []*algos.Spec, err error) {
	for _, l := range learners {
		for _, p := range g {
			in, err := trial.InNorm(vec.P(p), []*algos.Spec{l}, true)
			switch {
			case err != nil:
				return nil, nil, err
			case in[0].Norm != vec.P(p):
				return nil, nil, fmt.Errorf("learner %q names its norm, expected one that takes those of the experiment", l)
			}
			all, asked = append(all, in[0]), append(asked, l)
		}
	}
	return all, asked, nil
}

// viewIn is the view of the data as given in a norm, which is nil for ℓ2, as in traces.
func viewIn(n vec.Norm) theory.View {
	if n == vec.P(2) {
		return theory.View{}
	}
	return theory.View{Norm: n}
}

func (g normsGrid) plan(ctx context.Context, o Options) (*Plan, error) {
	var learners term.Learners
	if err := learners.UnmarshalText([]byte(o.Learners)); err != nil {
		return nil, fmt.Errorf("--learners: %w", err)
	}
	all, asked, err := g.inNorm(learners)
	if err != nil {
		return nil, fmt.Errorf("--learners: %w", err)
	}
	a, err := ReadAdult(ctx, o.Dir)
	if err != nil {
		return nil, err
	}
	v := a.Variant(0, true)
	for _, p := range g { // before the runs, which ask for it again
		if _, err := separable(ctx, v.data, viewIn(vec.P(p))); err != nil {
			return nil, err
		}
	}
	plan := &Plan{}
	for k := range o.Runs {
		seed := o.Seed + uint64(k)
		plan.Cells = append(plan.Cells, Cell{
			Name: fmt.Sprintf("seed %d", seed), Work: len(all),
			Run: func(ctx context.Context, done func(int)) (rows []Row, err error) {
				for i, learner := range all {
					row, err := v.runInNorm(ctx, learner, seed)
					if err != nil {
						return nil, err
					}
					row.Asked = asked[i].String()
					rows = append(rows, row)
					done(1)
				}
				for i := range rows {
					euclidean := slices.IndexFunc(rows,
						func(r Row) bool { return r.Asked == rows[i].Asked && r.value("p") == 2 })
					if euclidean >= 0 {
						rows[i].set("seconds_l2", rows[euclidean].value("seconds"))
					}
				}
				return rows, nil
			},
		})
	}
	plan.Tables = []Pivot{{
		Title: func([]Row) string {
			return fmt.Sprintf("%s; 1 pass, %s", term.Describe(v.data),
				term.Range("permutation", o.Seed, o.Runs))
		},
		Line:    func(r Row) string { return r.Learner },
		Columns: normsColumns(),
	}}
	return plan, nil
}

func normsColumns() []Column {
	number := func(head, key string) Column {
		return text(term.Right(head), func(r Row) any { return term.Number(r.value(key)) })
	}
	bound := Quantity{Head: "bound", Key: "mistakes_bound", Format: "%.4g"}.here()
	bound.Number = true
	return []Column{
		text(term.Left("learner"), func(r Row) any { return r.Asked }),
		number("p", "p"), number("gamma*", "gamma_star"), number("D", "d"), number("r", "r"),
		Quantity{Head: "mistakes", Key: "mistakes", Format: "%.0f"}.here(), bound,
		Quantity{Head: "updates", Key: "updates", Format: "%.0f", Drop: 3}.here(),
		Quantity{Head: "margin", Key: "margin_ratio", Format: "%.4f"}.here(),
		Quantity{Head: "tau", Key: "tau", Format: "%.0f", None: math.Inf(1)}.here(),
		Quantity{Head: "seconds", Key: "seconds", Format: "%.3f", Drop: 2}.here(),
		{Column: term.Right("of l2").Drop(1), Cell: func(rows []Row) any {
			_, seconds, _ := spread(column(rows, "seconds"), 0)
			_, euclidean, _ := spread(column(rows, "seconds_l2"), 0)
			return term.Fixed(seconds/euclidean, 1)
		}},
	}
}

// runInNorm runs a learner over a permutation of the data, and checks the proved guarantees on the run. It publishes the
// lowest bound by the geometry on the mistakes after the opening or on the updates, as these learners make an update
// at every mistake.
func (v AdultVariant) runInNorm(ctx context.Context, learner *algos.Spec, seed uint64) (Row, error) {
	row, r, err := v.try(ctx, learner, trial.Options{}, 1, seed)
	if err != nil {
		return row, err
	}
	geo, err := separable(ctx, v.data, viewIn(learner.Norm))
	if err != nil {
		return row, err
	}
	verdicts, err := r.Verdicts(ctx)
	if err != nil {
		return row, fmt.Errorf("%s: %w", v.Set.Name, err)
	}
	row.set("p", number(row.Norm), "gamma_star", geo.Gamma, "d", geo.D, "r", geo.R(),
		"margin_ratio", float64(row.Margin)/geo.Gamma, "mistakes_bound", nil)
	var held []theory.Verdict
	for _, verdict := range verdicts {
		held = append(held, verdict.Verdict)
	}
	lowest := row.judge(held, func(g theory.Guarantee) bool {
		return (g.Quantity == "later_mistakes" || g.Quantity == "updates") && g.NeedsMargin()
	})
	if lowest != nil {
		row.set("mistakes_bound", lowest.Bound)
		row.Published = Reported{"claim": lowest.Guarantee.String(), "source": lowest.Guarantee.Source,
			"mistakes": fmt.Sprint(lowest.Bound)}
	}
	return row, nil
}
