package reproduce

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"marginlab/cmd/marginlab/report/chart"
	"marginlab/cmd/marginlab/term"
)

// look returns the style class of the j-th learner of a figure: a colour, and round or square marks in turns.
func look(j int) string {
	return fmt.Sprintf("series-%d%s", j%9+1, []string{"", " square"}[j%2])
}

// curve returns the lines through points, broken where a value is missing, and their marks.
func curve(name, class string, points []chart.Point) (all []chart.Series) {
	line := chart.Series{Name: name, Class: class, Kind: chart.Line}
	marks := chart.Series{Name: name, Class: class + " large", Kind: chart.Dots, Silent: true}
	for _, p := range points {
		if math.IsNaN(p.Y) || math.IsInf(p.Y, 0) {
			all = append(all, line)
			line.Points = nil
			continue
		}
		line.Points, marks.Points = append(line.Points, p), append(marks.Points, chart.Point{X: p.X, Y: p.Y})
	}
	return append(all, line, marks)
}

// points returns a quantity of rows over x: its middle, with its range if ranged.
func (q Quantity) points(rows []Row, x func(Row) float64, ranged bool) (points []chart.Point) {
	for _, same := range term.Grouped(rows, func(r Row) string { return fmt.Sprint(x(r)) }) {
		low, middle, high := q.middle(same.Rows)
		p := chart.Point{X: x(same.Rows[0]), Y: middle}
		if ranged {
			p.Low, p.High = low, high
		}
		points = append(points, p)
	}
	return points
}

// figure1 returns Figure 1 of HKNS25: mistakes, margin and tau over theta, in one row of panels for b* = 0 and one for
// b* ≠ 0. All panels of a quantity have the same range.
func figure1(rows []Row) chart.Figure {
	rows = selectRows(rows, func(r Row) bool { return r.value("pass") == 1 })
	f := chart.Figure{Columns: 3, Width: 210, Height: 190, Title: "Figure 1 of HKNS25", Notes: []string{
		"Lines and filled marks: median over the permutations. Open marks: as published, one permutation. No mark: no positive margin, or never separated.",
	}}
	axes := []chart.Axis{{Log: true}, {Low: 0, High: 1.05}, {Log: true}}
	theta := func(r Row) float64 { return *r.Theta }
	values := make([][]float64, len(axes))
	for _, variant := range term.Grouped(rows, func(r Row) string { return fmt.Sprint(!*r.BiasFree) }) {
		for i, q := range adultQuantities()[:len(axes)] {
			c := chart.Chart{X: chart.Axis{Label: "θ"}, Title: []string{"mistakes", "margin / γ*", "τ"}[i]}
			if i == 0 {
				c.Title += fmt.Sprintf(", b* = %.4g", variant.Rows[0].value("bias")+0)
			}
			for j, learner := range term.Grouped(variant.Rows, byAsked) {
				open := chart.Series{Name: "published", Class: look(j) + " open", Kind: chart.Dots, Ring: true,
					Silent: true}
				for _, r := range learner.Rows {
					if paper := number(r.Published[q.Key]); r.Run == 1 && !math.IsNaN(paper) {
						open.Points = append(open.Points, chart.Point{X: theta(r), Y: paper})
						values[i] = append(values[i], paper)
					}
				}
				here := q.points(learner.Rows, theta, false)
				for _, p := range here {
					values[i] = append(values[i], p.Y)
				}
				c.Series = append(append(c.Series, open), curve(learner.Key, look(j), here)...)
			}
			f.Panels = append(f.Panels, c)
		}
	}
	for k := range f.Panels {
		f.Panels[k].Y = axes[k%len(axes)].Around(values[k%len(axes)])
	}
	return f
}

// mnistFigure3 returns Figure 3 of BH16: the mean errors by digit as bars, as in the paper, with their range.
func mnistFigure3(rows []Row) chart.Figure {
	const width = 0.26
	c := chart.Chart{X: chart.Axis{Label: "digit", Low: -0.5, High: 9.5},
		Y: chart.Axis{Label: "errors on the test images", Count: true}}
	for i, learner := range term.Grouped(rows, byLearner) {
		digit := func(r Row) float64 { return r.value("digit") + float64(width*float64(i-1)) }
		c.Series = append(c.Series, chart.Series{Name: learner.Key, Kind: chart.Bars, Width: width,
			Class:  []string{"series-2", "series-1", "series-4"}[i%3],
			Points: Quantity{Key: "errors", Middle: mean}.points(learner.Rows, digit, true)})
	}
	return chart.Figure{
		Title: "Figure 3 of BH16: a digit of MNIST against the rest; mean and range over the permutations",
		Width: 560, Height: 260, Panels: []chart.Chart{c},
	}
}

// syntheticFigure2 returns Figure 2 of ZH13: a histogram of the margin at rest for each learner, one below the other,
// with AMIRA's guaranteed and conjectured margins.
func syntheticFigure2(rows []Row) chart.Figure {
	const bins = 50
	f := chart.Figure{
		Title: "Figure 2 of ZH13: runs by their margin at rest, as a part of the maximum margin of (x, 1) through the origin", Columns: 1, Width: 420, Height: 70,
	}
	for _, name := range figure2Learners() {
		of := selectRows(rows, func(r Row) bool { return r.Asked == name })
		v := column(restingRows(of), "ratio_lifted")
		var counts [bins]float64
		for _, x := range v {
			counts[min(max(int(x*bins), 0), bins-1)]++
		}
		c := chart.Chart{
			X: chart.Axis{Low: 0, High: 1}, Y: chart.Axis{Count: true},
			Title: fmt.Sprintf("%s: median %s of %s", name, term.Fixed(quantile(0.5, v), 2),
				term.Count(len(v), "run", "runs")),
		}
		if unsettled := len(of) - len(v); unsettled > 0 {
			c.Title += fmt.Sprintf(", %d more not at rest", unsettled)
		}
		bars := chart.Series{Name: "runs", Class: "series-7", Kind: chart.Bars, Width: 0.9 / bins}
		for i, n := range counts {
			if n > 0 {
				bars.Points = append(bars.Points, chart.Point{X: (float64(i) + 0.5) / bins, Y: n})
			}
		}
		c.Series = append(c.Series, bars)
		if e := epsilon(of[0]); !math.IsNaN(e) {
			high := max(1, slices.Max(counts[:]))
			c.Series = append(c.Series,
				chart.Series{Name: "guaranteed: (1−ε)/(2−ε)", Class: "series-2", Kind: chart.Line,
					Points: []chart.Point{{X: guaranteedFraction(e)}, {X: guaranteedFraction(e), Y: high}}},
				chart.Series{Name: "seen by the paper: 1−ε", Class: "ink dashed", Kind: chart.Line,
					Points: []chart.Point{{X: 1 - e}, {X: 1 - e, Y: high}}})
		}
		f.Panels = append(f.Panels, c)
	}
	return f
}

// function draws a function from low to high.
func function(name, class string, low, high float64, of func(float64) float64) chart.Series {
	const samples = 65
	s := chart.Series{Name: name, Class: class, Kind: chart.Line}
	for i := range samples {
		x := low + (high-low)*float64(i)/(samples-1)
		s.Points = append(s.Points, chart.Point{X: x, Y: of(x)})
	}
	return s
}

// syntheticFigure3 returns Figure 3 of ZH13: the margin at rest and the updates of AMIRA and ROMMA over ε. The rows are
// in the order of ε.
func syntheticFigure3(rows []Row) chart.Figure {
	a := chart.Chart{
		Title: "(a) margin at rest / maximum margin of (x, 1)", X: chart.Axis{Label: "ε", Low: 0, High: 1.04},
		Y: chart.Axis{Low: 0, High: 1.02},
		Series: []chart.Series{
			function("(1−ε)/(2−ε)", "plain thin", 0, 1, guaranteedFraction),
			function("1−ε", "plain thin dashed", 0, 1, func(e float64) float64 { return 1 - e }),
		},
	}
	b := chart.Chart{Title: "(b) updates until rest", X: chart.Axis{Label: "ε", Log: true}, Y: chart.Axis{Log: true}}
	for k, of := range term.Grouped(restingRows(rows), family) {
		class := []string{"series-2", "series-1 square"}[k%2]
		shifted := func(r Row) float64 { return epsilon(r) + float64(0.007*float64(2*k-1)) }
		margins := Quantity{Key: "ratio_lifted", Middle: mean}.points(of.Rows, shifted, true)
		updates := Quantity{Key: "updates", Middle: mean}.points(of.Rows, epsilon, false)
		name := strings.ToUpper(of.Key)
		all := selectRows(rows, func(r Row) bool { return family(r) == of.Key })
		if law := restLaw(all); !math.IsNaN(law.half) {
			name += fmt.Sprintf(": updates ~ (1/ε)^%.2f (%.2f to %.2f)", law.slope, law.slope-law.half, law.slope+law.half)
		}
		a.Series = append(a.Series, curve(name, class, margins)...)
		b.Series = append(b.Series, curve(name, class, updates)...)
	}
	return chart.Figure{Title: "Figure 3 of ZH13", Width: 300, Height: 220, Panels: []chart.Chart{a, b}}
}
