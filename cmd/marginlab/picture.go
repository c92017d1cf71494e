package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"html/template"
	"io"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"marginlab/cmd/marginlab/report"
	"marginlab/cmd/marginlab/report/chart"
	"marginlab/cmd/marginlab/report/viewer"
	"marginlab/internal/atomicfile"
)

// draw draws the stream with the learner's hyperplanes and, of a state, the best ratio over the ease. Of a state it is
// enough that one of the two can be drawn: the note says why there is no picture of the other.
func (f huntFile) draw(ctx context.Context, stem string, stderr io.Writer) error {
	story, undrawn := f.story(ctx)
	if undrawn == nil {
		undrawn = story.Plot(stem)
	}
	if undrawn != nil {
		undrawn = fmt.Errorf("--plot: %w", undrawn)
	}
	if f.search == nil || ctx.Err() != nil {
		return undrawn
	}
	front := report.Front(*f.search)
	if front.Series[0].Points == nil {
		fmt.Fprintf(stderr, "marginlab: no picture of the ratio: no stream with a finite one was found\n")
		return undrawn
	}
	figure := chart.Figure{Title: f.statement().String(), Panels: []chart.Chart{front}, Width: 520, Height: 320}
	if err := figure.Write(stem + "-ratio.svg"); err != nil {
		return errors.Join(undrawn, err)
	}
	if undrawn != nil {
		fmt.Fprintf(stderr, "marginlab: no picture of the stream: %v\n", undrawn)
	}
	return nil
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

// notInID are the characters that an ID of the page does not have.
var notInID = regexp.MustCompile(`[^A-Za-z0-9_.-]+`)

// steppedThrough is the page of --html with a valid file more, under an ID like its name that no other has. One of a
// learner without an exact model is named, with the reason why there are no steps.
func steppedThrough(ctx context.Context, page []report.Section, file string, f huntFile) ([]report.Section, error) {
	name := strings.TrimSuffix(filepath.Base(file), ".json")
	if file == "-" {
		name = "standard input"
	}
	base := strings.Trim(notInID.ReplaceAllString(name, "-"), "-.")
	id := base
	taken := func(s report.Section) bool { return s.ID == id }
	for n := 2; id == "" || id == "main" || slices.ContainsFunc(page, taken); n++ {
		id = fmt.Sprintf("%s-%d", base, n)
	}
	story, err := f.story(ctx)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err != nil {
		why := template.HTMLEscapeString(fmt.Sprintf("There are no steps to show: %v.", err))
		none := report.Section{ID: id, Title: name, Lead: f.statement().String(),
			Body: template.HTML("<p>" + why + "</p>")}
		return append(page, none), nil
	}
	story.ID, story.Name = id, name
	return append(page, story.Section()), nil
}

// writePage writes a page as a whole; - is standard output.
func writePage(page report.Page, file string, out io.Writer) error {
	var text bytes.Buffer
	err := page.Write(&text)
	switch {
	case err != nil:
	case file == "-":
		_, err = text.WriteTo(out)
	default:
		err = atomicfile.WriteFile(file, text.Bytes())
	}
	if err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	return nil
}
