package viewer

import (
	"fmt"
	"math"

	"marginlab/cmd/marginlab/report/chart"
	"marginlab/internal/num"
)

// Plot draws the stream and the hyperplanes of the learner to STEM.svg. In two dimensions it shows the plane, in one
// the line over the steps. In more there are two projections: upright to the learner's last hyperplane, and to that of
// the maximum margin.
func (s *Story) Plot(stem string) error {
	const side = 380
	r := s.Runs[0]
	f := chart.Figure{Title: s.Statement, Width: side, Height: side}
	last := r.States[r.Steps[len(r.Steps)-1].After]
	if last.W == nil {
		f.Notes = append(f.Notes, fmt.Sprintf("%s has no hyperplane: it predicts %+d everywhere.", r.Learner,
			last.Label))
	}
	for _, m := range r.Margins {
		if m.W == nil {
			f.Notes = append(f.Notes, fmt.Sprintf("%s is %s.", m.Name, m.Exact))
		}
	}
	if r.Norm != "ℓ₂" {
		f.Notes = append(f.Notes, "Margins are in "+r.Norm+".")
	}
	if r.Lift != "" {
		f.Notes = append(f.Notes, fmt.Sprintf("The last coordinate is the constant %s of %s.", r.Lift, r.Learner))
	}
	if r.Centre != nil {
		f.Notes = append(f.Notes, fmt.Sprintf("Coordinates are from %.6g.", r.Centre))
	}
	switch r.View {
	case "plane":
		f.Panels = []chart.Chart{r.plane()}
	case "line":
		f.Panels = []chart.Chart{r.line()}
	default:
		panels, notes := r.projections(last)
		f.Panels, f.Notes = panels, append(f.Notes, notes...)
	}
	return f.Write(stem + ".svg")
}

// examples are the examples at their places, by their labels. Those at one place share a name; where there are many,
// none has one.
func examples(y []int, places []chart.Point) []chart.Series {
	const most, long = 60, 12 // names that can be told apart, and characters of one
	plus := chart.Series{Name: "class +1", Class: "large plus", Kind: chart.Dots}
	minus := chart.Series{Name: "class −1", Class: "large minus", Kind: chart.Dots}
	first := map[chart.Point]int{}
	names := make([]string, len(places))
	for i, p := range places {
		if k, known := first[p]; known {
			names[k] += fmt.Sprintf(",%d", i+1)
			continue
		}
		first[p], names[i] = i, fmt.Sprint(i+1)
	}
	for i, p := range places {
		if len(first) <= most && names[i] != "" {
			p.Name = names[i]
			if len(p.Name) > long {
				p.Name = p.Name[:long-3] + "..."
			}
		}
		if y[i] > 0 {
			plus.Points = append(plus.Points, p)
		} else {
			minus.Points = append(minus.Points, p)
		}
	}
	return []chart.Series{plus, minus}
}

// square gives both axes of a chart one scale, with all points, and with the origin if it is in the picture.
func square(c *chart.Chart, points []chart.Point, origin bool) {
	if origin {
		points = append(points, chart.Point{})
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

// hyperplane is the line w·(x, y) + b = 0 across a square chart, whose edges cut it off.
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
		t *= c.X.High - c.X.Low
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

// plane has the examples with all hyperplanes.
func (r Run) plane() chart.Chart {
	c := chart.Chart{X: chart.Axis{Label: "x1"}, Y: chart.Axis{Label: "x2"}}
	var points []chart.Point
	for _, x := range r.X {
		points = append(points, chart.Point{X: x[0], Y: x[1]})
	}
	square(&c, points, r.Through && r.Centre == nil)
	for i, s := range r.States {
		if s.W == nil {
			continue
		}
		name, class := "earlier hyperplanes", "plain thin"
		if i == len(r.States)-1 {
			name, class = "the last hyperplane of "+r.Learner, "ink bold"
		}
		c.Series = append(c.Series, hyperplane(name, class, c, [2]float64(s.W), s.B))
	}
	for _, m := range r.Margins {
		if m.W != nil {
			c.Series = append(c.Series, bands(m, c, [2]float64(m.W), m.B)...)
		}
	}
	c.Series = append(c.Series, examples(r.Y, points)...)
	return c
}

// line has the examples over the steps, with the hyperplane before each and in the end. The steps go down.
func (r Run) line() chart.Chart {
	end := float64(r.Length)
	c := chart.Chart{X: chart.Axis{Label: "x"},
		Y: chart.Axis{Label: "step", Low: end + 1, High: 0.3, Step: math.Ceil(end / 10)}}
	var points []chart.Point
	var y []int
	low, high := math.Inf(1), math.Inf(-1)
	at := func(name string, s State, from, to float64) {
		if s.W != nil && s.W[0] != 0 {
			x := -s.B / s.W[0]
			c.Series = append(c.Series, chart.Series{Name: name, Class: "ink bold", Kind: chart.Line,
				Points: []chart.Point{{X: x, Y: from}, {X: x, Y: to}}})
		}
	}
	const name = "the hyperplane before each step, and in the end"
	for _, s := range r.Steps {
		x, t := r.X[s.Example][0], float64(s.T)
		points, y = append(points, chart.Point{X: x, Y: t}), append(y, r.Y[s.Example])
		low, high = min(low, x), max(high, x)
		at(name, r.States[s.State], t-0.5, t+0.5)
	}
	at(name, r.States[r.Steps[len(r.Steps)-1].After], end+0.5, end+1)
	if r.Through && r.Centre == nil {
		low, high = min(low, 0), max(high, 0)
	}
	room := float64(0.12 * (high - low))
	if room == 0 {
		room = 1
	}
	c.X.Low, c.X.High = low-room, high+room
	for _, m := range r.Margins {
		if m.W != nil && m.W[0] != 0 {
			for i, b := range []float64{m.B, m.B - m.Gamma, m.B + m.Gamma} {
				x := -b / m.W[0]
				c.Series = append(c.Series, chart.Series{
					Name: fmt.Sprintf("the maximum margin %s = %.4g", m.Name, m.Gamma), Silent: i > 0,
					Class: []string{"best", "best dashed", "best dashed"}[i],
					Kind:  chart.Line, Points: []chart.Point{{X: x, Y: 0.3}, {X: x, Y: end + 1}},
				})
			}
		}
	}
	c.Series = append(c.Series, examples(y, points)...)
	return c
}

// projections are upright to the last hyperplane and to that of each maximum margin. The notes say what they lose.
func (r Run) projections(last State) (panels []chart.Chart, notes []string) {
	upright := func(what string, w []float64, b float64, lines func(chart.Chart) []chart.Series) {
		side, loss := newProjection(r.X, r.First).side(w)
		c := chart.Chart{X: chart.Axis{Label: "distance from the " + what},
			Y: chart.Axis{Label: "main direction beside it"}, Title: "upright to the " + what}
		state := State{W: w, B: b}
		var points []chart.Point
		for _, x := range r.X {
			height := 0.0
			for k, v := range side {
				height += float64(v * x[k])
			}
			points = append(points, chart.Point{X: state.distance(x), Y: height})
		}
		square(&c, points, false)
		c.Series = append(lines(c), examples(r.Y, points)...)
		panels, notes = append(panels, c), append(notes, "Upright to the "+what+": "+loss.String())
	}
	across := [2]float64{1, 0}
	if last.W != nil {
		upright("last hyperplane", last.W, last.B, func(c chart.Chart) []chart.Series {
			lines := []chart.Series{hyperplane("the last hyperplane of "+r.Learner, "ink bold", c, across, 0)}
			if last.Gamma != nil {
				lines = append(lines, hyperplane(fmt.Sprintf("its margin, %.4g", *last.Gamma), "ink thin dashed", c,
					across, *last.Gamma),
					hyperplane("", "ink thin dashed", c, across, -*last.Gamma))
			}
			return lines
		})
	}
	for _, m := range r.Margins {
		if m.W != nil {
			upright("maximum margin "+m.Name, m.W, m.B,
				func(c chart.Chart) []chart.Series { return bands(m, c, across, 0) })
		}
	}
	if panels == nil { // neither has a hyperplane: the two main directions
		upright("main direction", newProjection(r.X, r.First).main(), 0,
			func(chart.Chart) []chart.Series { return nil })
	}
	return panels, notes
}

// String says what is lost.
func (l Loss) String() string {
	text := "distances from it are true"
	if l.Mean > 0.9999 {
		return text + "."
	}
	text += fmt.Sprintf("; of the squared distances between examples %.3g %% are drawn", 100*l.Mean)
	if l.Pair != nil {
		text += fmt.Sprintf(", and most is lost between %d and %d, which are %.4g apart and drawn %.4g apart",
			l.Pair[0]+1, l.Pair[1]+1, l.True, l.Drawn)
	}
	return text + "."
}
