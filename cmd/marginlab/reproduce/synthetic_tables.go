package reproduce

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"

	"marginlab/cmd/marginlab/term"
	"marginlab/internal/num"
)

// restColumn returns the column with the number of runs that came to rest.
func restColumn() Column {
	return Column{term.Right("at rest"), func(rows []Row) any {
		if rows[0].Asked == pegasos {
			return "never"
		}
		return fmt.Sprintf("%d of %d", len(restingRows(rows)), len(rows))
	}}
}

func (g syntheticGrid) figure2(o Options) Pivot {
	fraction := func(head string, p float64, drop int) Column {
		of := func(v []float64) float64 { return quantile(p, v) }
		return Quantity{Head: head, Key: "ratio_lifted", Format: "%.3f", Middle: of, Alone: true, Of: atRest,
			Drop: drop}.here()
	}
	below := Column{term.Right("below it"), func(rows []Row) any {
		e := epsilon(rows[0])
		if math.IsNaN(e) {
			return none
		}
		return len(selectRows(restingRows(rows), func(r Row) bool { return r.value("ratio_lifted") < 1-e }))
	}}
	paper := Quantity{Head: "with a bias: paper", Key: "mean"}.paper()
	return Pivot{
		Title: fmt.Sprintf("Figure 2 of ZH13 (Section 4.1): the margin at rest, "+
			"as a part of the maximum margin of (x, 1) through the origin; to the right of x with a bias. "+
			"%d examples a run, in [0, 10]^10, %v or farther from a random hyperplane through the centre; %s",
			g.data.Examples, g.data.Margin, term.Range("seed", o.Seed, o.Runs)),
		Rows: func(rows []Row) []Row {
			return selectRows(rows, func(r Row) bool { return slices.Contains(figure2Learners(), r.Asked) })
		},
		Line: byAsked,
		Columns: []Column{
			learner(), restColumn(), fraction("least", 0, 0), fraction("quartile", 0.25, 2), fraction("median", 0.5, 0),
			fraction("quartile", 0.75, 2), fraction("most", 1, 0),
			text(term.Right("guaranteed"), func(r Row) any { return term.Fixed(guaranteedFraction(epsilon(r)), 3) }),
			text(term.Right("1-eps").Drop(1), func(r Row) any { return term.Fixed(1-epsilon(r), 3) }),
			below, paper, Quantity{Head: "mean", Key: "ratio", Format: "%.3f", Middle: mean, Alone: true,
				Of: atRest}.here(),
		},
	}
}

func (g syntheticGrid) figure3() Pivot {
	margin := func(head, key string) Column {
		return Quantity{Head: head, Key: key, Format: "%.3f", Middle: mean, Of: atRest}.here()
	}
	count := func(key string, of func([]float64) float64, drop int) Column {
		return Quantity{Head: key, Key: key, Format: "%.0f", Middle: of, Alone: true, Of: atRest, Drop: drop}.here()
	}
	ofBound := Column{term.Right("of the bound"), func(rows []Row) any {
		used := math.Inf(-1) // printed as missing
		for _, r := range restingRows(rows) {
			used = max(used, float64(r.Updates)/r.value("updates_bound"))
		}
		return term.Number(used)
	}}
	return Pivot{
		Title: "Figure 3: means over the runs at rest, margins with their range; " +
			"how much of the bound on the updates is used up at most, and passes at most",
		Rows: g.swept, Line: byAsked,
		Columns: []Column{
			text(term.Right("eps"), func(r Row) any { return epsilon(r) }),
			text(term.Left("learner"), func(r Row) any { return family(r) }), restColumn(),
			margin("margin of (x, 1)", "ratio_lifted"), margin("margin with a bias", "ratio"),
			count("updates", mean, 0), ofBound, count("passes", most, 1),
		},
	}
}

// fitUpTo is the largest ε in a fit. AMIRA's bound (2−ε)/ε falls as ε^−1.33 there, and as ε^−1.05 at
// ε = 0.1.
const fitUpTo = 0.5

// law is the slope of log(updates) over log(1/ε), with half of its 95 % interval, for ε from low to high. Least squares
// fit a slope to each run separately, as the values within a run depend on each other.
type law struct{ slope, half, low, high float64 }

// restLaw fits a law to the ε at which all runs came to rest. All fields are NaN if there are fewer than two.
func restLaw(rows []Row) law {
	var fitted []Row
	var epsilons []float64
	for _, same := range term.Grouped(rows, byAsked) {
		if e := epsilon(same.Rows[0]); e <= fitUpTo && len(restingRows(same.Rows)) == len(same.Rows) {
			epsilons, fitted = append(epsilons, e), append(fitted, same.Rows...)
		}
	}
	if len(epsilons) < 2 {
		return law{math.NaN(), math.NaN(), math.NaN(), math.NaN()}
	}
	var slopes []float64
	for _, run := range term.Grouped(fitted, func(r Row) string { return fmt.Sprint(r.Run) }) {
		var x, y []float64
		for _, r := range run.Rows {
			x, y = append(x, -num.Log(epsilon(r))), append(y, num.Log(float64(r.Updates)))
		}
		_, slope := stat.LinearRegression(x, y, nil, false)
		slopes = append(slopes, slope)
	}
	return law{mean(slopes), halfInterval(slopes), slices.Min(epsilons), slices.Max(epsilons)}
}

func (g syntheticGrid) slopes() Pivot {
	fitted := func(c term.Column, show func(law) string) Column {
		return Column{c, func(rows []Row) any { return show(restLaw(rows)) }}
	}
	interval := func(low, high float64, format string) string {
		if math.IsNaN(low) {
			return none
		}
		return fmt.Sprintf(format+".."+format, low, high)
	}
	return Pivot{
		Title: "updates ~ (1/eps)^slope",
		Rows:  g.swept, Line: family,
		Columns: []Column{
			text(term.Left("learner"), func(r Row) any { return family(r) }),
			fitted(term.Right("slope"), func(l law) string { return term.Fixed(l.slope, 3) }),
			fitted(term.Left("95 % interval"), func(l law) string {
				return interval(l.slope-l.half, l.slope+l.half, "%.3f")
			}),
			text(term.Right("of the bound"), func(r Row) any { return sweptFamilies[family(r)] }),
			fitted(term.Left("eps"), func(l law) string { return interval(l.low, l.high, "%v") }),
		},
	}
}
