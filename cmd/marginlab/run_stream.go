package main

import (
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

// streamFlags are those of a command that may learn while the examples are read.
type streamFlags struct {
	in       input
	order    order
	space    spaceFlags
	learners dataLearners
}

// validate reports flags that need all examples at once, or have none to stream.
func (f streamFlags) validate() error {
	switch {
	case f.in.File == "" || f.in.File != "-" && makerOf(f.in.File) != nil:
		return errors.New("--stream is for examples that are read, expected a FILE or -")
	case strings.Contains(f.learners.text, "Dbar"):
		return errors.New("--learners has Dbar, which is known when all examples are, expected a number with --stream")
	}
	for _, flag := range []struct {
		name string
		is   bool
	}{
		{"--shuffle", f.order.Shuffle != nil}, {"--classes", f.space.Classes}, {"--kernel", f.space.Kernel != nil},
		{"--standardise", f.in.Standardise}, {"--separable", f.in.Separable},
	} {
		if flag.is {
			return fmt.Errorf("%s needs all examples at once, expected it without --stream", flag.name)
		}
	}
	return nil
}

// open returns the source of the examples.
func (f streamFlags) open(std term.Streams) (*streamed, error) {
	s := &streamed{streamFlags: f, input: f.in, stdin: std.In, progress: term.NewProgress(std.Err)}
	s.memory, s.input.features = f.space.Memory, f.space.norm().Dim()
	if info, err := os.Stat(f.in.File); err == nil {
		s.again = info.Mode().IsRegular()
	}
	if f.order.Passes > 1 && !s.again {
		return nil, fmt.Errorf("--passes is %d, expected 1: %s can be read once", f.order.Passes, f.in.File)
	}
	return s, nil
}

func (c runCmd) streamFlags() streamFlags {
	return streamFlags{in: c.input, order: c.order, space: c.spaceFlags, learners: c.Learners}
}

// streamed is a source of examples that are read once in each pass.
type streamed struct {
	streamFlags
	input
	stdin    io.Reader
	progress *term.Progress
	again    bool // it can be read more than once

	last      *benchdata.Set // the last part, which says what is known of all so far
	positives int            // of this pass
	examples  int            // of this pass
	length    int            // examples of a whole pass, 0 before there was one

	dim     int           // of the learners, 0 before there are some
	most    int           // features so far
	present vec.Present   // those of wide data that are present
	partial bool          // and of parts that were not wide they are not known
	others  []*algos.Spec // learners that are left out
	narrow  *vec.Narrow   // what the learners learn in, nil if it is the space of all features
}

// stream lets the learners learn while the examples are read. When it is interrupted, it prints
// how far they are.
func (c runCmd) stream(ctx context.Context, std term.Streams) error {
	s, err := c.streamFlags().open(std)
	if err != nil {
		return err
	}
	together, err := s.learn(ctx, func(data *trial.Data) (*trial.Together, error) {
		learners, err := c.Learners.on(data, s.partByPart(data.Defaults))
		if err == nil {
			err = c.check(learners, data)
		}
		if err != nil {
			return nil, err
		}
		return trial.NewTogether(learners, data)
	})
	if err == nil && s.again {
		err = s.margins(ctx, together)
	}
	s.progress.Clear()
	if together == nil {
		return err
	}
	interrupted := ctx.Err() != nil && errors.Is(err, ctx.Err())
	if err != nil && !interrupted {
		return err
	}
	data := s.data()
	var rows []term.RunRow
	var stopped []error
	for _, r := range together.Runs() {
		if r.Stop != nil {
			stopped = append(stopped, fmt.Errorf("%s stopped: %w", r.Label, r.Stop))
		}
		row := c.row(r, data)
		row.Examples = s.examples
		rows = append(rows, row)
		if c.Save != "" && !interrupted {
			err = c.write(r.Label, r.Linear, data)
		}
	}
	about := term.About(data, []int{s.positives, s.examples - s.positives})
	if interrupted {
		err = fmt.Errorf("interrupted after %s", term.Count(s.examples, "example", "examples"))
	}
	c.print(std.Out, about, rows)
	s.note(std.Err)
	if err != nil {
		return err
	}
	if !s.again && !c.ForMachines() {
		fmt.Fprintf(std.Err, "marginlab: the margins are left out: %s can be read once\n", s.last.Name)
	}
	return c.found(std, stopped)
}

// learn makes the learners and lets them learn. The dimension of LIBSVM is known at its end:
// where a later part has features that the first one has not, the learners begin again if the
// source can be read again. It returns nil if no learner saw an example.
func (s *streamed) learn(ctx context.Context, make func(*trial.Data) (*trial.Together, error)) (together *trial.Together, err error) {
	for {
		grew := false
		for pass := 0; pass < s.order.Passes && err == nil && !grew; pass++ {
			if s.order.Passes > 1 {
				s.progress.Say("pass %d of %d", pass+1, s.order.Passes)
			}
			err = s.pass(ctx, func(part *benchdata.Set) error {
				if grew = s.grows(part) || grew; grew {
					if s.again {
						return nil // the rest is read for its features
					}
					return fmt.Errorf("%s: the examples have more than %d features after %d examples, expected --dim %d or more", part.Name, s.dim, s.examples, part.Dim)
				}
				if together == nil {
					var wrong error
					if together, wrong = s.together(part, make); wrong != nil {
						return wrong
					}
				}
				return together.Learn(ctx, s.seen(part))
			})
		}
		if err != nil || !grew {
			return together, err
		}
		if together = nil; s.most > s.dim {
			s.Dim = s.most
		}
		s.fit()
	}
}

// grows takes in the features of a part, and reports whether the learners need a space of more.
func (s *streamed) grows(part *benchdata.Set) bool {
	s.most = max(s.most, part.Dim)
	more := false
	if part.Dim < trial.Wide {
		s.partial = true
	} else if s.length == 0 && s.again && s.features == 0 {
		for _, e := range part.Examples {
			more = s.present.Add(e.X) || more
		}
	}
	if s.dim == 0 {
		s.fit()
		return false
	}
	return s.most > s.dim || s.narrow != nil && more
}

// fit makes the space that of all features so far. If it is not known which of them are present,
// no examples fit before they have been read once more.
func (s *streamed) fit() {
	s.dim, s.narrow = s.most, nil
	switch {
	case s.dim < trial.Wide || !s.again || s.features > 0:
	case s.partial:
		s.dim, s.partial, s.length = -1, false, 0
	default:
		s.narrow = trial.NarrowOf(&s.present, s.dim)
	}
}

// seen returns the examples of a part in the space of the learners.
func (s *streamed) seen(part *benchdata.Set) []theory.Example {
	if s.narrow == nil {
		return part.Examples
	}
	return trial.Narrowed(part.Examples, s.narrow)
}

// together makes the learners.
func (s *streamed) together(part *benchdata.Set, make func(*trial.Data) (*trial.Together, error)) (*trial.Together, error) {
	s.last = part
	return make(s.data())
}

// data describes the examples, and has none.
func (s *streamed) data() *trial.Data {
	data := trial.NewData(annotated(s.last.Name, leftOut(s.last.Missing)), nil, max(s.dim, s.last.Dim))
	data.Labels, data.Features, data.Indexed = s.last.Labels, s.last.Features, s.last.Indexed
	if s.narrow != nil {
		data.NarrowTo(s.narrow)
	}
	_ = s.space.measure(data) // the error is for kernels and classes, which --stream has not
	return data
}

// partByPart returns those of the learners that learn part by part, and notes the others.
func (s *streamed) partByPart(all func() ([]*algos.Spec, error)) func() ([]*algos.Spec, error) {
	return func() (learners []*algos.Spec, err error) {
		learners, err = all()
		learners, s.others = trial.PartByPart(learners)
		return learners, err
	}
}

// note says which learners are left out.
func (s *streamed) note(stderr io.Writer) {
	if s.others == nil {
		return
	}
	var names []string
	for _, l := range s.others {
		names = append(names, l.String())
	}
	fmt.Fprintf(stderr, "marginlab: left out, as they need all examples at once: %s\n", strings.Join(names, ", "))
}

// errNoMargin ends a pass.
var errNoMargin = errors.New("no learner has a margin")

// margins measures the last part, which is still in memory, and goes through the examples until
// each learner has erred on one, which most often is soon.
func (s *streamed) margins(ctx context.Context, together *trial.Together) error {
	if together.Measure(s.seen(s.last)); together.NoMargin() {
		return nil
	}
	s.progress.Say("measuring")
	last, positives, examples := s.last, s.positives, s.examples
	err := s.pass(ctx, func(part *benchdata.Set) error {
		if together.Measure(s.seen(part)); together.NoMargin() {
			return errNoMargin
		}
		return nil
	})
	if errors.Is(err, errNoMargin) { // the rest is as it was
		s.last, s.positives, s.examples = last, positives, examples
		return nil
	}
	if err == nil {
		together.Measured()
	}
	return err
}

// pass reads the source from its beginning, and hands its parts to use. It is an error if a later
// pass has other examples than an earlier one, as far as their number tells.
func (s *streamed) pass(ctx context.Context, use func(*benchdata.Set) error) error {
	s.positives, s.examples = 0, 0
	for part, err := range s.parts(ctx) {
		if err != nil {
			return err
		}
		if part.Indexed {
			part.Dim = max(part.Dim, s.features)
		}
		if s.length > 0 && (part.Dim > s.last.Dim || s.examples+len(part.Examples) > s.length) {
			return s.changed(part)
		}
		if s.Normalise {
			part.Examples, _ = theory.View{Normalised: true}.Of(part.Examples, part.Dim)
		}
		for piece, err := range s.transformed(part) {
			if err != nil {
				return err
			}
			s.last = piece
			if err := use(piece); err != nil {
				return err
			}
			for _, e := range piece.Examples {
				if e.Y == theory.Positive {
					s.positives++
				}
			}
			s.examples += len(piece.Examples)
		}
	}
	if s.length > 0 && s.examples != s.length {
		return s.changed(s.last)
	}
	s.length = s.examples
	return nil
}

// transformed yields a part as the norm maps it, in pieces of a few MiB where their zeros are stored.
func (s *streamed) transformed(part *benchdata.Set) iter.Seq2[*benchdata.Set, error] {
	return func(yield func(*benchdata.Set, error) bool) {
		const most = 4 << 20
		n := s.space.norm()
		if n.Dim() == 0 {
			yield(part, nil)
			return
		}
		for some := range slices.Chunk(part.Examples, max(1, most/8/n.Dim())) {
			piece, err := *part, error(nil)
			if piece.Examples, err = n.Map(some, part.Dim); err != nil {
				err = fmt.Errorf("%s: after %s: %w", part.Name, term.Count(s.examples, "example", "examples"), err)
			}
			if !yield(&piece, err) {
				return
			}
		}
	}
}

func (s *streamed) changed(part *benchdata.Set) error {
	return fmt.Errorf("%s: the file changed while it was read: it had %d examples with %d features", part.Name, s.length, s.last.Dim)
}

// parts yields the parts of the source. It ends when ctx does, even if the source stays silent.
func (s *streamed) parts(ctx context.Context) iter.Seq2[*benchdata.Set, error] {
	return func(yield func(*benchdata.Set, error) bool) {
		parts, used, end := make(chan *benchdata.Set), make(chan bool), make(chan error, 1)
		read := shown(s.progress, func(r io.Reader, name string, opt benchdata.Options) (none struct{}, err error) {
			for part, err := range benchdata.Stream(r, name, opt) {
				if err != nil {
					return none, err
				}
				select {
				case parts <- part:
				case <-ctx.Done():
					return none, ctx.Err()
				}
				if !<-used {
					break
				}
			}
			return none, nil
		})
		go func() {
			opt, _ := s.options()
			_, err := source(s.File, s.stdin, opt, nil, read, opened(read))
			end <- withFlag(err)
		}()
		for {
			select {
			case <-ctx.Done():
				yield(nil, ctx.Err())
				return
			case err := <-end:
				if err != nil {
					yield(nil, err)
				}
				return
			case part := <-parts:
				more := yield(part, nil)
				if used <- more; !more {
					return
				}
			}
		}
	}
}
