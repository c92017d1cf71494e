package main

import (
	"fmt"
	"math"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// saveNormalized draws the iterations over 1/ρ and over n, with their bounds.
func saveNormalized(stem string, rows []normalizedRow) error {
	var panels []*plot.Plot
	for _, f := range coneFits()[:2] {
		p := newPlot("", map[string]string{overRho: "1/ρ", overPoints: "points n"}[f.sweep], "")
		p.Add(rules{})
		var all []curve
		low, high := math.Inf(1), math.Inf(-1)
		for k, a := range rated() {
			mark, bound := overEps{look: coneLook(k)}, thin{coneLook(k).boundLine(), nil, nil}
			for _, pile := range piles(f.sweep, a[0], rows) {
				at, v := f.x(pile.cell), pile.column(iterations)
				lowest := least(v)
				if lowest == 0 {
					lowest = math.NaN() // has no place on the axis
				}
				mark.add(at, mean(v), lowest, most(v))
				bound.x, bound.y = append(bound.x, at), append(bound.y, most(pile.column(iterationsBound)))
				low, high = min(low, at), max(high, at)
			}
			p.Add(bound, mark)
			all = append(all, curve{here: mark.low, paper: bound.y}, curve{here: mark.high})
		}
		p.X.Min, p.X.Max = low/1.3, high*1.3
		p.X.Scale, p.X.Tick.Marker = plot.LogScale{}, decades{}
		logarithmic(&p.Y, all)
		panels = append(panels, p)
	}
	const width, height, legend = 6.8 * vg.Inch, 3.9 * vg.Inch, 0.85 * vg.Inch
	return saveFigure(stem, width, height, func(c draw.Canvas) {
		tiles := draw.Tiles{Rows: 1, Cols: 2, PadX: 16}
		titles := []string{"(a) iterations, " + coneTitle(overRho, rows), "(b) iterations, " + coneTitle(overPoints, rows)}
		for i, panel := range plot.Align([][]*plot.Plot{panels}, tiles, draw.Crop(c, 6, -8, legend, -22))[0] {
			panels[i].Draw(panel)
			inside := panels[i].DataCanvas(panel)
			c.FillText(panels[i].Title.TextStyle, vg.Point{X: inside.Center().X, Y: c.Max.Y - 11}, titles[i])
		}
		c.Max.Y = c.Min.Y + legend
		paintConeKey(draw.Crop(c, 30, 0, 0, -6), rows)
	})
}

// coneTitle says what does not change in a sweep.
func coneTitle(sweep string, rows []normalizedRow) string {
	cell := piles(sweep, rated()[0][0], rows)[0].cell
	if sweep == overRho {
		return fmt.Sprintf("%d points in %d dimensions", cell.cone.Examples, cell.cone.Dim)
	}
	return fmt.Sprintf("ρ = %v", cell.cone.Margin)
}

// paintConeKey names the algorithms with their slopes and their theorems.
func paintConeKey(c draw.Canvas, rows []normalizedRow) {
	var keys []key
	for k, a := range rated() {
		name := strings.ToUpper(a[0])
		for i, f := range coneFits()[:2] {
			law := slope(piles(f.sweep, a[0], rows), f.x, iterations)
			if !math.IsNaN(law.Slope) {
				name += fmt.Sprintf("%s %s^%s", []string{" ~", ","}[i], []string{"(1/ρ)", "n"}[i], exponent(law.Slope))
			}
		}
		keys = append(keys, key{name, coneLook(k).line(), 0})
	}
	paintKey(c, keys, 0)
	for k := range keys { // where paintKey has the lines
		coneLook(k).dot(&c, vg.Point{X: c.Min.X + 10, Y: c.Max.Y - 8 - 12*vg.Length(k)})
	}
	right := draw.Crop(c, 230, 0, 0, 0)
	paintKey(right, []key{{"mean and range of the runs", coneLook(0).line(), 0}, {"the bound of its theorem", coneLook(0).boundLine(), 0}}, 0)
}

// coneLook is how the k-th algorithm is drawn.
func coneLook(k int) look { return lookOf([]int{2, 6, 5, 8}[k]) }

// boundLine is that of a bound on what has the look.
func (l look) boundLine() draw.LineStyle {
	return draw.LineStyle{Color: l.color, Width: 0.6, Dashes: []vg.Length{4, 2.5}}
}

// thin is a line through points.
type thin struct {
	style draw.LineStyle
	x, y  []float64
}

// Plot implements [plot.Plotter].
func (t thin) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	var line []vg.Point
	for i := range t.x {
		if drawable(t.y[i]) {
			line = append(line, vg.Point{X: x(t.x[i]), Y: y(t.y[i])})
		}
	}
	c.StrokeLines(t.style, line)
}
