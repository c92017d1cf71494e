package report

import (
	"cmp"
	"fmt"
	"html/template"
	"slices"

	"marginlab/algos/trial"
	"marginlab/cmd/marginlab/report/chart"
	"marginlab/cmd/marginlab/term"
	"marginlab/theory"
)

const (
	coloured    = 8   // learners with their own colour in a chart; more could not be told apart
	linePoints  = 240 // of a line at most
	chartHeight = 300
)

// learners returns the section about the runs.
func (s *Sample) learners(id string) Section {
	online := slices.DeleteFunc(slices.Clone(s.Runs), func(r *trial.Run) bool { return len(r.Trace.Steps) == 0 })
	classes := coloursOf(online)
	lead := fmt.Sprintf("%s went through the examples %s.", term.Count(len(s.Runs), "learner", "learners"), s.order())
	if len(online) > coloured {
		lead += fmt.Sprintf(" The %d with the fewest mistakes have a colour. The others are grey; point at a line to see "+
			"its name.", coloured)
	}
	charts := s.mistakes(id, online, classes) + s.margins(id, online, classes)
	return Section{ID: id, Title: "Learners", Lead: lead, Body: `<div class="columns">` + charts + `</div>` + s.runs(id)}
}

// order describes the order in which the learners saw the examples, and how often.
func (s *Sample) order() string {
	order := "in their order"
	if s.Shuffle != nil {
		order = fmt.Sprintf("in a random order, of seed %d", *s.Shuffle)
	}
	if s.Passes > 1 {
		order = fmt.Sprintf("%d times, %s", s.Passes, order)
	}
	return order
}

// coloursOf gives one colour each to the learners with the fewest mistakes. Learners that stopped come last: their few
// mistakes mean nothing.
func coloursOf(runs []*trial.Run) map[*trial.Run]string {
	classes, stopped := map[*trial.Run]string{}, map[bool]int{true: 1}
	best := slices.SortedStableFunc(slices.Values(runs), func(a, b *trial.Run) int {
		return cmp.Or(stopped[a.Stop != nil]-stopped[b.Stop != nil], cmp.Compare(a.Trace.Mistakes, b.Trace.Mistakes))
	})
	for i, r := range best {
		classes[r] = "other"
		if i < coloured {
			classes[r] = fmt.Sprintf("series-%d", i+1)
		}
	}
	return classes
}

// mistakes returns the chart of the mistakes over time.
func (s *Sample) mistakes(id string, runs []*trial.Run, classes map[*trial.Run]string) template.HTML {
	c := chart.Chart{
		ID: id + "-mistakes", Title: "Mistakes over time", Height: chartHeight,
		X: chart.Axis{Label: "examples seen", Count: true}, Y: chart.Axis{Label: "mistakes", Count: true},
		Says: "A line for each learner: its mistakes so far, over the examples seen. The last value of each is in the table below.",
	}
	return lines(c, runs, classes, func(r *trial.Run) []chart.Point {
		points, n := []chart.Point{{}}, 0.
		for t, step := range r.Trace.Steps {
			if step.Mistake() {
				n++
				points = append(points, chart.Point{X: float64(t + 1), Y: n})
			}
		}
		return append(thin(points), chart.Point{X: float64(len(r.Trace.Steps)), Y: n})
	})
}

// margins returns the chart of the learners' own margins over time, "" if none has any.
func (s *Sample) margins(id string, runs []*trial.Run, classes map[*trial.Run]string) template.HTML {
	c := chart.Chart{
		ID: id + "-margins", Title: "Own margin over time", Height: chartHeight,
		X: chart.Axis{Label: "examples seen", Count: true}, Y: chart.Axis{Label: "γ_t", Log: true},
		Says: "A line for each learner that has a margin of its own: γ_t before each example, over the examples seen, on a logarithmic axis. The last value of each is in the table below.",
	}
	if s.best != nil {
		c.Rules = []chart.Rule{{At: s.geometry.Gamma, Name: "γ∗ of the data", Class: "best"}}
	}
	return lines(c, runs, classes, func(r *trial.Run) (points []chart.Point) {
		for t, step := range r.Trace.Steps {
			if g := step.Gamma(); !step.Opening && g > 0 {
				points = append(points, chart.Point{X: float64(t), Y: g})
			}
		}
		if g := r.Trace.Gamma; g > 0 && len(points) > 0 {
			points = append(points, chart.Point{X: float64(len(r.Trace.Steps)), Y: g})
		}
		return thin(points)
	})
}

// lines draws one line per run, or returns "" if there is none. Lines without their own colour are below the others,
// and not in the legend.
func lines(c chart.Chart, runs []*trial.Run, classes map[*trial.Run]string,
	of func(*trial.Run) []chart.Point) template.HTML {
	var above []chart.Series
	for _, r := range runs {
		s := chart.Series{Name: r.Label, Class: classes[r], Kind: chart.Steps, Points: of(r)}
		switch s.Silent = s.Class == "other"; {
		case s.Points == nil:
		case s.Silent:
			c.Series = append(c.Series, s)
		default:
			above = append(above, s)
		}
	}
	if c.Series = append(c.Series, above...); c.Series == nil {
		return ""
	}
	return c.HTML()
}

// thin returns enough of the points to draw the same line: those where it changes and,
// of these, every k-th.
func thin(points []chart.Point) (kept []chart.Point) {
	var changes []chart.Point
	for i, p := range points {
		if i == 0 || i == len(points)-1 || p.Y != points[i-1].Y {
			changes = append(changes, p)
		}
	}
	every := (len(changes)-1)/linePoints + 1
	for i, p := range changes {
		if i%every == 0 || i == len(changes)-1 {
			kept = append(kept, p)
		}
	}
	return kept
}

// runs returns the table of the runs.
func (s *Sample) runs(id string) template.HTML {
	var rows []term.RunRow
	for _, r := range s.Runs {
		rows = append(rows, term.RunRowOf(r, s.Data, s.Passes, s.Shuffle))
	}
	t := Table{
		ID: id + "-table", Caption: "What each learner did, and how near it came to a bound that is claimed for it",
		Table: term.Runs(rows),
	}
	last := len(t.Columns) - 1
	t.Columns[last] = term.Right("ms").Meaning("milliseconds spent learning, while others learn too")
	t.Columns = append(t.Columns, term.Right("theorems").Meaning("proved guarantees that apply to the run"),
		term.Right("nearest").Meaning("the greatest ratio, value over bound, of a proved guarantee: of one that fails, else of one on counts, if there is any"))
	for i, r := range s.Runs {
		if r.Stop != nil {
			t.Rows[i][0] = Cell{Text: r.Label, Note: "stopped: " + r.Stop.Error(), Class: "noted"}
		}
		t.Rows[i][last] = term.Valued{Value: r.Trace.Seconds, Text: term.Fixed(1000*r.Trace.Seconds, 2)}
		said := s.rowsOf(r)
		proved, ratio := term.TallyOf(said, theory.Proved), any(term.Missing())
		if nearest, ok := term.Nearest(said); ok {
			cell := cellOf(boundRatio(nearest))
			cell.Note = nearest.ID
			ratio = cell
		}
		t.Rows[i] = append(t.Rows[i], len(proved.Hold)+len(proved.Fail), ratio)
	}
	return t.HTML()
}

// rowsOf returns the verdicts of theorems on a run, or on the runs that it consists of.
func (s *Sample) rowsOf(r *trial.Run) (rows []term.VerdictRow) {
	runs := r.Held()
	for _, row := range s.Rows {
		if slices.ContainsFunc(runs, func(r *trial.Run) bool { return r.Label == row.Learner }) {
			rows = append(rows, row)
		}
	}
	return rows
}
