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
	return bufio.NewReaderSize(bounded(unpacked, packed, int64(ratio)), bufferSize), nil
}

// counted counts the bytes that are read, and tells their number. An error of who is told is that of reading.
type counted struct {
	io.Reader
	n    int64
	told func(n int64) error // may be nil
}

func (c *counted) Read(p []byte) (n int, err error) {
	n, err = c.Reader.Read(p)
	if c.n += int64(n); c.told != nil {
		if err := c.told(c.n); err != nil {
			return 0, err
		}
	}
	return n, err
}

// harmless is a number of bytes that a text may have, however little it is unpacked from.
const harmless = 256 << 20

// bounded is a text that may not be too many times as long as what it is unpacked from.
func bounded(text io.Reader, packed *counted, ratio int64) *counted {
	return &counted{Reader: text, told: func(n int64) error {
		if ratio > 0 && n > harmless && n/ratio > packed.n {
			return fmt.Errorf("%w: %d MiB, from %d KiB of gzip, are more than %d times as much", ErrRatio, n>>20, packed.n>>10, ratio)
		}
		return nil
	}}
}
