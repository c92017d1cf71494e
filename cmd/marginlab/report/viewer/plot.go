package viewer

import (
	"fmt"
	"math"

	"marginlab/cmd/marginlab/report/chart"
	"marginlab/internal/num"
)

// Plot draws the stream and the hyperplanes of the learner to STEM.svg. In two dimensions it shows the plane, in one
// the line with an example a row. In more there are two projections: upright to the learner's last hyperplane, and to
// that of the maximum margin.
func (s *Story) Plot(stem string) error {
	const side = 380
	r := s.Runs[0]
	f := chart.Figure{Title: s.Statement, Width: side, Height: side}
	last := r.States[r.Steps[len(r.Steps)-1].After]
	note := func(format string, args ...any) { f.Notes = append(f.Notes, fmt.Sprintf(format, args...)) }
	if last.W == nil {
		note("%s has no hyperplane: it predicts %+d everywhere.", r.Learner, last.Label)
	}
	for _, m := range r.Margins {
		if m.W == nil {
			note("%s is %s.", m.Name, m.Exact)
		}
	}
	if r.Norm != "ℓ₂" {
		note("Margins are in %s.", r.Norm)
	}
	if r.Lift != "" {
		note("The last coordinate is the constant %s of %s.", r.Lift, r.Learner)
	}
	if r.Centre != nil {
		note("Coordinates are from %.6g.", r.Centre)
	}
	if r.View != "projection" {
		f.Panels = []chart.Chart{r.picture()}
	} else {
		f.Panels = r.projections(last)
		note("Distances from the hyperplane that a projection is upright to are true; others may be longer.")
	}
	return f.Write(stem + ".svg")
}

// picture has the examples of the plane or of the line with all hyperplanes.
func (r Run) picture() chart.Chart {
	c := chart.Chart{X: chart.Axis{Label: "x1"}, Y: chart.Axis{Label: "x2"}}
	flat := func(w []float64) [2]float64 { return [2]float64(w) }
	var points []chart.Point
	for _, x := range r.X {
		points = append(points, chart.Point{X: x[0], Y: x[len(x)-1]})
	}
	frame(&c, points, r.Through && r.Centre == nil)
	if r.View == "line" {
		for i := range points {
			points[i].Y = float64(i + 1)
		}
		flat = func(w []float64) [2]float64 { return [2]float64{w[0], 0} }
		c.X.Label = "x"
		c.Y = chart.Axis{Label: "example", Low: float64(len(r.X)) + 0.7, High: 0.3,
			Step: math.Ceil(float64(len(r.X)) / 10)}
	}
	for i, s := range r.States {
		if s.W == nil {
			continue
		}
		name, class := "earlier hyperplanes", "plain thin"
		if i == len(r.States)-1 {
			name, class = "the last hyperplane of "+r.Learner, "ink bold"
		}
		c.Series = append(c.Series, hyperplane(name, class, c, flat(s.W), s.B))
	}
	for _, m := range r.Margins {
		if m.W != nil {
			c.Series = append(c.Series, bands(m, c, flat(m.W), m.B)...)
		}
	}
	c.Series = append(c.Series, r.dots(points)...)
	return c
}

// projections are upright to the last hyperplane and to that of each maximum margin; where neither is there, to the
// main direction.
func (r Run) projections(last State) (panels []chart.Chart) {
	across := [2]float64{1, 0}
	upright := func(what string, s State, lines func(chart.Chart) []chart.Series) {
		c := chart.Chart{X: chart.Axis{Label: "distance from the " + what},
			Y: chart.Axis{Label: "main direction beside it"}, Title: "upright to the " + what}
		var points []chart.Point
		for _, x := range r.X {
			points = append(points, chart.Point{X: s.distance(x), Y: num.Dot(s.Side, x)})
		}
		frame(&c, points, false)
		c.Series = append(lines(c), r.dots(points)...)
		panels = append(panels, c)
	}
	if last.W != nil {
		upright("last hyperplane", last, func(c chart.Chart) []chart.Series {
			lines := []chart.Series{hyperplane("the last hyperplane of "+r.Learner, "ink bold", c, across, 0)}
			if last.Gamma != nil {
				lines = append(lines,
					hyperplane(fmt.Sprintf("its margin, %.4g", *last.Gamma), "ink thin dashed", c, across, *last.Gamma),
					hyperplane("", "ink thin dashed", c, across, -*last.Gamma))
			}
			return lines
		})
	}
	for _, m := range r.Margins {
		if m.W != nil {
			upright("maximum margin "+m.Name, State{W: m.W, B: m.B, Side: m.Side},
				func(c chart.Chart) []chart.Series { return bands(m, c, across, 0) })
		}
	}
	if panels == nil {
		main := r.side(make([]float64, r.Dim), nil)
		upright("main direction", State{W: main, Side: r.side(main, nil)}, func(chart.Chart) []chart.Series { return nil })
	}
	return panels
}

// dots are the examples at their places, by their labels. Those at one place share a name; where there are many, none
// has one.
func (r Run) dots(places []chart.Point) []chart.Series {
	const most, long = 60, 12 // names that can be told apart, and characters of one
	series := map[int]*chart.Series{+1: {Name: "class +1", Class: "large plus", Kind: chart.Dots},
		-1: {Name: "class −1", Class: "large minus", Kind: chart.Dots}}
	names := map[chart.Point]string{}
	for i, p := range places {
		if names[p] != "" {
			names[p] += ","
		}
		names[p] += fmt.Sprint(i + 1)
	}
	for i, p := range places {
		at := p
		if name := names[p]; len(names) <= most {
			if at.Name = name; len(name) > long {
				at.Name = name[:long-3] + "..."
			}
			names[p] = "" // once
		}
		series[r.Y[i]].Points = append(series[r.Y[i]].Points, at)
	}
	return []chart.Series{*series[+1], *series[-1]}
}

// frame gives both axes of a chart one scale, with all points, and with the origin if it is in the picture.
func frame(c *chart.Chart, points []chart.Point, origin bool) {
	if origin {
		points = append(points[:len(points):len(points)], chart.Point{})
	}
	x0, x1, y0, y1 := math.Inf(1), math.Inf(-1), math.Inf(1), math.Inf(-1)
	for _, p := range points {
		x0, x1, y0, y1 = min(x0, p.X), max(x1, p.X), min(y0, p.Y), max(y1, p.Y)
	}
	half := float64(0.6 * max(x1-x0, y1-y0))
	if half == 0 {
		half = 1
	}
	c.X.Low, c.X.High = float64((x0+x1)/2)-half, float64((x0+x1)/2)+half
	c.Y.Low, c.Y.High = float64((y0+y1)/2)-half, float64((y0+y1)/2)+half
}

// hyperplane is the line w·(x, y) + b = 0 across a chart, whose edges cut it off.
func hyperplane(name, class string, c chart.Chart, w [2]float64, b float64) chart.Series {
	s := chart.Series{Name: name, Class: class, Kind: chart.Line, Silent: name == ""}
	length := num.Hypot(w[0], w[1])
	if length == 0 {
		return s
	}
	u, v := w[0]/length, w[1]/length
	x, y := float64((c.X.Low+c.X.High)/2), float64((c.Y.Low+c.Y.High)/2)
	away := -b/length - float64(u*x) - float64(v*y) // from the centre
	x, y = x+float64(away*u), y+float64(away*v)
	for _, t := range []float64{-2, 2} {
		t *= c.X.High - c.X.Low + math.Abs(c.Y.High-c.Y.Low)
		s.Points = append(s.Points, chart.Point{X: x - float64(t*v), Y: y + float64(t*u)})
	}
	return s
}

// bands are the hyperplane of a maximum margin and the edges of the margin.
func bands(m Margin, c chart.Chart, w [2]float64, b float64) []chart.Series {
	return []chart.Series{
		hyperplane(fmt.Sprintf("the maximum margin %s = %.4g", m.Name, m.Gamma), "best", c, w, b),
		hyperplane("", "best dashed", c, w, b-m.Gamma), hyperplane("", "best dashed", c, w, b+m.Gamma),
	}
}
