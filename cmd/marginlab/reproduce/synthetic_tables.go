package reproduce

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"marginlab/cmd/marginlab/term"
	"marginlab/theory"
)

// epsilon is the ε of a row's learner, NaN without one.
func epsilon(r Row) float64 {
	if e, ok := r.Params["eps"].(float64); ok {
		return e
	}
	return math.NaN()
}

// restless reports whether the learner never comes to rest.
func restless(r Row) bool { return r.Asked == pegasos }

// resting are the rows of runs at rest, and all of a learner that never comes to rest.
func resting(rows []Row) []Row {
	return which(rows, func(r Row) bool { return r.More["at_rest"] == true || restless(r) })
}

// guaranteed is the fraction of the maximum margin that AMIRA reaches at rest by its Theorem 3. The fraction that ZH13
// observes, without a theorem, is 1−ε.
func guaranteed(epsilon float64) float64 {
	return theory.Row("amira-rest").Bound(theory.Setting{
		Evidence: theory.Evidence{Geometry: theory.Geometry{Gamma: 1, Separable: true}},
		Trace:    &theory.Trace{Params: map[string]float64{"eps": epsilon}},
	})
}

// rested is the column that says how many of the runs came to rest.
func rested() Column {
	return Column{Column: term.Right("at rest"), Cell: func(rows []Row) any {
		if restless(rows[0]) {
			return "never"
		}
		return fmt.Sprintf("%d of %d", len(resting(rows)), len(rows))
	}}
}

// atRest is a column of the runs at rest.
func atRest(c Column) Column {
	cell := c.Cell
	c.Cell = func(rows []Row) any {
		if rows = resting(rows); len(rows) == 0 {
			return term.Missing()
		}
		return cell(rows)
	}
	return c
}

func (g syntheticGrid) figure2(o Options) Pivot {
	fraction := func(head string, of func([]float64) float64) Column {
		return atRest(sum(head, "%.3f", of, "ratio_lifted"))
	}
	quartile := func(p float64) func([]float64) float64 { return func(v []float64) float64 { return quantile(p, v) } }
	drop := func(c Column, turn int) Column {
		c.Column = c.Column.Drop(turn)
		return c
	}
	below := Column{Column: term.Right("below it"), Cell: func(rows []Row) any {
		e := epsilon(rows[0])
		if math.IsNaN(e) {
			return none
		}
		return len(which(resting(rows), func(r Row) bool { return r.value("ratio_lifted") < 1-e }))
	}}
	paper := Quantity{Head: "with a bias: paper", Key: "mean"}.paper()
	return Pivot{
		Title: func(rows []Row) string {
			return fmt.Sprintf("Figure 2 of ZH13 (Section 4.1): the margin at rest, as a part of the maximum margin of (x, 1) through the origin; to the right of x with a bias. "+
				"%d examples a run, in [0, 10]^10, %v or farther from a random hyperplane through the centre; %s",
				g.data.Examples, g.data.Margin, term.Range("seed", o.Seed, o.Runs))
		},
		Rows: func(rows []Row) []Row {
			return which(rows, func(r Row) bool { return slices.Contains(figure2Learners(), r.Asked) })
		},
		Line: func(r Row) string { return r.Asked },
		Columns: []Column{
			learner(), rested(), fraction("least", least),
			drop(fraction("quartile", quartile(0.25)), 2), fraction("median", quartile(0.5)),
			drop(fraction("quartile", quartile(0.75)), 2), fraction("most", most),
			text(term.Right("guaranteed"), func(r Row) any { return term.Fixed(guaranteed(epsilon(r)), 3) }),
			text(term.Right("1-eps").Drop(1), func(r Row) any { return term.Fixed(1-epsilon(r), 3) }),
			below, paper, atRest(sum("mean", "%.3f", mean, "ratio")),
		},
	}
}

func (g syntheticGrid) figure3() Pivot {
	margin := func(head, key string) Column {
		return atRest(Quantity{Head: head, Key: key, Format: "%.3f", Mean: true}.here())
	}
	ofBound := Column{Column: term.Right("of the bound"), Cell: func(rows []Row) any {
		used := math.Inf(-1)
		for _, r := range rows {
			used = max(used, float64(r.Updates)/r.value("updates_bound"))
		}
		return term.Number(used)
	}}
	passes := sum("passes", "%.0f", most, "passes")
	passes.Column = passes.Column.Drop(1)
	return Pivot{
		Title: func([]Row) string {
			return "Figure 3: means over the runs at rest, margins with their range; how much of the bound on the updates is used up at most, and passes at most"
		},
		Rows: func(rows []Row) []Row {
			return sorted(which(rows, g.inSweep), func(a, b Row) int {
				return cmp.Or(cmp.Compare(epsilon(a), epsilon(b)), cmp.Compare(family(a), family(b)))
			})
		},
		Line: func(r Row) string { return r.Asked },
		Columns: []Column{
			key(term.Right("eps"), func(r Row) any { return epsilon(r) }),
			text(term.Left("learner"), func(r Row) any { return family(r) }), rested(),
			margin("margin of (x, 1)", "ratio_lifted"), margin("margin with a bias", "ratio"),
			atRest(sum("updates", "%.0f", mean, "updates")), atRest(ofBound), atRest(passes),
		},
	}
}

// fitUpTo is the largest ε that takes part in a fit. AMIRA's bound (2−ε)/ε falls as ε^−1.33 there, and as ε^−1.05 at
// ε = 0.1.
const fitUpTo = 0.5

// restLaw fits updates ∝ ε^slope to the ε at which all runs came to rest.
func restLaw(rows []Row) powerLaw {
	var epsilons []float64
	var counts [][]float64
	for _, same := range split(rows, func(r Row) string { return r.Asked }) {
		if e := epsilon(same[0]); e <= fitUpTo && len(resting(same)) == len(same) {
			epsilons, counts = append(epsilons, e), append(counts, column(same, "updates"))
		}
	}
	return fitPowerLaw(epsilons, counts)
}

func (g syntheticGrid) slopes() Pivot {
	law := func(c term.Column, show func(powerLaw) string) Column {
		return Column{Column: c, Cell: func(rows []Row) any {
			if l := restLaw(rows); !math.IsNaN(l.slope) {
				return show(l)
			}
			return none
		}}
	}
	return Pivot{
		Title: func([]Row) string { return "updates ~ (1/eps)^slope" },
		Rows: func(rows []Row) []Row {
			return sorted(which(rows, g.inSweep), func(a, b Row) int {
				return cmp.Or(cmp.Compare(family(a), family(b)), cmp.Compare(epsilon(a), epsilon(b)))
			})
		},
		Line: family,
		Columns: []Column{
			text(term.Left("learner"), func(r Row) any { return family(r) }),
			law(term.Right("slope"), func(l powerLaw) string { return term.Fixed(-l.slope, 3) }),
			law(term.Left("95 % interval"), func(l powerLaw) string {
				if math.IsNaN(l.lower) {
					return none
				}
				return fmt.Sprintf("%s..%s", term.Fixed(-l.upper, 3), term.Fixed(-l.lower, 3))
			}),
			text(term.Right("of the bound"), func(r Row) any { return sweptFamilies[family(r)] }),
			law(term.Left("eps"), func(l powerLaw) string { return fmt.Sprintf("%v..%v", l.low, l.high) }),
		},
	}
}
