package digits

import (
	"context"
	"fmt"

	"marginlab/algos/kernel"
	"marginlab/algos/multiclass"
	"marginlab/benchdata"
	"marginlab/cmd/marginlab/term"
)

type USPS struct {
	Data   string        `placeholder:"DIR" help:"The folder with zip.train and zip.test, or with a folder usps that has them, plain or gzipped. Without it the one that MARGINLAB_DATA names, then where marginlab fetch usps puts them."`
	Runs   int           `default:"10" placeholder:"N" help:"Runs of each learner, each with a new permutation an epoch; 10 by default, as in the paper."`
	Epochs int           `default:"5" placeholder:"N" help:"How often a run goes through the images; 5 by default, as in the paper."`
	Kernel kernel.Kernel `default:"gaussian(sigma=3.5)" placeholder:"KERNEL" help:"The kernel: gaussian(sigma), poly(degree,offset,scale) or linear; ${default} by default, as in the paper."`
	digitsFlags
}

func (USPS) Help() string {
	return `Examples:

    marginlab reproduce usps
    marginlab reproduce usps --runs 1 --subset 500
    marginlab reproduce usps --runs 3 --learners 'one-vs-rest(pa),amira-1-best(eps=0.85)' --json

amira.txt is the paper on Aggressive MIRA; this is its Section 4.2: handwritten digits of 16 x 16 pixels, a Gaussian kernel, and the images shuffled anew at each epoch, that is each time a run goes through them. Most learners are binary ones, one against the rest for each digit: the greatest score wins. amira-k-best learns all digits at once, and so does amira-1-best, which the paper has no row of; its updates are the ones that the paper reports of amira-k-best.

` + digitsTable + ` best is the least mean after an epoch, which stands in parentheses.

The text of the paper that this follows has lost the names in its Table 2. They are taken from the order of Table 3 and from the prose, and the parameters of ALMA, Pegasos and two rows of AMIRA from the numbers of updates.

` + digitsJSON + `

Exit status: 2 when the data are missing or not as expected.`
}

// digitsTable tells how to read Table 2 or 3.
const digitsTable = `The errors of the table are per cent of the images to test with. What is shown of the runs is the mean, as in the paper, with the range from the least to the greatest. Updates are those after the last epoch, of all ten binary learners together. The seconds are those of learning; rows of the kernel matrix that an earlier run has computed are there for the next ones, so the first run takes the longest. What the paper reports is shown beside runs like its own: on all its images, with its kernel and, for what it counts in the end, as many epochs.`

// digitsJSON tells of the keys that reproduce usps and reproduce mnist share.
const digitsJSON = `JSON keys: those of run; table theta bias_free published (published: error_rate updates); and kernel run seed epoch tests errors error_rate. mistakes, updates and seconds are from the start of the run to the end of the epoch, error_rate is per cent of the images to test with.`

// Validate implements kong's check of a command's flags.
func (c USPS) Validate() error { return c.validate(c.Runs, c.Epochs) }

// Run prints Table 2.
func (c USPS) Run(ctx context.Context, std term.Streams) error {
	dir, err := benchdata.Find("usps", c.Data)
	if err != nil {
		return err
	}
	train, test, err := benchdata.USPS(dir)
	if err != nil {
		return err
	}
	book, err := c.checkpoint("usps", dir, c.Kernel, train, test)
	if err != nil {
		return err
	}
	d, err := c.newDigits("usps", c.Kernel, train, test, book)
	if err != nil {
		return err
	}
	return c.tabulate(ctx, std, d, table2(), c.Runs, c.Epochs)
}

// isOf reports whether the table is one of these digits.
func (t amiraTable) isOf(d *digits) bool {
	return d.train == t.train && len(d.class)-d.train == t.tests && d.gram.Kernel().String() == t.kernel
}

// of is the row of a learner, nil if the paper has none.
func (t amiraTable) of(spec *multiclass.Spec) *amiraRow {
	for _, r := range t.rows {
		if asked, err := multiclass.Parse(r.learner); err == nil && r.updates > 0 && asked.String() == spec.String() {
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

// tabulate runs the learners, and prints the table of the paper beside what was
// measured.
func (f digitsFlags) tabulate(ctx context.Context, std term.Streams, d *digits, t amiraTable, runs, epochs int) error {
	learners := f.Learners.specs
	if learners == nil {
		for _, r := range t.rows {
			spec, err := multiclass.Parse(r.learner)
			if err != nil {
				return err
			}
			learners = append(learners, spec)
		}
	}
	for _, spec := range learners { // before the work, not amid it
		if _, err := spec.NewKernel(d.gram, 10); err != nil {
			return fmt.Errorf("--learners: %w", err)
		}
	}
	if !t.isOf(d) {
		t.rows = nil
	}
	if !f.JSON {
		if _, err := fmt.Fprintf(std.Out, "%s of amira.txt (%s): %s; %s, %s\n\n", t.number, t.section, d.describe(), term.Count(epochs, "epoch", "epochs"), term.Range("seed", f.Seed, runs)); err != nil {
			return err
		}
	}
	g := term.NewTable(t.columns(epochs)...)
	err := d.runs(ctx, learners, runs, f.Seed, epochs, term.NewProgress(std.Err), func(spec *multiclass.Spec, rows [][]epochRow) error {
		paper := t.of(spec)
		for _, run := range rows {
			for i := range run {
				if run[i].Published = t.published(paper, run[i].Epoch); run[i].Published != nil {
					run[i].Table = &t.number
				}
			}
			if f.JSON {
				if err := term.WriteJSON(std.Out, run...); err != nil {
					return err
				}
			}
		}
		g.Row(t.cells(spec, paper, rows, epochs)...)
		return nil
	})
	if err == nil && !f.JSON {
		err = g.Write(std.Out)
	}
	return err
}

// columns are those of the table after so many epochs: of each quantity what the
// paper reports, if it reports anything, and what was measured.
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
	return append(columns, term.Left("seconds a run"))
}

// cells are the cells of a learner's row.
func (t amiraTable) cells(spec *multiclass.Spec, paper *amiraRow, rows [][]epochRow, epochs int) []any {
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
			add(reported, fmt.Sprintf("%.2f", rate), over(after(rows, e), "%.2f", errorRate))
		}
	}
	ended := paper.updates > 0 && epochs == t.last
	if t.best {
		best, at := bestEpoch(rows, epochs)
		add(ended, fmt.Sprintf("%.2f (%d)", paper.best, paper.at), fmt.Sprintf("%.2f (%d)", best, at))
	}
	last := after(rows, epochs)
	add(ended, fmt.Sprintf("%.0f", paper.updates), over(last, "%.0f", epochUpdates))
	return append(cells, over(last, "%.1f", func(r epochRow) float64 { return float64(r.Seconds) }))
}

// bestEpoch is the least mean error rate of an epoch, and the first epoch that has
// it.
func bestEpoch(rows [][]epochRow, epochs int) (rate float64, at int) {
	for e := 1; e <= epochs; e++ {
		var sum float64
		for _, r := range after(rows, e) {
			sum += errorRate(r)
		}
		if mean := sum / float64(len(rows)); at == 0 || mean < rate {
			rate, at = mean, e
		}
	}
	return rate, at
}
