package report

import (
	"fmt"
	"html/template"
	"math"
	"slices"

	"marginlab/adversarial/cluster"
	"marginlab/adversarial/hunt"
	"marginlab/cmd/marginlab/report/chart"
	"marginlab/cmd/marginlab/term"
	"marginlab/theory"
)

// Search is how far a hunt has come, from the file of its state.
type Search struct {
	Name  string // of the file
	Found hunt.Finding
}

// Searches is the section about hunts whose states were given.
func Searches(all []Search) Section {
	t := Table{ID: "searches-table", Caption: "How far each hunt has come", Table: term.NewTable(
		term.Left("claim"), term.Right("best ratio"),
		term.Right("at").Meaning("the ease of the best stream: what the ratio is drawn over"), term.Right("examples"),
		term.Right("d"),
		term.Right("streams"), term.Right("last rise").Meaning("streams run when the best ratio last rose"),
		term.Right("seconds"),
	)}
	charts := template.HTML(`<div class="columns">`)
	for i, s := range all {
		f := s.Found
		ratio, ease, examples, dim := math.NaN(), math.NaN(), math.NaN(), math.NaN()
		if len(f.Best) > 0 {
			ratio, ease, examples, dim = f.Ratio, f.Ease, float64(len(f.Best)), float64(theory.Dim(f.Best))
		}
		t.Row(Cell{Text: f.Conjecture.String(), Note: s.Name, Class: "claim noted"}, ratioCell(ratio, f.Attained),
			term.Valued{Value: ease, Text: f.EaseName + " = " + chart.Format(ease)},
			term.Number(examples), term.Number(dim), f.Trials, f.Improved,
			term.Valued{Value: f.Seconds, Text: term.Fixed(f.Seconds, 1)})
		front := bestOver(f)
		front.ID, front.Note = fmt.Sprintf("search-%d-front", i+1), f.Conjecture.String()
		charts += front.HTML()
	}
	return Section{
		ID: "hunts", Title: "Hunts",
		Lead: "How far hunts have come. A stream with a ratio above 1 refutes the claim.",
		Body: charts + `</div>` + t.HTML(),
	}
}

// refutedAbove is the ratio above which a stream refutes a claim.
var refutedAbove = chart.Rule{At: 1, Name: "refuted above", Class: "bound"}

var ratioAxis = chart.Axis{Label: "quantity / claim, or claim / quantity from below", Zero: true}

// bestOver returns the chart of the best ratio over the ease, near the ease of the best stream.
func bestOver(f hunt.Finding) chart.Chart {
	const far = 16
	best := chart.Series{Name: "best ratio", Kind: chart.Dots, Class: "series-1 small"}
	for _, p := range f.Front {
		near := !(f.Ease > 0) || math.IsInf(f.Ease, 0) || f.Ease/far <= p.Ease && p.Ease <= f.Ease*far
		if near && p.Ease > 0 && !math.IsInf(p.Ease, 0) && !math.IsInf(p.Ratio, 0) {
			best.Points = append(best.Points, chart.Point{X: p.Ease, Y: p.Ratio})
		}
	}
	return chart.Chart{
		Title: "Best ratio over " + f.EaseName, Height: chartHeight,
		X: chart.Axis{Label: f.EaseName + " of the stream", Log: true}, Y: ratioAxis,
		Says: fmt.Sprintf("The best ratio that the hunt for a counterexample to %s has found near each %s.",
			f.Conjecture, f.EaseName),
		Rules: []chart.Rule{refutedAbove}, Series: []chart.Series{best},
	}
}

// Hunts is the page of all hunts on an engine, which loads itself again every few seconds. unanswered says why the
// engine does not answer, "" if it does.
func Hunts(engine string, all []cluster.Status, unanswered string) Page {
	t := Table{ID: "hunts-table", Caption: "All hunts, the newest first", Table: term.NewTable(
		term.Left("claim"), term.Left("state"), term.Right("epochs").Meaning("that all islands have finished"),
		term.Right("tasks").Meaning("that are finished: an epoch of an island each"),
		term.Right("streams").Meaning("tried in them"),
		term.Right("best ratio").Meaning("quantity over claim, or claim over quantity where the claim is from below; "+
			"above 1 it is refuted"),
	)}
	of := func(done, full int) term.Valued {
		return term.Valued{Value: float64(done) / float64(full), Text: fmt.Sprintf("%d of %d", done, full)}
	}
	for _, h := range slices.Backward(all) {
		class := map[string]string{
			cluster.Refuted: "noted bad", cluster.Failed: "noted bad", cluster.Survived: "noted good",
		}[h.State]
		t.Row(Cell{Text: h.Spec.Title, Note: h.ID, Class: "claim noted"},
			Cell{Text: h.State, Note: h.Why, Class: class}, of(h.Epoch, h.Spec.Epochs),
			of(h.Results, h.Spec.Islands*h.Spec.Epochs), h.Trials,
			ratioCell(h.Ratio, false))
	}
	s := Section{ID: "hunts", Title: "Hunts", Lead: "marginlab hunts watch ID -o FILE.json keeps what a hunt found, " +
		"and marginlab report FILE.json shows it step by step.", Body: t.HTML()}
	switch {
	case unanswered != "":
		s.Lead, s.Body = "The engine does not answer, and this page asks again: "+unanswered, ""
	case len(all) == 0:
		s.Lead, s.Body = "", `<p>There are no hunts. <code>marginlab hunt CLAIM --engine URL</code> submits one.</p>`
	}
	return Page{Title: "Hunts on " + engine, Reload: 5, Sections: []Section{s}}
}
