package adult

import (
	"context"
	"fmt"
	"math"
	"slices"

	"marginlab/algos"
	"marginlab/algos/maxmargin"
	"marginlab/cmd/marginlab/reproduce"
	"marginlab/cmd/marginlab/term"
	"marginlab/theory"
)

// normsRow is what is printed of a run in a norm.
type normsRow struct {
	reproduce.Row[publishedBound]
	P             float64     `json:"p"`
	GammaStar     term.Number `json:"gamma_star"`
	D             term.Number `json:"d"`
	R             term.Number `json:"r"`
	MarginRatio   term.Number `json:"margin_ratio"`
	MistakesBound term.Number `json:"mistakes_bound"`
	Held          int         `json:"held"`
	Violated      []string    `json:"violated"`

	asked string // the learner without its norm
}

// publishedBound is a theorem on the mistakes of a learner.
type publishedBound struct {
	Claim    string      `json:"claim"`
	Source   string      `json:"source"`
	Mistakes term.Number `json:"mistakes"` // the bound
}

// runInNorm runs a learner over the data in an order, and checks the proved guarantees on
// the run.
func (v Variant) runInNorm(ctx context.Context, survey *maxmargin.Survey, learner learnerInNorm, examples []theory.Example, seed uint64, p *term.Progress) (row normsRow, err error) {
	geo, err := reproduce.Geometry(ctx, survey, viewIn(learner.p), v.Set.Name)
	if err != nil {
		return row, err
	}
	separation := algos.NewSeparation(examples)
	tr, err := learner.Run(ctx, v.Set.Dim, term.Watch(p, slices.Values(examples), learner.String(), len(examples)), separation)
	if err != nil {
		return row, fmt.Errorf("%s: %w", learner, err)
	}
	row = normsRow{
		P:         learner.p,
		GammaStar: term.Number(geo.Gamma), D: term.Number(geo.D), R: term.Number(geo.R()),
		asked: learner.asked,
	}
	in := learner.Norm
	row.RunRow = term.TraceRow(tr, learner.Spec, v.Set.Name, len(examples), v.Set.Dim, 1)
	row.Margin, row.Shuffle, row.Norm = term.Number(tr.Classifier.MarginIn(in, examples)), &seed, in.String()
	row.Theta, row.BiasFree = &v.theta, &v.biasFree
	row.MarginRatio = row.Margin / row.GammaStar
	if tau, ok := separation.Tau(); ok {
		row.Tau = term.Number(tau)
	}
	p.Say("%s: checking guarantees", learner)
	verdicts, err := theory.Verdicts(ctx, &tr, func(view theory.View) (theory.Evidence, error) { return survey.Evidence(ctx, &tr, nil, view) })
	if err != nil {
		return row, fmt.Errorf("%s: %w", v.Set.Name, err)
	}
	row.judge(verdicts)
	return row, nil
}

// judge counts the proved guarantees that hold of the run. It publishes the lowest bound
// by the geometry on the mistakes after the opening or on the updates, as these learners
// make an update at every mistake.
func (r *normsRow) judge(verdicts []theory.Verdict) {
	r.MistakesBound = term.Missing()
	var lowest *theory.Verdict
	r.Held, r.Violated, lowest = reproduce.Judge(verdicts, "later_mistakes", "updates")
	if lowest != nil {
		r.MistakesBound = term.Number(lowest.Bound)
		r.Published = &publishedBound{lowest.Guarantee.String(), lowest.Guarantee.Source, r.MistakesBound}
	}
}

// Verdict implements [reproduce.Checked].
func (r normsRow) Verdict() (held int, violated []string, run string) {
	return r.Held, r.Violated, fmt.Sprintf("%s, permutation %d", r.Learner, *r.Shuffle)
}

// printNorms prints a row for each learner and norm: the geometry of the data, and the
// medians of the runs with their ranges over the permutations.
func printNorms(w *term.Out, table [][]normsRow) {
	seconds := func(rows []normsRow) float64 {
		return reproduce.Median(reproduce.Column(rows, func(r normsRow) term.Number { return r.Seconds }), 0)
	}
	euclidean := map[string]float64{} // the seconds in ℓ2, by the learner
	for _, rows := range table {
		if r := rows[0]; r.P == 2 {
			euclidean[r.asked] = seconds(rows)
		}
	}
	g := term.NewTable(term.Left("learner"), term.Right("p"), term.Right("gamma*"), term.Right("D"), term.Right("r"), term.Left("mistakes"), term.Right("bound"),
		term.Left("updates").Drop(3), term.Left("margin"), term.Left("tau"), term.Left("seconds").Drop(2),
		term.Right("of l2").Drop(1))
	for _, rows := range table {
		r := rows[0]
		slower := term.Missing()
		if at2, ok := euclidean[r.asked]; ok {
			slower = term.Number(seconds(rows) / at2)
		}
		show := func(format string, none float64, value func(normsRow) term.Number) string {
			return reproduce.MedianWithRange(format, reproduce.Column(rows, value), none)
		}
		g.Row(r.asked, term.Number(r.P), r.GammaStar, r.D, r.R,
			show("%.0f", 0, func(r normsRow) term.Number { return term.Number(r.Mistakes) }),
			show("%.4g", 0, func(r normsRow) term.Number { return r.MistakesBound }),
			show("%.0f", 0, func(r normsRow) term.Number { return term.Number(r.Updates) }),
			show("%.4f", 0, func(r normsRow) term.Number {
				if r.Margin == 0 {
					return term.Missing()
				}
				return r.MarginRatio
			}),
			show("%.0f", math.Inf(1), func(r normsRow) term.Number { return r.Tau }),
			show("%.3f", 0, func(r normsRow) term.Number { return r.Seconds }),
			slower.Format("%.1f"),
		)
	}
	g.Print(w)
}
