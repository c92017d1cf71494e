package benchdata

import (
	"cmp"
	"fmt"
	"io"
	"slices"

	"marginlab/theory"
	"marginlab/theory/vec"
)

// table is what was read of a source.
type table struct {
	name   string
	format format
	text   *pieces

	matrix       // rows that are not handed out yet
	memory int64 // that they may take, 0: any
	labels labelTable

	width                           int // the least dimension that all rows so far fit in
	examples, missing, lines, bytes int // so far

	features []string // their names, nil if the source names none
	indexed  bool     // Set.Indexed
}

// openTable returns a table of r, of which no examples have been read, to be read in
// pieces of that size.
func openTable(r io.Reader, name string, opt Options, size int) (*table, error) {
	f, plain, err := formatOf(r, name, opt)
	if err != nil {
		return nil, err
	}
	t := &table{name: name, format: f, text: &pieces{r: plain, whole: f.whole, size: size, most: cmp.Or(opt.Line, opt.Memory/8)}, memory: opt.Memory, width: opt.Dim}
	t.matrix.reset()
	t.labels.reset()
	return t, f.begin(t, t.text)
}

// readTable reads all of r in pieces of that size.
func readTable(r io.Reader, name string, opt Options, size int) (*table, error) {
	t, err := openTable(r, name, opt, size)
	if err != nil {
		return nil, err
	}
	err = t.each(func(b *block) error {
		if t.ends == nil {
			t.matrix.reserve(&b.matrix, float64(sizeOf(r))/float64(t.bytes))
		}
		t.matrix.add(&b.matrix)
		if t.memory > 0 && t.matrix.size() > t.memory {
			return fmt.Errorf("%s: %w: the first %d examples, more than %d bytes", t.name, ErrMemory, t.examples, t.memory)
		}
		return nil
	})
	return t, err
}

// each reads what is left of the source, and hands its blocks to use.
func (t *table) each(use func(*block) error) error {
	for b := range blocks(t.text, t.format.parse) {
		if err := t.take(b); err != nil {
			return err
		}
		if err := use(b); err != nil {
			return err
		}
	}
	return t.format.end(t)
}

// take counts what is in the next block, and appends its labels.
func (t *table) take(b *block) error {
	t.bytes += len(b.text)
	if b.err != nil {
		return t.format.unread(t, b.err)
	}
	if b.fault != nil {
		return t.at(b.fault)
	}
	t.labels.append(&b.labels, t.lines)
	t.lines += b.lines
	t.examples += len(b.ends)
	t.missing += b.missing
	t.width = max(t.width, b.dim)
	return nil
}

// at is the error of a fault in the next block.
func (t *table) at(f *fault) error {
	return fmt.Errorf("%s:%d: %w", t.name, t.lines+f.line+1, f.err)
}

// isDense reports whether the rows are to be stored dense.
func (t *table) isDense() bool { return isDense(t.present(), len(t.ends), t.width) }

// described is a set of what was read, without the examples.
func (t *table) described(plus int) Set {
	return Set{Name: t.name, Dim: t.width, Labels: t.labels.called(plus), Features: t.features, Missing: t.missing, Indexed: t.indexed}
}

// examplesOf returns the rows of m, whose labels are the last ones, of +1 and −1, in the memory of
// room.
func (t *table) examplesOf(m *matrix, dim int, dense bool, plus int, room []theory.Example) []theory.Example {
	examples := slices.Grow(room[:0], len(m.ends))
	m.vectors(dim, dense, func(i int, x vec.Vector) {
		y := theory.Negative
		if t.labels.rows[i] == plus {
			y = theory.Positive
		}
		examples = append(examples, theory.Example{X: x, Y: y})
	})
	t.labels.rows = t.labels.rows[:0]
	return examples
}

// set returns what was read, with the classes that opt asks for.
func (t *table) set(opt Options) (*Set, error) {
	if !opt.Classes {
		plus, err := t.labels.positive(t.name, opt.Positive)
		if err != nil {
			return nil, err
		}
		set := t.described(plus)
		set.Examples = t.examplesOf(&t.matrix, t.width, t.isDense(), plus, nil)
		return &set, nil
	}
	set := t.described(0)
	set.Labels = [2]string{}
	switch set.Classes, set.Class = t.labels.classes(); {
	case len(set.Classes) < 2:
		return nil, fmt.Errorf("%s: every label is %q, expected at least two classes", t.name, set.Classes[0])
	case len(set.Classes) > theory.MostClasses:
		return nil, fmt.Errorf("%s: %d classes, expected at most %d", t.name, len(set.Classes), theory.MostClasses)
	}
	t.vectors(t.width, t.isDense(), func(_ int, x vec.Vector) {
		set.Examples = append(set.Examples, theory.Example{X: x, Y: theory.Positive})
	})
	return &set, nil
}
