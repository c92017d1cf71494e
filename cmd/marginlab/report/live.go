package report

import (
	"fmt"
	"html/template"
	"math"
	"slices"
	"time"

	"marginlab/adversarial"
	"marginlab/cluster"
	"marginlab/cmd/marginlab/term"
)

// LiveHunts is the section about all hunts on an engine. Each links to the page of its own, at
// /hunts/ID.
func LiveHunts(all []cluster.FollowedHunt) Section {
	t := Table{ID: "hunts-table", Caption: "All hunts, the newest first", Columns: []Column{
		{Title: "claim"}, {Title: "state"}, {Title: "epochs", Number: true, Means: "that all islands have come through, or the one in which the claim was refuted"},
		{Title: "streams", Number: true, Means: "streams of examples that were tried so far"}, {Title: "streams/s", Number: true, Means: "in the last half minute"},
		{Title: "best ratio", Number: true, Means: "quantity over claim, or claim over quantity where the claim is from below; above 1 it is refuted"},
	}}
	for _, h := range slices.Backward(all) {
		rate := Number(math.NaN())
		if h.State == cluster.Running {
			rate = Valued(h.Rate, perSecond(h.Rate))
		}
		epoch := h.Epoch
		if h.Refuted != nil {
			epoch = h.Refuted.Epoch + 1
		}
		t.Rows = append(t.Rows, []Cell{
			{Class: "claim noted", Body: rendered(huntLinkTemplate, h)}, stateOf(h.State),
			Valued(float64(epoch)/float64(h.Spec.Epochs), fmt.Sprintf("%d of %d", epoch, h.Spec.Epochs)),
			Number(float64(h.Streams)), rate, ratioCell(h.Ratio, adversarial.Exactly{}),
		})
	}
	s := Section{ID: "hunts", Title: "Hunts", Body: t.HTML()}
	if len(all) == 0 {
		s.Body = `<p>There are no hunts. <code>marginlab hunt CLAIM --engine URL</code> submits one.</p>`
	}
	return s
}

var huntLinkTemplate = template.Must(template.New("hunt").Parse(`<a href="/hunts/{{.ID}}">{{.Spec.Title}}</a><small>{{.ID}}</small>`))

// stateOf is a cell with the state of a hunt.
func stateOf(state string) Cell {
	class := map[string]string{cluster.Refuted: "bad", cluster.Failed: "bad", cluster.Survived: "good"}[state]
	return Text(state).Marked(class)
}

func perSecond(rate float64) string { return shown(math.Round(rate)) }

// LiveWorkers is the section about who works for an engine.
func LiveWorkers(all []cluster.FollowedWorker) Section {
	t := Table{ID: "workers-table", Tall: true, Caption: "Workers heard of in the last minute", Columns: []Column{
		{Title: "worker", Means: "its machine and process"}, {Title: "tasks", Number: true, Means: "that it runs, of those that it could"},
		{Title: "streams/s", Number: true, Means: "in the last half minute"}, {Title: "heard of"},
	}}
	for _, w := range all {
		heard := Text("now")
		if w.Silent > 5*time.Second {
			heard = Text(fmt.Sprintf("%.0f s ago", w.Silent.Seconds())).Marked("refuted")
		}
		t.Rows = append(t.Rows, []Cell{Text(w.Worker), Valued(float64(len(w.Tasks)), fmt.Sprintf("%d of %d", len(w.Tasks), w.Slots)), Valued(w.Rate, perSecond(w.Rate)), heard})
	}
	s := Section{ID: "workers", Title: "Workers", Body: t.HTML()}
	if len(all) == 0 {
		s.Body = `<p>No worker is heard of, so that no hunt comes on. <code>marginlab worker --engine URL</code> starts one.</p>`
	}
	return s
}

// Counterexample is the section about the stream that refutes a hunt's claim.
func Counterexample(r Refuted) Section {
	s := r.part()
	s.Title, s.Lead = "Counterexample", "A stream that refutes the claim, proved in exact arithmetic: marginlab replay verifies its certificate without a solver."
	return s
}

// Headline is what the head of a hunt's page says below the claim.
type Headline struct {
	ID, Says   string
	Refuted    bool
	Done, Full int    // tasks
	Action     string // stop or resume, "" for neither
	Files      []Download
}

// Download is a file that a page links to.
type Download struct{ Name, Says string }

var headlineTemplate = template.Must(template.New("headline").Parse(`<p class="back"><a href="/">All hunts</a></p>
<p class="says{{if .Refuted}} bad{{end}}">{{.Says}}</p>
<progress max="{{.Full}}" value="{{.Done}}" aria-label="tasks that are done"{{if not .Action}} hidden{{end}}></progress>
<div class="actions">{{range .Files}}<a href="/hunts/{{$.ID}}/{{.Name}}" download>{{.Says}}</a>{{end}}
{{if .Action}}<form method="post" action="/hunts/{{.ID}}/{{.Action}}"><button type="submit">{{if eq .Action "stop"}}Stop the hunt{{else}}Resume the hunt{{end}}</button></form>{{end}}
</div>
`))

// HTML is the headline as the head of a page.
func (h Headline) HTML() template.HTML { return rendered(headlineTemplate, h) }

// mostIslandRows is how many islands the page of a hunt lists.
const mostIslandRows = 200

// LiveHunt is the section about how far a hunt has come. found is what it found up to an epoch,
// the zero value where that is not known.
func LiveHunt(h cluster.FollowedHunt, found adversarial.Finding, now time.Time) Section {
	best, means := shown(math.NaN()), "no stream in the claim's domain yet"
	if h.Ratio > 0 {
		best, means = ratioCell(h.Ratio, found.Exactly).Text, "of quantity and claim"
		if found.EaseName != "" {
			means += ", at " + found.EaseName + " = " + shown(h.Ease)
		}
	}
	var facts []fact
	if h.Refuted == nil {
		facts = append(facts,
			fact{"epochs", fmt.Sprintf("that all %s have come through", term.Count(h.Spec.Islands, "island", "islands")), fmt.Sprintf("%d of %d", h.Epoch, h.Spec.Epochs)},
			fact{"tasks", "an epoch of an island each", fmt.Sprintf("%d of %d", h.Results, h.Spec.Islands*h.Spec.Epochs)})
	}
	facts = append(facts, fact{"streams", "of examples, tried so far", shown(float64(h.Streams))})
	if h.State == cluster.Running {
		facts = append(facts, fact{"streams/s", "in the last half minute", perSecond(h.Rate)})
	}
	facts = append(facts, fact{"best ratio", means, best})
	if n := len(h.Rises); n > 0 && h.State == cluster.Running {
		facts = append(facts, fact{"last rise", "of the best ratio", since(now.Sub(h.Rises[n-1].At))})
	}
	found.Rises = risen(found.Rises, h.Rises)
	if found.Trials = h.Streams; len(found.Rises) > 0 {
		found.Improved = found.Rises[len(found.Rises)-1].Trials
	}
	body := []template.HTML{rendered(factsTemplate, facts), `<div class="columns">`}
	if len(found.Rises) > 0 && found.Rises[0].Trials < found.Trials {
		body = append(body, rises("hunt", found))
	}
	if len(found.Front) > 0 {
		body = append(body, front("hunt", "", found))
	}
	return Section{
		ID: "progress", Title: "Progress",
		Lead: "A stream with a ratio above 1 refutes the claim.",
		Body: joined(append(body, `</div>`)...),
	}
}

// risen are the rises within the epochs that were studied, and then those that the engine told of.
func risen(studied []adversarial.Rise, told []cluster.Rise) []adversarial.Rise {
	all := slices.Clone(studied)
	for _, r := range told {
		var last adversarial.Rise
		if n := len(all); n > 0 {
			last = all[n-1]
		}
		if r.Ratio > last.Ratio {
			all = append(all, adversarial.Rise{Trials: max(r.Streams, last.Trials), Ratio: r.Ratio})
		}
	}
	return all
}

// LiveIslands is the section about the islands of a hunt.
func LiveIslands(h cluster.FollowedHunt) Section {
	t := Table{ID: "islands-table", Tall: true, Caption: "The islands, each with who runs its next epoch", Columns: []Column{
		{Title: "island", Number: true}, {Title: "epochs", Number: true}, {Title: "streams", Number: true}, {Title: "best ratio", Number: true}, {Title: "runs on"},
	}}
	for i, n := range h.Islands[:min(len(h.Islands), mostIslandRows)] {
		ratio := math.NaN()
		if n.Epochs > 0 {
			ratio = n.Ratio
		}
		t.Rows = append(t.Rows, []Cell{
			Number(float64(i + 1)), Valued(float64(n.Epochs), fmt.Sprintf("%d of %d", n.Epochs, h.Spec.Epochs)), Number(float64(n.Streams)), ratioCell(ratio, adversarial.Exactly{}), Text(n.Worker),
		})
	}
	lead := "An island is a search of its own. After each epoch it takes over the best streams of the next island."
	if n := len(h.Islands); n > mostIslandRows {
		lead += fmt.Sprintf(" The first %d of %d are listed.", mostIslandRows, n)
	}
	return Section{ID: "islands", Title: "Islands", Lead: lead, Body: t.HTML()}
}

// since says how long ago something was.
func since(d time.Duration) string {
	switch {
	case d < time.Minute:
		return fmt.Sprintf("%d s ago", int(max(0, d.Seconds())))
	case d < time.Hour:
		return fmt.Sprintf("%d min ago", int(d.Minutes()))
	}
	return fmt.Sprintf("%.1f h ago", d.Hours())
}
