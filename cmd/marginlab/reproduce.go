package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"

	"marginlab/algos"
	"marginlab/benchdata"
	"marginlab/theory"
)

type reproduceCmd struct {
	Adult adultCmd `cmd:"" help:"Tables 2, 3 and 4 of Ho-Nguyen et al. (omm.txt), on the Adult data."`
}

// variant is a data set in a setting that a paper reports.
type variant struct {
	setting
	set      *benchdata.Set
	geometry theory.Geometry // with the bias and the margin that the transformations gave it
	report   *report         // what the paper says of it, nil if nothing
}

// reproduceRow is what is printed of a run on a variant.
type reproduceRow struct {
	runRow
	Table     *string    `json:"table"`
	Theta     float64    `json:"theta"`
	BiasFree  bool       `json:"bias_free"`
	Published *published `json:"published"`
	Positives int        `json:"positives"`
	D         number     `json:"d"`
	DBar      number     `json:"d_bar"`
	Bias      number     `json:"bias"`
}

// runs runs a learner on every permutation of the variant.
func (v variant) runs(ctx context.Context, learner *algos.Spec, seeds []uint64, p progress) ([]reproduceRow, error) {
	spec, passes, err := v.asPublished(learner)
	if err != nil {
		return nil, err
	}
	var rows []reproduceRow
	for _, seed := range seeds {
		row, stopped, err := learn(ctx, spec, v.set, order{passes, &seed}, p)
		if err := errors.Join(err, stopped); err != nil {
			return nil, err
		}
		r := reproduceRow{
			runRow: row, Theta: v.theta, BiasFree: v.biasFree, Positives: v.geometry.Positives,
			D: number(v.geometry.D), DBar: number(v.geometry.DBar), Bias: number(v.geometry.Bias),
		}
		if v.report != nil {
			r.Table = &v.report.table
			if row, ok := v.report.rows[learner.String()]; ok {
				r.Published = &row
			}
		}
		rows = append(rows, r)
	}
	return rows, nil
}

// asPublished is the learner as omm.txt runs it (Sections B.3, B.4): where the
// data need a bias, the Perceptron gets a constant coordinate 1; and n-OMM goes
// through the data once, as it does not update after that.
func (v variant) asPublished(learner *algos.Spec) (spec *algos.Spec, passes int, err error) {
	spec, passes = learner, v.passes
	switch {
	case learner.String() == "n-omm":
		passes = 1
	case learner.String() == "perceptron" && !v.biasFree:
		spec, err = algos.Parse("bias(perceptron,1)")
	}
	return spec, passes, err
}

// printRuns prints a row a learner: what the paper reports, and the median with
// the range over the permutations.
func printRuns(w io.Writer, learners [][]reproduceRow) error {
	g := newGrid(left("learner"),
		right("mistakes: paper"), left("here"), right("margin: paper"), left("here"),
		right("tau: paper"), left("here"), right("seconds: paper"), left("here"))
	none := number(math.NaN())
	for _, rows := range learners {
		p := published{none, none, none, none}
		if rows[0].Published != nil {
			p = *rows[0].Published
		}
		mistakes := func(r reproduceRow) number { return number(r.Mistakes) }
		margin := func(r reproduceRow) number {
			if r.Margin == 0 {
				return none
			}
			return r.Margin
		}
		tau := func(r reproduceRow) number { return r.Tau }
		seconds := func(r reproduceRow) number { return r.Seconds }
		g.row(rows[0].Learner,
			p.Mistakes, spread(rows, mistakes, "%.0f", 0),
			p.Margin.format("%.2f"), spread(rows, margin, "%.4f", 0),
			p.Tau, spread(rows, tau, "%.0f", number(math.Inf(1))),
			p.Seconds.format("%.2f"), spread(rows, seconds, "%.3f", 0))
	}
	return g.write(w)
}

// spread shows the median of a column, the lower one of two, and its range;
// where there is no value it counts as none.
func spread(rows []reproduceRow, column func(reproduceRow) number, format string, none number) string {
	var v []number
	for _, r := range rows {
		v = append(v, column(r))
	}
	slices.SortFunc(v, func(a, b number) int { return cmp.Compare(a.or(none), b.or(none)) })
	low, median, high := v[0].format(format), v[(len(v)-1)/2].format(format), v[len(v)-1].format(format)
	if low == high {
		return median
	}
	return fmt.Sprintf("%s (%s..%s)", median, low, high)
}
