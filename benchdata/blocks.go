package benchdata

import (
	"bufio"
	"io"
	"iter"
	"math"
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
	lines   int
	matrix  // the features; of a column of words the number of the word
	labels  labelTable
	missing int
	fault   *fault // the first one

	parsed chan struct{} // receives when the text is parsed
}

// fault is an error in a record. Lines count from 0 in the block.
type fault struct {
	line int
	err  error
}

// reset empties b, but keeps its memory.
func (b *block) reset() {
	b.lines, b.missing, b.fault = 0, 0, nil
	b.matrix.reset()
	b.labels.reset()
}

// blocks yields the blocks of a text in their order, parsed on all cores. A few more than
// there are cores are in memory at once. A block is valid until the next one. If all of them came,
// the text has the error of reading, if any.
func blocks(text *pieces, f format) iter.Seq[*block] {
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
				if !text.Scan() {
					return
				}
				b.reset()
				b.text = append(b.text[:0], text.Bytes()...)
				order <- b
				parse := func() {
					f.parse(b)
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

// pieceSize is the number of bytes of a piece: few enough for the caches to hold them with
// what they are parsed into, and enough for a core to be busy for half a millisecond.
const pieceSize = 1 << 18

// pieces cuts a text into pieces of whole records.
type pieces struct {
	*bufio.Scanner
	text io.Reader
	err  error // of reading the text
}

// newPieces cuts a text as whole says, in pieces of that size but where a record is longer. A record has so
// many bytes at most.
func newPieces(text io.Reader, whole func(text []byte) int, size int, most int64) *pieces {
	p := &pieces{text: text}
	p.Scanner = bufio.NewScanner(p)
	p.Buffer(make([]byte, size), int(min(most, math.MaxInt-1))+1)
	p.Split(func(text []byte, atEnd bool) (n int, piece []byte, err error) {
		switch {
		case atEnd && p.err == io.EOF:
			n = len(text)
		case atEnd || len(text) >= size:
			n = whole(text)
		}
		if n == 0 {
			return 0, nil, nil // more of the record is to be read
		}
		return n, text[:n], nil
	})
	return p
}

// Read fills the buffer of the scanner, which does not say why the text is at its end. A record that is longer than
// the buffer is then looked at once each time that the buffer has doubled, however little the text gives at a time.
func (p *pieces) Read(buf []byte) (n int, err error) {
	for n < len(buf) && p.err == nil {
		var more int
		more, p.err = p.text.Read(buf[n:])
		n += more
	}
	return n, p.err
}
