package benchdata

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"github.com/klauspost/compress/gzip"
)

// ErrRatio is the error for a gzipped text that unpacks to more than the allowed multiple of its source.
var ErrRatio = errors.New("the text unpacks to more than it may")

// bufferSize is also the number of bytes that are searched for the format of a file. It is smaller
// than a piece, so that a piece is read directly into its place.
const bufferSize = pieceSize / 2

// Plain returns a reader of r that unpacks gzip, recognised by its first bytes, and skips a UTF-8 byte order mark.
func Plain(r io.Reader) (*bufio.Reader, error) { return text(r, 0) }

// text is like [Plain] with a limit: a gzipped text may be at most ratio times as long as r.
func text(r io.Reader, ratio int) (*bufio.Reader, error) {
	plain, err := unpack(r, ratio)
	if err != nil {
		return nil, err
	}
	if mark, _ := plain.Peek(3); string(mark) == "\uFEFF" {
		// Three bytes that Peek has shown cannot fail to be there.
		_, _ = plain.Discard(len(mark))
	}
	return plain, nil
}

// unpack returns a reader of r that unpacks gzip, recognised by its first bytes. The text is
// at most ratio times as long as r; a ratio of 0 means no limit.
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
	return bufio.NewReaderSize(limitRatio(unpacked, packed, int64(ratio)), bufferSize), nil
}

// counted counts the bytes that are read and passes the count to a function, whose error Read returns.
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

// harmless is a length in bytes that a text may always have, however short its source is.
const harmless = 256 << 20

// limitRatio returns a reader of text that fails when text is too many times as long as its gzipped source.
func limitRatio(text io.Reader, packed *counted, ratio int64) *counted {
	return &counted{Reader: text, told: func(n int64) error {
		if ratio > 0 && n > harmless && n/ratio > packed.n {
			return fmt.Errorf("%w: %d MiB, from %d KiB of gzip, are more than %d times as much", ErrRatio, n>>20, packed.n>>10, ratio)
		}
		return nil
	}}
}

// readPublished opens the file at path or, if there is none, the one with .gz appended to
// its name, and hands the unpacked content to read with the path of that file.
func readPublished[T any](path string, read func(r io.Reader, path string) (T, error)) (of T, err error) {
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		var packed error
		if f, packed = os.Open(path + ".gz"); packed == nil {
			path, err = path+".gz", nil
		}
	}
	if err != nil {
		return of, fmt.Errorf("%w (nor is there a .gz of it)", err)
	}
	defer f.Close()
	plain, err := unpack(f, 0)
	if err != nil {
		return of, fmt.Errorf("%s: %w", path, err)
	}
	return read(plain, path)
}

// readAll reads a text in none of the formats of [Read]. The error names the line.
func readAll(r io.Reader, name string) ([]byte, error) {
	text, err := io.ReadAll(r)
	if err != nil {
		return nil, fmt.Errorf("%s:%d: reading: %w", name, bytes.Count(text, []byte{'\n'})+1, err)
	}
	return text, nil
}
