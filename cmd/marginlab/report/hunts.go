package report

import (
	"cmp"
	"context"
	"fmt"
	"html/template"
	"math"
	"slices"
	"strings"

	"marginlab/adversarial"
	"marginlab/adversarial/certificate"
	"marginlab/algos"
	"marginlab/algos/exact"
	"marginlab/algos/maxmargin"
	"marginlab/theory"
)

// Survivor is the record of a claim that no hunt has refuted.
type Survivor struct {
	Name   string // of its file
	Known  string // what is known of the claim, "" if nothing is
	Record adversarial.Record
	Steps  *Section // the run on the stream step by step, nil if there is none
}

// Refuted is a claim with the certificate that refutes it.
type Refuted struct {
	Name        string // of its file
	Source      string // where the claim is printed, "" if it is a question
	Says        string // what is wrong, or what was asked
	True        string // what is true instead, "" if that is open
	Certificate *certificate.Certificate
	Steps       *Section // the run step by step; one without Data where there is nothing to step through
}

// Survivors is the section about claims that survived.
func Survivors(ctx context.Context, all []Survivor, charts ...Chart) (Section, error) {
	t := Table{ID: "survivors-table", Caption: "The best known stream of each claim", Tall: true, Columns: []Column{
		{Title: "claim"}, {Title: "best ratio", Number: true, Means: "quantity over claim, or claim over quantity where the claim is from below"},
		{Title: "r", Number: true, Means: "D/γ∗ of the stream"}, {Title: "examples", Number: true}, {Title: "d", Number: true}, {Title: "known"},
	}}
	front := Chart{
		ID: "front", Title: "Best ratio over r", Height: chartHeight, X: Axis{Label: "r = D/γ∗ of the stream", Log: true}, Y: ratioAxis,
		Says:  "A mark for each record, at the r of its stream and the ratio of quantity and claim. A ratio above 1 would refute the claim.",
		Rules: []Rule{refutedAbove},
	}
	var parts []Section
	records := Series{Name: "records", Kind: Marks, Class: "proved"}
	for _, s := range all {
		r, err := ratioOf(ctx, s.Record)
		if err != nil {
			return Section{}, fmt.Errorf("%s: %w", s.Name, err)
		}
		if !math.IsNaN(r) {
			says := fmt.Sprintf("%s: ratio %s at r = %s", s.Record.Statement, ratioCell(s.Record.Ratio, s.Record.Exactly()).Text, shown(r))
			records.Points = append(records.Points, Point{X: r, Y: s.Record.Ratio, Says: says})
		}
		claim := noted(s.Record.Statement.String(), s.Name).Marked("claim noted")
		if s.Steps != nil {
			part := *s.Steps
			part.Title, part.Lead = s.Name, ""
			parts = append(parts, part)
			claim = linked(s.Record.Statement.String(), part)
		}
		t.Rows = append(t.Rows, []Cell{
			claim, ratioCell(s.Record.Ratio, s.Record.Exactly()), Number(r), Number(float64(len(s.Record.Stream))), Number(float64(theory.Dim(s.Record.Stream))),
			Text(s.Known).Marked("wide"),
		})
	}
	body := []template.HTML{`<div class="columns">`}
	if len(records.Points) > 2 {
		front.Series = []Series{records}
		body = append(body, front.HTML())
	}
	for _, c := range charts {
		body = append(body, c.HTML())
	}
	lead := "No stream is known to refute these claims. The one that comes nearest to it is in a record, and replay measures it again."
	if n := len(all) - len(parts); n > 0 {
		lead += fmt.Sprintf(" %d of %d can be stepped through here; marginlab replay --html steps through the others.", len(parts), len(all))
	}
	return Section{
		ID: "surviving", Title: "Surviving claims", Lead: lead,
		Body: joined(append(body, `</div>`, t.HTML())...), Parts: parts,
	}, nil
}

// ratioOf is r = D/γ∗ of the stream of a record in the norm of its learner, NaN where there is
// no margin to speak of.
func ratioOf(ctx context.Context, r adversarial.Record) (float64, error) {
	learner, err := algos.Parse(r.Statement.Learner)
	if err != nil {
		return 0, err
	}
	norm := learner.Norm
	geo, err := maxmargin.Measure(ctx, r.Stream, theory.View{Norm: norm}, maxmargin.Options{Norm: norm})
	switch {
	case ctx.Err() != nil:
		return 0, ctx.Err()
	case err != nil || !geo.Separable:
		return math.NaN(), nil
	}
	return geo.R(), nil
}

// Thresholds is the chart of the least r² at which learners are known to make a number of
// mistakes, beside what is proved.
func Thresholds(all []adversarial.Threshold) (Chart, error) {
	c := Chart{
		ID: "thresholds", Title: "Least r² for each mistake after the opening", Height: chartHeight,
		X: Axis{Label: "mistakes after the opening"}, Y: Axis{Label: "r²"},
		Says: "For each learner two lines over the number of mistakes: the least r² at which a stream is known that forces them, and the r² below which the table of guarantees excludes them.",
	}
	var learners []string
	known, proved := map[string][]Point{}, map[string][]Point{}
	for _, t := range all {
		least, err := t.Least()
		if err != nil {
			return c, err
		}
		if !slices.Contains(learners, t.Learner) {
			learners = append(learners, t.Learner)
		}
		m := float64(t.Mistakes)
		known[t.Learner] = append(known[t.Learner], Point{X: m, Y: least})
		proved[t.Learner] = append(proved[t.Learner], Point{X: m, Y: t.Proved})
	}
	learners = slices.DeleteFunc(learners, func(l string) bool { return len(known[l]) < 2 }) // no line
	for i, l := range learners {
		colour := fmt.Sprintf("series-%d", i+1)
		c.Series = append(c.Series, Series{Name: l + ", known", Class: colour, Kind: Line, Points: known[l]},
			Series{Name: l + ", proved", Class: colour + " dashed", Kind: Line, Points: proved[l]})
	}
	return c, nil
}

// RefutedClaims is the section about claims with the streams that refute them.
func RefutedClaims(all []Refuted) Section {
	t := Table{ID: "refuted-table", Caption: "Each claim with what its stream makes of it", Columns: []Column{
		{Title: "claim"}, {Title: "what is wrong"}, {Title: "value", Number: true}, {Title: "claimed", Number: true}, {Title: "examples", Number: true}, {Title: "d", Number: true},
	}}
	var parts []Section
	for _, r := range all {
		c, part := r.Certificate, r.part()
		parts = append(parts, part)
		value, claimed := apart(c.Quantity.Middle(), c.Claim.Middle())
		t.Rows = append(t.Rows, []Cell{
			linked(c.Statement.String(), part), noted(r.Says, r.Source),
			Valued(c.Quantity.Middle(), value), Valued(c.Claim.Middle(), relationSign(c.Statement.Relation)+" "+claimed),
			Number(float64(len(c.Stream))), Number(float64(len(c.Stream[0].X))),
		})
	}
	return Section{
		ID: "refuted", Title: "Refuted claims",
		Lead: "A stream refutes each of these claims, proved in exact arithmetic: replay verifies its certificate without a solver.",
		Body: t.HTML(), Parts: parts,
	}
}

var linkedTemplate = template.Must(template.New("linked").Parse(`{{.Text}}<small><a href="#{{.To.ID}}">{{.To.Title}}: {{if .To.Data}}step through it{{else}}see its stream{{end}}</a></small>`))

// linked is a claim with a link to the part of the page about it.
func linked(claim string, to Section) Cell {
	return Cell{Class: "claim noted", Body: rendered(linkedTemplate, struct {
		Text string
		To   Section
	}{claim, to})}
}

var refutedTemplate = template.Must(template.New("refuted").Parse(`{{with .Says}}<p>{{.}}</p>
{{end}}{{with .True}}<p>True instead: {{.}}</p>
{{end}}`))

// part is the part of the page about a claim: what is wrong, the steps and the stream.
func (r Refuted) part() Section {
	part := *r.Steps
	part.Title, part.Lead = r.Name, ""
	part.Body = joined(rendered(refutedTemplate, r), part.Body, stream(part.ID+"-stream", r.Certificate))
	return part
}

// stream is the stream of a certificate with the decisions of the learner.
func stream(id string, c *certificate.Certificate) template.HTML {
	if c.Batch != nil {
		return examples(id, c)
	}
	t := Table{ID: id, Tall: true, Caption: "The stream, with what " + c.Statement.Learner + " made of it", Columns: []Column{
		{Title: "t", Number: true}, {Title: "y", Number: true}, {Title: "x"}, {Title: "predicted", Number: true}, {Title: "mistake"}, {Title: "update"},
	}}
	if c.Runs.Against != nil {
		t.Columns = append(t.Columns, Column{Title: "by " + c.Statement.Against, Number: true}, Column{Title: "mistake"}, Column{Title: "update"})
	}
	for i, d := range c.Runs.Learner {
		e := c.Stream[i%len(c.Stream)]
		row := []Cell{Number(float64(i + 1)), label(c, e.Y), Text(point(e.X)).Marked("point")}
		row = append(row, decided(c, d)...)
		if c.Runs.Against != nil {
			row = append(row, decided(c, c.Runs.Against[i])...)
		}
		t.Rows = append(t.Rows, row)
	}
	return t.HTML()
}

// examples are those of a batch algorithm's certificate, with the weights that it ended with.
func examples(id string, c *certificate.Certificate) template.HTML {
	t := Table{ID: id, Tall: true, Caption: "The examples, with the weights that " + c.Statement.Learner + " ended with", Columns: []Column{
		{Title: "i", Number: true}, {Title: "y", Number: true}, {Title: "x"}, {Title: "weight", Number: true},
	}}
	for i, e := range c.Stream {
		weight, _ := c.Batch.Weights[i].Float64()
		t.Rows = append(t.Rows, []Cell{Number(float64(i + 1)), label(c, e.Y), Text(point(e.X)).Marked("point"), Number(weight)})
	}
	return t.HTML()
}

func label(c *certificate.Certificate, y int) Cell {
	return Valued(float64(y), typeset(c.Statement.Label(y)))
}

func decided(c *certificate.Certificate, d certificate.Decision) []Cell {
	mistake, update := Text(""), Text("")
	if d.Mistake {
		mistake = Text("mistake").Marked("bad")
	}
	switch {
	case d.Opening:
		update = Text("opening")
	case d.Updated:
		update = Text("update")
	}
	return []Cell{label(c, d.Predicted), mistake, update}
}

// point is a point as the certificate has it, without the zeros of one with many coordinates.
func point(x exact.Vector) string {
	const many = 6
	var parts []string
	for i, v := range x {
		switch {
		case len(x) <= many:
			parts = append(parts, typeset(v.RatString()))
		case v.Sign() != 0:
			parts = append(parts, fmt.Sprintf("x%d = %s", i+1, typeset(v.RatString())))
		}
	}
	return cmp.Or(strings.Join(parts, ", "), "0")
}
