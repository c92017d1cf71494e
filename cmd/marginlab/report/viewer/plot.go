package viewer

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"

	"marginlab/cmd/marginlab/report/chart"
	"marginlab/internal/num"
)

// ErrFlat is the error of a picture of more than two dimensions.
var ErrFlat = errors.New("a picture has one or two dimensions; marginlab replay --html steps through a stream of any")

// Plot draws the stream and the hyperplanes of the learner to STEM.svg: in two dimensions the plane, in one the line
// with an example a row.
func (s *Story) Plot(stem string) error {
	r := s.Runs[0]
	if r.View == "projection" {
		return fmt.Errorf("%w: this one has %d", ErrFlat, r.Dim)
	}
	f := chart.Figure{Title: s.Statement, Width: 380, Height: 380, Panels: []chart.Chart{r.picture()}}
	note := func(format string, args ...any) { f.Notes = append(f.Notes, fmt.Sprintf(format, args...)) }
	if last := r.States[len(r.States)-1]; last.W == nil {
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
	return f.Write(stem + ".svg")
}

// picture has the examples of the plane or of the line with all hyperplanes.
func (r Run) picture() chart.Chart {
	c := chart.Chart{X: chart.Axis{Label: "x1"}, Y: chart.Axis{Label: "x2"}}
	var points []chart.Point
	for _, x := range r.X {
		points = append(points, chart.Point{X: x[0], Y: x[len(x)-1]})
	}
	frame(&c, points, r.Through && r.Centre == nil)
	if r.View == "line" {
		for i := range points {
			points[i].Y = float64(i + 1)
		}
		c.X.Label = "x"
		c.Y = chart.Axis{Label: "example", Low: float64(len(r.X)) + 0.7, High: 0.3,
			Step: math.Ceil(float64(len(r.X)) / 10)}
	}
	draw := func(name, class string, w []float64, b float64) {
		if w != nil {
			c.Series = append(c.Series, hyperplane(name, class, c, append(w[:len(w):len(w)], 0), b))
		}
	}
	last := len(r.States) - 1
	for _, s := range r.States[:last] {
		draw("earlier hyperplanes", "plain thin", s.W, s.B)
	}
	draw("the last hyperplane of "+r.Learner, "ink bold", r.States[last].W, r.States[last].B)
	for _, m := range r.Margins {
		draw(fmt.Sprintf("the maximum margin %s = %.4g", m.Name, m.Gamma), "best", m.W, m.B)
		draw("", "best dashed", m.W, m.B-m.Gamma)
		draw("", "best dashed", m.W, m.B+m.Gamma)
	}
	c.Series = append(c.Series, r.dots(points)...)
	return c
}

// dots are the examples at their places, by their labels, named by the numbers of those at the same place. Where there
// are many, none has a name.
func (r Run) dots(places []chart.Point) []chart.Series {
	const most, long = 60, 12 // names that can be told apart, and characters of one
	all := []chart.Series{{Name: "class +1", Class: "large plus", Kind: chart.Dots},
		{Name: "class −1", Class: "large minus", Kind: chart.Dots}}
	names := map[chart.Point]string{}
	for i, p := range places {
		names[p] += fmt.Sprintf(",%d", i+1)
	}
	for i, p := range places {
		at, class := p, 0
		if name := names[p]; len(names) <= most && name != "" {
			if at.Name = name[1:]; len(at.Name) > long {
				at.Name = at.Name[:long-3] + "..."
			}
			names[p] = "" // once
		}
		if r.Y[i] < 0 {
			class = 1
		}
		all[class].Points = append(all[class].Points, at)
	}
	return all
}

// frame gives both axes of a chart one scale, with all points, and with the origin if it is in the picture.
func frame(c *chart.Chart, points []chart.Point, origin bool) {
	var x, y []float64
	for _, p := range points {
		x, y = append(x, p.X), append(y, p.Y)
	}
	if origin {
		x, y = append(x, 0), append(y, 0)
	}
	x0, x1, y0, y1 := slices.Min(x), slices.Max(x), slices.Min(y), slices.Max(y)
	half := cmp.Or(float64(0.6*max(x1-x0, y1-y0)), 1)
	c.X.Low, c.X.High = float64((x0+x1)/2)-half, float64((x0+x1)/2)+half
	c.Y.Low, c.Y.High = float64((y0+y1)/2)-half, float64((y0+y1)/2)+half
}

// hyperplane is the line w·(x, y) + b = 0 across a chart, whose edges cut it off.
func hyperplane(name, class string, c chart.Chart, w []float64, b float64) chart.Series {
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
