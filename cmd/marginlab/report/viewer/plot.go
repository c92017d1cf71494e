package viewer

import (
	"fmt"
	"strings"

	"marginlab/cmd/marginlab/term"
	"marginlab/theory"
)

// Plot draws the stream and the hyperplanes of the learner to STEM.svg and STEM.png. In two
// dimensions it shows the plane, in one the line over the steps. In more there are two
// projections: upright to the learner's last hyperplane, and to that of the maximum margin.
func (s *Story) Plot(stem string) error {
	r := s.Runs[0]
	last := r.States[r.Steps[len(r.Steps)-1].After]
	var keys []term.Key
	var notes []string
	if last.W != nil {
		what := map[string]string{"plane": "the hyperplanes of %s, the last in bold", "line": "the hyperplane of %s before each step, and in the end", "projection": "the last hyperplane of %s"}[r.View]
		keys = append(keys, term.Key{Meaning: fmt.Sprintf(what, r.Learner), Style: term.LearnerLine()})
		if last.Gamma != nil && r.View == "projection" {
			keys = append(keys, term.Key{Meaning: fmt.Sprintf("its margin, %.4g", *last.Gamma), Style: term.Dashed(term.LearnerLine())})
		}
	} else {
		notes = append(notes, fmt.Sprintf("%s has no hyperplane: it predicts %+d everywhere.", r.Learner, last.Label))
	}
	for _, m := range r.Margins {
		if m.W == nil {
			notes = append(notes, fmt.Sprintf("%s is %s.", m.plain(), m.Exact))
			continue
		}
		keys = append(keys, term.Key{Meaning: fmt.Sprintf("the maximum margin %s = %.4g", m.plain(), m.Gamma), Style: term.BestLine()})
	}
	if r.Norm != "ℓ₂" {
		notes = append(notes, "Margins are in "+r.Norm+".")
	}
	if r.Lift != "" {
		notes = append(notes, fmt.Sprintf("The last coordinate is the constant %s of %s.", r.Lift, r.Learner))
	}
	if r.Centre != nil {
		notes = append(notes, fmt.Sprintf("Coordinates are from %.6g.", r.Centre))
	}
	var pictures []term.Picture
	switch r.View {
	case "plane":
		pictures = []term.Picture{r.plane()}
	case "line":
		pictures = []term.Picture{r.line()}
	default:
		var lost []string
		pictures, lost = r.projections(last)
		notes = append(notes, lost...)
	}
	return term.DrawStream(stem, s.Statement, pictures, keys, notes)
}

// plane are the examples with all hyperplanes.
func (r Run) plane() term.Picture {
	p := term.Picture{X: "x1", Y: "x2", Origin: r.Through && r.Centre == nil}
	for i, x := range r.X {
		p.Points = append(p.Points, term.Point{X: x[0], Y: x[1], Label: theory.Label(r.Y[i]), Name: fmt.Sprint(i + 1)})
	}
	for i, s := range r.States {
		if s.W == nil {
			continue
		}
		style := term.EarlierLine(i, len(r.States))
		if i == len(r.States)-1 {
			style = term.LearnerLine()
		}
		p.Lines = append(p.Lines, term.Line{W: [2]float64(s.W), B: s.B, Style: style})
	}
	for _, m := range r.Margins {
		if m.W != nil {
			p.Lines = append(p.Lines, bands([2]float64(m.W), m.B, m.Gamma)...)
		}
	}
	return p
}

// line are the examples over the steps, with the hyperplane before each.
func (r Run) line() term.Picture {
	p := term.Picture{X: "x", Y: "step", Steps: true, Origin: r.Through && r.Centre == nil}
	for _, s := range r.Steps {
		p.Points = append(p.Points, term.Point{X: r.X[s.Example][0], Y: float64(s.T), Label: theory.Label(r.Y[s.Example])})
		if state := r.States[s.State]; state.W != nil {
			t := float64(s.T)
			p.Lines = append(p.Lines, term.Line{W: [2]float64{state.W[0], 0}, B: state.B, From: t - 0.5, To: t + 0.5, Style: term.LearnerLine()})
		}
	}
	if last := r.States[r.Steps[len(r.Steps)-1].After]; last.W != nil {
		t := float64(r.Length)
		p.Lines = append(p.Lines, term.Line{W: [2]float64{last.W[0], 0}, B: last.B, From: t + 0.5, To: t + 1, Style: term.LearnerLine()})
	}
	for _, m := range r.Margins {
		if m.W != nil {
			p.Lines = append(p.Lines, bands([2]float64{m.W[0], 0}, m.B, m.Gamma)...)
		}
	}
	return p
}

// bands are a hyperplane of a maximum margin and the edges of the margin.
func bands(w [2]float64, b, gamma float64) []term.Line {
	best := term.BestLine()
	return []term.Line{
		{W: w, B: b, Style: best}, {W: w, B: b - gamma, Style: term.Dashed(best)}, {W: w, B: b + gamma, Style: term.Dashed(best)},
	}
}

// projections are upright to the last hyperplane and to that of each maximum margin. The
// notes say what they lose.
func (r Run) projections(last State) (pictures []term.Picture, notes []string) {
	upright := func(what string, w []float64, b float64, lines []term.Line) {
		side, loss := newProjection(r.X, r.First).side(w)
		p := term.Picture{Title: "upright to the " + what, X: "distance from the " + what, Y: "main direction beside it", Lines: lines}
		state := State{W: w, B: b}
		for i, x := range r.X {
			height := 0.0
			for k, v := range side {
				height += float64(v * x[k])
			}
			p.Points = append(p.Points, term.Point{X: state.distance(x), Y: height, Label: theory.Label(r.Y[i]), Name: fmt.Sprint(i + 1)})
		}
		pictures = append(pictures, p)
		notes = append(notes, "Upright to the "+what+": "+loss.String())
	}
	if last.W != nil {
		lines := []term.Line{{W: [2]float64{1, 0}, Style: term.LearnerLine()}}
		if last.Gamma != nil {
			dashed := term.Dashed(term.LearnerLine())
			lines = append(lines, term.Line{W: [2]float64{1, 0}, B: *last.Gamma, Style: dashed}, term.Line{W: [2]float64{1, 0}, B: -*last.Gamma, Style: dashed})
		}
		upright("last hyperplane", last.W, last.B, lines)
	}
	for _, m := range r.Margins {
		if m.W != nil {
			upright("maximum margin "+m.plain(), m.W, m.B, bands([2]float64{1, 0}, 0, m.Gamma))
		}
	}
	if pictures == nil { // neither has a hyperplane: the two main directions
		upright("main direction", newProjection(r.X, r.First).main(), 0, nil)
	}
	return pictures, notes
}

// plain is the name in letters that the font of the pictures has.
func (m Margin) plain() string { return strings.ReplaceAll(m.Name, "∗", "*") }

// String says what is lost.
func (l Loss) String() string {
	text := "distances from it are true"
	if l.Mean > 0.9999 {
		return text + "."
	}
	text += fmt.Sprintf("; of the squared distances between examples %.3g %% are drawn", 100*l.Mean)
	if l.Pair != nil {
		text += fmt.Sprintf(", and most is lost between %d and %d, which are %.4g apart and drawn %.4g apart", l.Pair[0]+1, l.Pair[1]+1, l.True, l.Drawn)
	}
	return text + "."
}
