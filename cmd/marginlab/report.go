package main

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/alecthomas/kong"

	"marginlab/adversarial"
	"marginlab/adversarial/certificate"
	"marginlab/algos/trial"
	"marginlab/cmd/marginlab/report"
	"marginlab/cmd/marginlab/report/chart"
	"marginlab/cmd/marginlab/report/viewer"
	"marginlab/cmd/marginlab/term"
)

type reportCmd struct {
	Files  []string `arg:"" name:"FILE" optional:"" help:"Examples, as check reads them, and what hunts write: certificates, records, and the file of --state, in any order and number. Without FILE: the data set, the certificates and the records that come with marginlab."`
	Output string   `short:"o" required:"" placeholder:"FILE.html" help:"Write the page to this file; - is standard output."`
	reading
	learnFlags
	diameterFlags
}

// Run makes the page. A place where none can be written is found before the work, and the
// file gets its name when the page is whole.
func (c reportCmd) Run(ctx context.Context, command *kong.Context, std term.Streams) (err error) {
	err = checkOverwrite("-o", c.Output, c.Files...)
	if err == nil && c.Output != "-" {
		err = writable(c.Output)
	}
	if err != nil {
		return err
	}
	samples, hunts, err := c.read(ctx, std)
	if err != nil {
		return err
	}
	for _, s := range samples {
		if err := c.try(ctx, s, std.Err); err != nil {
			return err
		}
	}
	page, found, err := reported(ctx, samples, hunts)
	if err != nil {
		return err
	}
	page.Made = "marginlab"
	for _, word := range command.Args {
		page.Made += " " + quoted(word) // as a shell reads it again
	}
	if c.Output == "-" {
		err = page.Write(std.Out)
	} else {
		err = writeFile(c.Output, page.Write)
	}
	return cmp.Or(err, found)
}

// reported is the page of what was found. found is the finding that proved guarantees fail,
// nil if none does.
func reported(ctx context.Context, samples []*report.Sample, hunts reportedHunts) (page report.Page, found, err error) {
	page = report.Page{Title: "marginlab report", Style: viewer.Style, Script: viewer.Script()}
	for _, s := range samples {
		if err := term.Failed(s.Rows); err != nil {
			found = errors.Join(found, fmt.Errorf("%s: %w", s.Data.Name, err))
		}
	}
	if page.Sections, err = report.Sections(ctx, samples); err != nil {
		return page, nil, err
	}
	parts, err := hunts.sections(ctx)
	page.Sections = append(page.Sections, parts...)
	var about []string
	for _, s := range samples {
		about = append(about, s.Data.Name+": "+term.Verdict(s.Rows))
	}
	if len(about) == 0 && len(hunts.survivors)+len(hunts.refuted) > 0 { // the head is about the data, if any were given
		about = []string{fmt.Sprintf("%s, %s refuted.",
			term.Count(len(hunts.survivors), "claim survives", "claims survive"),
			term.Count(len(hunts.refuted), "is", "are"))}
	}
	page.About = strings.Join(about, " ")
	return page, found, err
}

// read reads the files.
func (c reportCmd) read(ctx context.Context, std term.Streams) (samples []*report.Sample, hunts reportedHunts,
	err error) {
	files := c.Files
	if files == nil {
		files = []string{""}
	}
	for _, file := range files {
		var err error
		if isHuntFile(file) {
			err = hunts.add(ctx, file)
		} else {
			var data *trial.Data
			if data, err = c.data(ctx, input{File: file, reading: c.reading}, c.Classes, std); err == nil {
				c.enclose(data)
				samples = append(samples, &report.Sample{Data: data, Passes: c.Passes, Shuffle: c.Shuffle})
			}
		}
		if err != nil {
			return nil, hunts, err
		}
	}
	if c.Files == nil {
		hunts, err = embeddedHunts(ctx, adversarial.Errata(), adversarial.Open())
	}
	return samples, hunts, err
}

// isHuntFile reports whether a file begins as what hunts write does. What reads examples says what is wrong with one
// that cannot be read, and what is read from a pipe is gone.
func isHuntFile(file string) bool {
	if info, err := os.Stat(file); isMade(file) || err != nil || !info.Mode().IsRegular() {
		return false
	}
	f, err := os.Open(file)
	if err != nil {
		return false
	}
	defer f.Close()
	begin, _ := bufio.NewReader(f).Peek(64)
	return bytes.HasPrefix(bytes.TrimSpace(begin), []byte("{"))
}

// try runs the learners on a sample, and holds the guarantees against their runs.
func (c reportCmd) try(ctx context.Context, s *report.Sample, stderr io.Writer) error {
	learners, err := c.Learners.on(s.Data, s.Data.Checked)
	if err != nil {
		return err
	}
	p := term.NewProgress(stderr)
	p.Say("%s: maximum margin of %d examples", s.Data.Name, len(s.Data.Examples))
	err = withFlag(s.Measure(watched(ctx, p, s.Data.Name)))
	p.Clear()
	if err != nil {
		return err
	}
	outcomes, err := c.outcomes(ctx, s.Data, learners, stderr)
	for _, o := range outcomes {
		if o.why != nil {
			fmt.Fprintf(stderr, "marginlab: no theorem is held against %s: %v\n", o.Label, o.why)
		}
		s.Runs, s.Rows = append(s.Runs, o.Run), append(s.Rows, o.rows...)
	}
	return err
}

// reportedHunts are what the report says of hunts.
type reportedHunts struct {
	searches  []report.Search
	survivors []report.Survivor
	refuted   []report.Refuted
	charts    []chart.Chart // before the survivors
}

// steppedExamples is the length of the streams of embedded records whose steps are on the page.
// Those of the three that are longer would take as much room as all others.
const steppedExamples = 100

// embeddedHunts are errata and questions that come with marginlab.
func embeddedHunts(ctx context.Context, errata []adversarial.Erratum, open []adversarial.Question) (
	h reportedHunts, err error) {
	refuted := func(r report.Refuted, certified func() (*certificate.Certificate, error)) error {
		cert, err := certified()
		if err != nil {
			return err
		}
		f, err := proven(cert, "")
		if err != nil {
			return err
		}
		return h.refute(ctx, r, f)
	}
	for _, e := range errata {
		r := report.Refuted{Name: e.Name, Source: e.Source, Says: e.Says, True: e.Corrected.String()}
		if err := refuted(r, e.Certificate); err != nil {
			return h, err
		}
	}
	for _, q := range open {
		if q.Refuted {
			if err := refuted(report.Refuted{Name: q.Name, Says: q.Asks, True: q.Known}, q.Certificate); err != nil {
				return h, err
			}
			continue
		}
		record, err := q.Record()
		if err != nil {
			return h, err
		}
		s := report.Survivor{Name: path.Join("open", q.Name), Known: q.Known, Record: record}
		if len(record.Stream) <= steppedExamples {
			if s.Steps, err = h.steps(ctx, huntFile{record: &record, stream: adversarial.Exact(record.Stream)}); err != nil {
				return h, fmt.Errorf("%s: %w", s.Name, err)
			}
		}
		h.survivors = append(h.survivors, s)
	}
	thresholds, err := report.Thresholds(adversarial.Thresholds())
	h.charts = []chart.Chart{thresholds}
	return h, err
}

// add adds a certificate, a record or the state of a hunt. One that is not as it states is an
// error.
func (h *reportedHunts) add(ctx context.Context, file string) error {
	f, err := verified(ctx, file, nil, false)
	name := filepath.Base(file)
	switch {
	case f.search != nil:
		h.searches = append(h.searches, report.Search{Name: name, Found: *f.search})
		return nil
	case refuses(err):
		return fmt.Errorf("%s: %w", file, err)
	case err != nil:
		return err
	case f.certificate != nil:
		return h.refute(ctx, report.Refuted{Name: name}, f)
	}
	s := report.Survivor{Name: name, Record: *f.record}
	if s.Steps, err = h.steps(ctx, f); err != nil {
		s.Steps, s.Known = nil, fmt.Sprintf("There are no steps to show: %v.", err)
	}
	h.survivors = append(h.survivors, s)
	return nil
}

// refute adds a refuted claim. Each has steps but those about many classes and batch algorithms: there
// is no certificate of a learner without an exact model.
func (h *reportedHunts) refute(ctx context.Context, r report.Refuted, f huntFile) (err error) {
	r.Certificate = f.valid
	if r.Steps, err = h.steps(ctx, f); errors.Is(err, viewer.ErrNoSteps) {
		err = nil
	}
	h.refuted = append(h.refuted, r)
	return err
}

// steps are the run of a certificate or a record that is added, step by step; no more than an ID with an error.
func (h *reportedHunts) steps(ctx context.Context, f huntFile) (*report.Section, error) {
	id := fmt.Sprintf("surviving-%d", len(h.survivors)+1)
	if f.certificate != nil {
		id = fmt.Sprintf("refuted-%d", len(h.refuted)+1)
	}
	story, err := f.story(ctx)
	if err != nil {
		return &report.Section{ID: id}, err
	}
	story.ID = id
	return new(story.Section()), nil
}

// sections are those of what there is.
func (h reportedHunts) sections(ctx context.Context) (all []report.Section, err error) {
	if len(h.searches) > 0 {
		all = append(all, report.Searches(h.searches))
	}
	if len(h.survivors) > 0 {
		s, err := report.Survivors(ctx, h.survivors, h.charts...)
		if err != nil {
			return nil, err
		}
		all = append(all, s)
	}
	if len(h.refuted) > 0 {
		all = append(all, report.RefutedClaims(h.refuted))
	}
	return all, nil
}
