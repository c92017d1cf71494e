package main

import (
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
	switch {
	case c.File == "" || c.File != "-" && makerOf(c.File) != nil:
		return errors.New("--stream is for examples that are read, expected a FILE or -")
	case strings.Contains(c.Learners.text, "Dbar"):
		return errors.New("--learners has Dbar, which is known when all examples are, expected a number with --stream")
	}
	for _, flag := range []struct {
		name string
		is   bool
	}{
		{"--shuffle", c.Shuffle != nil}, {"--classes", c.Classes}, {"--kernel", c.Kernel != nil},
		{"--standardise", c.Standardise}, {"--separable", c.Separable},
	} {
		if flag.is {
			return fmt.Errorf("%s needs all examples at once, expected it without --stream", flag.name)
		}
	}
	return nil
}

// stream lets the learners learn part by part. When it is interrupted, it prints how far they are.
func (c runCmd) stream(ctx context.Context, std term.Streams) error {
	p := term.NewProgress(std.Err)
	defer p.Clear()
	s, err := c.scan(std.In, p)
	if err != nil {
		return withFlag(err)
	}
	defer s.close()
	learners, err := c.Learners.on(s.data, func() (all []*algos.Spec, err error) {
		all, err = s.data.Defaults()
		all, s.others = trial.PartByPart(all)
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
		if r.Stop != nil {
			stopped = append(stopped, fmt.Errorf("%s stopped: %w", r.Label, r.Stop))
		}
		row := term.RunRowOf(r, s.data, c.Passes, c.Shuffle)
		row.Examples = s.Length
		rows = append(rows, row)
		if c.Save != "" && err == nil {
			err = c.write(r.Label, r.Linear, s.data)
		}
	}
	c.print(std.Out, term.About(s.data, []int{s.Positives, s.Length - s.Positives}), rows)
	if s.others != nil {
		var names []string
		for _, l := range s.others {
			names = append(names, l.String())
		}
		fmt.Fprintf(std.Err, "marginlab: left out, as they need all examples at once: %s\n", strings.Join(names, ", "))
	}
	if err != nil {
		return err
	}
	return c.found(std, stopped)
}

// streamed are examples that are read part by part.
type streamed struct {
	*benchdata.Stream
	runCmd
	data   *trial.Data
	narrow *vec.Narrow // what the learners learn in, nil if it is the space of all features
	others []*algos.Spec
	close  func()
}

// scan reads the examples once. What cannot be read again is kept in a temporary file.
func (c runCmd) scan(stdin io.Reader, p *term.Progress) (*streamed, error) {
	s := &streamed{runCmd: c, close: func() {}}
	f, name, from := stdin, "standard input", int64(0)
	if c.File != "-" {
		file, err := os.Open(c.File)
		if err != nil {
			return nil, err
		}
		f, name, s.close = file, c.File, func() { file.Close() }
	}
	file, is := f.(*os.File)
	if is {
		info, err := file.Stat()
		if is = err == nil && info.Mode().IsRegular(); is {
			from, err = file.Seek(0, io.SeekCurrent) // others may have read some of standard input
			is = err == nil
		}
	}
	var err error
	if !is {
		if file, err = spooled(p.Reading(f, "reading "+name, 0)); err != nil {
			s.close()
			if at := new(fs.PathError); errors.As(err, &at) && at.Op != "read" {
				err = fmt.Errorf("%w: it is kept in a temporary file, expected room in the folder that TMPDIR names", err)
			}
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		before := s.close
		s.close = func() { before(); file.Close(); os.Remove(file.Name()) }
	}
	opt, _ := c.options()
	opt.Memory = int64(c.Memory)
	s.Stream, err = benchdata.Scan(func() (io.ReadCloser, error) {
		info, err := file.Stat()
		if err != nil {
			return nil, err
		}
		text := io.NewSectionReader(file, from, max(0, info.Size()-from))
		return io.NopCloser(p.Reading(text, "reading "+name, text.Size())), nil
	}, name, opt)
	if err != nil {
		s.close()
		return nil, err
	}
	features := c.norm().Dim()
	if s.Indexed {
		s.Dim = max(s.Dim, features)
	}
	if features == 0 {
		s.narrow = trial.NarrowOf(&s.Present, s.Dim)
	}
	s.data = trial.NewData(annotated(name, s.Missing), nil, s.Dim)
	s.data.Labels, s.data.Features, s.data.Indexed = s.Labels, s.Features, s.Indexed
	if s.narrow != nil {
		s.data.NarrowTo(s.narrow)
	}
	if err := c.measure(s.data); err != nil {
		s.close()
		return nil, err
	}
	return s, nil
}

// spooled writes what r has to a temporary file, which loses its name at once where a file that is
// open may.
func spooled(r io.Reader) (*os.File, error) {
	f, err := os.CreateTemp("", "marginlab-*")
	if err != nil {
		return nil, err
	}
	_ = os.Remove(f.Name())
	if _, err = io.Copy(f, r); err != nil {
		f.Close()
		_ = os.Remove(f.Name())
		return nil, err
	}
	return f, nil
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
			if err := ctx.Err(); err != nil {
				return err
			}
			if n.Dim() > 0 {
				if some, err = n.Map(some, s.Dim); err != nil {
					return fmt.Errorf("%s: after %s: %w", s.Name, term.Count(seen, "example", "examples"), err)
				}
			}
			if s.narrow != nil {
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
