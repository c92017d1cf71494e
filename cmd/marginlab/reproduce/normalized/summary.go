package normalized

import (
	"fmt"
	"io"
	"math"
	"slices"

	"marginlab/algos/trial/stats"
	"marginlab/cmd/marginlab/reproduce"
	"marginlab/cmd/marginlab/term"
	"marginlab/theory/libm"
)

// cellRuns are the runs of an algorithm in a cell.
type cellRuns struct {
	cell coneCell
	rows []algorithmRow // one a run
}

// runsByCell are the runs of an algorithm in a sweep, cell by cell in the order of the rows.
func runsByCell(sweep, algorithm string, rows []algorithmRow) []cellRuns {
	var all []cellRuns
	for _, r := range rows {
		if r.Sweep != sweep || r.algorithm() != algorithm {
			continue
		}
		if r.Run == 1 {
			all = append(all, cellRuns{cell: r.cell})
		}
		last := &all[len(all)-1]
		last.rows = append(last.rows, r)
	}
	return all
}

func (c cellRuns) column(value func(algorithmRow) term.Number) []float64 {
	return reproduce.Column(c.rows, value)
}

func iterations(r algorithmRow) term.Number      { return term.Number(r.Updates) }
func iterationsBound(r algorithmRow) term.Number { return r.UpdatesBound }
func boundRatio(r algorithmRow) term.Number      { return r.BoundRatio }
func marginRatio(r algorithmRow) term.Number     { return r.MarginRatio }
func seconds(r algorithmRow) term.Number         { return r.Seconds }

// leastFitted is the least number of iterations that takes part in a fit. From there on
// one iteration is at most a tenth of the number, and the few iterations by which short
// runs differ from the law no longer set the slope.
const leastFitted = 10

// slope is the power law of a column over x, fitted to the cells in which every
// run has at least leastFitted iterations.
func slope(cells []cellRuns, x func(coneCell) float64, value func(algorithmRow) term.Number) stats.PowerLaw {
	var at []float64
	var columns [][]float64
	for _, c := range cells {
		if slices.Min(c.column(iterations)) >= leastFitted {
			at, columns = append(at, x(c.cell)), append(columns, c.column(value))
		}
	}
	return stats.FitPowerLaw(at, columns)
}

// printBounds prints the published theorems.
func printBounds(w io.Writer, rows []algorithmRow) error {
	g := term.NewTable(term.Left("algorithm"), term.Left("theorem"), term.Left("source"))
	for _, a := range algorithms() {
		for _, r := range rows {
			if r.algorithm() == a[0] && r.Published != nil {
				g.Row(a[0], r.Published.Claim, r.Published.Source)
				break
			}
		}
	}
	return g.Write(w)
}

func printSweep(w io.Writer, sweep string, rows []algorithmRow) error {
	first := runsByCell(sweep, algorithms()[0][0], rows)[0].cell.cone
	title, head := fmt.Sprintf("%d points in %d dimensions", first.Examples, first.Dim), []term.Column{term.Right("rho")}
	if sweep == overPoints {
		title, head = fmt.Sprintf("rho = %v", first.Margin), []term.Column{term.Right("points"), term.Right("dim")}
	}
	if err := term.Say(w, "\n%s: iterations, mean and range; how much of the bound is used at most; the least margin, of rho\n", title); err != nil {
		return err
	}
	g := term.NewTable(append(head, term.Left("algorithm"), term.Left("iterations"), term.Right("bound"), term.Right("used"), term.Right("margin"), term.Right("seconds"))...)
	for i := range runsByCell(sweep, algorithms()[0][0], rows) {
		for k, a := range algorithms() {
			runs := runsByCell(sweep, a[0], rows)[i]
			cone, cells := runs.cell.cone, []any{"", ""}
			switch {
			case k == 0 && sweep == overPoints:
				cells = []any{cone.Examples, cone.Dim}
			case k == 0:
				cells[0] = term.Number(cone.Margin)
			}
			g.Row(append(cells[:len(head)], a[0], reproduce.MeanWithRange("%.0f", runs.column(iterations)), term.Fixed(stats.Most(runs.column(iterationsBound)), 0),
				term.Fixed(100*stats.Most(runs.column(boundRatio)), 0)+" %", term.Fixed(stats.Least(runs.column(marginRatio)), 3),
				term.Fixed(stats.Mean(runs.column(seconds)), 3))...)
		}
	}
	return g.Write(w)
}

// coneFit is what slopes are taken over.
type coneFit struct {
	sweep, over string
	x           func(coneCell) float64
}

func coneFits() []coneFit {
	return []coneFit{
		{overRho, "1/rho", coneCell.at},
		{overPoints, "n", coneCell.at},
		{overPoints, "ln n", func(c coneCell) float64 { return libm.Log(c.at()) }},
	}
}

func printSlopes(w io.Writer, rows []algorithmRow) error {
	if err := term.Say(w, "\niterations ~ x^slope\n"); err != nil {
		return err
	}
	g := term.NewTable(term.Left("x"), term.Left("algorithm"), term.Right("slope"), term.Left("95 % interval"), term.Right("of the bound"), term.Left("x from"))
	for _, f := range coneFits() {
		for k, a := range algorithms() {
			over := ""
			if k == 0 {
				over = f.over
			}
			cells := runsByCell(f.sweep, a[0], rows)
			law, bound := slope(cells, f.x, iterations), slope(cells, f.x, iterationsBound)
			g.Row(over, a[0], exponent(law.Slope), interval(law), exponent(bound.Slope), domain(law))
		}
	}
	return g.Write(w)
}

// exponent is a slope with two digits. It is 0.00 for a constant, whose fitted slope is
// nothing but rounding.
func exponent(slope float64) string { return term.Fixed(math.Round(100*slope)/100+0, 2) }

// interval is the 95 % confidence interval, "-" for a single run.
func interval(l stats.PowerLaw) string {
	if math.IsNaN(l.Lower) {
		return "-"
	}
	return fmt.Sprintf("%s..%s", exponent(l.Lower), exponent(l.Upper))
}

// domain is the range of x in which the law was fitted, "-" if it was not.
func domain(l stats.PowerLaw) string {
	if math.IsNaN(l.Slope) {
		return "-"
	}
	return fmt.Sprintf("%v..%v", term.Number(l.Low), term.Number(l.High))
}
