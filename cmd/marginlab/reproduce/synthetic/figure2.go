package synthetic

import (
	"fmt"
	"image/color"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"marginlab/cmd/marginlab/reproduce/stats"
	"marginlab/cmd/marginlab/term"
)

// saveFigure2 draws Figure 2 of ZH13: a histogram of the margin at rest a
// learner, one below the other, with AMIRA's guaranteed and conjectured margins.
func saveFigure2(stem string, rows []learnerRow) error {
	var panels [][]*plot.Plot
	var groups []group
	for _, name := range figure2Learners() {
		g := groupOf(name, rows)
		p := term.NewPlot("", "", "runs")
		p.X.Min, p.X.Max, p.X.Tick.Marker = 0, 1, unlabelled(fifths())
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
	bottom.X.Tick.Marker = fifths()
	bottom.X.Label.Text = "margin at rest / maximum margin of (x, 1) through the origin"
	const width, panel, legend = 5.6 * vg.Inch, 1.12 * vg.Inch, 0.4 * vg.Inch
	return term.SaveFigure(stem, width, vg.Length(len(panels))*panel+legend, func(c draw.Canvas) {
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
		term.PaintKeys(draw.Crop(c, 40, 0, 0, 0), 150,
			term.Key{Meaning: "guaranteed: (1−ε)/(2−ε)", Style: guaranteedLine()},
			term.Key{Meaning: "seen by the paper: 1−ε", Style: conjecturedLine()})
	})
}

// panelName is the learner's name as papers write it.
func panelName(g group) string {
	switch {
	case g.restless && len(g.resting) > 0:
		return fmt.Sprintf("Pegasos, %s", term.Count(g.resting[0].Passes, "pass", "passes"))
	case math.IsNaN(g.epsilon):
		return "Perceptron"
	case g.epsilon == 1:
		return "MIRA (ε = 1)"
	}
	return fmt.Sprintf("AMIRA (ε = %v)", g.epsilon)
}

// remark is a line about the runs of a panel.
func (g group) remark() string {
	s := fmt.Sprintf("median %s of %s", term.Fixed(stats.Quantile(0.5, g.column(ratioLifted)), 2), term.Count(len(g.resting), "run", "runs"))
	if g.unsettled > 0 {
		s += fmt.Sprintf(", %d more not at rest", g.unsettled)
	}
	return s
}

func guaranteedLine() draw.LineStyle {
	return draw.LineStyle{Color: term.LookOf(2).Color, Width: 1.2}
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

// fifths are the ticks at every fifth from 0 to 1.
func fifths() plot.ConstantTicks {
	var ticks plot.ConstantTicks
	for k := 0; k <= 10; k += 2 {
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
