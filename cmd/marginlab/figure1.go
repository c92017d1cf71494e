package main

import (
	"cmp"
	"fmt"
	"image/color"
	"math"
	"slices"

	"marginlab/cmd/marginlab/term"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// saveFigure1 draws Figure 1 of omm.txt: mistakes, margin and tau over theta, a
// row of panels where b* = 0 and one where it is not.
func saveFigure1(stem string, outcomes []outcome) error {
	var rows [][]outcome
	for _, biasFree := range []bool{true, false} {
		row := slices.DeleteFunc(slices.Clone(outcomes), func(o outcome) bool { return o.biasFree != biasFree })
		slices.SortStableFunc(row, func(a, b outcome) int { return cmp.Compare(a.theta, b.theta) })
		if len(row) > 0 {
			rows = append(rows, row)
		}
	}
	const width, panel, legend = 7.4 * vg.Inch, 2.3 * vg.Inch, 0.75 * vg.Inch
	return saveFigure(stem, width, vg.Length(len(rows))*panel+legend, func(c draw.Canvas) {
		paintPanels(draw.Crop(c, 4, -8, legend, -4), rows)
		c.Max.Y = c.Min.Y + legend
		paintLegend(draw.Crop(c, 30, -8, 8, -6), rows[0][0].learners)
	})
}

// paintPanels paints a row of panels for each of outcomes, a quantity over the
// same range in all of them.
func paintPanels(c draw.Canvas, rows [][]outcome) {
	titles := []string{"mistakes", "margin / γ*", "τ"}
	panels := make([][]*plot.Plot, len(rows))
	for k, m := range measures()[:len(titles)] {
		var all []curve
		for i, row := range rows {
			p := newPlot("", "θ", "")
			if k == 0 {
				p.Y.Label.Text = fmt.Sprintf("b* = %.4g", row[0].geometry.Bias+0)
			}
			overTheta(p, row)
			curves := curvesOf(m, row)
			p.Add(rules{})
			for _, c := range curves {
				p.Add(c)
			}
			all = append(all, curves...)
			panels[i] = append(panels[i], p)
		}
		for i := range rows {
			if p := panels[i][k]; m.name == "margin" {
				p.Y.Min, p.Y.Max = 0, 1.05 // of gamma*, which is the most
			} else {
				logarithmic(&p.Y, all)
			}
		}
	}
	style := panels[0][0].Title.TextStyle
	c.Max.Y -= 2 * style.Font.Size
	tiles := draw.Tiles{Rows: len(panels), Cols: len(titles), PadX: 12, PadY: 6}
	for i, row := range plot.Align(panels, tiles, c) {
		for k, panel := range row {
			panels[i][k].Draw(panel)
			if i == 0 {
				inside := panels[i][k].DataCanvas(panel)
				c.FillText(style, vg.Point{X: inside.Center().X, Y: c.Max.Y + 2*style.Font.Size}, titles[k])
			}
		}
	}
}

// overTheta sets the horizontal axis.
func overTheta(p *plot.Plot, row []outcome) {
	var ticks plot.ConstantTicks
	for _, o := range row {
		ticks = append(ticks, plot.Tick{Value: o.theta, Label: fmt.Sprint(o.theta)})
	}
	first, last := row[0].theta, row[len(row)-1].theta
	room := max(0.07*(last-first), 0.01)
	p.X.Min, p.X.Max, p.X.Tick.Marker = first-room, last+room, ticks
}

// logarithmic gives an axis the range of the curves, and room.
func logarithmic(a *plot.Axis, curves []curve) {
	low, high := math.Inf(1), math.Inf(-1)
	for _, c := range curves {
		for _, v := range slices.Concat(c.here, c.paper) {
			if drawable(v) {
				low, high = min(low, v), max(high, v)
			}
		}
	}
	if low > high {
		low, high = 1, 10 // nothing to draw
	}
	a.Min, a.Max = low/1.6, high*1.6
	a.Scale, a.Tick.Marker = plot.LogScale{}, decades{}
}

// drawable reports whether v has a place on either axis.
func drawable(v float64) bool { return v > 0 && !math.IsInf(v, 1) }

// decades are the ticks of a logarithmic axis.
type decades struct{}

// Ticks implements [plot.Ticker].
func (decades) Ticks(low, high float64) []plot.Tick {
	var ticks []plot.Tick
	for e := math.Floor(math.Log10(low)); e <= math.Log10(high); e++ {
		for digit := 1.0; digit < 10; digit++ {
			tick := plot.Tick{Value: digit * math.Pow(10, e)}
			if digit == 1 {
				tick.Label = fmt.Sprintf("%.0f", tick.Value)
			}
			if low <= tick.Value && tick.Value <= high {
				ticks = append(ticks, tick)
			}
		}
	}
	return ticks
}

// rules are faint horizontal lines at the ticks that have a label.
type rules struct{}

// Plot implements [plot.Plotter].
func (rules) Plot(c draw.Canvas, p *plot.Plot) {
	_, y := p.Transforms(&c)
	style := draw.LineStyle{Color: color.Gray{225}, Width: 0.4}
	for _, tick := range p.Y.Tick.Marker.Ticks(p.Y.Min, p.Y.Max) {
		if at := y(tick.Value); !tick.IsMinor() && c.ContainsY(at) {
			c.StrokeLine2(style, c.Min.X, at, c.Max.X, at)
		}
	}
}

// curve is a learner's line of medians, with the paper's numbers beside it; what
// has no value is not drawn.
type curve struct {
	look
	theta, here, paper []float64
}

func curvesOf(m measure, row []outcome) []curve {
	curves := make([]curve, len(row[0].learners))
	for j := range curves {
		curves[j].look = lookOf(j)
		for _, o := range row {
			_, median, _ := m.spread(o.learners[j])
			curves[j].theta = append(curves[j].theta, o.theta)
			curves[j].here = append(curves[j].here, float64(median))
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
		if !drawable(v) {
			c.StrokeLines(k.line(), line)
			line = nil
			continue
		}
		line = append(line, vg.Point{X: x(k.theta[i]), Y: y(v)})
		k.dot(&c, line[len(line)-1])
	}
	c.StrokeLines(k.line(), line)
	for i, v := range k.paper {
		if drawable(v) {
			k.ring(&c, vg.Point{X: x(k.theta[i]), Y: y(v)})
		}
	}
}

// look is how a learner is drawn: a colour and a shape of its own.
type look struct {
	color   color.Color
	corners int
	turn    float64 // of the first corner, in quarter turns
	star    bool
}

// lookOf is the look of the j-th learner. The colours are those of Okabe and Ito,
// which the colour-blind tell apart, with yellow darkened for a white ground.
func lookOf(j int) look {
	looks := []look{
		{color.RGBA{0, 0, 0, 255}, 24, 0, false},
		{color.RGBA{230, 159, 0, 255}, 4, 0.5, false},
		{color.RGBA{213, 94, 0, 255}, 4, 0, false},
		{color.RGBA{204, 121, 167, 255}, 3, 1, false},
		{color.RGBA{86, 180, 233, 255}, 3, 3, false},
		{color.RGBA{0, 158, 115, 255}, 5, 1, false},
		{color.RGBA{0, 114, 178, 255}, 3, 2, false},
		{color.RGBA{150, 120, 0, 255}, 3, 0, false},
		{color.RGBA{120, 120, 120, 255}, 5, 1, true},
	}
	return looks[j%len(looks)]
}

func (l look) line() draw.LineStyle { return draw.LineStyle{Color: l.color, Width: 0.9} }

// dot is a measured value.
func (l look) dot(c *draw.Canvas, at vg.Point) { c.FillPolygon(l.color, l.outline(at, 1.7)) }

// ring is a published value; one that is measured too has its dot inside.
func (l look) ring(c *draw.Canvas, at vg.Point) {
	c.StrokeLines(draw.LineStyle{Color: l.color, Width: 0.7}, l.outline(at, 3.4))
}

// outline is the closed shape around a point, of the radius that has the area of
// a disc of radius r.
func (l look) outline(at vg.Point, r vg.Length) []vg.Point {
	n := l.corners
	inner := 1.0
	if l.star {
		n, inner = 2*n, 0.45
	}
	step := 2 * math.Pi / float64(n)
	r *= vg.Length(math.Sqrt(2 * math.Pi / (float64(n) * math.Sin(step) * inner)))
	var points []vg.Point
	for i := range n + 1 {
		radius := float64(r)
		if i%2 == 1 {
			radius *= inner
		}
		sin, cos := math.Sincos(l.turn*math.Pi/2 + float64(i)*step)
		points = append(points, vg.Point{X: at.X + vg.Length(radius*cos), Y: at.Y + vg.Length(radius*sin)})
	}
	return points
}

// paintLegend paints the learners' looks, and below them what the marks mean.
func paintLegend(c draw.Canvas, learners [][]reproduceRow) {
	style := newPlot("", "", "").Legend.TextStyle
	style.Font.Size = 8.5
	const perRow, line = 5, vg.Length(12)
	for j, rows := range learners {
		at := vg.Point{
			X: c.Min.X + vg.Length(j%perRow)*(c.Max.X-c.Min.X)/perRow,
			Y: c.Max.Y - vg.Length(j/perRow)*line - line/2,
		}
		l := lookOf(j)
		c.StrokeLine2(l.line(), at.X, at.Y, at.X+20, at.Y)
		l.dot(&c, vg.Point{X: at.X + 5, Y: at.Y})
		if rows[0].Published != nil {
			l.ring(&c, vg.Point{X: at.X + 15, Y: at.Y})
		}
		c.FillText(style, vg.Point{X: at.X + 25, Y: at.Y - 3}, rows[0].asked)
	}
	style.Font.Size = 7.5
	c.FillText(style, c.Min, fmt.Sprintf("Lines and filled marks: median over %s. Open marks: as published, one permutation. "+
		"No mark: no positive margin.", term.Count(len(learners[0]), "permutation", "permutations")))
}
