package benchdata

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"

	"github.com/klauspost/compress/gzip"
)

// ErrRatio is the error of a gzipped text that is more times as long as its source than it may
// be.
var ErrRatio = errors.New("the text unpacks to more than it may")

// unpack returns a reader of r that unpacks gzip, recognised by its first bytes. The text may be
// so many times as long as r, any number of times if ratio is 0.
func unpack(r io.Reader, ratio int) (*bufio.Reader, error) {
	packed := &counted{Reader: r}
	plain := bufio.NewReaderSize(packed, bufferSize)
	if magic, _ := plain.Peek(2); !bytes.Equal(magic, []byte{0x1f, 0x8b}) {
		return plain, nil
	}
	unpacked, err := gzip.NewReader(plain)
	if err != nil {
		return nil, fmt.Errorf("gzip header: %w", err)
	}
	return bufio.NewReaderSize(&inflated{counted: counted{Reader: unpacked}, packed: packed, ratio: int64(ratio)}, bufferSize), nil
}

// counted counts the bytes that are read.
type counted struct {
	io.Reader
	n int64
}

func (c *counted) Read(p []byte) (int, error) {
	n, err := c.Reader.Read(p)
	c.n += int64(n)
	return n, err
}

// inflated is a text that may not be too many times as long as what it is unpacked from.
type inflated struct {
	counted
	packed *counted
	ratio  int64
}

// harmless is a number of bytes that a text may have, however little it is unpacked from.
const harmless = 256 << 20

func (t *inflated) Read(p []byte) (int, error) {
	n, err := t.counted.Read(p)
	if t.ratio > 0 && t.n > harmless && t.n/t.ratio > t.packed.n {
		return 0, fmt.Errorf("%w: %d MiB, from %d KiB of gzip, are more than %d times as much", ErrRatio, t.n>>20, t.packed.n>>10, t.ratio)
	}
	return n, err
}
