package viewer

import (
	"embed"
	"encoding/json"
	"fmt"
	"html/template"
	"strings"

	"marginlab/cmd/marginlab/report"
	"marginlab/cmd/marginlab/term"
)

var (
	//go:embed head.html
	headText string
	//go:embed viewer.html
	body string // the same of all viewers: the script puts it there
	//go:embed viewer.css
	style template.CSS
	//go:embed *.js
	scripts embed.FS

	headTemplate = template.Must(template.New("viewer").Parse(headText))
)

// Section is a story as a part of a page. #ID=STEP leads to a step of it, and #ID=STEP.2 to
// that of the second learner.
func (s *Story) Section() report.Section {
	var head strings.Builder
	if err := headTemplate.Execute(&head, s); err != nil {
		panic("viewer: " + err.Error())
	}
	return report.Section{
		ID: s.ID, Title: s.Name, Lead: s.Verdict, Body: template.HTML(head.String()), Style: style, Data: s,
		Script: script(),
	}
}

// script is that of all viewers of a page, in a block of its own.
func script() template.JS {
	var whole strings.Builder
	text, err := json.Marshal(body) // < is \u003c in it
	if err != nil {
		panic("viewer: " + err.Error())
	}
	fmt.Fprintf(&whole, "{\nconst viewerBody = %s;\n", text)
	for _, part := range []string{"scale", "picture", "say", "charts", "panels", "viewer"} {
		text, err := scripts.ReadFile(part + ".js")
		if err != nil {
			panic("viewer: " + err.Error())
		}
		whole.Write(text)
	}
	whole.WriteString("}\n")
	return template.JS(whole.String())
}

// Examples says how many examples there are in how many dimensions.
func (s *Story) Examples() string {
	r := s.Runs[0]
	text := term.Count(len(r.X), "example", "examples") + " in " + term.Count(r.Dim, "dimension", "dimensions")
	if passes := r.Length / len(r.X); passes > 1 {
		text += fmt.Sprintf(", %d passes", passes)
	}
	return text
}
