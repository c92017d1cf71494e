package report

import (
	"fmt"
	"slices"

	"marginlab/adversarial"
	"marginlab/adversarial/cluster"
)

// Hunts is the page of all hunts on an engine, which loads itself again every few seconds. silent says why the
// engine does not answer, "" if it does.
func Hunts(engine string, all []cluster.Status, silent string) Page {
	t := Table{ID: "hunts-table", Caption: "All hunts, the newest first", Columns: []Column{
		{Title: "claim"}, {Title: "state"}, {Title: "epochs", Number: true, Means: "that all islands have finished"},
		{Title: "tasks", Number: true, Means: "that are finished: an epoch of an island each"}, {Title: "streams", Number: true, Means: "tried in them"},
		{Title: "best ratio", Number: true, Means: "quantity over claim, or claim over quantity where the claim is from below; above 1 it is refuted"},
	}}
	of := func(done, full int) Cell {
		return Valued(float64(done)/float64(full), fmt.Sprintf("%d of %d", done, full))
	}
	for _, h := range slices.Backward(all) {
		class := map[string]string{cluster.Refuted: "noted bad", cluster.Failed: "noted bad", cluster.Survived: "noted good"}[h.State]
		t.Rows = append(t.Rows, []Cell{
			noted(h.Spec.Title, h.ID).Marked("claim noted"), noted(h.State, h.Why).Marked(class), of(h.Epoch, h.Spec.Epochs),
			of(h.Results, h.Spec.Islands*h.Spec.Epochs), Number(float64(h.Trials)), ratioCell(h.Ratio, adversarial.Exactly{}),
		})
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
