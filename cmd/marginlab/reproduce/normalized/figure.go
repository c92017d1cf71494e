package normalized

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"marginlab/cmd/marginlab/reproduce/stats"
	"marginlab/cmd/marginlab/term"
)

// saveFigure draws the iterations over the x of two fits, with their bounds.
func saveFigure(stem string, two []fit, rows []algorithmRow) error {
	var panels []*plot.Plot
	for _, f := range two {
		p := term.NewPlot("", map[string]string{overRho: "1/ρ", overPoints: "points n", overEps: "1/ε", overDepth: "1/|ρ|"}[f.sweep], "")
		p.Add(term.Rules{})
		var all []float64
		low, high := math.Inf(1), math.Inf(-1)
		for _, a := range algorithms(f.sweep) {
			mark, bound := term.Means{Look: lookOf(a[0])}, polyline{boundLine(lookOf(a[0])), nil, nil}
			for _, runs := range runsByCell(f.sweep, a[0], rows) {
				at, v := f.x(runs.cell), runs.column(iterations)
				lowest := stats.Least(v)
				if lowest == 0 {
					lowest = math.NaN() // has no place on the axis
				}
				mark.Add(at, stats.Mean(v), lowest, stats.Most(v))
				bound.x, bound.y = append(bound.x, at), append(bound.y, stats.Most(runs.column(iterationsBound)))
				low, high = min(low, at), max(high, at)
			}
			p.Add(bound, mark)
			all = slices.Concat(all, mark.Low, mark.High, bound.y)
		}
		p.X.Min, p.X.Max = low/1.3, high*1.3
		p.X.Scale, p.X.Tick.Marker = plot.LogScale{}, term.Decades{}
		term.Logarithmic(&p.Y, all)
		panels = append(panels, p)
	}
	const width, height, legend = 6.8 * vg.Inch, 3.9 * vg.Inch, 0.85 * vg.Inch
	return term.SaveFigure(stem, width, height, func(c draw.Canvas) {
		titles := []string{"(a) iterations, " + sweepTitle(two[0].sweep, rows), "(b) iterations, " + sweepTitle(two[1].sweep, rows)}
		term.DrawPanels(draw.Crop(c, 6, -8, legend, -22), draw.Tiles{PadX: 16}, [][]*plot.Plot{panels}, titles, c.Max.Y-11)
		c.Max.Y = c.Min.Y + legend
		paintKey(draw.Crop(c, 30, 0, 0, -6), two, rows)
	})
}

// sweepTitle names the parameters that a sweep keeps.
func sweepTitle(sweep string, rows []algorithmRow) string {
	first := runsByCell(sweep, algorithms(sweep)[0][0], rows)[0].cell
	switch sweep {
	case overRho:
		return fmt.Sprintf("%d points in %d dimensions", first.cone.Examples, first.cone.Dim)
	case overEps:
		return fmt.Sprintf("ρ = −%v", first.around.Depth)
	case overDepth:
		return fmt.Sprintf("ε = %v", first.eps)
	}
	return fmt.Sprintf("ρ = %v", first.cone.Margin)
}

// paintKey names the algorithms with their slopes and their theorems.
func paintKey(c draw.Canvas, two []fit, rows []algorithmRow) {
	var keys []term.Key
	for _, a := range algorithms(two[0].sweep) {
		name := strings.ToUpper(a[0])
		for i, f := range two {
			law := slope(runsByCell(f.sweep, a[0], rows), f.x, iterations)
			if !math.IsNaN(law.Slope) {
				name += fmt.Sprintf("%s %s^%s", []string{" ~", ","}[i], f.sign, exponent(law.Slope))
			}
		}
		keys = append(keys, term.KeyOf(name, lookOf(a[0])))
	}
	term.PaintKeys(c, 0, keys...)
	line := term.Key{Meaning: "mean and range of the runs", Style: lookOf(algorithms(two[0].sweep)[0][0]).Line()}
	bound := term.Key{Meaning: "the bound of its theorem", Style: boundLine(lookOf(algorithms(two[0].sweep)[0][0]))}
	term.PaintKeys(draw.Crop(c, 230, 0, 0, 0), 0, line, bound)
}

// lookOf is how an algorithm is drawn.
func lookOf(algorithm string) term.Look {
	return term.LookOf(map[string]int{"nkp": 2, "snkp": 6, "nvn": 5, "snkp-vn": 8, "isnkp-vn": 3, "isnkp": 0}[algorithm])
}

// boundLine is the line of the bound on an algorithm with this look.
func boundLine(l term.Look) draw.LineStyle {
	return draw.LineStyle{Color: l.Color, Width: 0.6, Dashes: []vg.Length{4, 2.5}}
}

// polyline is a line through points.
type polyline struct {
	style draw.LineStyle
	x, y  []float64
}

// Plot implements [plot.Plotter].
func (t polyline) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	var line []vg.Point
	for i := range t.x {
		if term.Drawable(t.y[i]) {
			line = append(line, vg.Point{X: x(t.x[i]), Y: y(t.y[i])})
		}
	}
	c.StrokeLines(t.style, line)
}
