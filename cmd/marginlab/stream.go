package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"

	"marginlab/algos"
	"marginlab/algos/trial"
	"marginlab/benchdata"
	"marginlab/cmd/marginlab/term"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// validateStream reports flags that need all examples at once, or have none to stream.
func (c runCmd) validateStream() error {
	needs := ""
	switch {
	case c.File == "" || c.File != "-" && isMade(c.File):
		return errors.New("--stream is for examples that are read, expected a FILE or -")
	case strings.Contains(c.Learners.text, "Dbar"):
		return errors.New("--learners has Dbar, which is known when all examples are, expected a number with --stream")
	case c.Shuffle != nil:
		needs = "--shuffle"
	case c.Classes:
		needs = "--classes"
	case c.Kernel != nil:
		needs = "--kernel"
	case c.Standardise:
		needs = "--standardise"
	case c.Separable:
		needs = "--separable"
	default:
		return nil
	}
	return fmt.Errorf("%s needs all examples at once, expected it without --stream", needs)
}

// stream lets the learners learn part by part. When it is interrupted, it prints how far they are.
func (c runCmd) stream(ctx context.Context, std term.Streams) error {
	p := term.NewProgress(std.Err)
	defer p.Clear()
	text, name, end, err := c.again(std.In, p)
	if err != nil {
		return err
	}
	defer end()
	s, err := c.scan(text, name, p)
	if err != nil {
		return withFlag(err)
	}
	var others []*algos.Spec
	learners, err := c.Learners.on(s.data, func() (all []*algos.Spec, err error) {
		all, err = s.data.Defaults()
		all, others = trial.PartByPart(all)
		return all, err
	})
	if err == nil {
		err = c.check(learners, s.data)
	}
	if err != nil {
		return err
	}
	together, err := trial.NewTogether(learners, s.data)
	if err != nil {
		return err
	}
	seen := 0
	for pass := 0; pass < c.Passes && err == nil; pass++ {
		if c.Passes > 1 {
			p.Say("pass %d of %d", pass+1, c.Passes)
		}
		err = s.pass(ctx, func(part []theory.Example) error {
			seen += len(part)
			return together.Learn(ctx, part)
		})
	}
	if err == nil {
		p.Say("measuring")
		err = s.pass(ctx, func(part []theory.Example) error {
			if together.Measure(part); together.NoMargin() {
				return errNoMargin
			}
			return nil
		})
	}
	switch {
	case errors.Is(err, errNoMargin):
		err = nil
	case err == nil:
		together.Measured()
	case ctx.Err() == nil:
		return err
	default:
		err = fmt.Errorf("interrupted after %s", term.Count(seen, "example", "examples"))
	}
	p.Clear()
	var rows []term.RunRow
	var stopped []error
	for _, r := range together.Runs() {
		stopped = append(stopped, stop(r))
		row := term.RunRowOf(r, s.data, c.Passes, c.Shuffle)
		row.Examples = s.Length
		rows = append(rows, row)
		if c.Save != "" && err == nil {
			err = c.write(r.Label, r.Linear, s.data)
		}
	}
	c.print(std.Out, term.About(s.data, []int{s.Positives, s.Length - s.Positives}), rows)
	var left []string
	for _, l := range others {
		left = append(left, l.String())
	}
	if left != nil {
		fmt.Fprintf(std.Err, "marginlab: left out, as they need all examples at once: %s\n", strings.Join(left, ", "))
	}
	return cmp.Or(err, c.reportStopped(std, stopped))
}

// again opens the examples, which are read several times. Those that cannot be are kept in a temporary file, which
// loses its name at once where a file that is open may. end closes them.
func (c runCmd) again(stdin io.Reader, p *term.Progress) (text *io.SectionReader, name string, end func(), err error) {
	name, end = "standard input", func() {}
	if c.File != "-" {
		file, err := os.Open(c.File)
		if err != nil {
			return nil, "", nil, err
		}
		stdin, name, end = file, c.File, func() { file.Close() }
	}
	if file, is := stdin.(*os.File); is {
		if info, err := file.Stat(); err == nil && info.Mode().IsRegular() {
			if from, err := file.Seek(0, io.SeekCurrent); err == nil { // others may have read some of standard input
				return io.NewSectionReader(file, from, max(0, info.Size()-from)), name, end, nil
			}
		}
	}
	defer end()
	size, file, err := int64(0), (*os.File)(nil), error(nil)
	if file, err = os.CreateTemp("", "marginlab-*"); err == nil {
		_ = os.Remove(file.Name())
		if size, err = io.Copy(file, p.Reading(stdin, "reading "+name, 0)); err == nil {
			return io.NewSectionReader(file, 0, size), name, func() { file.Close(); os.Remove(file.Name()) }, nil
		}
		file.Close()
		_ = os.Remove(file.Name())
	}
	if at := new(fs.PathError); errors.As(err, &at) && at.Op != "read" {
		err = fmt.Errorf("%w: it is kept in a temporary file, expected room in the folder that TMPDIR names", err)
	}
	return nil, "", nil, fmt.Errorf("%s: %w", name, err)
}

// streamed are examples that are read part by part.
type streamed struct {
	*benchdata.Stream
	runCmd
	data   *trial.Data
	narrow *vec.Narrow // what the learners learn in, nil if it is the space of all features
}

// scan reads the examples once.
func (c runCmd) scan(text *io.SectionReader, name string, p *term.Progress) (s *streamed, err error) {
	s = &streamed{runCmd: c}
	opt, _ := c.options()
	opt.Memory = int64(c.Memory)
	s.Stream, err = benchdata.Scan(func() (io.ReadCloser, error) {
		again := io.NewSectionReader(text, 0, text.Size())
		return io.NopCloser(p.Reading(again, "reading "+name, text.Size())), nil
	}, name, opt)
	if err != nil {
		return nil, err
	}
	features := c.norm().Dim()
	if s.Indexed {
		s.Dim = max(s.Dim, features)
	}
	s.data = trial.NewData(annotated(name, s.Missing), nil, s.Dim)
	s.data.Labels, s.data.Features, s.data.Indexed = s.Labels, s.Features, s.Indexed
	if features == 0 {
		s.narrow = trial.NarrowOf(&s.Present, s.Dim)
	}
	if s.narrow != nil {
		s.data.NarrowTo(s.narrow)
	}
	return s, c.measure(s.data)
}

// errNoMargin ends a pass.
var errNoMargin = errors.New("no learner has a margin")

// pass hands the examples to use, part by part, in the space of the learners.
func (s *streamed) pass(ctx context.Context, use func([]theory.Example) error) error {
	n, seen := s.norm(), 0
	most := 1 << 20 // examples at once: a few MiB of them where a norm stores their zeros
	if n.Dim() > 0 {
		most = max(1, 4<<20/8/n.Dim())
	}
	for part, err := range s.Parts() {
		if err != nil {
			return err
		}
		if s.Normalise {
			part, _ = theory.View{Normalised: true}.Of(part, s.Dim)
		}
		for some := range slices.Chunk(part, most) {
			if n.Dim() > 0 {
				some, err = n.Map(some, s.Dim)
			}
			switch {
			case ctx.Err() != nil:
				return ctx.Err()
			case err != nil:
				return fmt.Errorf("%s: after %s: %w", s.Name, term.Count(seen, "example", "examples"), err)
			case s.narrow != nil:
				some = trial.Narrowed(some, s.narrow)
			}
			if err := use(some); err != nil {
				return err
			}
			seen += len(some)
		}
	}
	return nil
}
