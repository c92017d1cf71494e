package benchdata

import (
	"fmt"
	"io"
	"iter"
	"runtime"
	"slices"
	"sync"
)

// format splits a source into records and parses them.
type format interface {
	// whole returns the length of the complete records at the beginning of text; more of the source follows.
	whole(text []byte) int
	// parse reads the records of b.text into b, up to the first fault. It is called on one block after
	// the other until begun returns true, then on several at once.
	parse(b *block)
	begun() bool
	// end checks that t is a data set, and names its features.
	end(t *table) error
}

// block is a piece of a source with its examples. A later block reuses its memory.
type block struct {
	text    []byte
	lines   int
	matrix  // the features; in a column of words, the number of the word
	labels  labelTable
	words   []dictionary // one for each column of words, by the place of its values in a row
	missing int
	fault   *fault // the first one

	parsed chan struct{} // receives when the text is parsed
}

// fault is an error in a record. Lines count from 0 in the block.
type fault struct {
	line int
	err  error
}

// reset empties b and keeps its memory.
func (b *block) reset() {
	b.lines, b.missing, b.fault = 0, 0, nil
	b.matrix.reset()
	b.labels.reset()
	for k := range b.words {
		clear(b.words[k].of)
		b.words[k].words = b.words[k].words[:0]
	}
}

// word returns the number of the word at that place in its row.
func (b *block) word(place int, word string) int {
	for len(b.words) <= place {
		b.words = append(b.words, dictionary{})
	}
	return b.words[place].number(word)
}

// blocks yields the blocks of a text in their order, parsed on all cores. It keeps two more blocks
// than cores in memory. A block is valid until the next one. After the last block, text.err has the
// error of reading, if any.
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
				if b.text = text.next(b.text); len(b.text) == 0 {
					return
				}
				b.reset()
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
	text  io.Reader
	whole func(text []byte) int // see format
	size  int                   // bytes of a piece; a longer record makes a longer piece
	most  int64                 // bytes that a record may have; a record within one piece is never too long
	rest  []byte                // text that was read and not yet returned
	err   error                 // of reading, io.EOF at the end
}

// next reads the next piece into the memory of buf. The piece is empty at the end of the text and after an error. A
// record longer than a piece is scanned once each time the piece has doubled, however little each read returns.
func (p *pieces) next(buf []byte) []byte {
	piece := append(buf[:0], p.rest...)
	for size := max(p.size, len(piece)); ; size = int(min(2*int64(size)-1, p.most)) + 1 {
		piece = slices.Grow(piece, size-len(piece))
		for len(piece) < size && p.err == nil {
			var n int
			n, p.err = p.text.Read(piece[len(piece):size])
			piece = piece[:len(piece)+n]
		}
		end := len(piece)
		if p.err != io.EOF {
			end = p.whole(piece)
		}
		if end == 0 && p.err == nil && int64(size) > p.most {
			p.err = fmt.Errorf("%w: it has more than %d bytes", ErrLine, p.most)
		}
		if end > 0 || p.err != nil {
			p.rest = append(p.rest[:0], piece[end:]...)
			return piece[:end]
		}
	}
}
