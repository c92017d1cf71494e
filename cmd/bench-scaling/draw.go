//go:build unix

package main

import (
	"image/color"
	"math"
	"strings"
	"time"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"marginlab/algos/trial/stats"
	"marginlab/cmd/marginlab/term"
)

// columns is how many panels of a figure stand side by side.
const columns = 3

// saveFigure draws a panel for each experiment: the time of every subject over the size,
// on logarithmic axes, and the slope that is documented.
func saveFigure(stem string, all [][]fitted) error {
	var panels []*plot.Plot
	for _, rows := range all {
		panels = append(panels, panel(rows))
	}
	rows := (len(panels) + columns - 1) / columns
	const legend = 0.35 * vg.Inch
	height := vg.Length(rows)*2.1*vg.Inch + legend
	return term.SaveFigure(stem, columns*2.5*vg.Inch, height, func(c draw.Canvas) {
		tiles := draw.Tiles{Rows: rows, Cols: columns, PadX: 10, PadY: 10}
		for i, p := range panels {
			p.Draw(tiles.At(draw.Crop(c, 6, -8, legend, -4), i%columns, i/columns))
		}
		c.Max.Y = c.Min.Y + legend
		term.PaintKeys(draw.Crop(c, 20, 0, 0, -6), 170, term.Key{Meaning: "a subject", Style: subjectStyle},
			term.Key{Meaning: "reading the data alone", Style: referenceStyle}, term.Key{Meaning: "documented growth", Style: documentedStyle})
	})
}

var (
	subjectStyle    = draw.LineStyle{Color: color.RGBA{0, 114, 178, 255}, Width: 0.7}
	fasterStyle     = draw.LineStyle{Color: color.RGBA{213, 94, 0, 255}, Width: 1.6}
	referenceStyle  = draw.LineStyle{Color: color.Gray{120}, Width: 1.2}
	documentedStyle = draw.LineStyle{Color: color.Gray{0}, Width: 1.1, Dashes: []vg.Length{4, 2.5}}
)

// panel draws one experiment.
func panel(rows []fitted) *plot.Plot {
	e, l := rows[0].experiment, rows[len(rows)-1].law
	p := term.NewPlot(e.name, l.axis+"   ("+strings.SplitN(e.fixed, ", every", 2)[0]+")", "")
	p.Title.TextStyle.Font.Size = 8.5
	p.X.Label.TextStyle.Font.Size *= 0.85 // the longest stays within its panel
	var seconds, documented []float64
	for _, f := range rows {
		line := plotter.Line{LineStyle: subjectStyle}
		if f.reference {
			line.LineStyle = referenceStyle
		} else if f.faster() != "" {
			line.LineStyle = fasterStyle
		}
		for i, size := range f.sizes {
			t := stats.Least(f.times[i])
			line.XYs = append(line.XYs, plotter.XY{X: size, Y: t})
			seconds = append(seconds, t)
		}
		if !f.reference {
			documented = append(documented, line.XYs[len(line.XYs)-1].Y)
		}
		p.Add(&line)
	}
	sizes := rows[0].sizes
	low, high := sizes[0], sizes[len(sizes)-1]
	top := stats.Quantile(0.5, documented)
	law := plotter.NewFunction(func(x float64) float64 { return top * math.Pow(x/high, l.power) })
	law.XMin, law.XMax, law.LineStyle = sizes[(len(sizes)-1)/2], high, documentedStyle
	p.Add(law)
	term.Logarithmic(&p.X, []float64{low, high})
	term.Logarithmic(&p.Y, seconds)
	p.X.Tick.Marker, p.Y.Tick.Marker = powers{}, times{}
	return p
}

// powers are ticks at the powers of ten below 10¹⁰, written as such.
type powers struct{}

// Ticks implements [plot.Ticker].
func (powers) Ticks(low, high float64) []plot.Tick {
	ticks := term.Decades{}.Ticks(low, high)
	for i := range ticks {
		if ticks[i].Label != "" {
			ticks[i].Label = "10" + string([]rune("⁰¹²³⁴⁵⁶⁷⁸⁹")[int(math.Round(math.Log10(ticks[i].Value)))])
		}
	}
	return ticks
}

// times are ticks at the powers of ten of a second.
type times struct{}

// Ticks implements [plot.Ticker].
func (times) Ticks(low, high float64) []plot.Tick {
	ticks := term.Decades{}.Ticks(low, high)
	for i := range ticks {
		if ticks[i].Label != "" {
			ticks[i].Label = time.Duration(math.Round(1e9 * ticks[i].Value)).String()
		}
	}
	return ticks
}
