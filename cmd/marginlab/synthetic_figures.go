package main

import (
	"fmt"
	"image/color"
	"math"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// saveFigure2 draws Figure 2 of amira.txt: a histogram of the margin at rest a
// learner, one below the other, with AMIRA's guaranteed and conjectured margins.
func saveFigure2(stem string, rows []syntheticRow) error {
	var panels [][]*plot.Plot
	var groups []group
	for _, name := range figure2Learners() {
		g := groupOf(name, rows)
		p := newPlot("", "", "runs")
		p.X.Min, p.X.Max, p.X.Tick.Marker = 0, 1, unlabelled(tenths(2))
		h := newHistogram(g.column(ratioLifted))
		p.Y.Min, p.Y.Max = 0, 1.12*max(1, h.highest())
		p.Y.Tick.Marker = threeTicks{}
		p.Add(h)
		if !math.IsNaN(g.epsilon) {
			p.Add(upright{guaranteed(g.epsilon), guaranteedLine()}, upright{conjectured(g.epsilon), conjecturedLine()})
		}
		panels, groups = append(panels, []*plot.Plot{p}), append(groups, g)
	}
	bottom := panels[len(panels)-1][0]
	bottom.X.Tick.Marker = tenths(2)
	bottom.X.Label.Text = "margin at rest / maximum margin of (x, 1) through the origin"
	const width, panel, legend = 5.6 * vg.Inch, 1.12 * vg.Inch, 0.4 * vg.Inch
	return saveFigure(stem, width, vg.Length(len(panels))*panel+legend, func(c draw.Canvas) {
		tiles := draw.Tiles{Rows: len(panels), Cols: 1, PadY: 7}
		for i, row := range plot.Align(panels, tiles, draw.Crop(c, 6, -10, 4, -legend)) {
			p := panels[i][0]
			p.Draw(row[0])
			inside := p.DataCanvas(row[0])
			at := vg.Point{X: inside.Max.X - 4, Y: inside.Max.Y - 9}
			style := p.Legend.TextStyle
			style.XAlign = text.XRight
			if groups[i].epsilon < 0.7 { // the bars are to the right
				at.X, style.XAlign = inside.Min.X+4, text.XLeft
			}
			c.FillText(style, at, panelName(groups[i]))
			style.Font.Size = 7.5
			at.Y -= 10
			c.FillText(style, at, groups[i].remark())
		}
		c.Min.Y = c.Max.Y - legend
		paintKey(draw.Crop(c, 40, 0, 0, 0), []key{
			{"guaranteed: (1−ε)/(2−ε)", guaranteedLine(), 0}, {"seen by the paper: 1−ε", conjecturedLine(), 0},
		}, 150)
	})
}

// panelName is the learner's name as papers write it.
func panelName(g group) string {
	switch {
	case math.IsNaN(g.epsilon):
		return "Perceptron"
	case g.epsilon == 1:
		return "MIRA (ε = 1)"
	}
	return fmt.Sprintf("AMIRA (ε = %v)", g.epsilon)
}

// remark is a line about the runs of a panel.
func (g group) remark() string {
	s := fmt.Sprintf("median %s of %s", fixed(quantile(0.5, g.column(ratioLifted)), 2), count(len(g.resting), "run", "runs"))
	if g.awake > 0 {
		s += fmt.Sprintf(", %d more not at rest", g.awake)
	}
	return s
}

func guaranteedLine() draw.LineStyle {
	return draw.LineStyle{Color: lookOf(2).color, Width: 1.2}
}

func conjecturedLine() draw.LineStyle {
	return draw.LineStyle{Color: color.Black, Width: 1, Dashes: []vg.Length{4, 2.5}}
}

// histogram is how many values lie in each of equal parts of [0, 1].
type histogram [50]int

func newHistogram(values []float64) (h histogram) {
	for _, v := range values {
		h[min(max(int(v*float64(len(h))), 0), len(h)-1)]++
	}
	return h
}

func (h histogram) highest() float64 {
	m := 0
	for _, n := range h {
		m = max(m, n)
	}
	return float64(m)
}

// Plot implements [plot.Plotter].
func (h histogram) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	for i, n := range h {
		if n == 0 {
			continue
		}
		left, right := x(float64(i)/float64(len(h))), x(float64(i+1)/float64(len(h)))
		bar := []vg.Point{{X: left, Y: y(0)}, {X: left, Y: y(float64(n))}, {X: right, Y: y(float64(n))}, {X: right, Y: y(0)}}
		c.FillPolygon(color.RGBA{150, 190, 220, 255}, bar)
		c.StrokeLines(draw.LineStyle{Color: color.White, Width: 0.5}, append(bar, bar[0]))
	}
}

// upright is a vertical line.
type upright struct {
	at    float64
	style draw.LineStyle
}

// Plot implements [plot.Plotter].
func (u upright) Plot(c draw.Canvas, p *plot.Plot) {
	x, _ := p.Transforms(&c)
	c.StrokeLine2(u.style, x(u.at), c.Min.Y, x(u.at), c.Max.Y)
}

// tenths are the ticks at every so many tenths from 0 to 1.
func tenths(step int) plot.ConstantTicks {
	var ticks plot.ConstantTicks
	for k := 0; k <= 10; k += step {
		ticks = append(ticks, plot.Tick{Value: float64(k) / 10, Label: fmt.Sprint(float64(k) / 10)})
	}
	return ticks
}

// unlabelled are the ticks without their labels.
func unlabelled(ticks plot.ConstantTicks) plot.ConstantTicks {
	for i := range ticks {
		ticks[i].Label = ""
	}
	return ticks
}

// threeTicks are 0 and two round numbers.
type threeTicks struct{}

// Ticks implements [plot.Ticker].
func (threeTicks) Ticks(_, high float64) []plot.Tick {
	unit := math.Pow(10, math.Floor(math.Log10(max(high, 1))))
	step := unit / 2
	for _, s := range []float64{unit, 2 * unit, 5 * unit} {
		if 2*s <= high {
			step = s
		}
	}
	step = max(step, 1)
	var ticks []plot.Tick
	for v := 0.0; v <= high; v += step {
		ticks = append(ticks, plot.Tick{Value: v, Label: fmt.Sprintf("%.0f", v)})
	}
	return ticks
}

// saveFigure3 draws Figure 3 of amira.txt: the margin at rest and the updates over
// ε, of AMIRA and ROMMA.
func saveFigure3(stem string, sweeps []sweep) error {
	a, b := newPlot("", "ε", ""), newPlot("", "ε", "")
	a.X.Min, a.X.Max, a.X.Tick.Marker = 0, 1.04, tenths(2)
	a.Y.Min, a.Y.Max, a.Y.Tick.Marker = 0, 1.02, tenths(2)
	a.Add(rules{}, law{guaranteed, 0, 1, conjecturedStyle(0)}, law{conjectured, 0, 1, conjecturedStyle(1)})
	var all []curve
	var means []overEps
	lowest := 1.0
	for k, s := range sweeps {
		o := overEps{look: sweepLook(k), shift: 0.007 * float64(2*k-1)}
		counts := overEps{look: o.look}
		for _, g := range s.groups {
			v := g.column(ratioLifted)
			o.add(g.epsilon, mean(v), least(v), most(v))
			u := mean(g.column(updates))
			counts.add(g.epsilon, u, math.NaN(), math.NaN())
			lowest = min(lowest, g.epsilon)
		}
		a.Add(o)
		means = append(means, counts)
		all = append(all, curve{here: counts.mean})
	}
	b.X.Min, b.X.Max = lowest/1.15, 1.1
	b.X.Scale, b.X.Tick.Marker = plot.LogScale{}, epsTicks{}
	logarithmic(&b.Y, all)
	b.Add(rules{})
	keys := []key{{"1−ε", conjecturedStyle(1), 0}, {"(1−ε)/(2−ε)", conjecturedStyle(0), 0}}
	for k, s := range sweeps {
		name := strings.ToUpper(s.family)
		if !math.IsNaN(s.law.Slope) {
			b.Add(law{means[k].fitted(s.law), s.law.Low, s.law.High, fitStyle(k)})
			name += fmt.Sprintf(": updates ~ (1/ε)^%.2f", s.law.Slope)
			if !math.IsNaN(s.law.Lower) {
				name += fmt.Sprintf(" (%.2f to %.2f)", s.law.Lower, s.law.Upper)
			}
		}
		b.Add(means[k])
		keys = append(keys, key{name, sweepLook(k).line(), k + 1})
	}
	dots := fitStyle(0)
	dots.Color = color.Gray{90}
	keys = append(keys, key{"fit, with the 95 % interval of the exponent", dots, 0})
	const width, height, legend = 6.6 * vg.Inch, 3.3 * vg.Inch, 0.6 * vg.Inch
	return saveFigure(stem, width, height, func(c draw.Canvas) {
		panels := [][]*plot.Plot{{a, b}}
		titles := []string{"(a) margin at rest / maximum margin of (x, 1)", "(b) updates until rest"}
		for i, panel := range plot.Align(panels, draw.Tiles{Rows: 1, Cols: 2, PadX: 16}, draw.Crop(c, 6, -8, legend, -22))[0] {
			panels[0][i].Draw(panel)
			inside := panels[0][i].DataCanvas(panel)
			c.FillText(a.Title.TextStyle, vg.Point{X: inside.Center().X, Y: c.Max.Y - 11}, titles[i])
		}
		c.Max.Y = c.Min.Y + legend
		left, right := draw.Crop(c, 30, 0, 0, -6), draw.Crop(c, 150, 0, 0, -6)
		paintKey(left, keys[:2], 0)
		paintKey(right, keys[2:], 0)
	})
}

// sweepLook is how the k-th learner of Figure 3 is drawn.
func sweepLook(k int) look { return lookOf([]int{2, 6}[k]) }

// fitStyle is that of the fitted power law of the k-th.
func fitStyle(k int) draw.LineStyle {
	return draw.LineStyle{Color: sweepLook(k).color, Width: 1.8, Dashes: []vg.Length{1.5, 2.5}}
}

// conjecturedStyle is that of 1−ε (1) and of the guaranteed margin (0).
func conjecturedStyle(k int) draw.LineStyle {
	return draw.LineStyle{Color: color.Gray{90}, Width: 0.8, Dashes: [][]vg.Length{{1, 2}, {4, 2.5}}[k]}
}

// overEps is a mean over ε, with a range where there is one.
type overEps struct {
	look
	shift               float64
	at, mean, low, high []float64
}

func (o *overEps) add(at, mean, low, high float64) {
	if !drawable(mean) {
		return // no run is at rest
	}
	o.at, o.mean, o.low, o.high = append(o.at, at), append(o.mean, mean), append(o.low, low), append(o.high, high)
}

// fitted is the curve with the slope of a power law that lies along the means
// it was fitted at.
func (o overEps) fitted(fit powerLaw) func(epsilon float64) float64 {
	var offsets []float64
	for i, at := range o.at {
		if fit.Low <= at && at <= fit.High {
			offsets = append(offsets, math.Log(o.mean[i])+fit.Slope*math.Log(at))
		}
	}
	scale := math.Exp(mean(offsets))
	return func(epsilon float64) float64 { return scale * math.Pow(epsilon, -fit.Slope) }
}

// Plot implements [plot.Plotter].
func (o overEps) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	var line []vg.Point
	for i, at := range o.at {
		point := vg.Point{X: x(at + o.shift), Y: y(o.mean[i])}
		if !math.IsNaN(o.low[i]) {
			thin := draw.LineStyle{Color: o.color, Width: 0.7}
			c.StrokeLine2(thin, point.X, y(o.low[i]), point.X, y(o.high[i]))
			for _, end := range []float64{o.low[i], o.high[i]} {
				c.StrokeLine2(thin, point.X-2, y(end), point.X+2, y(end))
			}
		}
		o.dot(&c, point)
		line = append(line, point)
	}
	c.StrokeLines(o.line(), line)
}

// law is a function of ε on a range.
type law struct {
	of        func(float64) float64
	low, high float64
	style     draw.LineStyle
}

// Plot implements [plot.Plotter].
func (l law) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	const pieces = 64
	var line []vg.Point
	for i := range pieces + 1 {
		at := l.low + (l.high-l.low)*float64(i)/pieces
		line = append(line, vg.Point{X: x(at), Y: y(l.of(at))})
	}
	c.StrokeLines(l.style, c.ClipLinesXY(line)...)
}

// epsTicks are the tenths on a logarithmic axis, with labels where there is room.
type epsTicks struct{}

// Ticks implements [plot.Ticker].
func (epsTicks) Ticks(low, high float64) []plot.Tick {
	var ticks []plot.Tick
	for _, unit := range []float64{0.001, 0.01, 0.1} {
		for digit := 1; digit <= 10; digit++ {
			tick := plot.Tick{Value: unit * float64(digit)}
			if digit == 1 || digit == 2 || digit == 5 || digit == 10 && unit == 0.1 {
				tick.Label = fmt.Sprintf("%.3g", tick.Value)
			}
			if low <= tick.Value && tick.Value <= high {
				ticks = append(ticks, tick)
			}
		}
	}
	return ticks
}

// key is a line of a legend: what a line means, and the marks on it of the
// learner mark−1.
type key struct {
	meaning string
	style   draw.LineStyle
	mark    int
}

// paintKey paints a legend from the top left, in steps to the right or, if that is
// 0, downwards.
func paintKey(c draw.Canvas, keys []key, step vg.Length) {
	style := newPlot("", "", "").Legend.TextStyle
	style.Font.Size = 8.5
	at := vg.Point{X: c.Min.X, Y: c.Max.Y - 8}
	for _, k := range keys {
		c.StrokeLine2(k.style, at.X, at.Y, at.X+20, at.Y)
		if k.mark > 0 {
			sweepLook(k.mark-1).dot(&c, vg.Point{X: at.X + 10, Y: at.Y})
		}
		c.FillText(style, vg.Point{X: at.X + 25, Y: at.Y - 3}, k.meaning)
		if at.X += step; step == 0 {
			at.Y -= 12
		}
	}
}
