package report

import (
	"cmp"
	"fmt"
	"html/template"
	"slices"
	"strings"

	"marginlab/cmd/marginlab/report/chart"
	"marginlab/cmd/marginlab/term"
	"marginlab/internal/num"
	"marginlab/theory"
)

// theorems returns the section about the guarantees.
func (s *Sample) theorems(id string) Section {
	applying := slices.DeleteFunc(slices.Clone(s.Rows), func(r term.VerdictRow) bool { return !r.Applies() })
	slices.SortStableFunc(applying, func(a, b term.VerdictRow) int { return cmp.Compare(b.Ratio, a.Ratio) })
	var body template.HTML
	if len(applying) > 0 {
		body = ratios(id, applying) + table(id, applying)
	}
	return Section{
		ID: id, Title: "Theorems",
		Lead: term.Verdict(s.Rows) + " Below, each guarantee that is about a run, with its ratio: value over bound, or bound over value where the bound is from below. At 1 the run attains the bound; above 1 the guarantee fails.",
		Body: body + s.notApplying(id),
	}
}

// outcome returns the style class of a guarantee.
func outcome(r term.VerdictRow) string {
	switch {
	case r.Status.IsRefuted() && r.Fails():
		return "refuted"
	case r.Fails():
		return "fails"
	case r.Status == theory.Proved:
		return "proved"
	}
	return "unproved"
}

// outcomes are the classes with their names in the legend.
var outcomes = []struct{ class, name string }{
	{"proved", "proved, holds"}, {"unproved", "conjectured, or refuted elsewhere, holds here"},
	{"refuted", "refuted, fails here too"}, {"fails", "fails"},
}

// ratios draws the ratios, one row per learner. A ratio of 0 is at the left end.
func ratios(id string, held []term.VerdictRow) template.HTML {
	c := chart.Chart{ID: id + "-ratios", Title: "How near the runs come to the bounds",
		X:     chart.Axis{Label: "ratio: value / bound", Log: true},
		Rules: []chart.Rule{{At: 1, Upright: true, Name: "at the bound", Class: "bound"}}}
	least, zeros := 1., 0
	for _, h := range held {
		if !slices.Contains(c.Rows, h.Learner) {
			c.Rows = append(c.Rows, h.Learner)
		}
		if h.Ratio > 0 {
			least = min(least, float64(h.Ratio))
		} else {
			zeros++
		}
	}
	end := least * num.Pow(min(least, 0.1), 0.08)
	if zeros > 0 {
		c.Rules = append(c.Rules, chart.Rule{At: end, Upright: true, Name: "0", Class: "end"})
		c.Note = fmt.Sprintf("At the left end are %d whose ratio is 0.", zeros)
	}
	for _, of := range outcomes {
		series := chart.Series{Name: of.name, Class: of.class, Kind: chart.Marks}
		for _, h := range held {
			if outcome(h) == of.class {
				series.Points = append(series.Points, chart.Point{X: max(float64(h.Ratio), end),
					Y:    float64(slices.Index(c.Rows, h.Learner)),
					Says: fmt.Sprintf("%s, %s: %s", h.Learner, h.ID, inequality(h))})
			}
		}
		if series.Points != nil {
			c.Series = append(c.Series, series)
		}
	}
	c.Says = fmt.Sprintf("A row for each learner, with a mark for each guarantee at its ratio, on a logarithmic axis. The one nearest to its bound is %s of %s. All are in the table below.", held[0].ID, held[0].Learner)
	return c.HTML()
}

// inequality returns the measured value beside the bound.
func inequality(r term.VerdictRow) string {
	relation := relationSign(r.Relation)
	if r.Fails() {
		relation = "is not " + relation
	}
	value, bound, _ := r.Measured()
	return fmt.Sprintf("%s = %s %s %s", r.At, chart.Typeset(value), relation, chart.Typeset(bound))
}

// relationSign typesets a relation.
func relationSign(relation string) string {
	return strings.NewReplacer("<=", "≤", ">=", "≥").Replace(relation)
}

// table returns the table of the guarantees.
func table(id string, held []term.VerdictRow) template.HTML {
	t := Table{
		ID: id + "-table", Tall: true, Caption: fmt.Sprintf("%s, those nearest to their bounds first", term.Count(len(held), "guarantee", "guarantees")),
		Table: term.NewTable(term.Left("learner"), term.Left("guarantee"), term.Left("quantity"), term.Right("value"),
			term.Right("bound"),
			term.Right("ratio").Meaning("value / bound, or bound / value of a bound from below"), term.Left("verdict")),
	}
	for _, h := range held {
		value, bound, _ := h.Measured()
		t.Row(h.Learner, Cell{Text: h.ID, Note: h.Claim + " — " + h.Source, Class: "noted"}, h.At,
			term.Valued{Value: float64(h.Value), Text: value},
			term.Valued{Value: float64(h.Bound), Text: relationSign(h.Relation) + " " + bound}, boundRatio(h), verdict(h))
	}
	return t.HTML()
}

// verdict returns the status of the guarantee, and whether it holds here.
func verdict(r term.VerdictRow) Cell {
	c := Cell{Text: string(r.Status) + ", holds", Class: "verdict"}
	if r.Fails() {
		c.Text = string(r.Status) + ", fails"
		c.Class += map[bool]string{true: " refuted", false: " bad"}[r.Status.IsRefuted()]
	}
	return c
}

// boundRatio returns a cell with a ratio. The ratio of a failing guarantee does not look like 1.
func boundRatio(r term.VerdictRow) term.Valued {
	_, _, text := r.Measured()
	return term.Valued{Value: float64(r.Ratio), Text: text}
}

// notApplying lists the proved guarantees that do not apply to a run, by the reason.
func (s *Sample) notApplying(id string) template.HTML {
	all := term.TallyOf(s.Rows, theory.Proved).NotApplying
	if len(all) == 0 {
		return ""
	}
	t := Table{ID: id + "-not-applying", Caption: "Proved guarantees that do not apply, by the reason",
		Table: term.NewTable(term.Right("times"), term.Left("reason"), term.Left("guarantees"))}
	for _, why := range term.Grouped(all, func(r term.VerdictRow) string { return *r.Reason }) {
		var names []string
		for _, id := range term.Grouped(why.Rows, func(r term.VerdictRow) string { return r.ID }) {
			names = append(names, id.Key)
		}
		t.Row(len(why.Rows), why.Key, strings.Join(names, ", "))
	}
	return t.HTML()
}
