package reproduce

import (
	"fmt"
	"slices"

	"marginlab/cmd/marginlab/term"
	"marginlab/internal/num"
)

// boundsTable has the published theorems, of the sides that they are of. An algorithm has several where now one, now
// another has the lowest bound.
func boundsTable(o Options) Pivot {
	side := func(r Row) any {
		if dual(sweepOf(r)) {
			return "rho < 0"
		}
		return "separable"
	}
	return Pivot{
		Title: func([]Row) string {
			return "RP14, which has no experiment: its bounds, and the iterations until a separator or an eps-solution is found; " + term.Range("seed", o.Seed, o.Runs)
		},
		Rows: func(rows []Row) (all []Row) {
			for _, sweep := range []string{overRho, overEps} {
				for _, a := range algorithms(sweep) {
					all = append(all, which(rows, func(r Row) bool {
						return r.Published != nil && dual(sweepOf(r)) == dual(sweep) && algorithm(r) == a[0]
					})...)
				}
			}
			return all
		},
		Line: func(r Row) string { return fmt.Sprint(side(r), algorithm(r), r.Published["claim"]) },
		Columns: []Column{
			key(term.Left("side"), side), key(term.Left("algorithm"), func(r Row) any { return algorithm(r) }),
			text(term.Left("theorem"), func(r Row) any { return r.Published["claim"] }),
			text(term.Left("source"), func(r Row) any { return r.Published["source"] }),
		},
	}
}

func sweepOf(r Row) string { return r.More["sweep"].(string) }

// of returns the rows of a sweep.
func of(sweep string, rows []Row) []Row {
	return which(rows, func(r Row) bool { return sweepOf(r) == sweep })
}

// first is the first setting of a sweep.
func (g normalizedGrid) first(sweep string) setting {
	all := g.settings()
	return all[slices.IndexFunc(all, func(s setting) bool { return s.sweep == sweep })]
}

// sweepTable is the table of a sweep, which says what it keeps and what changes.
func (g normalizedGrid) sweepTable(sweep string) Pivot {
	cone, around := g.first(sweep).cone, g.first(sweep).around
	number := func(head, name string) Column {
		return key(term.Right(head), func(r Row) any { return term.Number(r.value(name)) })
	}
	count := func(head string, n func(Row) int) Column {
		return key(term.Right(head), func(r Row) any { return n(r) })
	}
	points := count("points", func(r Row) int { return r.Examples })
	var title string
	var columns []Column
	switch sweep {
	case overRho:
		title, columns = fmt.Sprintf("%d points in %d dimensions", cone.Examples,
			cone.Dim), []Column{number("rho", "rho")}
	case overPoints:
		title, columns = fmt.Sprintf("rho = %v", cone.Margin), []Column{points,
			count("dim", func(r Row) int { return r.Dim })}
	case overEps:
		title, columns = fmt.Sprintf("rho = -%v, %d points in %d dimensions", around.Depth, around.Examples,
			around.Dim), []Column{number("eps", "eps")}
	case overDepth:
		title, columns = fmt.Sprintf("eps = %v, %d points in %d dimensions", g.atEps, around.Examples,
			around.Dim), []Column{number("rho", "rho")}
	default:
		title, columns = fmt.Sprintf("rho = -%v, eps = %v, %d dimensions", around.Depth, g.atEps,
			around.Dim), []Column{points}
	}
	used := Column{Column: term.Right("used"),
		Cell: func(rows []Row) any { return term.Fixed(100*most(column(rows, "bound_ratio")), 0) + " %" }}
	columns = append(columns, text(term.Left("algorithm"), func(r Row) any { return algorithm(r) }),
		Quantity{Head: "iterations", Key: "updates", Format: "%.0f", Mean: true}.here(), sum("bound", "%.0f", most,
			"updates_bound"), used)
	margin := ""
	if !dual(sweep) {
		margin, columns = "; the least margin, of rho", append(columns, sum("margin", "%.3f", least, "margin_ratio"))
	}
	return Pivot{
		Title: func([]Row) string {
			return title + ": iterations, mean and range; how much of the bound is used at most" + margin
		},
		Rows:    func(rows []Row) []Row { return of(sweep, rows) },
		Line:    func(r Row) string { return fmt.Sprint(r.value("at"), algorithm(r)) },
		Columns: append(columns, sum("seconds", "%.3f", mean, "seconds")),
	}
}

// slopeFit is what slopes are taken over.
type slopeFit struct {
	sweep, over, sign string // the sign is for pictures
	x                 func(at float64) float64
}

func slopeFits() []slopeFit {
	same := func(at float64) float64 { return at }
	return []slopeFit{
		{overRho, "1/rho", "(1/ρ)", same},
		{overPoints, "n", "n", same},
		{overPoints, "ln n", "ln n", num.Log},
		{overEps, "1/eps", "(1/ε)", same},
		{overEps, "ln 1/eps", "ln 1/ε", num.Log},
		{overDepth, "1/|rho|", "(1/|ρ|)", same},
		{overAround, "n, dual", "n", same},
		{overAround, "ln n, dual", "ln n", num.Log},
	}
}

// leastFitted is the least number of iterations that takes part in a fit. From there on one iteration is at most a tenth
// of the number, and the few iterations by which short runs differ from the law no longer set the slope.
const leastFitted = 10

// slope is the power law of a number of the rows over x, fitted to the settings in which every run has at least
// leastFitted iterations.
func (f slopeFit) slope(rows []Row, name string) powerLaw {
	var at []float64
	var columns [][]float64
	for _, same := range split(rows, func(r Row) string { return fmt.Sprint(r.value("at")) }) {
		if least(column(same, "updates")) >= leastFitted {
			at, columns = append(at, f.x(same[0].value("at"))), append(columns, column(same, name))
		}
	}
	return fitPowerLaw(at, columns)
}

// slopesTable is the table of the slopes. A sweep has a line for each that it is fitted over.
func slopesTable() Pivot {
	law := func(c term.Column, show func(law, bound powerLaw) string) Column {
		return Column{Column: c, Cell: func(rows []Row) any {
			f := slopeFits()[int(rows[0].value("fit"))]
			return show(f.slope(rows, "updates"), f.slope(rows, "updates_bound"))
		}}
	}
	over := func(r Row) any { return slopeFits()[int(r.value("fit"))].over }
	return Pivot{
		Title: func([]Row) string { return "iterations ~ x^slope" },
		Rows: func(rows []Row) (all []Row) {
			for i, f := range slopeFits() {
				for _, r := range cloned(of(f.sweep, rows)) {
					r.set("fit", float64(i))
					all = append(all, r)
				}
			}
			return all
		},
		Line: func(r Row) string { return fmt.Sprint(over(r), algorithm(r)) },
		Columns: []Column{
			key(term.Left("x"), over), text(term.Left("algorithm"), func(r Row) any { return algorithm(r) }),
			law(term.Right("slope"), func(l, _ powerLaw) string { return exponent(l.slope) }),
			law(term.Left("95 % interval"), func(l, _ powerLaw) string { return l.interval() }),
			law(term.Right("of the bound"), func(_, b powerLaw) string { return exponent(b.slope) }),
			law(term.Left("verdict"), func(l, b powerLaw) string { return l.beside(b.slope) }),
			law(term.Left("x from"), func(l, _ powerLaw) string { return l.domain() }),
		},
	}
}
