package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
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
	file, name, err := c.reread(std.In, p)
	if err != nil {
		return err
	}
	if file.Name() != c.File {
		defer os.Remove(file.Name()) // where it could not be before
	}
	defer file.Close()
	s, err := c.scan(file, name, p)
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
	seen, err := s.learn(ctx, together)
	switch {
	case err != nil && ctx.Err() == nil:
		return err
	case err != nil:
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

// reread opens the examples, which are read several times. Those that cannot be are kept in a temporary file, which
// loses its name at once where a file that is open may.
func (c runCmd) reread(stdin io.Reader, p *term.Progress) (file *os.File, name string, err error) {
	name = "standard input"
	if c.File != "-" {
		if file, err = os.Open(c.File); err != nil {
			return nil, "", err
		}
		if info, err := file.Stat(); err == nil && info.Mode().IsRegular() {
			return file, c.File, nil
		}
		defer file.Close()
		stdin, name = file, c.File
	}
	kept, err := os.CreateTemp("", "marginlab-*")
	if err == nil {
		_ = os.Remove(kept.Name())
		if _, err = io.Copy(kept, p.Reading(stdin, "reading "+name, 0)); err != nil {
			kept.Close()
		}
	}
	if err != nil {
		err = fmt.Errorf("%s, which --stream keeps in a temporary file: %w", name, err)
	}
	return kept, name, err
}

// streamed are examples that are read part by part.
type streamed struct {
	*benchdata.Stream
	runCmd
	data   *trial.Data
	narrow *vec.Narrow // what the learners learn in, nil if it is the space of all features
}

// scan reads the examples once.
func (c runCmd) scan(file *os.File, name string, p *term.Progress) (s *streamed, err error) {
	s = &streamed{runCmd: c}
	opt, _ := c.options()
	opt.Memory = int64(c.Memory)
	size, err := file.Seek(0, io.SeekEnd)
	if err != nil {
		return nil, err
	}
	s.Stream, err = benchdata.Scan(func() (io.ReadCloser, error) {
		return io.NopCloser(p.Reading(io.NewSectionReader(file, 0, size), "reading "+name, size)), nil
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

// learn lets the learners learn in all passes, and measures the last classifiers. It returns how many examples they
// have seen.
func (s *streamed) learn(ctx context.Context, together *trial.Together) (seen int, err error) {
	for range s.Passes {
		for part, err := range s.parts(ctx) {
			if err == nil {
				err = together.Learn(ctx, part)
			}
			if err != nil {
				return seen, err
			}
			seen += len(part)
		}
	}
	for part, err := range s.parts(ctx) {
		if err != nil {
			return seen, err
		}
		if together.Measure(part); together.NoMargin() {
			return seen, nil
		}
	}
	together.Measured()
	return seen, nil
}

// parts yields the examples in the space of the learners, part by part. The last has the error of reading or of ctx.
func (s *streamed) parts(ctx context.Context) iter.Seq2[[]theory.Example, error] {
	n, most := s.norm(), 1<<20 // examples at once: a few MiB of them where a norm stores their zeros
	if n.Dim() > 0 {
		most = max(1, 4<<20/8/n.Dim())
	}
	return func(yield func([]theory.Example, error) bool) {
		for part, err := range s.Parts() {
			if err != nil {
				yield(nil, err)
				return
			}
			if s.Normalise {
				part, _ = theory.View{Normalised: true}.Of(part, s.Dim)
			}
			for some := range slices.Chunk(part, most) {
				if n.Dim() > 0 {
					if some, err = n.Map(some, s.Dim); err != nil {
						err = fmt.Errorf("%s: %w", s.data.Name, err)
					}
				}
				if s.narrow != nil {
					some = trial.Narrowed(some, s.narrow)
				}
				if err = cmp.Or(ctx.Err(), err); !yield(some, err) || err != nil {
					return
				}
			}
		}
	}
}
