package benchdata

import (
	"errors"
	"fmt"
	"io"
	"iter"

	"marginlab/theory"
	"marginlab/theory/vec"
)

// Stream is a text of examples that is read part by part, any number of times, in memory for a
// few parts. What [Read] would know of its examples is known before the first part.
type Stream struct {
	Set                           // but its Examples, which are nil
	Length, Positives int         // examples in all, and those of class +1
	Present           vec.Present // the features that some example has, if the source is indexed

	open  func() (io.ReadCloser, error)
	opt   Options
	size  int // of a part in bytes
	dense bool
	plus  int
	was   *table // of the scan
}

// Scan reads the text that open returns once, as [Read] does. Each pass of [Stream.Parts] opens it
// again.
func Scan(open func() (io.ReadCloser, error), name string, opt Options) (*Stream, error) {
	return scan(open, name, opt, pieceSize)
}

func scan(open func() (io.ReadCloser, error), name string, opt Options, size int) (*Stream, error) {
	s := &Stream{Set: Set{Name: name}, open: open, opt: opt, size: size}
	present, count := 0, map[int]int{}
	t, err := s.pass(func(t *table, b *block) error {
		present += b.matrix.present()
		for _, k := range t.labels.rows {
			count[k]++
		}
		t.labels.rows = t.labels.rows[:0]
		switch from := 0; {
		case t.indexed && b.full:
			s.Present.Add(vec.Dense(make([]float64, b.matrix.dim)...))
		case t.indexed:
			for _, end := range b.ends {
				s.Present.Add(vec.Vector{Index: b.index[from:end], Value: b.value[from:end]})
				from = end
			}
		}
		if opt.Positive == "" && len(t.labels.all) > 2 {
			_, err := t.labels.positive(name, "")
			return err
		}
		return nil
	})
	if err == nil {
		s.plus, err = t.labels.positive(name, opt.Positive)
	}
	if err != nil {
		return nil, err
	}
	s.Set = t.described(s.plus)
	s.Length, s.Positives, s.was = t.examples, count[s.plus], t
	s.dense = isDense(present, s.Length, s.Dim)
	return s, nil
}

// pass reads the text once, and hands its blocks to use.
func (s *Stream) pass(use func(*table, *block) error) (*table, error) {
	r, err := s.open()
	if err != nil {
		return nil, err
	}
	defer r.Close()
	t, err := openTable(r, s.Name, s.opt, s.size)
	if err != nil {
		return nil, err
	}
	if s.was != nil {
		if !s.was.format.again(t.format) {
			return nil, s.changed()
		}
		for _, label := range s.was.labels.all { // which keep their numbers
			t.labels.number(label.text, label.line)
		}
	}
	return t, t.each(func(b *block) error { return use(t, b) })
}

var errEnough = errors.New("no more parts are wanted")

// Parts goes through the examples. A part is valid until the next one; its memory is then used
// again. While it is used, the next ones are read and parsed on the other cores. The error is the
// first one in the source, or that it is not what it was, and ends the sequence. Parts are dense if
// a Set of all examples would be, unless hardly any of their coordinates are present.
func (s *Stream) Parts() iter.Seq2[[]theory.Example, error] {
	return func(yield func([]theory.Example, error) bool) {
		var part []theory.Example
		t, err := s.pass(func(t *table, b *block) error {
			m := &b.matrix
			switch {
			case t.indexed && t.width > s.Dim || len(t.labels.all) > len(s.was.labels.all):
				return s.changed()
			}
			if csv, is := s.was.format.(*csvFile); is && csv.words {
				m = csv.expanded(m)
			}
			const hardly = 16 // dense parts take so many times as much, or they are sparse
			dense := s.dense && hardly*len(m.value) >= len(m.ends)*s.Dim
			if part = t.examplesOf(m, s.Dim, dense, s.plus, part); !yield(part, nil) {
				return errEnough
			}
			return nil
		})
		if err == nil && t.examples != s.Length {
			err = s.changed()
		}
		if err != nil && !errors.Is(err, errEnough) {
			yield(nil, err)
		}
	}
}

func (s *Stream) changed() error {
	return fmt.Errorf("%s: the file changed while it was read: it had %d examples with %d features", s.Name, s.Length, s.Dim)
}
