package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"marginlab/adversarial"
	"marginlab/cluster"
	"marginlab/cmd/marginlab/report"
	"marginlab/cmd/marginlab/term"
)

// tagOf tells one answer from another.
func tagOf(text []byte) string {
	sum := sha256.Sum256(text)
	return fmt.Sprintf(`"%x"`, sum[:12])
}

// overview is the page of all hunts and workers.
func (w *window) overview() report.Page {
	hunts, workers := w.followed.Hunts(), w.followed.Workers()
	running, rate := 0, 0.
	for _, h := range hunts {
		if h.State == cluster.Running {
			running++
			rate += h.Rate
		}
	}
	return report.Page{
		Title: "Hunts on " + w.engine, Live: w.every,
		About: fmt.Sprintf("%s, %d running; %s; %.0f streams a second. %s", term.Count(len(hunts), "hunt", "hunts"), running,
			term.Count(len(workers), "worker", "workers"), rate, w.unconnected()),
		Sections: []report.Section{report.LiveHunts(hunts), report.LiveWorkers(workers)},
	}
}

// unconnected says that the engine does not answer, if it does not.
func (w *window) unconnected() string {
	if w.followed.Connected() {
		return ""
	}
	return "The engine does not answer: what is shown is as it was."
}

// page is the page of a hunt.
func (w *window) page(h cluster.FollowedHunt) report.Page {
	s := w.study(h)
	line := report.Headline{ID: h.ID, Refuted: h.State == cluster.Refuted || h.State == cluster.Failed, Done: h.Results, Full: h.Spec.Islands * h.Spec.Epochs}
	line.Says = strings.TrimSpace(w.says(h, s) + " " + w.unconnected())
	switch h.State {
	case cluster.Running:
		line.Action = "stop"
	case cluster.Stopped, cluster.Failed:
		line.Action = "resume"
	}
	if s.certificate != nil {
		line.Files = append(line.Files, report.Download{Name: certificateFile, Says: "Download the certificate"})
	}
	if s.record != nil {
		line.Files = append(line.Files, report.Download{Name: recordFile, Says: "Download the best stream"})
	}
	return report.Page{
		Title: h.Spec.Title, Head: line.HTML(), Live: w.every,
		Sections: append([]report.Section{report.LiveHunt(h, s.found, time.Now()), report.LiveIslands(h)}, s.sections...),
	}
}

// The files that a hunt's page links to.
const (
	certificateFile = "certificate.json"
	recordFile      = "record.json"
)

// says is how the hunt stands, in a sentence or two.
func (w *window) says(h cluster.FollowedHunt, s study) string {
	switch h.State {
	case cluster.Stopped:
		return "Stopped. It can go on from where it was."
	case cluster.Failed:
		return fmt.Sprintf("Failed: %s.", strings.TrimSuffix(h.Why, "."))
	case cluster.Survived:
		return fmt.Sprintf("The claim survived %s.%s", term.Count(h.Spec.Epochs, "epoch", "epochs"), s.failed())
	case cluster.Refuted:
		says := fmt.Sprintf("The claim is refuted, by island %d in epoch %d.", h.Refuted.Island+1, h.Refuted.Epoch+1)
		switch {
		case !h.Settled:
			return says + " Tasks before that one still run, since one of them may refute it earlier."
		case s.certificate != nil:
			return says + " The certificate was verified here, in exact arithmetic."
		case s.err == nil:
			return says + " The certificate is being verified."
		}
		return says + s.failed()
	}
	for _, n := range h.Islands {
		if n.Worker != "" {
			return "Running" + remaining(h) + "." + s.failed()
		}
	}
	return "Waiting: no worker is heard of that runs it." + s.failed()
}

// remaining is about how long the hunt will take, if that is known.
func remaining(h cluster.FollowedHunt) string {
	if h.Rate == 0 || h.Results == 0 {
		return ""
	}
	streams := float64(float64(h.Trials) / float64(h.Results) * float64(h.Spec.Islands*h.Spec.Epochs))
	switch left := (streams - float64(h.Streams)) / h.Rate / 60; {
	case left < 1:
		return ", less than a minute left"
	case left < 100:
		return fmt.Sprintf(", about %.0f min left", left)
	default:
		return fmt.Sprintf(", about %.0f h left", left/60)
	}
}

// study is what the streams that a hunt found say, up to an epoch. It takes a while.
type study struct {
	epoch               int
	settled, busy       bool
	found               adversarial.Finding
	sections            []report.Section
	certificate, record []byte
	err                 error
}

func (s study) failed() string {
	if s.err == nil {
		return ""
	}
	return fmt.Sprintf(" Its streams cannot be shown: %v.", s.err)
}

// mostStudied is up to how many islands the streams of a hunt are studied that is not settled:
// that reads all their states.
const mostStudied = 64

// study is the latest study of a hunt. A newer one is begun where there is more to study.
func (w *window) study(h cluster.FollowedHunt) study {
	w.mu.Lock()
	defer w.mu.Unlock()
	s := w.studies[h.ID]
	more := h.Settled && !s.settled || !h.Settled && h.Refuted == nil && h.Epoch > s.epoch && h.Spec.Islands <= mostStudied
	if s.busy || !more || w.ctx.Err() != nil {
		return s
	}
	s.busy = true
	w.studies[h.ID] = s
	w.studying.Go(func() {
		made := study{epoch: h.Epoch, settled: h.Settled}
		made.err = made.make(w.ctx, w.client, h.Status)
		w.mu.Lock()
		w.studies[h.ID] = made
		w.mu.Unlock()
	})
	return s
}

// make studies a hunt.
func (s *study) make(ctx context.Context, client *cluster.Client, st cluster.Status) (err error) {
	if s.settled {
		s.found, err = findingOf(ctx, client, st)
	} else {
		s.found, err = findingSoFar(ctx, client, st)
	}
	if err != nil {
		return err
	}
	var text bytes.Buffer
	record, best := s.found.Record()
	switch {
	case s.found.Certificate != nil:
		var shown reportedHunts
		if err = shown.refute(ctx, report.Refuted{Certificate: s.found.Certificate}); err == nil {
			s.sections = []report.Section{report.Counterexample(shown.refuted[0])}
			err = s.found.Certificate.Write(&text)
		}
		s.certificate = text.Bytes()
	case best:
		if len(record.Stream) <= steppedExamples {
			stepped, err := steps(ctx, "best", huntFile{record: &record})
			if err != nil {
				return err
			}
			stepped.Title = "Best stream so far"
			s.sections = []report.Section{*stepped}
		}
		err = record.Write(&text)
		s.record = text.Bytes()
	}
	return err
}

// findingSoFar is what a hunt that goes on has found.
func findingSoFar(ctx context.Context, client *cluster.Client, st cluster.Status) (adversarial.Finding, error) {
	runner, err := runnerOf(st.Spec)
	if err != nil {
		return adversarial.Finding{}, err
	}
	outputs, err := outputsOf(ctx, client, st)
	if err != nil {
		return adversarial.Finding{}, err
	}
	found, err := runner.Finding(ctx, outputs)
	if err == nil && found.Certificate != nil {
		err = errors.New("it is about to be refuted") // and is studied again then
	}
	return found, err
}

// file answers with a file of a hunt.
func (w *window) file(a http.ResponseWriter, r *http.Request, h cluster.FollowedHunt) {
	s := w.study(h)
	content := map[string][]byte{certificateFile: s.certificate, recordFile: s.record}[r.PathValue("file")]
	if content == nil {
		http.Error(a, fmt.Sprintf("Hunt %s has no %q yet.", h.ID, r.PathValue("file")), http.StatusNotFound)
		return
	}
	a.Header().Set("Content-Type", "application/json")
	a.Header().Set("Content-Disposition", fmt.Sprintf("attachment; filename=%q", "marginlab-"+h.ID+"-"+r.PathValue("file")))
	_, _ = a.Write(content) // who asked may be gone
}
