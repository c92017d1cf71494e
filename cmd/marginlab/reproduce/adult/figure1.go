package adult

import (
	"cmp"
	"fmt"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"marginlab/cmd/marginlab/reproduce"
	"marginlab/cmd/marginlab/term"
)

// saveFigure1 draws Figure 1 of HKNS25: mistakes, margin and tau over theta, a
// row of panels where b* = 0 and one where it is not.
func saveFigure1(stem string, outcomes []outcome) error {
	var rows [][]outcome
	for _, biasFree := range []bool{true, false} {
		row := slices.DeleteFunc(slices.Clone(outcomes), func(o outcome) bool { return o.BiasFree != biasFree })
		slices.SortStableFunc(row, func(a, b outcome) int { return cmp.Compare(a.Theta, b.Theta) })
		if len(row) > 0 {
			rows = append(rows, row)
		}
	}
	const width, panel, legend = 7.4 * vg.Inch, 2.3 * vg.Inch, 0.75 * vg.Inch
	return term.SaveFigure(stem, width, vg.Length(len(rows))*panel+legend, func(c draw.Canvas) {
		paintPanels(draw.Crop(c, 4, -8, legend, -4), rows)
		c.Max.Y = c.Min.Y + legend
		paintLegend(draw.Crop(c, 30, -8, 8, -6), rows[0][0].learners)
	})
}

// paintPanels paints a row of panels for each row of outcomes. A quantity has the same
// range in all its panels.
func paintPanels(c draw.Canvas, rows [][]outcome) {
	titles := []string{"mistakes", "margin / γ*", "τ"}
	panels := make([][]*plot.Plot, len(rows))
	for k, m := range measures()[:len(titles)] {
		var all []float64
		for i, row := range rows {
			p := term.NewPlot("", "θ", "")
			if k == 0 {
				p.Y.Label.Text = fmt.Sprintf("b* = %.4g", row[0].geometry.Bias+0)
			}
			overTheta(p, row)
			p.Add(term.Rules{})
			for _, c := range curvesOf(m, row) {
				p.Add(c)
				all = slices.Concat(all, c.here, c.paper)
			}
			panels[i] = append(panels[i], p)
		}
		for i := range rows {
			if p := panels[i][k]; m.name == "margin" {
				p.Y.Min, p.Y.Max = 0, 1.05 // of gamma*, which is the most
			} else {
				term.Logarithmic(&p.Y, all)
			}
		}
	}
	height := c.Max.Y
	c.Max.Y -= 2 * panels[0][0].Title.TextStyle.Font.Size
	term.DrawPanels(c, draw.Tiles{PadX: 12, PadY: 6}, panels, titles, height)
}

// overTheta sets the horizontal axis.
func overTheta(p *plot.Plot, row []outcome) {
	var ticks plot.ConstantTicks
	for _, o := range row {
		ticks = append(ticks, plot.Tick{Value: o.Theta, Label: fmt.Sprint(o.Theta)})
	}
	first, last := row[0].Theta, row[len(row)-1].Theta
	room := max(0.07*(last-first), 0.01)
	p.X.Min, p.X.Max, p.X.Tick.Marker = first-room, last+room, ticks
}

// curve is the line of a learner's medians with the paper's numbers as open marks. A
// missing value is not drawn.
type curve struct {
	term.Look
	theta, here, paper []float64
}

func curvesOf(m measure, row []outcome) []curve {
	curves := make([]curve, len(row[0].learners))
	for j := range curves {
		curves[j].Look = term.LookOf(j)
		for _, o := range row {
			curves[j].theta = append(curves[j].theta, o.Theta)
			curves[j].here = append(curves[j].here, reproduce.Median(reproduce.Column(o.learners[j], m.here), m.none))
			curves[j].paper = append(curves[j].paper, float64(m.published(o.learners[j])))
		}
	}
	return curves
}

// Plot implements [plot.Plotter].
func (k curve) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	var line []vg.Point
	for i, v := range k.here {
		if !term.Drawable(v) {
			c.StrokeLines(k.Line(), line)
			line = nil
			continue
		}
		line = append(line, vg.Point{X: x(k.theta[i]), Y: y(v)})
		k.Dot(&c, line[len(line)-1])
	}
	c.StrokeLines(k.Line(), line)
	for i, v := range k.paper {
		if term.Drawable(v) {
			k.Ring(&c, vg.Point{X: x(k.theta[i]), Y: y(v)})
		}
	}
}

// paintLegend paints the looks of the learners and explains the marks below them.
func paintLegend(c draw.Canvas, learners [][]tableRow) {
	style := term.NewPlot("", "", "").Legend.TextStyle
	style.Font.Size = 8.5
	const perRow, line = 5, vg.Length(12)
	for j, rows := range learners {
		at := vg.Point{
			X: c.Min.X + vg.Length(j%perRow)*(c.Max.X-c.Min.X)/perRow,
			Y: c.Max.Y - vg.Length(j/perRow)*line - line/2,
		}
		l := term.LookOf(j)
		c.StrokeLine2(l.Line(), at.X, at.Y, at.X+20, at.Y)
		l.Dot(&c, vg.Point{X: at.X + 5, Y: at.Y})
		if rows[0].Published != nil {
			l.Ring(&c, vg.Point{X: at.X + 15, Y: at.Y})
		}
		c.FillText(style, vg.Point{X: at.X + 25, Y: at.Y - 3}, rows[0].asked)
	}
	style.Font.Size = 7.5
	c.FillText(style, c.Min, fmt.Sprintf("Lines and filled marks: median over %s. Open marks: as published, one permutation. "+
		"No mark: no positive margin.", term.Count(len(learners[0]), "permutation", "permutations")))
}
