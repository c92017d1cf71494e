// Package chart draws pictures of numbers over numbers as plain data: a [Chart] on a page, a [Figure] of several
// in a file. Both are SVG by the same template, with the rules of chart.css.
package chart

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"html/template"
	"math"
	"slices"
	"strings"
)

// Chart is a picture of numbers over numbers. On a page it is inline SVG that fills the width of its place, with text
// that stays as large as that of the page.
type Chart struct {
	ID     string // unique on the page
	Title  string
	Says   string // what is to be seen, for those who do not see it
	Note   string // below the picture
	X, Y   Axis
	Rows   []string // names from top to bottom in place of the Y axis, whose values are 0, 1, …
	Rules  []Rule
	Series []Series
	Height int // in pixels, except of a chart of rows
}

// Rule is a straight line across the chart.
type Rule struct {
	At      float64
	Upright bool
	Name    string
	Class   string
}

// Series is a line or a set of dots of one look.
type Series struct {
	Name   string
	Class  string // series-1, …, or others of chart.css
	Kind   Kind
	Ring   bool    // dots with a hole
	Silent bool    // not in the legend
	Width  float64 // of bars, along X
	Points []Point
}

// Kind is how the points of a series are drawn.
type Kind string

// The kinds of a series.
const (
	Line  Kind = "line"  // from point to point, cut off at the edges
	Steps Kind = "steps" // a value stays until the next point
	Dots  Kind = "dots"  // many, without words
	Marks Kind = "marks" // few, each with its words
	Bars  Kind = "bars"  // upright from 0
)

// Point is a point of a series.
type Point struct {
	X, Y      float64
	Low, High float64 // of an upright line through the point; none where they are equal
	Says      string  // its words
	Class     string  // its own look
	Name      string  // beside it, in a file
}

var (
	// Colours are the custom properties of pages: light, dark and in print.
	//go:embed colours.css
	Colours template.CSS
	// Style has the rules of charts.
	//go:embed chart.css
	Style template.CSS
	//go:embed chart.html
	templateText string

	templates = template.Must(template.New("chart").Parse(templateText))
)

// rendered is what the template of this name makes of data that it was written for.
func rendered(name string, data any) string {
	var b strings.Builder
	if err := templates.ExecuteTemplate(&b, name, data); err != nil {
		panic("chart: " + err.Error())
	}
	return b.String()
}

// HTML is the chart as a part of a page, which has [Colours] and [Style].
func (c Chart) HTML() template.HTML {
	const unit, ticks = 1000, 6 // thousandths of the chart, whose size the browser chooses
	d := c.draw(unit, unit, ticks, ticks)
	for i, s := range d.Series {
		if s.Lined() {
			d.Series[i].Values = s.values()
		}
	}
	return template.HTML(rendered("page", d))
}

// draw places all of the chart on an area of this size, and names about so many values of each axis.
func (c Chart) draw(width, height float64, across, up int) drawnChart {
	if c.Rows != nil {
		c.Y = Axis{Low: float64(len(c.Rows)) - 0.5, High: -0.5}
	}
	c.X, c.Y = c.X.Around(c.values(true)), c.Y.Around(c.values(false))
	d := drawnChart{Chart: c, W: width, H: height, XTicks: c.X.ticks(across)}
	for i, name := range c.Rows {
		d.YTicks = append(d.YTicks, tick{100 - float64(100*c.Y.at(float64(i))), name})
	}
	if c.Rows == nil {
		for _, t := range c.Y.ticks(up) {
			d.YTicks = append(d.YTicks, tick{100 - t.At, t.Name})
		}
	}
	for _, r := range c.Rules {
		at := 100 - float64(100*c.Y.at(r.At))
		if r.Upright {
			at = 100 * c.X.at(r.At)
		}
		d.Rules = append(d.Rules, drawnRule{r, at})
	}
	for _, s := range c.Series {
		d.Series = append(d.Series, c.drawn(s, width, height))
	}
	return d
}

// values are those of all that is drawn, along x or y.
func (c Chart) values(x bool) (values []float64) {
	for _, r := range c.Rules {
		if r.Upright == x {
			values = append(values, r.At)
		}
	}
	for _, s := range c.Series {
		for _, p := range s.Points {
			switch {
			case x:
				values = append(values, p.X)
			case p.Low != p.High:
				values = append(values, p.Low, p.Y, p.High)
			default:
				values = append(values, p.Y)
			}
		}
	}
	return values
}

// drawnChart is a chart as the template needs it, with places in percent. Series are drawn in an area of W × H.
type drawnChart struct {
	Chart
	W, H           float64
	XTicks, YTicks []tick
	Rules          []drawnRule
	Series         []drawnSeries
}

type drawnRule struct {
	Rule
	Percent float64
}

// Anchor is where the name of an upright rule is held: near an end it goes to the other side.
func (r drawnRule) Anchor() string {
	switch {
	case r.Percent < 15:
		return "start"
	case r.Percent > 85:
		return "end"
	}
	return "middle"
}

// Named reports whether there are names above the chart.
func (d drawnChart) Named() bool {
	return slices.ContainsFunc(d.Rules, func(r drawnRule) bool { return r.Upright && r.Name != "" })
}

// Legend reports whether the legend names the rule; an upright one has its name above it.
func (r drawnRule) Legend() bool { return !r.Upright && r.Name != "" }

// drawnSeries has paths on the area of its chart.
type drawnSeries struct {
	Series
	Path   string
	Ranges string      // the upright lines through its points
	Wide   float64     // a bar, on the area
	Marks  []drawnMark // of a series of them
	Names  []drawnMark
	Values string // of a line, for the script
}

// drawnMark is a point with its path, or with its place in percent.
type drawnMark struct {
	Point
	Path       string
	Left, Down float64
}

// dot draws a dot of its line's width. Its length is not 0: in PDF such a one with square ends is nothing.
const dot = "h.1"

// drawn returns a series on an area, without the points that have no place on it.
func (c Chart) drawn(s Series, width, height float64) drawnSeries {
	s.Points = slices.DeleteFunc(slices.Clone(s.Points), func(p Point) bool {
		return s.Kind == Line && !finite(c.X.at(p.X), c.Y.at(p.Y)) || s.Kind != Line && !(c.X.has(p.X) && c.Y.has(p.Y))
	})
	d := drawnSeries{Series: s, Wide: s.Width / math.Abs(c.X.High-c.X.Low) * width}
	var path, ranges strings.Builder
	down := func(y float64) float64 { return height - float64(height*c.Y.at(y)) }
	for i, p := range s.Points {
		x, y := width*c.X.at(p.X), down(p.Y)
		switch {
		case s.Kind == Marks:
			d.Marks = append(d.Marks, drawnMark{Point: p, Path: fmt.Sprintf("M%.1f %.1f"+dot, x, y)})
		case s.Kind == Dots:
			fmt.Fprintf(&path, "M%.1f %.1f"+dot, x, y)
		case s.Kind == Bars:
			fmt.Fprintf(&path, "M%.1f %.1fV%.1f", x, down(0), y)
		case i == 0:
			fmt.Fprintf(&path, "M%.1f %.1f", x, y)
		case s.Kind == Steps:
			fmt.Fprintf(&path, "H%.1fV%.1f", x, y)
		default:
			fmt.Fprintf(&path, "L%.1f %.1f", x, y)
		}
		if low := down(p.Low); p.Low != p.High {
			if !finite(low) { // below a logarithmic axis
				low = height
			}
			fmt.Fprintf(&ranges, "M%.1f %.1fV%.1f", x, low, down(p.High))
		}
		if p.Name != "" {
			d.Names = append(d.Names, drawnMark{Point: p, Left: 100 * x / width, Down: 100 * y / height})
		}
	}
	d.Path, d.Ranges = path.String(), ranges.String()
	return d
}

// values are the points as the script reads them.
func (s Series) values() string {
	var values [][2]float64
	for _, p := range s.Points {
		values = append(values, [2]float64{p.X, p.Y})
	}
	text, err := json.Marshal(values)
	if err != nil {
		panic("chart: " + err.Error()) // all are finite
	}
	return string(text)
}

// Lined reports whether the series is a line, also in the legend.
func (s Series) Lined() bool { return s.Kind == Line || s.Kind == Steps }

// finite reports whether all of these are places on an axis.
func finite(places ...float64) bool {
	return !slices.ContainsFunc(places, func(v float64) bool { return math.IsNaN(v) || math.IsInf(v, 0) })
}
