package main

import (
	"context"
	"fmt"
	"io"
	"iter"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"unsafe"

	"marginlab/algos"
	"marginlab/algos/maxmargin"
	"marginlab/algos/registry"
	"marginlab/algos/trial"
	"marginlab/benchdata"
	"marginlab/cmd/marginlab/term"
	"marginlab/theory"
)

// learnFlags say which learners go through the examples, in which space, and how.
type learnFlags struct {
	order
	spaceFlags
	Learners learnerList `placeholder:"LIST" help:"The learners, separated by commas, as in e-omm,omm(rho=0.5). Default for run: those that marginlab learners marks as defaults; for check and report: every learner that the table of guarantees is about, where those through the origin get a constant coordinate 1, and with --kernel learners of many classes and batch algorithms do without it."`
}

// order says in which order, and how often, the learners see the examples.
type order struct {
	Passes  int     `least:"1" default:"1" placeholder:"N" help:"Go N times through the examples (default: ${default})."`
	Shuffle *uint64 `placeholder:"SEED" help:"Go through them in a random permutation, a new one each pass. Without it they come in the order of the file."`
}

// keptSize is what a step takes that theorems are held against, in bytes.
const keptSize = int64(unsafe.Sizeof(theory.Step{}))

// checkMemory returns an error if the steps of a run on n examples, of so many bytes each, take more than this memory.
func (o order) checkMemory(n int, size int64, memory term.Bytes) error {
	if most := int64(memory) / size / int64(max(1, n)); int64(o.Passes) > most {
		return fmt.Errorf("--passes is %d, expected at most %d with --memory %s: "+
			"each of the %d examples takes %d bytes in every pass", o.Passes, most, memory, n, size)
	}
	return nil
}

// passes returns the orders of n examples.
func (o order) passes(n int) iter.Seq[[]int] {
	if o.Shuffle != nil {
		return benchdata.Permutations(n, o.Passes, *o.Shuffle)
	}
	return benchdata.InOrder(n, o.Passes)
}

// learnerList is a flag whose value is a list of learners, separated by commas; nil if it is not given.
type learnerList []*algos.Spec

// UnmarshalText implements [encoding.TextUnmarshaler].
func (l *learnerList) UnmarshalText(text []byte) (err error) {
	*l, err = term.ParseLearners(string(text), registry.Learners())
	return err
}

// on returns the learners in the norm of the data; the others if the flag is not given.
func (l learnerList) on(data *trial.Data, others func() ([]*algos.Spec, error)) ([]*algos.Spec, error) {
	if l == nil {
		return others()
	}
	return trial.InNorm(data.Norm(), l, true)
}

// outcome is a learner's run with what guarantees say of it, or why none is held against it.
type outcome struct {
	*trial.Run
	rows []term.VerdictRow
	why  error
}

// outcomes runs the learners on the data, one after the other, and holds the guarantees against their runs. An online
// learner may stop where the examples are not separable, and nowhere else. A batch algorithm may stop where its
// iterations are used up, if its theorem allows that. A run that was refused is told of, and left out.
func (f learnFlags) outcomes(ctx context.Context, data *trial.Data, learners []*algos.Spec, stderr io.Writer) (
	all []outcome, err error) {
	if err := f.checkMemory(len(data.Examples), keptSize, f.Memory); err != nil {
		return nil, err
	}
	if err := data.Fits(learners, int64(f.Memory)); err != nil {
		return nil, withFlag(err)
	}
	p := f.progress(stderr, data, learners)
	defer p.Clear()
	for r, err := range f.runs(ctx, data, learners, p) {
		if err != nil {
			return nil, err
		}
		warnOfRounding(p, r, data)
		l := r.Learner
		batch := l.Kind.Task == theory.Batch
		switch {
		case r.Refused:
			p.Warn("%s is not held: %v", r.Label, r.Stop)
			continue
		case r.Stop != nil && len(r.Held()) == 0:
			p.Warn("%s stopped, and none of its learners is held: %v", r.Label, r.Stop)
		case r.Stop != nil && !batch:
			p.Warn("%s stopped: %v", r.Label, r.Stop)
		}
		p.Say("%s: theorems", l)
		o := outcome{Run: r}
		ctx := watched(ctx, p, l.String())
		for _, r := range r.Held() {
			if o.why = r.Unexplained(ctx); o.why != nil {
				if batch {
					o.why = term.Found(o.why)
				}
				break
			}
			verdicts, err := r.Verdicts(ctx)
			if err != nil {
				return nil, withFlag(fmt.Errorf("%s: %w", data.Name, err))
			}
			for _, v := range verdicts {
				o.rows = append(o.rows, term.VerdictRowOf(l.Kind.Name, r.Label, v, data))
			}
		}
		all = append(all, o)
	}
	return all, nil
}

// runs yields the runs of the learners in their order. On the features, those to come are made on all processors
// meanwhile.
func (f learnFlags) runs(
	ctx context.Context, data *trial.Data, learners []*algos.Spec, p *term.Progress,
) iter.Seq2[*trial.Run, error] {
	return func(yield func(*trial.Run, error) bool) {
		ctx, stop := context.WithCancel(ctx)
		var ahead sync.WaitGroup
		defer ahead.Wait()
		defer stop()
		runs := make([]func() (*trial.Run, error), len(learners))
		for i, l := range learners {
			runs[i] = sync.OnceValues(func() (*trial.Run, error) { return f.run(ctx, data, l, true, p) })
		}
		if _, kernel := data.Kernel(); !kernel {
			var next atomic.Int64
			for range runtime.GOMAXPROCS(0) {
				ahead.Go(func() {
					for i := next.Add(1) - 1; int(i) < len(runs) && ctx.Err() == nil; i = next.Add(1) - 1 {
						_, _ = runs[i]()
					}
				})
			}
		}
		for _, run := range runs {
			if !yield(run()) {
				return
			}
		}
	}
}

// progress is that of learners that go through the data, each in its turn.
func (o order) progress(stderr io.Writer, data *trial.Data, learners []*algos.Spec) *term.Progress {
	p := term.NewProgress(stderr)
	p.Begin(data.Name, int64(len(learners)*o.Passes*len(data.Examples)))
	return p
}

// run runs a learner on the data, and shows how far it is. A batch algorithm, which goes through the data as often as
// it takes, counts as one pass at its end. Its steps are kept where theorems are held against them.
func (o order) run(ctx context.Context, data *trial.Data, l *algos.Spec, keep bool, p *term.Progress) (
	*trial.Run, error) {
	p.Say("%s", l)
	n, seen := len(data.Examples), 0
	defer func() { p.Done(o.Passes*n - seen) }()
	r, err := data.Run(ctx, l, trial.Options{Passes: o.passes(n), Counts: !keep, Watch: func(done int) {
		if l.Kind.Task == theory.Batch {
			p.Say("%s: iteration %d", l, done)
			return
		}
		p.Done(done - seen)
		seen = done
	}})
	return r, withFlag(err)
}

// warnOfRounding says what rounding takes of a run.
func warnOfRounding(p *term.Progress, r *trial.Run, data *trial.Data) {
	if what := r.Rounded(data); what != "" {
		p.Warn("%s: %s", r.Learner, what)
	}
}

// watched returns a context in which the measuring of data is shown, as it goes on for what.
func watched(ctx context.Context, p *term.Progress, what string) context.Context {
	return maxmargin.Watched(ctx, func(s maxmargin.Stage) {
		switch {
		case s.Part > 0:
			p.Say("%s: %s, %.0f %%", what, s.What, 100*s.Part)
		case s.Turns == 0:
			p.Say("%s: %s", what, s.What)
		case s.Turns%64 == 0:
			p.Say("%s: %s, turn %d", what, s.What, s.Turns)
		}
	})
}

// summaryTable has a line for each learner: how many of its proved guarantees hold, of those
// that apply, and the one that comes nearest to its bound.
func summaryTable(rows []term.VerdictRow, key func(term.VerdictRow) string) *term.Table {
	g := term.NewTable(term.Left("learner"), term.Right("hold"), term.Left("nearest to its bound").Whole(),
		term.Left("quantity").Drop(1), term.Right("value").Drop(3), term.Left("").Drop(3), term.Right("bound").Drop(3),
		term.Left("part used").Whole().Drop(2), term.Right("ratio"))
	for _, of := range term.Grouped(rows, key) {
		label := of.Key
		if n := len(term.Grouped(of.Rows, learnerOf)); n > 1 {
			label += fmt.Sprintf(" (%d forms)", n)
		}
		near, ok := term.Nearest(of.Rows)
		if !ok {
			g.Row(label, "-", term.Faint("none applies"))
			continue
		}
		mark, t := term.Good, term.TallyOf(of.Rows, theory.Proved)
		if len(t.Fail) > 0 {
			mark = term.Bad
		}
		value, bound, _ := near.Measured()
		g.Row(label, mark(fmt.Sprintf("%d of %d", len(t.Hold), len(t.Hold)+len(t.Fail))), near.ID, near.At, value,
			near.Relation, bound, mark(term.Bar(float64(near.Ratio), 10)), part(near))
	}
	return g
}

// part is the part of its bound that a guarantee which holds uses up, to three digits after the
// point. Of one that fails it has as many digits as it takes to show that.
func part(r term.VerdictRow) string {
	if _, _, ratio := r.Measured(); r.Fails() {
		return ratio
	}
	if r.Ratio > 0 && r.Ratio < 5e-4 {
		return "<0.001"
	}
	return term.Fixed(float64(r.Ratio), 3)
}

// shout prints a verdict. The word that it begins with is painted.
func shout(w *term.Out, verdict string) {
	word, rest, _ := strings.Cut(verdict, ":")
	paint := map[string]func(string) term.Painted{"PASS": term.Good, "FAIL": term.Bad, "NO VERDICT": term.Odd}[word]
	w.Lead(paint(word), ":%s", rest)
}

// learnerOf is a key to group verdicts by.
func learnerOf(r term.VerdictRow) string { return r.Learner }

// verdictTable has a line for each learner, and below it a row for each guarantee. Those
// that do not apply for the same reason share a line, at the end.
func verdictTable(rows []term.VerdictRow) *term.Table {
	g := term.NewTable(term.Left("guarantee").Whole(), term.Left("quantity").Drop(2).Ample(18),
		term.Right("value").Drop(3), term.Left("").Drop(3), term.Right("bound").Drop(3),
		term.Right("ratio"), term.Left("status").Drop(1), term.Left("verdict"))
	for _, of := range term.Grouped(rows, learnerOf) {
		g.Across(term.Strong(of.Key))
		var others []term.VerdictRow
		for _, r := range of.Rows {
			if !r.Applies() {
				others = append(others, r)
				continue
			}
			value, bound, ratio := r.Measured()
			g.Row("  "+r.ID, r.At, value, r.Relation, bound, ratio, r.Status, word(r))
		}
		for _, why := range term.Grouped(others, func(r term.VerdictRow) string { return *r.Reason }) {
			var ids []string
			for _, r := range why.Rows {
				ids = append(ids, r.ID)
			}
			g.Across(term.Faint(fmt.Sprintf("  does not apply, %s: %s", why.Key, strings.Join(ids, ", "))))
		}
	}
	return g
}

// word is the verdict of a guarantee that applies. A proved one that fails shouts.
func word(r term.VerdictRow) term.Painted {
	switch {
	case !r.Fails():
		return term.Good("holds")
	case r.Status == theory.Proved:
		return term.Bad("FAILS")
	}
	return term.Odd("fails")
}
