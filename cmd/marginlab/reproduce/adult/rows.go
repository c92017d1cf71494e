package adult

import (
	"context"
	"math"
	"slices"

	"marginlab/algos"
	"marginlab/cmd/marginlab/reproduce"
	"marginlab/cmd/marginlab/term"
	"marginlab/theory"
)

// outcome has the rows of a setting, a slice for each learner.
type outcome struct {
	Setting
	geometry theory.Geometry
	report   *report // nil if the paper has none
	learners [][]tableRow
}

// tableRow is what is printed of a run on a variant of the data.
type tableRow struct {
	reproduce.Row[published]
	Positives int         `json:"positives"`
	D         term.Number `json:"d"`
	DBar      term.Number `json:"d_bar"`
	Bias      term.Number `json:"bias"`

	asked, shown string // as in multipass
}

// outcomes runs every learner on every permutation of the variant, and returns the rows
// after each of the numbers of passes.
func (v Variant) outcomes(ctx context.Context, learners []*algos.Spec, seeds []uint64, passes []int, p *term.Progress) ([]outcome, error) {
	all := make([]outcome, len(passes))
	for i, n := range passes {
		all[i] = outcome{Setting{n, v.theta, v.biasFree}, v.geometry, nil, make([][]tableRow, len(learners))}
		if r, ok := v.reports[all[i].Setting]; ok {
			all[i].report = &r
		}
	}
	for _, seed := range seeds {
		runs := make([]*multipass, len(learners))
		for j, learner := range learners {
			runs[j] = v.multipass(learner)
		}
		pass := 0
		for examples := range v.permutations(slices.Max(passes), seed) {
			pass++
			for j, m := range runs {
				if err := m.pass(ctx, examples); err != nil {
					return nil, err
				}
				for i, n := range passes {
					if n == pass {
						all[i].learners[j] = append(all[i].learners[j], v.row(m, seed, all[i].report))
					}
				}
			}
			p.Done(1)
		}
	}
	return all, nil
}

// row is the row of a run after the passes so far. paper is what HKNS25 reports of the
// setting, nil if nothing.
func (v Variant) row(m *multipass, seed uint64, paper *report) tableRow {
	r := tableRow{
		Positives: v.geometry.Positives,
		D:         term.Number(v.geometry.D), DBar: term.Number(v.geometry.DBar), Bias: term.Number(v.geometry.Bias),
		asked: m.asked, shown: m.shown,
	}
	r.RunRow = term.TraceRow(m.last, m.spec, v.Set.Name, len(v.Set.Examples), v.Set.Dim, m.passes)
	r.Mistakes, r.Updates, r.Steps, r.Seconds = m.mistakes, m.updates, m.steps, term.Number(m.seconds)
	r.Margin, r.Shuffle = term.Number(m.last.Classifier.Margin(v.Set.Examples)), &seed
	r.Theta, r.BiasFree = &v.theta, &v.biasFree
	if tau, ok := m.separation.Tau(); ok {
		r.Tau = term.Number(tau)
	}
	if paper != nil {
		r.Table = &paper.table
		if row, ok := paper.rows[m.asked]; ok {
			r.Published = &row
		}
	}
	return r
}

// measure is a quantity of the paper's tables.
type measure struct {
	name        string
	here        func(tableRow) term.Number
	paper       func(published) term.Number
	hereFormat  string
	paperFormat string
	none        float64 // what a run without a value counts as
}

func measures() []measure {
	return []measure{
		{"mistakes", mistakes, func(p published) term.Number { return p.Mistakes }, "%.0f", "%.0f", 0},
		{"margin", margin, func(p published) term.Number { return p.Margin }, "%.4f", "%.2f", 0},
		{"tau", tau, func(p published) term.Number { return p.Tau }, "%.0f", "%.0f", math.Inf(1)},
		{"seconds", seconds, func(p published) term.Number { return p.Seconds }, "%.3f", "%.2f", 0},
	}
}

func mistakes(r tableRow) term.Number { return term.Number(r.Mistakes) }
func tau(r tableRow) term.Number      { return r.Tau }
func seconds(r tableRow) term.Number  { return r.Seconds }

// margin is missing where the last classifier does not separate the data.
func margin(r tableRow) term.Number {
	if r.Margin == 0 {
		return term.Missing()
	}
	return r.Margin
}

// published is what the paper reports of a learner's runs, NaN if nothing.
func (m measure) published(rows []tableRow) term.Number {
	if rows[0].Published == nil {
		return term.Missing()
	}
	return m.paper(*rows[0].Published)
}

// show returns the median with its range.
func (m measure) show(rows []tableRow) string {
	return reproduce.MedianWithRange(m.hereFormat, reproduce.Column(rows, m.here), m.none)
}

// printRuns prints a row for each learner: the paper's numbers, and the medians with
// their ranges over the permutations.
func printRuns(w *term.Out, learners [][]tableRow) {
	columns := []term.Column{term.Left("learner")}
	for i, m := range measures() {
		turn := len(measures()) - i
		columns = append(columns, term.Right(m.name+": paper").Drop(turn), term.Left("here").Drop(turn))
	}
	g := term.NewTable(columns...)
	for _, rows := range learners {
		cells := []any{rows[0].shown}
		for _, m := range measures() {
			cells = append(cells, m.published(rows).Format(m.paperFormat), m.show(rows))
		}
		g.Row(cells...)
	}
	g.Print(w)
}
