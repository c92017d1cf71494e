package digits

import (
	"cmp"
	"context"
	"fmt"

	"marginlab/algos"
	"marginlab/algos/kernel"
	"marginlab/algos/registry"
	"marginlab/cmd/marginlab/reproduce"
	"marginlab/cmd/marginlab/term"
)

// isOf reports whether the table was measured on such digits.
func (t amiraTable) isOf(d *digits) bool {
	return d.train == t.train && len(d.class)-d.train == t.tests && d.gram.Kernel().String() == t.kernel
}

// of returns the row of a learner, nil if the paper has none.
func (t amiraTable) of(spec *algos.Spec) *amiraRow {
	for _, r := range t.rows {
		if asked, err := registry.Parse(r.learner); err == nil && r.updates > 0 && asked.String() == spec.String() {
			return &r
		}
	}
	return nil
}

// published is what the paper reports after an epoch, nil if nothing.
func (t amiraTable) published(r *amiraRow, epoch int) *publishedEpoch {
	if r == nil {
		return nil
	}
	p := publishedEpoch{term.Missing(), term.Missing()}
	if rate, ok := r.rates[epoch]; ok {
		p.ErrorRate = term.Number(rate)
	}
	if epoch == t.last {
		p.Updates = term.Number(r.updates)
	}
	if p.ErrorRate != p.ErrorRate && p.Updates != p.Updates {
		return nil
	}
	return &p
}

// tabulate runs the learners and prints the table, measured beside published.
func (f digitsFlags) tabulate(ctx context.Context, std term.Streams, d *digits, t amiraTable, runs, epochs int) error {
	learners := f.Learners.specs
	if learners == nil {
		for _, r := range t.rows {
			spec, err := registry.Parse(r.learner)
			if err != nil {
				return err
			}
			learners = append(learners, spec)
		}
	}
	for _, spec := range learners { // before the work, not amid it
		if err := kernel.Check(cmp.Or(spec.Inner, spec), d.gram); err != nil {
			return fmt.Errorf("--learners: %w", err)
		}
	}
	if !t.isOf(d) {
		t.rows = nil
	}
	std.Out.Say("%s of ZH13 (%s): %s; %s, %s\n", t.number, t.section, d.describe(),
		term.Count(epochs, "epoch", "epochs"), term.Range("seed", f.Seed, runs))
	g := term.NewTable(t.columns(epochs)...)
	err := d.runs(ctx, learners, runs, f.Seed, epochs, term.NewProgress(std.Err),
		func(spec *algos.Spec, rows [][]epochRow) error {
			paper := t.of(spec)
			for _, run := range rows {
				for i := range run {
					if run[i].Published = t.published(paper, run[i].Epoch); run[i].Published != nil {
						run[i].Table = &t.number
					}
				}
				term.PrintRows(std.Out, run...)
			}
			g.Row(t.cells(spec, paper, rows, epochs)...)
			return std.Out.Err()
		})
	if err != nil {
		return err
	}
	g.Print(std.Out)
	if t.rows != nil && t.note != "" && f.Learners.specs == nil {
		std.Out.Say("\n%s", t.note)
	}
	return nil
}

// columns are the columns of the table after so many epochs: for each quantity the
// paper's, if the paper has the table, and the measured one.
func (t amiraTable) columns(epochs int) []term.Column {
	columns := []term.Column{term.Left("learner")}
	add := func(name string) {
		if t.rows != nil {
			columns = append(columns, term.Right(name+"\npaper"), term.Left("\nhere"))
		} else {
			columns = append(columns, term.Left(name))
		}
	}
	for _, e := range t.epochs {
		if e <= epochs {
			add(fmt.Sprintf("epoch %d", e))
		}
	}
	if t.best {
		add("best")
	}
	add("updates")
	return append(columns, term.Left("seconds a run").Drop(1))
}

// cells are the cells of a learner's row.
func (t amiraTable) cells(spec *algos.Spec, paper *amiraRow, rows [][]epochRow, epochs int) []any {
	cells := []any{shortName(spec)}
	add := func(reported bool, paper string, here string) {
		switch {
		case t.rows == nil:
			cells = append(cells, here)
		case reported:
			cells = append(cells, paper, here)
		default:
			cells = append(cells, term.Missing(), here)
		}
	}
	if paper == nil {
		paper = &amiraRow{}
	}
	for _, e := range t.epochs {
		if e <= epochs {
			rate, reported := paper.rates[e]
			add(reported, fmt.Sprintf("%.2f", rate), reproduce.MeanWithRange("%.2f", reproduce.Column(after(rows, e), errorRate)))
		}
	}
	ended := paper.updates > 0 && epochs == t.last
	if t.best {
		best, at := bestEpoch(rows, epochs)
		add(ended, fmt.Sprintf("%.2f (%d)", paper.best, paper.at), fmt.Sprintf("%.2f (%d)", best, at))
	}
	last := after(rows, epochs)
	add(ended, fmt.Sprintf("%.0f", paper.updates), reproduce.MeanWithRange("%.0f", reproduce.Column(last, epochUpdates)))
	return append(cells, reproduce.MeanWithRange("%.1f", reproduce.Column(last, epochSeconds)))
}

// bestEpoch is the least mean error rate of an epoch, and the first epoch that has
// it.
func bestEpoch(rows [][]epochRow, epochs int) (rate float64, at int) {
	for e := 1; e <= epochs; e++ {
		var sum float64
		for _, r := range after(rows, e) {
			sum += float64(r.ErrorRate)
		}
		if mean := sum / float64(len(rows)); at == 0 || mean < rate {
			rate, at = mean, e
		}
	}
	return rate, at
}
