package benchdata

import (
	"fmt"
	"io"
	"iter"
	"runtime"
	"sync"
)

// format knows the records of a source.
type format interface {
	// whole returns the length of the whole records that text begins with, which does not end the source.
	whole(text []byte) int
	// parse reads the records of b.text into b, as far as they are without fault. It is called on one
	// block after the other until begun, then on several at once.
	parse(b *block)
	begun() bool
	// end says whether what t counts is a data set, and what its features are.
	end(t *table) error
	// follow says that the source was read before, by that format, and must begin as it did then. It
	// reports whether it may.
	follow(before format) bool
}

// block is a piece of a source and the examples in it. Its memory is used again for a later one.
type block struct {
	text    []byte
	err     error // that ended reading; text is then no whole record
	lines   int
	matrix  // the features; of a column of words the number of the word
	labels  labelTable
	missing int
	fault   *fault  // the first one
	kept    *matrix // a copy of the features, if it is to be kept

	parsed chan struct{} // receives when the text is parsed
}

// fault is an error in a record. Lines count from 0 in the block.
type fault struct {
	line int
	err  error
}

// reset empties b, but keeps its memory.
func (b *block) reset() {
	b.err, b.lines, b.missing, b.fault = nil, 0, 0, nil
	b.matrix.reset()
	b.labels.reset()
}

// blocks yields the blocks of a text in their order, parsed on all cores. A few more than
// there are cores are in memory at once. A block is valid until the next one, but for what
// is kept. The last one has an error, unless reading ended with io.EOF.
func blocks(text *pieces, f format, keep bool) iter.Seq[*block] {
	return func(yield func(*block) bool) {
		n := runtime.GOMAXPROCS(0) + 2 // one is being read, and one used
		free, order := make(chan *block, n), make(chan *block, n)
		for range n {
			free <- &block{parsed: make(chan struct{}, 1)}
		}
		stop := make(chan struct{})
		var running sync.WaitGroup
		defer running.Wait()
		defer close(stop)
		running.Go(func() {
			defer close(order)
			for {
				var b *block
				select {
				case b = <-free:
				case <-stop:
					return
				}
				b.reset()
				b.text, b.err = text.next(b.text)
				if b.err == io.EOF {
					return
				}
				order <- b
				if b.err != nil {
					b.parsed <- struct{}{}
					return
				}
				parse := func() {
					if f.parse(b); keep {
						b.kept = b.matrix.clone()
					}
					b.parsed <- struct{}{}
				}
				if f.begun() {
					running.Go(parse)
				} else {
					parse()
				}
			}
		})
		for b := range order {
			<-b.parsed
			if !yield(b) {
				return
			}
			free <- b
		}
	}
}

// pieces cuts a text into pieces of whole records.
type pieces struct {
	r     io.Reader
	whole func(text []byte) int
	size  int    // of a piece, if no record is longer
	most  int64  // bytes of a record, 0: any number
	rest  []byte // read, but not handed out
	err   error  // that ended reading
}

// pieceSize is the number of bytes of a piece: few enough for the caches to hold them with
// what they are parsed into, and enough for a core to be busy for half a millisecond.
const pieceSize = 1 << 18

// next reads the next piece into the memory of buf, or of a larger one. At the end it
// returns io.EOF or the error of reading, with what was read before it of a record.
func (p *pieces) next(buf []byte) ([]byte, error) {
	if cap(buf) < max(p.size, len(p.rest)) {
		buf = make([]byte, 0, max(p.size, len(p.rest)))
	}
	buf = append(buf[:0], p.rest...)
	p.rest = p.rest[:0]
	for {
		for p.err == nil && len(buf) < cap(buf) {
			var n int
			n, p.err = p.r.Read(buf[len(buf):cap(buf)])
			buf = buf[:len(buf)+n]
		}
		if p.err == io.EOF {
			if len(buf) == 0 {
				return buf, io.EOF
			}
			return buf, nil
		}
		if n := p.whole(buf); n > 0 {
			p.rest = append(p.rest, buf[n:]...)
			return buf[:n], nil
		}
		if p.err == nil && p.most > 0 && int64(len(buf)) > p.most {
			p.err = fmt.Errorf("%w: it has more than %d bytes", ErrLine, p.most)
		}
		if p.err != nil {
			return buf, p.err
		}
		room := 2 * int64(cap(buf))
		if p.most > 0 {
			room = min(room, p.most+1)
		}
		buf = append(make([]byte, 0, room), buf...)
	}
}
