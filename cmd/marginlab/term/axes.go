package term

import (
	"fmt"
	"image/color"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// DrawPanels draws plots in rows, with their axes aligned, and the titles of the columns
// at a height above them.
func DrawPanels(c draw.Canvas, tiles draw.Tiles, plots [][]*plot.Plot, titles []string, height vg.Length) {
	tiles.Rows, tiles.Cols = len(plots), len(plots[0])
	for i, row := range plot.Align(plots, tiles, c) {
		for k, panel := range row {
			p := plots[i][k]
			p.Draw(panel)
			if i == 0 {
				inside := p.DataCanvas(panel)
				c.FillText(p.Title.TextStyle, vg.Point{X: inside.Center().X, Y: height}, titles[k])
			}
		}
	}
}

// Drawable reports whether v has a place on a logarithmic axis.
func Drawable(v float64) bool { return v > 0 && !math.IsInf(v, 1) }

// Logarithmic makes an axis logarithmic, with room for the values that it can show.
func Logarithmic(a *plot.Axis, values []float64) {
	low, high := math.Inf(1), math.Inf(-1)
	for _, v := range values {
		if Drawable(v) {
			low, high = min(low, v), max(high, v)
		}
	}
	if low > high {
		low, high = 1, 10 // nothing to draw
	}
	a.Min, a.Max = low/1.6, high*1.6
	a.Scale, a.Tick.Marker = plot.LogScale{}, Decades{}
}

// Decades are the ticks of a logarithmic axis.
type Decades struct{}

// Ticks implements [plot.Ticker].
func (Decades) Ticks(low, high float64) []plot.Tick {
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

// Rules are faint horizontal lines at the ticks that have a label.
type Rules struct{}

// Plot implements [plot.Plotter].
func (Rules) Plot(c draw.Canvas, p *plot.Plot) {
	(&plotter.Grid{Horizontal: draw.LineStyle{Color: color.Gray{225}, Width: 0.4}}).Plot(c, p)
}

// Means are means over x, each with the range of its values, drawn with a look.
type Means struct {
	Look
	Shift              float64 // to the right, so that two do not hide each other
	X, Mean, Low, High []float64
}

// Add adds a mean and its range, NaN for none. It leaves out a mean that has no place on
// a logarithmic axis.
func (m *Means) Add(x, mean, low, high float64) {
	if Drawable(mean) {
		m.X, m.Mean, m.Low, m.High = append(m.X, x), append(m.Mean, mean), append(m.Low, low), append(m.High, high)
	}
}

// Plot implements [plot.Plotter].
func (m Means) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	var line []vg.Point
	for i, at := range m.X {
		point := vg.Point{X: x(at + m.Shift), Y: y(m.Mean[i])}
		if !math.IsNaN(m.Low[i]) {
			PaintRange(c, draw.LineStyle{Color: m.Color, Width: 0.7}, point.X, y(m.Low[i]), y(m.High[i]), 2)
		}
		m.Dot(&c, point)
		line = append(line, point)
	}
	c.StrokeLines(m.Line(), line)
}

// PaintRange paints a vertical line with a bar at each end, half of it on either side.
func PaintRange(c draw.Canvas, style draw.LineStyle, x, low, high, half vg.Length) {
	c.StrokeLine2(style, x, low, x, high)
	for _, end := range []vg.Length{low, high} {
		c.StrokeLine2(style, x-half, end, x+half, end)
	}
}
