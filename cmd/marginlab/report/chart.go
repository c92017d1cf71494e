package report

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"html/template"
	"slices"
	"strings"
)

// Chart is a picture of numbers over numbers: inline SVG that fills the width of its place,
// with text that stays as large as that of the page.
type Chart struct {
	ID     string // unique on the page
	Title  string
	Says   string // what is to be seen, for those who do not see it
	Note   string // below the picture
	X, Y   Axis
	Rows   []string // names from top to bottom in place of the Y axis, whose values are 0, 1, …
	Rules  []Rule
	Series []Series
	Height int // in pixels, but of a chart of rows
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
	Class  string // series-1, …, or one of the style
	Kind   Kind
	Ring   bool // dots with a hole
	Silent bool // not in the legend
	Points []Point
}

// Kind is how the points of a series are drawn.
type Kind string

// The kinds of a series.
const (
	Line  Kind = "line"  // from point to point
	Steps Kind = "steps" // a value stays until the next point
	Dots  Kind = "dots"  // many, without words
	Marks Kind = "marks" // few, each with its words
)

// Point is a point of a series. Says are its words, Class its own look.
type Point struct {
	X, Y  float64
	Says  string
	Class string
}

//go:embed chart.html
var chartText string

var chartTemplate = template.Must(template.New("chart").Parse(chartText))

// HTML is the chart as a part of a section.
func (c Chart) HTML() template.HTML {
	if c.Rows != nil {
		c.Y = Axis{Low: float64(len(c.Rows)) - 0.5, High: -0.5}
	}
	c.X, c.Y = c.X.around(c.values(true)), c.Y.around(c.values(false))
	d := drawnChart{Chart: c, XTicks: c.X.ticks()}
	for i, name := range c.Rows {
		d.YTicks = append(d.YTicks, tick{100 - float64(100*c.Y.at(float64(i))), name})
	}
	if c.Rows == nil {
		for _, t := range c.Y.ticks() {
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
		d.Series = append(d.Series, c.drawn(s))
	}
	return rendered(chartTemplate, d)
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
			if x {
				values = append(values, p.X)
			} else {
				values = append(values, p.Y)
			}
		}
	}
	return values
}

// drawnChart is a chart as the template needs it, with places in percent.
type drawnChart struct {
	Chart
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

// drawnSeries has its path in thousandths of the chart.
type drawnSeries struct {
	Series
	Path   string
	Marks  []drawnMark // of a series of them
	Values string      // of a line, for the script
}

type drawnMark struct {
	Point
	Path string
}

// dot draws a dot of its line's width. Its length is not 0: in PDF such a one with square ends is nothing.
const dot = "h.1"

// drawn returns a series in thousandths of the chart, without the points that have no place
// on it.
func (c Chart) drawn(s Series) drawnSeries {
	s.Points = slices.DeleteFunc(slices.Clone(s.Points), func(p Point) bool { return !c.X.has(p.X) || !c.Y.has(p.Y) })
	d := drawnSeries{Series: s}
	var path strings.Builder
	var values [][2]float64
	for i, p := range s.Points {
		x, y := 1000*c.X.at(p.X), 1000-float64(1000*c.Y.at(p.Y))
		switch {
		case s.Kind == Marks:
			d.Marks = append(d.Marks, drawnMark{p, fmt.Sprintf("M%.1f %.1f"+dot, x, y)})
		case s.Kind == Dots:
			fmt.Fprintf(&path, "M%.1f %.1f"+dot, x, y)
		case i == 0:
			fmt.Fprintf(&path, "M%.1f %.1f", x, y)
		case s.Kind == Steps:
			fmt.Fprintf(&path, "H%.1fV%.1f", x, y)
		default:
			fmt.Fprintf(&path, "L%.1f %.1f", x, y)
		}
		values = append(values, [2]float64{p.X, p.Y})
	}
	d.Path = path.String()
	if s.Kind == Line || s.Kind == Steps {
		text, err := json.Marshal(values)
		if err != nil {
			panic("report: " + err.Error()) // all are finite
		}
		d.Values = string(text)
	}
	return d
}
