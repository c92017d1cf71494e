package normalized

import (
	"fmt"
	"math"
	"slices"

	"marginlab/cmd/marginlab/reproduce"
	"marginlab/cmd/marginlab/reproduce/stats"
	"marginlab/cmd/marginlab/term"
	"marginlab/internal/num"
)

// cellRuns are the runs of an algorithm in a cell.
type cellRuns struct {
	cell cell
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
func slope(cells []cellRuns, x func(cell) float64, value func(algorithmRow) term.Number) stats.PowerLaw {
	var at []float64
	var columns [][]float64
	for _, c := range cells {
		if slices.Min(c.column(iterations)) >= leastFitted {
			at, columns = append(at, x(c.cell)), append(columns, c.column(value))
		}
	}
	return stats.FitPowerLaw(at, columns)
}

// printBounds prints the published theorems, of the sides that they are of. An algorithm has
// several where now one, now another has the lowest bound.
func printBounds(w *term.Out, rows []algorithmRow) {
	g := term.NewTable(term.Left("side"), term.Left("algorithm"), term.Left("theorem"), term.Left("source"))
	for _, sweep := range []string{overRho, overEps} {
		side := map[string]string{overRho: "separable", overEps: "rho < 0"}[sweep]
		for _, a := range algorithms(sweep) {
			name, seen := a[0], map[string]bool{}
			for _, r := range rows {
				if r.cell.dual() != (sweep == overEps) || r.algorithm() != a[0] || r.Published == nil || seen[r.Published.Claim] {
					continue
				}
				g.Row(side, name, r.Published.Claim, r.Published.Source)
				side, name, seen[r.Published.Claim] = "", "", true
			}
		}
	}
	g.Print(w)
}

// sweepTable is how a sweep is printed: what it keeps, and what changes.
func sweepTable(first cell) (title string, head []term.Column, change func(cell) []any) {
	cone, around := first.cone, first.around
	switch first.sweep {
	case overPoints:
		return fmt.Sprintf("rho = %v", cone.Margin), []term.Column{term.Right("points"), term.Right("dim")},
			func(c cell) []any { return []any{c.cone.Examples, c.cone.Dim} }
	case overEps:
		return fmt.Sprintf("rho = -%v, %d points in %d dimensions", around.Depth, around.Examples, around.Dim), []term.Column{term.Right("eps")},
			func(c cell) []any { return []any{term.Number(c.eps)} }
	case overDepth:
		return fmt.Sprintf("eps = %v, %d points in %d dimensions", first.eps, around.Examples, around.Dim), []term.Column{term.Right("rho")},
			func(c cell) []any { return []any{term.Number(-c.around.Depth)} }
	}
	if first.sweep == overAround {
		return fmt.Sprintf("rho = -%v, eps = %v, %d dimensions", around.Depth, first.eps, around.Dim), []term.Column{term.Right("points")},
			func(c cell) []any { return []any{c.around.Examples} }
	}
	return fmt.Sprintf("%d points in %d dimensions", cone.Examples, cone.Dim), []term.Column{term.Right("rho")},
		func(c cell) []any { return []any{term.Number(c.cone.Margin)} }
}

func printSweep(w *term.Out, sweep string, rows []algorithmRow) {
	all := algorithms(sweep)
	cells := runsByCell(sweep, all[0][0], rows)
	title, head, change := sweepTable(cells[0].cell)
	margin := "; the least margin, of rho"
	columns := append(head, term.Left("algorithm"), term.Left("iterations"), term.Right("bound"), term.Right("used"))
	if cells[0].cell.dual() {
		margin = ""
	} else {
		columns = append(columns, term.Right("margin"))
	}
	w.Say("\n%s: iterations, mean and range; how much of the bound is used at most%s\n", title, margin)
	g := term.NewTable(append(columns, term.Right("seconds"))...)
	for i, c := range cells {
		for k, a := range all {
			runs := runsByCell(sweep, a[0], rows)[i]
			line := make([]any, len(head))
			if k == 0 {
				line = change(c.cell)
			} else {
				for j := range line {
					line[j] = ""
				}
			}
			line = append(line, a[0], reproduce.MeanWithRange("%.0f", runs.column(iterations)), term.Fixed(stats.Most(runs.column(iterationsBound)), 0),
				term.Fixed(100*stats.Most(runs.column(boundRatio)), 0)+" %")
			if !c.cell.dual() {
				line = append(line, term.Fixed(stats.Least(runs.column(marginRatio)), 3))
			}
			g.Row(append(line, term.Fixed(stats.Mean(runs.column(seconds)), 3))...)
		}
	}
	g.Print(w)
}

// fit is what slopes are taken over.
type fit struct {
	sweep, over, sign string // the sign is for pictures
	x                 func(cell) float64
}

func fits() []fit {
	logarithm := func(c cell) float64 { return num.Log(c.at()) }
	return []fit{
		{overRho, "1/rho", "(1/ρ)", cell.at},
		{overPoints, "n", "n", cell.at},
		{overPoints, "ln n", "ln n", logarithm},
		{overEps, "1/eps", "(1/ε)", cell.at},
		{overEps, "ln 1/eps", "ln 1/ε", logarithm},
		{overDepth, "1/|rho|", "(1/|ρ|)", cell.at},
		{overAround, "n, dual", "n", cell.at},
		{overAround, "ln n, dual", "ln n", logarithm},
	}
}

func printSlopes(w *term.Out, rows []algorithmRow) {
	w.Say("\niterations ~ x^slope\n")
	g := term.NewTable(term.Left("x"), term.Left("algorithm"), term.Right("slope"), term.Left("95 % interval"), term.Right("of the bound"), term.Left("verdict"), term.Left("x from"))
	for _, f := range fits() {
		over := f.over
		for _, a := range algorithms(f.sweep) {
			cells := runsByCell(f.sweep, a[0], rows)
			law, bound := slope(cells, f.x, iterations), slope(cells, f.x, iterationsBound)
			g.Row(over, a[0], exponent(law.Slope), interval(law), exponent(bound.Slope), beside(law, bound.Slope), domain(law))
			over = ""
		}
	}
	g.Print(w)
}

// beside says how the iterations grow beside the bound: as it does, within the interval; more
// slowly, as data that are not the worst may; or faster, which the bound forbids in the long
// run.
func beside(law stats.PowerLaw, bound float64) string {
	const printed = 0.005 // what is rounded off a slope
	switch {
	case math.IsNaN(law.Lower) || math.IsNaN(bound):
		return "-"
	case law.Upper < bound-printed:
		return "below the bound"
	case law.Lower > bound+printed:
		return "above the bound"
	}
	return "as the bound"
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
