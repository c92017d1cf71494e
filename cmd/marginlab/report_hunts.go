package main

import (
	"context"
	"errors"
	"fmt"
	"path"
	"path/filepath"
	"regexp"

	"marginlab/adversarial"
	"marginlab/adversarial/hunt"
	"marginlab/cmd/marginlab/report"
	"marginlab/cmd/marginlab/report/chart"
	"marginlab/cmd/marginlab/report/viewer"
	"marginlab/cmd/marginlab/term"
)

// reportedHunts are what the report says of hunts.
type reportedHunts struct {
	searches   []report.Search
	survivors  []report.Survivor
	refuted    []report.Refuted
	thresholds []adversarial.Threshold
}

// steppedExamples is the length of the streams of embedded records whose steps are on the page.
// Those of the three that are longer would take as much room as all others.
const steppedExamples = 100

// embeddedHunts are the errata and the questions that come with marginlab.
func embeddedHunts(ctx context.Context) (h reportedHunts, err error) {
	for _, e := range adversarial.Errata() {
		cert, err := e.Certificate()
		if err != nil {
			return h, err
		}
		f, err := provenFile(cert)
		if err == nil {
			err = h.refute(ctx, report.Refuted{Name: e.Name, Source: e.Source, Says: e.Says, True: e.Corrected.String()}, f)
		}
		if err != nil {
			return h, err
		}
	}
	for _, q := range adversarial.Open() {
		if q.Refuted {
			cert, err := q.Certificate()
			if err != nil {
				return h, err
			}
			f, err := provenFile(cert)
			if err == nil {
				err = h.refute(ctx, report.Refuted{Name: q.Name, Says: q.Asks, True: q.Known}, f)
			}
			if err != nil {
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
			if s.Steps, err = steps(ctx, fmt.Sprintf("surviving-%d", len(h.survivors)+1), huntFile{record: &record}); err != nil {
				return h, fmt.Errorf("%s: %w", s.Name, err)
			}
		}
		h.survivors = append(h.survivors, s)
	}
	h.thresholds = adversarial.Thresholds()
	return h, nil
}

// The first characters of the file of a hunt's state.
var asState = regexp.MustCompile(`^\s*\{\s*"hunt"`)

// add adds a certificate, a record or the state of a hunt. One that is not as it states is an
// error.
func (h *reportedHunts) add(ctx context.Context, file string) error {
	text, err := contents(file, nil)
	if err != nil {
		return err
	}
	if asState.Match(text) {
		found, err := hunt.ReadState(ctx, file)
		h.searches = append(h.searches, report.Search{Name: filepath.Base(file), Found: found})
		return err
	}
	f, refused, err := verified(file, text, false)
	if err != nil {
		return err
	}
	if refused != nil {
		return fmt.Errorf("%s: %w", file, refused)
	}
	name := filepath.Base(file)
	if f.certificate != nil {
		return h.refute(ctx, report.Refuted{Name: name}, f)
	}
	s := report.Survivor{Name: name, Record: *f.record}
	if s.Steps, err = steps(ctx, fmt.Sprintf("surviving-%d", len(h.survivors)+1), f); err != nil {
		s.Known = fmt.Sprintf("There are no steps to show: %v.", err)
	}
	h.survivors = append(h.survivors, s)
	return nil
}

// refute adds a refuted claim. Each has steps but those about many classes and batch algorithms: there
// is no certificate of a learner without an exact model.
func (h *reportedHunts) refute(ctx context.Context, r report.Refuted, f huntFile) (err error) {
	id := fmt.Sprintf("refuted-%d", len(h.refuted)+1)
	r.Certificate = f.valid
	r.Steps, err = steps(ctx, id, f)
	if errors.Is(err, viewer.ErrNoSteps) {
		r.Steps, err = &report.Section{ID: id}, nil
	}
	h.refuted = append(h.refuted, r)
	return err
}

// steps are the run of a certificate or a record step by step.
func steps(ctx context.Context, id string, f huntFile) (*report.Section, error) {
	story, err := f.story(ctx)
	if err != nil {
		return nil, err
	}
	story.ID = id
	return new(story.Section()), nil
}

// sums are a sentence about the claims.
func (h reportedHunts) sums() []string {
	if len(h.survivors)+len(h.refuted) == 0 {
		return nil
	}
	return []string{fmt.Sprintf("%s, %s refuted.", term.Count(len(h.survivors), "claim survives", "claims survive"), term.Count(len(h.refuted), "is", "are"))}
}

// sections are those of what there is.
func (h reportedHunts) sections(ctx context.Context) (all []report.Section, err error) {
	if len(h.searches) > 0 {
		all = append(all, report.Searches(h.searches))
	}
	if len(h.survivors) > 0 {
		var charts []chart.Chart
		if len(h.thresholds) > 0 {
			c, err := report.Thresholds(h.thresholds)
			if err != nil {
				return nil, err
			}
			charts = append(charts, c)
		}
		s, err := report.Survivors(ctx, h.survivors, charts...)
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
