package main

import (
	"bytes"
	"context"
	"fmt"
	"html/template"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"marginlab/cmd/marginlab/report"
	"marginlab/cmd/marginlab/report/viewer"
	"marginlab/cmd/marginlab/term"
	"marginlab/internal/atomicfile"
)

// stepPage is the page of --html.
type stepPage struct{ sections []report.Section }

// add adds a valid certificate or record. One of a learner without an exact model is named,
// with the reason why there are no steps.
func (p *stepPage) add(ctx context.Context, file string, f huntFile) error {
	name := strings.TrimSuffix(filepath.Base(file), ".json")
	if file == "-" {
		name = "standard input"
	}
	id := p.id(name)
	story, err := f.story(ctx)
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case err != nil:
		why := template.HTMLEscapeString(fmt.Sprintf("There are no steps to show: %v.", err))
		p.sections = append(p.sections, report.Section{ID: id, Title: name, Lead: f.statement().String(), Body: template.HTML("<p>" + why + "</p>")})
	default:
		story.ID, story.Name = id, name
		p.sections = append(p.sections, story.Section())
	}
	return nil
}

// notInID are the characters that an ID of the page does not have.
var notInID = regexp.MustCompile(`[^A-Za-z0-9_.-]+`)

// id is an ID like the name that no other has.
func (p *stepPage) id(name string) string {
	base := strings.Trim(notInID.ReplaceAllString(name, "-"), "-.")
	id := base
	for n := 2; id == "" || id == "main" || slices.ContainsFunc(p.sections, func(s report.Section) bool { return s.ID == id }); n++ {
		id = fmt.Sprintf("%s-%d", base, n)
	}
	return id
}

// write writes the page as a whole.
func (p *stepPage) write(file string, files []string) error {
	page := report.Page{
		Title:    "Step by step: " + term.Count(len(p.sections), "run", "runs"),
		About:    "Computed by the exact models of the learners. Arrow keys step, Space plays, Home and End go to the ends.",
		Sections: p.sections,
		Made:     "marginlab replay --html " + strings.Join(append([]string{file}, files...), " "),
	}
	var text bytes.Buffer
	if err := page.Write(&text); err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	return atomicfile.WriteFile(file, text.Bytes())
}

// story is the run of the certificate or the record, step by step.
func (f huntFile) story(ctx context.Context) (*viewer.Story, error) {
	var story *viewer.Story
	var err error
	if f.record != nil {
		story, err = viewer.Tell(ctx, f.record.Statement, exactly(f.record.Stream), nil)
	} else {
		story, err = viewer.Tell(ctx, f.certificate.Statement, f.certificate.Stream, f.certificate.Comparator)
	}
	if err != nil {
		return nil, err
	}
	story.Verdict = "Survives: " + f.verdict() + "."
	if f.certificate != nil {
		story.Verdict = "Refuted: " + f.verdict() + "."
	}
	return story, nil
}
