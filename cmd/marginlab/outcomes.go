package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"path/filepath"
	"reflect"
	"unsafe"

	"marginlab/algos"
	"marginlab/algos/expr"
	"marginlab/algos/kernel"
	"marginlab/algos/maxmargin"
	"marginlab/algos/registry"
	"marginlab/algos/trial"
	"marginlab/benchdata"
	"marginlab/cmd/marginlab/term"
	"marginlab/internal/atomicfile"
	"marginlab/theory"
)

// learnFlags say which learners go through the examples, in which space, and how.
type learnFlags struct {
	order
	spaceFlags
	Learners dataLearners `placeholder:"LIST" help:"The learners, separated by commas, as in e-omm,omm(rho=0.5). Default for run: those that marginlab learners marks as defaults; for check and report: every learner that the table of guarantees speaks of, where those through the origin get a constant coordinate 1, and with --kernel learners of many classes and batch algorithms do without it. The constant of bias may be Dbar or -Dbar, where Dbar is the largest distance of an example from the origin, as in bias(romma,-Dbar)."`
}

// order says in which order, and how often, the learners see the examples.
type order struct {
	Passes  int     `least:"1" default:"1" placeholder:"N" help:"Go N times through the examples (default: ${default})."`
	Shuffle *uint64 `placeholder:"SEED" help:"Go through them in a random permutation, a new one each pass. Without it they come in the order of the file."`
}

// keptSize is what a step takes that theorems are held against, in bytes.
const keptSize = int64(unsafe.Sizeof(theory.Step{}))

// kept is the error that the steps of a run on n examples, of so many bytes each, take more than this memory.
func (o order) kept(n int, size int64, memory term.Bytes) error {
	if most := int64(memory) / size / int64(max(1, n)); int64(o.Passes) > most {
		return fmt.Errorf("--passes is %d, expected at most %d with --memory %s: each of the %d examples takes %d bytes in every pass", o.Passes, most, memory, n, size)
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

// dataLearners is the value of --learners before the data are known: the constant of bias may be Dbar or -Dbar, as in
// bias(romma,-Dbar), where Dbar is the largest distance of an example from the origin (HKNS25, Section B.3).
type dataLearners struct {
	text string
	list []expr.Expr
}

// UnmarshalText checks a list of learners, with 1 for Dbar.
func (l *dataLearners) UnmarshalText(text []byte) (err error) {
	l.text = string(text)
	if l.list, err = term.ParseLearners(l.text); err != nil {
		return err
	}
	filled := term.WithDbar(l.list, 1)
	_, err = registry.Learners().MakeList(filled)
	if err != nil && !reflect.DeepEqual(filled, l.list) {
		return fmt.Errorf("%w (that is %q with 1 for Dbar)", err, text)
	}
	return err
}

// on returns the learners for the data, with a number for Dbar and in the norm of the data; the others if the flag is
// not given.
func (l dataLearners) on(data *trial.Data, others func() ([]*algos.Spec, error)) ([]*algos.Spec, error) {
	if l.list == nil {
		return others()
	}
	all, err := registry.Learners().MakeList(term.WithDbar(l.list, data.DBar()))
	if err != nil {
		return nil, fmt.Errorf("--learners %s on %s: %w", l.text, data.Name, err)
	}
	return trial.InNorm(data.Norm(), all, true)
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
func (f learnFlags) outcomes(ctx context.Context, data *trial.Data, learners []*algos.Spec, stderr io.Writer) (all []outcome, err error) {
	if err := f.kept(len(data.Examples), keptSize, f.Memory); err != nil {
		return nil, err
	}
	if err := data.Fits(learners, int64(f.Memory)); err != nil {
		return nil, withFlag(err)
	}
	p := f.progress(stderr, data, learners)
	defer p.Clear()
	for _, l := range learners {
		r, err := f.run(ctx, data, l, true, p)
		if err != nil {
			return nil, err
		}
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

// progress is that of learners that go through the data, each in its turn.
func (o order) progress(stderr io.Writer, data *trial.Data, learners []*algos.Spec) *term.Progress {
	p := term.NewProgress(stderr)
	p.Begin(data.Name, "examples", int64(len(learners)*o.Passes*len(data.Examples)))
	return p
}

// run runs a learner on the data, and shows how far it is. A batch algorithm, which goes through the data as often as
// it takes, counts as one pass at its end. Its steps are kept where theorems are held against them. It warns of what
// rounding takes.
func (o order) run(ctx context.Context, data *trial.Data, l *algos.Spec, keep bool, p *term.Progress) (*trial.Run, error) {
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
	if err == nil {
		if what := r.Rounded(data); what != "" {
			p.Warn("%s: %s", l, what)
		}
	}
	return r, withFlag(err)
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

// withFlag names the flag that allows more of what there is too much of.
func withFlag(err error) error {
	switch {
	case errors.Is(err, benchdata.ErrLine):
		return fmt.Errorf("%w; --max-line allows more", err)
	case errors.Is(err, benchdata.ErrRatio):
		return fmt.Errorf("%w; --max-ratio allows more", err)
	case errors.Is(err, kernel.ErrMemory):
		return fmt.Errorf("%w; --memory allows more", err)
	case errors.Is(err, trial.ErrMemory):
		return fmt.Errorf("%w; --memory allows more, and --learners leaves learners out", err)
	}
	return err
}

// saveFlags say where a classifier is kept.
type saveFlags struct {
	Save        string `placeholder:"MODEL" help:"Write the classifier to the file MODEL: the last one of a learner, or that of the maximum margin. It speaks of the features before --standardise. There is none to write with --kernel."`
	ModelFormat string `enum:"auto,json,liblinear" default:"auto" placeholder:"auto" help:"The format of MODEL: json; liblinear, for liblinear-predict; or auto, which is liblinear where the name ends in .model, json where it ends in .json."`
}

func (f saveFlags) Validate() error {
	_, err := f.format()
	return err
}

// format is json or liblinear, and "" if nothing is to be saved.
func (f saveFlags) format() (string, error) {
	switch extension := filepath.Ext(f.Save); {
	case f.Save == "" && f.ModelFormat != "auto":
		return "", errors.New("--model-format is given without --save, expected both")
	case f.Save == "":
		return "", nil
	case f.ModelFormat != "auto":
		return f.ModelFormat, nil
	case extension == ".json":
		return "json", nil
	case extension == ".model":
		return "liblinear", nil
	}
	return "", fmt.Errorf("--save %s: the name ends neither in .json nor in .model, expected that or --model-format",
		f.Save)
}

// check returns an error if the last classifier of the learners on the data cannot be saved.
func (f saveFlags) check(learners []*algos.Spec, data *trial.Data) error {
	switch {
	case f.Save == "":
		return nil
	case len(learners) != 1:
		return fmt.Errorf("--save keeps one classifier and there are %d learners, expected one in --learners",
			len(learners))
	case learners[0].Kind.Task == theory.Batch:
		return fmt.Errorf("--save keeps the last classifier, which the batch algorithm %s has not, "+
			"expected an online learner", learners[0])
	}
	return f.weighs(data)
}

// writable returns an error if the file cannot be written, or is that of the examples, before there
// is anything to write.
func (f saveFlags) writable(examples string) error {
	if f.Save == "" {
		return nil
	}
	if err := writable(f.Save); err != nil {
		return fmt.Errorf("--save: %w", err)
	}
	return spared("--save", f.Save, examples)
}

// weighs returns an error if a classifier on the data has no weights to save.
func (f saveFlags) weighs(data *trial.Data) error {
	if _, kernel := data.Kernel(); kernel && f.Save != "" {
		return errors.New("--save keeps weights of the features, which a classifier in kernel form has not, " +
			"expected no --kernel")
	}
	return nil
}

// write writes classifiers, one of two classes or one a class, as a whole.
func (f saveFlags) write(learner string, classifiers []theory.Classifier, data *trial.Data) error {
	m := benchdata.Model{Learner: learner, Data: data.Name, Classes: data.Classes, Features: data.Features}
	if m.Classes == nil {
		m.Classes = []string{cmp.Or(data.Labels[0], "-1"), cmp.Or(data.Labels[1], "1")}
	}
	for _, c := range classifiers {
		c, err := data.AsRead(c)
		if err != nil {
			return fmt.Errorf("--save: %w", err)
		}
		m.Scores = append(m.Scores, c)
	}
	var text bytes.Buffer
	write := m.WriteJSON
	if format, _ := f.format(); format == "liblinear" {
		write = m.WriteLIBLINEAR
	}
	if err := write(&text); err != nil {
		return fmt.Errorf("--save %s: %w", f.Save, err)
	}
	if err := atomicfile.WriteFile(f.Save, text.Bytes()); err != nil {
		return fmt.Errorf("--save: %w", err)
	}
	return nil
}
