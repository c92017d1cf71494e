package report

import (
	"fmt"
	"slices"

	"marginlab/adversarial/cluster"
	"marginlab/adversarial/hunt"
	"marginlab/cmd/marginlab/term"
)

// Hunts is the page of all hunts on an engine, which loads itself again every few seconds. silent says why the
// engine does not answer, "" if it does.
func Hunts(engine string, all []cluster.Status, silent string) Page {
	t := Table{ID: "hunts-table", Caption: "All hunts, the newest first", Table: term.NewTable(
		term.Left("claim"), term.Left("state"), term.Right("epochs").Meaning("that all islands have finished"),
		term.Right("tasks").Meaning("that are finished: an epoch of an island each"),
		term.Right("streams").Meaning("tried in them"),
		term.Right("best ratio").Meaning("quantity over claim, or claim over quantity where the claim is from below; above 1 it is refuted"),
	)}
	of := func(done, full int) term.Valued {
		return term.Valued{Value: float64(done) / float64(full), Text: fmt.Sprintf("%d of %d", done, full)}
	}
	for _, h := range slices.Backward(all) {
		class := map[string]string{cluster.Refuted: "noted bad", cluster.Failed: "noted bad", cluster.Survived: "noted good"}[h.State]
		t.Row(Cell{Text: h.Spec.Title, Note: h.ID, Class: "claim noted"}, Cell{Text: h.State, Note: h.Why, Class: class},
			of(h.Epoch, h.Spec.Epochs), of(h.Results, h.Spec.Islands*h.Spec.Epochs), h.Trials,
			ratioCell(h.Ratio, hunt.Exactly{}))
	}
	s := Section{ID: "hunts", Title: "Hunts", Lead: "marginlab hunts watch ID -o FILE.json keeps what a hunt found, and marginlab report FILE.json shows it step by step.", Body: t.HTML()}
	switch {
	case silent != "":
		s.Lead, s.Body = "The engine does not answer, and this page asks again: "+silent, ""
	case len(all) == 0:
		s.Lead, s.Body = "", `<p>There are no hunts. <code>marginlab hunt CLAIM --engine URL</code> submits one.</p>`
	}
	return Page{Title: "Hunts on " + engine, Reload: 5, Sections: []Section{s}}
}
