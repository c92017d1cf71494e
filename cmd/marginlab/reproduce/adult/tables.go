package adult

import (
	"context"
	"io"
	"math"
	"slices"

	"marginlab/algos"
	"marginlab/benchdata"
	"marginlab/cmd/marginlab/reproduce"
	"marginlab/cmd/marginlab/term"
	"marginlab/theory"
)

// variant is a data set that a paper reports on.
type Variant struct {
	theta    float64
	biasFree bool
	Set      *benchdata.Set
	geometry theory.Geometry // with the bias and the margin that the transformations gave it
	reports  map[Setting]report
}

// outcome is what the learners did in a setting, a slice of rows a learner.
type outcome struct {
	Setting
	geometry theory.Geometry
	report   *report // what the paper says of it, nil if nothing
	learners [][]reproduceRow
}

// reproduceRow is what is printed of a run on a variant.
type reproduceRow struct {
	reproduce.Row[published]
	Positives int         `json:"positives"`
	D         term.Number `json:"d"`
	DBar      term.Number `json:"d_bar"`
	Bias      term.Number `json:"bias"`

	asked, shown string // as in student
}

// outcomes runs every learner on every permutation of the variant, and returns
// how they stand after each of the numbers of passes.
func (v Variant) outcomes(ctx context.Context, learners []*algos.Spec, seeds []uint64, passes []int, p *term.Progress) ([]outcome, error) {
	all := make([]outcome, len(passes))
	for i, n := range passes {
		all[i] = outcome{Setting{n, v.theta, v.biasFree}, v.geometry, nil, make([][]reproduceRow, len(learners))}
		if r, ok := v.reports[all[i].Setting]; ok {
			all[i].report = &r
		}
	}
	for _, seed := range seeds {
		students := make([]*student, len(learners))
		for j, learner := range learners {
			var err error
			if students[j], err = v.student(learner); err != nil {
				return nil, err
			}
		}
		pass := 0
		for examples := range v.permutations(slices.Max(passes), seed) {
			pass++
			for _, s := range students {
				if pass > s.most {
					continue
				}
				if err := s.pass(ctx, v.Set.Dim, examples); err != nil {
					return nil, err
				}
			}
			for i, n := range passes {
				if n != pass {
					continue
				}
				for j, s := range students {
					all[i].learners[j] = append(all[i].learners[j], v.row(s, seed, all[i].report))
				}
			}
			p.Done(1)
		}
	}
	return all, nil
}

// row is how the student stands.
func (v Variant) row(s *student, seed uint64, said *report) reproduceRow {
	r := reproduceRow{
		Positives: v.geometry.Positives,
		D:         term.Number(v.geometry.D), DBar: term.Number(v.geometry.DBar), Bias: term.Number(v.geometry.Bias),
		asked: s.asked, shown: s.shown,
	}
	r.RunRow = term.RunRowOf(s.last, s.spec, v.Set.Name, len(v.Set.Examples), v.Set.Dim, s.passes)
	r.Mistakes, r.Updates, r.Steps, r.Seconds = s.mistakes, s.updates, s.steps, term.Number(s.seconds)
	r.Margin, r.Shuffle = term.Number(s.last.Classifier.Margin(v.Set.Examples)), &seed
	r.Theta, r.BiasFree = &v.theta, &v.biasFree
	if tau, ok := s.separation.Tau(); ok {
		r.Tau = term.Number(tau)
	}
	if said != nil {
		r.Table = &said.table
		if row, ok := said.rows[s.asked]; ok {
			r.Published = &row
		}
	}
	return r
}

// measure is a quantity of the paper's tables.
type measure struct {
	name        string
	here        func(reproduceRow) term.Number
	paper       func(published) term.Number
	hereFormat  string
	paperFormat string
	none        float64 // what a run without a value counts as
}

func measures() []measure {
	return []measure{
		{
			"mistakes",
			func(r reproduceRow) term.Number { return term.Number(r.Mistakes) },
			func(p published) term.Number { return p.Mistakes }, "%.0f", "%.0f", 0,
		},
		{
			"margin",
			func(r reproduceRow) term.Number {
				if r.Margin == 0 {
					return term.Number(math.NaN())
				}
				return r.Margin
			},
			func(p published) term.Number { return p.Margin }, "%.4f", "%.2f", 0,
		},
		{
			"tau",
			func(r reproduceRow) term.Number { return r.Tau },
			func(p published) term.Number { return p.Tau }, "%.0f", "%.0f", math.Inf(1),
		},
		{
			"seconds",
			func(r reproduceRow) term.Number { return r.Seconds },
			func(p published) term.Number { return p.Seconds }, "%.3f", "%.2f", 0,
		},
	}
}

// published is what the paper reports of a learner's runs, NaN if nothing.
func (m measure) published(rows []reproduceRow) term.Number {
	if rows[0].Published == nil {
		return term.Number(math.NaN())
	}
	return m.paper(*rows[0].Published)
}

// show is the median with the range around it.
func (m measure) show(rows []reproduceRow) string {
	return reproduce.MedianWithRange(m.hereFormat, reproduce.Column(rows, m.here), m.none)
}

// printRuns prints a row a learner: what the paper reports, and the median with
// the range over the permutations.
func printRuns(w io.Writer, learners [][]reproduceRow) error {
	columns := []term.Column{term.Left("learner")}
	for _, m := range measures() {
		columns = append(columns, term.Right(m.name+": paper"), term.Left("here"))
	}
	g := term.NewTable(columns...)
	for _, rows := range learners {
		cells := []any{rows[0].shown}
		for _, m := range measures() {
			cells = append(cells, m.published(rows).Format(m.paperFormat), m.show(rows))
		}
		g.Row(cells...)
	}
	return g.Write(w)
}
