package main

import (
	"fmt"
	"image/color"
	"math"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

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
