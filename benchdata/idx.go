package benchdata

import (
	"encoding/binary"
	"fmt"
	"io"
)

// readIDX reads all of an IDX file of unsigned bytes, a list of items of the given
// shape (none: an item is a byte), and returns its bytes, item after item:
//
//	byte 0     0, 0, 8 (unsigned bytes), number of dimensions
//	byte 4     size of each dimension, 4 bytes each, most significant first;
//	           the first is the number of items
//	then       the bytes, the last index running fastest
//
// No more is allocated than the file holds, whatever its header announces. Errors count
// the bytes of the unpacked file from 0.
func readIDX(r io.Reader, name string, shape ...int) ([]byte, error) {
	header := make([]byte, 4*(2+len(shape)))
	if n, err := io.ReadFull(r, header); err != nil {
		return nil, fmt.Errorf("%s: byte %d: reading: %w, expected a header of %d bytes", name, n, err, len(header))
	}
	field := func(k int) uint32 { return binary.BigEndian.Uint32(header[4*k:]) }
	if magic := 0x801 + uint32(len(shape)); field(0) != magic {
		return nil, fmt.Errorf("%s: byte 0: magic number %#08x, expected %#08x: unsigned bytes in %d dimensions", name, field(0), magic, 1+len(shape))
	}
	size := int64(field(1))
	if size == 0 {
		return nil, fmt.Errorf("%s: byte 4: dimension 1 is 0, expected at least one item", name)
	}
	for k, want := range shape {
		if got := field(2 + k); got != uint32(want) {
			return nil, fmt.Errorf("%s: byte %d: dimension %d is %d, expected %d", name, 4*(2+k), 2+k, got, want)
		}
		size *= int64(want)
	}
	// One byte more would show that the file goes on, and its end that the gzip is sound.
	data, err := io.ReadAll(io.LimitReader(r, size+1))
	at, end := int64(len(header)+len(data)), int64(len(header))+size
	switch n := int64(len(data)); {
	case err != nil:
		return nil, fmt.Errorf("%s: byte %d: reading: %w, expected %d bytes in all, as the header says", name, at, err, end)
	case n < size:
		return nil, fmt.Errorf("%s: byte %d: the file ends, expected %d bytes in all, as the header says", name, at, end)
	case n > size:
		return nil, fmt.Errorf("%s: byte %d: the file goes on, expected %d bytes in all, as the header says", name, end, end)
	}
	return data, nil
}
