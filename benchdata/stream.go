package benchdata

import (
	"fmt"
	"io"
	"iter"

	"marginlab/theory"
)

// Stream reads examples as [Read] does, and yields them a part at a time, in their order.
// While a part is used, the next ones are read and parsed on the other cores. All memory
// that is used is that of the first part, or of a few later ones, however long the source
// is; a record must fit in it.
//
// The first part is larger than the others: it is what the first streamWindow bytes of
// text hold. A source that is no longer has one part, the set that Read returns. Of a
// longer one, later parts follow what is seen in the first part:
//
//   - They are dense if it is, unless hardly any of their coordinates are present.
//   - The labels have the sides that Read would give them after the first part. A label
//     that it would then give to the other side is an error, which says what to choose as
//     Options.Positive.
//   - Columns of words are an error: their features are known when all words are.
//
// Set.Dim, Labels and Missing are those of the source so far. So Dim may grow, unless the
// source is CSV. A part is valid until the next one; its memory is then used again. The
// error is the first one in the source, and ends the sequence.
func Stream(r io.Reader, name string, opt Options) iter.Seq2[*Set, error] {
	return func(yield func(*Set, error) bool) {
		t, err := openTable(r, name, opt, pieceSize)
		if err == nil {
			err = t.stream(opt.Positive, streamWindow, func(s *Set) bool { return yield(s, nil) })
		}
		if err != nil {
			yield(nil, err)
		}
	}
}

// streamWindow is the number of bytes of text after which a [Stream] yields its first part.
const streamWindow = 4 << 20

// stream yields the parts of t until one is refused.
func (t *table) stream(positive string, window int, yield func(*Set) bool) error {
	var room []theory.Example
	s := sides{plus: -1}
	dense, first := false, true
	for b := range blocks(t.text, t.format.parse) {
		if err := t.take(b); err != nil {
			return err
		}
		m := &b.matrix
		if first {
			if t.ends == nil && t.bytes > t.text.size/2 { // else b is all there is
				t.matrix.reserve(m, 1+float64(window)/float64(t.bytes))
			}
			t.matrix.add(m)
			if t.bytes < window {
				continue
			}
			if t.words {
				return fmt.Errorf("%s: columns of words in more than %d MiB, expected columns of numbers: all words must be known before the first example", t.name, window>>20)
			}
			m, dense = &t.matrix, t.isDense()
		}
		if err := s.follow(t, positive); err != nil {
			return err
		}
		const hardly = 16 // dense parts take so many times as much, or they are sparse
		set := t.set(m, dense && hardly*len(m.value) >= len(m.ends)*t.width, s.plus, room)
		if room = set.Examples; !yield(set) {
			return nil
		}
		if first {
			// The memory of the first part is not needed for the others.
			t.matrix, room, first = matrix{}, nil, false
		}
	}
	if err := t.format.end(t); err != nil {
		return err
	}
	plus, err := t.labels.positive(t.name, positive, t.names)
	if err == nil && first {
		yield(t.set(&t.matrix, t.isDense(), plus, nil))
	}
	return err
}

// sides are what the labels so far were taken for.
type sides struct {
	plus   int // the number of the label of class +1, −1 if there was none
	labels int // how many there were
}

// follow takes the labels that are new in t for one side, and reports it if that takes those
// before to the other.
func (s *sides) follow(t *table, positive string) error {
	if s.labels == len(t.labels.all) {
		return nil
	}
	if positive != "" {
		if k, ok := t.labels.find(positive, t.names); ok {
			s.plus = k
		}
	} else {
		plus, err := t.labels.positive(t.name, "", t.names)
		if err != nil {
			return err
		}
		if before := t.labels.all[0]; s.labels > 0 && (plus == 0) != (s.plus == 0) {
			next := t.labels.all[1]
			return fmt.Errorf("%s:%d: label %q after many of %q, which were taken for the class %+d: choose the class +1, as with --positive %s",
				t.name, next.line, next.text, before.text, 2*min(s.plus+1, 1)-1, t.labels.all[max(plus, 0)].called(t.names))
		}
		s.plus = plus
	}
	s.labels = len(t.labels.all)
	return nil
}
