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
	Says   string // describes the picture for those who cannot see it
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

// Series is a line or a set of dots in one style.
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

// Rendered returns the output of the template of this name for its data.
func Rendered(t *template.Template, name string, data any) template.HTML {
	var b strings.Builder
	if err := t.ExecuteTemplate(&b, name, data); err != nil {
		panic("chart: " + err.Error())
	}
	return template.HTML(b.String())
}

// HTML returns the chart as a part of a page, which has [Colours] and [Style].
func (c Chart) HTML() template.HTML {
	const unit, ticks = 1000, 6 // thousandths of the chart, whose size the browser chooses
	d := c.draw(unit, unit, ticks, ticks)
	d.Told = true
	return Rendered(templates, "page", d)
}

// Named reports whether there are names above the chart.
func (c Chart) Named() bool {
	return slices.ContainsFunc(c.Rules, func(r Rule) bool { return r.Upright && r.Name != "" })
}

// Legend reports whether the legend names the rule; an upright one has its name above it.
func (r Rule) Legend() bool { return !r.Upright && r.Name != "" }

// values returns all drawn values along both axes.
func (c Chart) values() (x, y []float64) {
	for _, r := range c.Rules {
		if r.Upright {
			x = append(x, r.At)
		} else {
			y = append(y, r.At)
		}
	}
	for _, s := range c.Series {
		for _, p := range s.Points {
			if x, y = append(x, p.X), append(y, p.Y); p.Low != p.High {
				y = append(y, p.Low, p.High)
			}
		}
	}
	return x, y
}

// drawnChart is a chart for the template, on an area of W × H, without the points that have no place on it.
type drawnChart struct {
	Chart
	W, H           float64
	XTicks, YTicks []tick
	Told           bool // lines have their values, for the script
}

// draw places the chart on an area of this size, and names about this many values on each axis.
func (c Chart) draw(width, height float64, across, up int) drawnChart {
	if c.Rows != nil {
		c.Y = Axis{Low: float64(len(c.Rows)) - 0.5, High: -0.5}
	}
	x, y := c.values()
	c.X, c.Y = c.X.Around(x), c.Y.Around(y)
	d := drawnChart{Chart: c, W: width, H: height, XTicks: c.X.ticks(across)}
	for i, name := range c.Rows {
		d.YTicks = append(d.YTicks, tick{d.Down(float64(i)), name})
	}
	if c.Rows == nil {
		for _, t := range c.Y.ticks(up) {
			d.YTicks = append(d.YTicks, tick{100 - t.At, t.Name})
		}
	}
	d.Series = slices.Clone(c.Series)
	for i, s := range c.Series {
		d.Series[i].Points = slices.DeleteFunc(slices.Clone(s.Points), func(p Point) bool {
			if s.Kind == Line {
				return !finite(c.X.at(p.X), c.Y.at(p.Y))
			}
			return !(c.X.has(p.X) && c.Y.has(p.Y))
		})
	}
	return d
}

// Across returns the place of x, in percent from the left.
func (d drawnChart) Across(x float64) float64 { return 100 * d.X.at(x) }

// Down returns the place of y, in percent from the top.
func (d drawnChart) Down(y float64) float64 { return 100 - float64(100*d.Y.at(y)) }

// Anchor returns the text anchor for the name of an upright rule: near an end the name goes to the other side.
func (d drawnChart) Anchor(r Rule) string {
	switch at := d.Across(r.At); {
	case at < 15:
		return "start"
	case at > 85:
		return "end"
	}
	return "middle"
}

// Wide returns the width of the bars of a series on the area.
func (d drawnChart) Wide(s Series) float64 { return s.Width / math.Abs(d.X.High-d.X.Low) * d.W }

// x and y return places on the area.
func (d drawnChart) x(v float64) float64 { return d.W * d.X.at(v) }
func (d drawnChart) y(v float64) float64 { return d.H - float64(d.H*d.Y.at(v)) }

// Dot draws a dot of its line's width. Its length is not 0: in PDF a line of length 0 with square ends is invisible.
func (d drawnChart) Dot(p Point) string { return fmt.Sprintf("M%.1f %.1fh.1", d.x(p.X), d.y(p.Y)) }

// Path draws a series other than marks.
func (d drawnChart) Path(s Series) string {
	var path strings.Builder
	for i, p := range s.Points {
		x, y := d.x(p.X), d.y(p.Y)
		switch {
		case s.Kind == Dots:
			path.WriteString(d.Dot(p))
		case s.Kind == Bars:
			fmt.Fprintf(&path, "M%.1f %.1fV%.1f", x, d.y(0), y)
		case i == 0:
			fmt.Fprintf(&path, "M%.1f %.1f", x, y)
		case s.Kind == Steps:
			fmt.Fprintf(&path, "H%.1fV%.1f", x, y)
		default:
			fmt.Fprintf(&path, "L%.1f %.1f", x, y)
		}
	}
	return path.String()
}

// Ranges draws the upright lines through the points of a series, "" if there are none.
func (d drawnChart) Ranges(s Series) string {
	var path strings.Builder
	for _, p := range s.Points {
		if p.Low != p.High {
			low := d.y(p.Low)
			if !finite(low) { // below a logarithmic axis
				low = d.H
			}
			fmt.Fprintf(&path, "M%.1f %.1fV%.1f", d.x(p.X), low, d.y(p.High))
		}
	}
	return path.String()
}

// Values returns the points in the form that the script reads.
func (s Series) Values() string {
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

// finite reports whether all values are finite.
func finite(places ...float64) bool {
	return !slices.ContainsFunc(places, func(v float64) bool { return math.IsNaN(v) || math.IsInf(v, 0) })
}
