package synthetic

import (
	"fmt"
	"image/color"
	"math"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"marginlab/cmd/marginlab/reproduce/stats"
	"marginlab/cmd/marginlab/term"
)

// saveFigure3 draws Figure 3 of ZH13: the margin at rest and the updates over
// ε, of AMIRA and ROMMA.
func saveFigure3(stem string, sweeps []sweep) error {
	a, b := term.NewPlot("", "ε", ""), term.NewPlot("", "ε", "")
	a.X.Min, a.X.Max, a.X.Tick.Marker = 0, 1.04, fifths()
	a.Y.Min, a.Y.Max, a.Y.Tick.Marker = 0, 1.02, fifths()
	a.Add(term.Rules{}, functionOf(guaranteed, 0, 1, conjecturedStyle(0)), functionOf(conjectured, 0, 1, conjecturedStyle(1)))
	var all []float64
	var means []term.Means
	lowest := 1.0
	for k, s := range sweeps {
		o := term.Means{Look: sweepLook(k), Shift: 0.007 * float64(2*k-1)}
		counts := term.Means{Look: o.Look}
		for _, g := range s.groups {
			v := g.column(ratioLifted)
			o.Add(g.epsilon, stats.Mean(v), stats.Least(v), stats.Most(v))
			u := stats.Mean(g.column(updates))
			counts.Add(g.epsilon, u, math.NaN(), math.NaN())
			lowest = min(lowest, g.epsilon)
		}
		a.Add(o)
		means = append(means, counts)
		all = append(all, counts.Mean...)
	}
	b.X.Min, b.X.Max = lowest/1.15, 1.1
	b.X.Scale, b.X.Tick.Marker = plot.LogScale{}, epsTicks{}
	term.Logarithmic(&b.Y, all)
	b.Add(term.Rules{})
	laws := []term.Key{{Meaning: "1−ε", Style: conjecturedStyle(1)}, {Meaning: "(1−ε)/(2−ε)", Style: conjecturedStyle(0)}}
	var keys []term.Key
	for k, s := range sweeps {
		name := strings.ToUpper(s.family)
		if !math.IsNaN(s.law.Slope) {
			b.Add(functionOf(s.law.Through(means[k].X, means[k].Mean), s.law.Low, s.law.High, fitStyle(k)))
			name += fmt.Sprintf(": updates ~ (1/ε)^%.2f", -s.law.Slope)
			if !math.IsNaN(s.law.Lower) {
				name += fmt.Sprintf(" (%.2f to %.2f)", -s.law.Upper, -s.law.Lower)
			}
		}
		b.Add(means[k])
		keys = append(keys, term.KeyOf(name, sweepLook(k)))
	}
	dots := fitStyle(0)
	dots.Color = color.Gray{90}
	keys = append(keys, term.Key{Meaning: "fit, with the 95 % interval of the exponent", Style: dots})
	const width, height, legend = 6.6 * vg.Inch, 3.3 * vg.Inch, 0.6 * vg.Inch
	return term.SaveFigure(stem, width, height, func(c draw.Canvas) {
		titles := []string{"(a) margin at rest / maximum margin of (x, 1)", "(b) updates until rest"}
		term.DrawPanels(draw.Crop(c, 6, -8, legend, -22), draw.Tiles{PadX: 16}, [][]*plot.Plot{{a, b}}, titles, c.Max.Y-11)
		c.Max.Y = c.Min.Y + legend
		term.PaintKeys(draw.Crop(c, 30, 0, 0, -6), 0, laws...)
		term.PaintKeys(draw.Crop(c, 150, 0, 0, -6), 0, keys...)
	})
}

// sweepLook is how the k-th learner of Figure 3 is drawn.
func sweepLook(k int) term.Look { return term.LookOf([]int{2, 6, 4}[k]) }

// fitStyle is that of the fitted power law of the k-th.
func fitStyle(k int) draw.LineStyle {
	return draw.LineStyle{Color: sweepLook(k).Color, Width: 1.8, Dashes: []vg.Length{1.5, 2.5}}
}

// conjecturedStyle is that of 1−ε (1) and of the guaranteed margin (0).
func conjecturedStyle(k int) draw.LineStyle {
	return draw.LineStyle{Color: color.Gray{90}, Width: 0.8, Dashes: [][]vg.Length{{1, 2}, {4, 2.5}}[k]}
}

// functionOf draws a function of ε from low to high.
func functionOf(f func(epsilon float64) float64, low, high float64, style draw.LineStyle) plot.Plotter {
	return &plotter.Function{F: f, XMin: low, XMax: high, Samples: 65, LineStyle: style}
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
