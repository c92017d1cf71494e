package report

import (
	"cmp"
	"fmt"
	"html/template"
	"slices"
	"strings"

	"marginlab/cmd/marginlab/term"
	"marginlab/internal/num"
	"marginlab/theory"
)

// theorems is the section about the guarantees.
func (s *Sample) theorems(id string) Section {
	speaking := slices.DeleteFunc(slices.Clone(s.Held), func(h Held) bool { return h.Silent() })
	slices.SortStableFunc(speaking, func(a, b Held) int { return cmp.Compare(b.Ratio, a.Ratio) })
	body := []template.HTML{s.tally()}
	if len(speaking) > 0 {
		body = append(body, ratios(id, speaking), table(id, speaking))
	}
	return Section{
		ID: id, Title: "Theorems",
		Lead: "Each guarantee that speaks of a run, with its ratio: value over bound, or bound over value where the bound is from below. At 1 the run attains the bound; above 1 the guarantee fails.",
		Body: joined(append(body, s.silent())...),
	}
}

var tallyTemplate = template.Must(template.New("tally").Parse(`<ul class="tally">
{{range .}}<li class="{{.Class}}"><b>{{.Count}}</b> {{.Says}}</li>
{{end}}</ul>
`))

// tally counts the guarantees by what became of them.
func (s *Sample) tally() template.HTML {
	type line struct {
		Count       int
		Says, Class string
	}
	count := func(is func(Held) bool) (n int) {
		for _, h := range s.Held {
			if is(h) {
				n++
			}
		}
		return n
	}
	var lines []line
	add := func(says, class string, is func(Held) bool) {
		if n := count(is); n > 0 {
			lines = append(lines, line{n, says, class})
		}
	}
	add("proved hold", "good", func(h Held) bool { return !h.Silent() && h.Guarantee.Status == theory.Proved && h.Holds })
	add("proved fail", "bad", func(h Held) bool { return !h.Silent() && h.Guarantee.Status == theory.Proved && !h.Holds })
	add("refuted elsewhere hold here", "", func(h Held) bool { return !h.Silent() && h.Guarantee.Status.IsRefuted() && h.Holds })
	add("refuted fail here too", "refuted", func(h Held) bool { return !h.Silent() && h.Guarantee.Status.IsRefuted() && !h.Holds })
	add("conjectured hold", "", func(h Held) bool { return !h.Silent() && h.Guarantee.Status == theory.Conjectured && h.Holds })
	add("conjectured fail", "bad", func(h Held) bool { return !h.Silent() && h.Guarantee.Status == theory.Conjectured && !h.Holds })
	add("proved silent", "quiet", func(h Held) bool { return h.Silent() && h.Guarantee.Status == theory.Proved })
	return rendered(tallyTemplate, lines)
}

// outcome is the class of a guarantee in the style.
func (h Held) outcome() string {
	switch {
	case h.Guarantee.Status.IsRefuted() && !h.Holds:
		return "refuted"
	case !h.Holds:
		return "fails"
	case h.Guarantee.Status == theory.Proved:
		return "proved"
	}
	return "unproved"
}

// ratios draws the ratios, a row a learner.
func ratios(id string, held []Held) template.HTML {
	c := Chart{ID: id + "-ratios", Title: "How near the runs come to the bounds", X: Axis{Label: "ratio: value / bound", Log: true}}
	row := map[string]int{}
	least, zeros := 1., 0
	for _, h := range held {
		if _, is := row[h.Learner]; !is {
			row[h.Learner] = len(c.Rows)
			c.Rows = append(c.Rows, h.Learner)
		}
		if h.Ratio > 0 {
			least = min(least, h.Ratio)
		} else {
			zeros++
		}
	}
	// A ratio of 0 is at the left end.
	end := least * num.Pow(min(least, 0.1), 0.08)
	c.Rules = []Rule{{At: 1, Upright: true, Name: "at the bound", Class: "bound"}}
	if zeros > 0 {
		c.Rules = append(c.Rules, Rule{At: end, Upright: true, Name: "0", Class: "end"})
		c.Note = fmt.Sprintf("At the left end are %d whose ratio is 0.", zeros)
	}
	series := map[string]*Series{}
	for _, kind := range []struct{ class, name string }{
		{"proved", "proved, holds"}, {"unproved", "conjectured, or refuted elsewhere, holds here"}, {"refuted", "refuted, fails here too"}, {"fails", "fails"},
	} {
		series[kind.class] = &Series{Name: kind.name, Class: kind.class, Kind: Marks}
	}
	for _, h := range held {
		p := Point{X: max(h.Ratio, end), Y: float64(row[h.Learner]), Says: fmt.Sprintf("%s, %s: %s", h.Learner, h.Guarantee.ID, h.inequality())}
		at := series[h.outcome()]
		at.Points = append(at.Points, p)
	}
	for _, class := range []string{"proved", "unproved", "refuted", "fails"} {
		if len(series[class].Points) > 0 {
			c.Series = append(c.Series, *series[class])
		}
	}
	c.Says = fmt.Sprintf("A row for each learner, with a mark for each guarantee at its ratio, on a logarithmic axis. The one nearest to its bound is %s of %s. All are in the table below.", held[0].Guarantee.ID, held[0].Learner)
	return c.HTML()
}

// inequality is what was measured beside the bound.
func (h Held) inequality() string {
	relation := relationSign(h.Guarantee.Relation())
	if !h.Holds {
		relation = "is not " + relation
	}
	value, bound := apart(h.Value, h.Bound)
	return fmt.Sprintf("%s = %s %s %s", h.Guarantee.At(h.Setting), value, relation, bound)
}

// relationSign typesets a relation.
func relationSign(relation string) string {
	return strings.NewReplacer("<=", "≤", ">=", "≥").Replace(relation)
}

// table is the table of the guarantees.
func table(id string, held []Held) template.HTML {
	t := Table{
		ID: id + "-table", Tall: true, Caption: fmt.Sprintf("%s, those nearest to their bounds first", term.Count(len(held), "guarantee", "guarantees")),
		Columns: []Column{
			{Title: "learner"}, {Title: "guarantee"}, {Title: "quantity"}, {Title: "value", Number: true}, {Title: "bound", Number: true},
			{Title: "ratio", Number: true, Means: "value / bound, or bound / value of a bound from below"}, {Title: "verdict"},
		},
	}
	for _, h := range held {
		value, bound := shown(h.Value), shown(h.Bound)
		if !h.Holds {
			value, bound = apart(h.Value, h.Bound)
		}
		t.Rows = append(t.Rows, []Cell{
			Text(h.Learner), noted(h.Guarantee.ID, h.Guarantee.String()+" — "+h.Guarantee.Source), Text(h.Guarantee.At(h.Setting)),
			Valued(h.Value, value), Valued(h.Bound, relationSign(h.Guarantee.Relation())+" "+bound), boundRatio(h), h.verdict(),
		})
	}
	return t.HTML()
}

// verdict says what is known of the guarantee, and whether it holds here.
func (h Held) verdict() Cell {
	status := string(h.Guarantee.Status)
	switch {
	case h.Holds:
		return Text(status + ", holds").Marked("verdict")
	case h.Guarantee.Status.IsRefuted():
		return Text(status + ", fails").Marked("verdict refuted")
	}
	return Text(status + ", fails").Marked("verdict bad")
}

// boundRatio prints a ratio: one that is not 1 does not look like it.
func boundRatio(h Held) Cell {
	text := shown(h.Ratio)
	if !h.Holds {
		text, _ = apart(h.Ratio, 1)
	}
	return Valued(h.Ratio, text)
}

var silentTemplate = template.Must(template.New("silent").Parse(`<details>
<summary>{{.Count}} proved silent: they do not speak of these runs</summary>
<ul>
{{range .Reasons}}<li><b>{{.Count}}</b> {{.Why}} <span class="quiet">{{.Which}}</span></li>
{{end}}</ul>
</details>
`))

// silent lists the proved guarantees that do not speak of a run, by the reason.
func (s *Sample) silent() template.HTML {
	type reason struct {
		Count      int
		Why, Which string
		names      []string
	}
	var reasons []*reason
	all := 0
	for _, h := range s.Held {
		if !h.Silent() || h.Guarantee.Status != theory.Proved {
			continue
		}
		all++
		i := slices.IndexFunc(reasons, func(r *reason) bool { return r.Why == h.Silence.String() })
		if i < 0 {
			i, reasons = len(reasons), append(reasons, &reason{Why: h.Silence.String()})
		}
		reasons[i].Count++
		if !slices.Contains(reasons[i].names, h.Guarantee.ID) {
			reasons[i].names = append(reasons[i].names, h.Guarantee.ID)
			reasons[i].Which = strings.Join(reasons[i].names, ", ")
		}
	}
	if all == 0 {
		return ""
	}
	return rendered(silentTemplate, struct {
		Count   int
		Reasons []*reason
	}{all, reasons})
}
