package report

import (
	"cmp"
	"context"
	"fmt"
	"html/template"
	"math"
	"strings"

	"marginlab/adversarial"
	"marginlab/adversarial/certificate"
	"marginlab/adversarial/hunt"
	"marginlab/algos"
	"marginlab/algos/exact"
	"marginlab/algos/trial"
	"marginlab/cmd/marginlab/report/chart"
	"marginlab/cmd/marginlab/term"
	"marginlab/theory"
)

// Survivor is the record of a claim that no hunt has refuted.
type Survivor struct {
	Name   string // of its file
	Known  string // what is known about the claim, "" if nothing is
	Record adversarial.Record
	Steps  *Section // the run on the stream step by step, nil if there is none
}

// Refuted is a claim with the certificate that refutes it.
type Refuted struct {
	Name        string // of its file
	Source      string // where the claim is printed, "" if it is a question
	Says        string // what is wrong, or what was asked
	True        string // what is true instead, "" if that is open
	Certificate *certificate.Verdict
	Steps       *Section // the run step by step; one without Data where there is nothing to step through
}

// Survivors returns the section about claims that survived.
func Survivors(ctx context.Context, all []Survivor, charts ...chart.Chart) (Section, error) {
	t := Table{ID: "survivors-table", Caption: "The best known stream of each claim", Tall: true, Table: term.NewTable(
		term.Left("claim"), term.Right("best ratio").Meaning("quantity over claim, or claim over quantity where the claim is from below"),
		term.Right("r").Meaning("D/γ∗ of the stream"), term.Right("examples"), term.Right("d"), term.Left("known"),
	)}
	var parts []Section
	for _, s := range all {
		r, err := ratioOf(ctx, s.Record)
		if err != nil {
			return Section{}, fmt.Errorf("%s: %w", s.Name, err)
		}
		attained, _ := hunt.Attains(s.Record) // false where it could not decide
		claim := Cell{Text: s.Record.Statement.String(), Note: s.Name, Class: "claim noted"}
		if s.Steps != nil {
			part := *s.Steps
			part.Title, part.Lead = s.Name, ""
			parts = append(parts, part)
			claim.Note, claim.To = "", &part
		}
		t.Row(claim, ratioCell(s.Record.Ratio, attained), term.Number(r), len(s.Record.Stream), theory.Dim(s.Record.Stream),
			Cell{Text: s.Known, Class: "wide"})
	}
	body := template.HTML(`<div class="columns">`)
	for _, c := range charts {
		body += c.HTML()
	}
	lead := "No stream is known to refute these claims. The one that comes nearest to it is in a record, and replay measures it again."
	if n := len(all) - len(parts); n > 0 {
		lead += fmt.Sprintf(" %d of %d can be stepped through here; marginlab replay --html steps through the others.", len(parts), len(all))
	}
	return Section{
		ID: "surviving", Title: "Surviving claims", Lead: lead,
		Body: body + `</div>` + t.HTML(), Parts: parts,
	}, nil
}

// ratioOf returns r = D/γ∗ of the stream of a record in the norm of its learner, NaN if there is no margin.
func ratioOf(ctx context.Context, r adversarial.Record) (float64, error) {
	learner, err := algos.Parse(r.Statement.Learner)
	if err != nil {
		return 0, err
	}
	geo, err := trial.Measure(ctx, r.Stream, theory.View{Norm: learner.Norm})
	switch {
	case ctx.Err() != nil:
		return 0, ctx.Err()
	case err != nil || !geo.Separable:
		return math.NaN(), nil
	}
	return geo.R(), nil
}

// Thresholds returns the chart of the least r² at which learners are known to make a number of
// mistakes, beside the proved bounds.
func Thresholds(all []adversarial.Threshold) (chart.Chart, error) {
	c := chart.Chart{
		ID: "thresholds", Title: "Least r² for each mistake after the opening", Height: chartHeight,
		X: chart.Axis{Label: "mistakes after the opening"}, Y: chart.Axis{Label: "r²"},
		Says: "For each learner two lines over the number of mistakes: the least r² at which a stream is known that forces them, and the r² below which the table of guarantees excludes them.",
	}
	for _, of := range term.Grouped(all, func(t adversarial.Threshold) string { return t.Learner }) {
		var known, proved []chart.Point
		for _, t := range of.Rows {
			least, err := t.Least()
			if err != nil {
				return c, err
			}
			known = append(known, chart.Point{X: float64(t.Mistakes), Y: least})
			proved = append(proved, chart.Point{X: float64(t.Mistakes), Y: t.Proved})
		}
		if len(known) < 2 {
			continue // no line
		}
		colour := fmt.Sprintf("series-%d", len(c.Series)/2+1)
		c.Series = append(c.Series,
			chart.Series{Name: of.Key + ", known", Class: colour, Kind: chart.Line, Points: known},
			chart.Series{Name: of.Key + ", proved", Class: colour + " dashed", Kind: chart.Line, Points: proved})
	}
	return c, nil
}

// RefutedClaims returns the section about claims with the streams that refute them.
func RefutedClaims(all []Refuted) Section {
	t := Table{ID: "refuted-table", Caption: "Each claim with what its stream makes of it", Table: term.NewTable(
		term.Left("claim"), term.Left("what is wrong"), term.Right("value"), term.Right("claimed"),
		term.Right("examples"), term.Right("d"),
	)}
	var parts []Section
	for _, r := range all {
		c, part := r.Certificate, r.part()
		parts = append(parts, part)
		quantity, claim := term.Number(certificate.Middle(c.Quantity)), term.Number(certificate.Middle(c.Claim))
		value, claimed := term.Apart(quantity, claim)
		t.Row(Cell{Text: c.Statement.String(), To: &part, Class: "claim noted"},
			Cell{Text: r.Says, Note: r.Source, Class: "noted"},
			term.Valued{Value: float64(quantity), Text: value},
			term.Valued{Value: float64(claim), Text: relationSign(c.Statement.Relation) + " " + claimed}, len(c.Stream),
			len(c.Stream[0].X))
	}
	return Section{
		ID: "refuted", Title: "Refuted claims",
		Lead: "A stream refutes each of these claims, proved in exact arithmetic: replay verifies its certificate without a solver.",
		Body: t.HTML(), Parts: parts,
	}
}

// part returns the part of the page about a claim: what is wrong, the steps and the stream.
func (r Refuted) part() Section {
	part := *r.Steps
	part.Title, part.Lead = r.Name, ""
	stream := Table{ID: part.ID + "-stream", Tall: true, Table: Decisions(r.Certificate),
		Caption: "The stream, with what " + r.Certificate.Statement.Learner + " made of it"}
	part.Body = render("refuted", r) + part.Body + stream.HTML()
	return part
}

// Decisions returns the table of a certificate: its stream with the decisions of the learners.
func Decisions(c *certificate.Verdict) *term.Table {
	g := term.NewTable(term.Right("t"), term.Left("y"), term.Left("x"), term.Left("predicted"), term.Left("update"))
	steps := len(c.Runs[0].Steps)
	for _, run := range c.Runs[1:] {
		g.Columns = append(g.Columns, term.Left("predicted by "+c.Statement.Against), term.Left("update"))
		steps = max(steps, len(run.Steps))
	}
	for t := range steps {
		e := c.Stream[t%len(c.Stream)]
		cells := []any{t + 1, label(c, e.Y), term.Valued{Value: math.NaN(), Text: Coordinates(e.X)}}
		for _, run := range c.Runs {
			cells = append(cells, decided(c, run.Steps, t)...)
		}
		g.Row(cells...)
	}
	return g
}

func label(c *certificate.Verdict, y int) term.Valued {
	return term.Valued{Value: float64(y), Text: c.Statement.Label(y)}
}

// decided returns the cells of step t of a run, which may have come to rest before.
func decided(c *certificate.Verdict, run []exact.Decision, t int) []any {
	if t >= len(run) {
		return []any{"", ""}
	}
	predicted, update := any(label(c, run[t].Predicted)), ""
	if run[t].Mistake() {
		predicted = term.Bad(c.Statement.Label(run[t].Predicted) + " wrong")
	}
	switch {
	case run[t].Opening:
		update = "opening"
	case run[t].Updated:
		update = "yes"
	}
	return []any{predicted, update}
}

// Coordinates writes the coordinates of a point as fractions, without the zeros if there are many.
func Coordinates(x exact.Vector) string {
	const many = 6
	var parts []string
	for i, v := range x {
		switch {
		case len(x) <= many:
			parts = append(parts, v.RatString())
		case v.Sign() != 0:
			parts = append(parts, fmt.Sprintf("x%d = %s", i+1, v.RatString()))
		}
	}
	return cmp.Or(strings.Join(parts, ", "), "0")
}
