package benchdata

import (
	"cmp"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"iter"
	"math"

	"marginlab/theory"
	"marginlab/theory/vec"
)

// table collects what has been read from a source.
type table struct {
	name   string
	opt    Options
	format format
	text   *pieces

	rows   []*matrix // kept rows
	labels labelTable
	words  []dictionary // one for each column of words, as in a block

	width                    int // the least dimension that all rows so far fit in
	examples, missing, lines int // so far

	names   []string   // names of the features, nil if the source has none
	columns []features // the features made of each column, nil if each is a feature
	indexed bool       // Set.Indexed
}

// openTable returns a table for r before any example is read.
func openTable(r io.Reader, name string, opt Options) (*table, error) {
	f, plain, err := formatOf(r, name, opt)
	if err != nil {
		return nil, err
	}
	t := &table{name: name, opt: opt, format: f, width: opt.Dim}
	most := cmp.Or(opt.Line, opt.Memory/8, math.MaxInt-1)
	t.text = &pieces{text: plain, whole: f.whole, size: cmp.Or(opt.piece, pieceSize), most: most}
	t.labels.reset()
	_, t.indexed = f.(libsvm)
	return t, nil
}

// each reads the rest of the source block by block: it counts the examples, appends the labels, and calls use.
func (t *table) each(use func(*block) error) error {
	for b := range blocks(t.text, t.format) {
		if b.fault != nil {
			return fmt.Errorf("%s:%d: %w", t.name, t.lines+b.fault.line+1, b.fault.err)
		}
		t.labels.append(&b.labels, t.lines)
		t.renumber(b)
		t.lines += b.lines
		t.examples += len(b.ends)
		t.missing += b.missing
		t.width = max(t.width, b.dim)
		if err := use(b); err != nil {
			return err
		}
	}
	if err := t.text.err; err != io.EOF {
		return fmt.Errorf("%s:%d: reading: %w", t.name, t.lines+1, err)
	}
	return t.format.end(t)
}

// renumber replaces the numbers of words in b by their numbers in the whole source.
func (t *table) renumber(b *block) {
	for len(t.words) < len(b.words) {
		t.words = append(t.words, dictionary{})
	}
	for place, d := range b.words {
		var numbers []float64
		for _, word := range d.words {
			numbers = append(numbers, float64(t.words[place].number(word)))
		}
		for at := place; numbers != nil && at < len(b.value); at += b.dim {
			b.value[at] = numbers[int(b.value[at])]
		}
	}
}

// described returns a set that describes what was read, without the examples.
func (t *table) described(plus int) Set {
	return Set{Name: t.name, Dim: t.width, Labels: t.labels.called(plus), Features: t.names, Missing: t.missing,
		Indexed: t.indexed}
}

// set returns the data set that was read.
func (t *table) set() (*Set, error) {
	plus := 0
	var err error
	if !t.opt.Classes {
		if plus, err = t.labels.positive(t.name, t.opt.Positive); err != nil {
			return nil, err
		}
	}
	set, present := t.described(plus), 0
	for i, m := range t.rows {
		if t.columns != nil {
			t.rows[i] = m.listed(t.columns)
		}
		present += t.rows[i].present()
	}
	set.Examples = make([]theory.Example, 0, t.examples)
	for _, m := range t.rows {
		set.Examples = m.examples(set.Examples, t.width, isDense(present, t.examples, t.width))
	}
	if !t.opt.Classes {
		t.labels.apply(set.Examples, plus)
		return &set, nil
	}
	set.Labels = [2]string{}
	switch set.Classes, set.Class = t.labels.classes(); {
	case len(set.Classes) < 2 && t.opt.published == nil:
		return nil, fmt.Errorf("%s: every label is %q, expected at least two classes", t.name, set.Classes[0])
	case len(set.Classes) > theory.MostClasses:
		return nil, fmt.Errorf("%s: %d classes, expected at most %d", t.name, len(set.Classes), theory.MostClasses)
	}
	return &set, nil
}

// Stream is a text of examples that is read part by part, any number of times, in memory for a
// few parts. All that [Read] reports besides the examples is known before the first part.
type Stream struct {
	Set                           // without Examples, which are nil
	Length, Positives int         // the numbers of all examples and of those in class +1
	Present           vec.Present // the features that some example has, if the source is indexed

	open    func() (io.ReadCloser, error)
	opt     Options
	dense   bool
	plus    int
	columns []features // see table
	sums    []uint32   // checksums of the pieces of the text
}

// Scan reads the text that open returns once, as [Read] does. Each pass of [Stream.Parts] opens it again.
func Scan(open func() (io.ReadCloser, error), name string, opt Options) (*Stream, error) {
	s := &Stream{Set: Set{Name: name}, open: open, opt: opt}
	present, count := 0, map[int]int{}
	t, err := s.pass(func(t *table, b *block) error {
		s.sums = append(s.sums, checksum(b.text))
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
	s.Length, s.Positives, s.columns = t.examples, count[s.plus], t.columns
	s.dense = isDense(present, s.Length, s.Dim)
	return s, nil
}

// pass reads the text once and calls use on each block.
func (s *Stream) pass(use func(*table, *block) error) (*table, error) {
	r, err := s.open()
	if err != nil {
		return nil, err
	}
	defer r.Close()
	t, err := openTable(r, s.Name, s.opt)
	if err != nil {
		return nil, err
	}
	return t, t.each(func(b *block) error { return use(t, b) })
}

// checksum returns the CRC-32 by which a pass checks that a piece has not changed since the scan.
func checksum(piece []byte) uint32 { return crc32.Checksum(piece, crc32.MakeTable(crc32.Castagnoli)) }

var (
	errEnough  = errors.New("no more parts are wanted")
	errChanged = errors.New("the file changed while it was read")
)

// Parts goes through the examples. A part is valid until the next one; its memory is then used
// again. Meanwhile the next ones are read and parsed on the other cores. The first error in the source,
// or the error that the source has changed, ends the sequence. Parts are dense if a Set of all examples
// would be, unless hardly any of their coordinates are present.
func (s *Stream) Parts() iter.Seq2[[]theory.Example, error] {
	return func(yield func([]theory.Example, error) bool) {
		var part []theory.Example
		pieces := 0
		_, err := s.pass(func(t *table, b *block) error {
			if pieces++; pieces > len(s.sums) || checksum(b.text) != s.sums[pieces-1] {
				return errChanged
			}
			m := &b.matrix
			if s.columns != nil {
				m = m.listed(s.columns)
			}
			const hardly = 16 // a part is sparse if the dense form would be more than this many times as large
			part = m.examples(part[:0], s.Dim, s.dense && hardly*len(m.value) >= len(m.ends)*s.Dim)
			if t.labels.apply(part, s.plus); !yield(part, nil) {
				return errEnough
			}
			return nil
		})
		switch {
		case errors.Is(err, errChanged) || err == nil && pieces < len(s.sums):
			yield(nil, fmt.Errorf("%s: %w: it had %d examples with %d features", s.Name, errChanged, s.Length, s.Dim))
		case err != nil && !errors.Is(err, errEnough):
			yield(nil, err)
		}
	}
}
