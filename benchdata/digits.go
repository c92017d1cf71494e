package benchdata

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"strings"

	"marginlab/theory"
)

const (
	mnistSide = 28      // the pixels of an image of MNIST on a side
	uspsDim   = 16 * 16 // the pixels of an image of USPS
)

// MNIST reads the handwritten digits of LeCun, Bottou, Bengio and Haffner (1998) from the four IDX files in the folder
// dir, each plain or gzipped with .gz at the end of its name: 60,000 images to learn from and 10,000 to test with. Any
// number of images is accepted, so that other data sets in this form can be read too.
//
// A vector is an image row by row: its 28×28 pixels, unscaled, from 0 (background) to 255. Though four fifths of the
// pixels are 0 the vectors are dense, and those of a set lie one after the other in memory: they are one row-major
// matrix of 784 columns, 376 MB for the 60,000. Class k is the digit k.
//
// Errors name the file, the byte (counted from 0, unpacked) and what was expected.
func MNIST(dir string) (train, test *Set, err error) {
	return trainAndTest(dir, "train", "t10k", func(part string) (*Set, error) {
		pixels, images, err := openIDX(part+"-images-idx3-ubyte", mnistSide, mnistSide)
		if err != nil {
			return nil, err
		}
		labels, file, err := openIDX(part + "-labels-idx1-ubyte")
		if err != nil {
			return nil, err
		}
		const dim = mnistSide * mnistSide
		if n := len(pixels) / dim; len(labels) != n {
			return nil, fmt.Errorf("%s: byte 4: %d labels, expected %d: one for each image in %s", file, len(labels), n,
				images)
		}
		set := &Set{Name: images, Dim: dim, Classes: tenDigits(), Examples: newDense(len(labels), dim)}
		for i, label := range labels {
			if label > 9 {
				return nil, fmt.Errorf("%s: byte %d: label %d, expected a digit", file, 8+i, label)
			}
			set.Class = append(set.Class, int(label))
			set.Examples[i].Y = theory.Positive
			for k, p := range pixels[i*dim : (i+1)*dim] {
				set.Examples[i].X.Value[k] = float64(p)
			}
		}
		return set, nil
	})
}

// USPS reads the handwritten digits from envelopes (Le Cun et al., 1990), in the form that The Elements of Statistical
// Learning (Hastie, Tibshirani, Friedman) gives them, from zip.train and zip.test in the folder dir, each plain or
// gzipped with .gz at the end of its name: 7,291 images to learn from and 2,007 to test with. A line is an example,
//
//	label v1 … v256
//
// with a digit as label, printed as 6.0000 in zip.train, and 256 grey values from −1 (background) to 1, row by row.
// The vectors are dense, and those of a set lie one after the other in memory. Class k is the digit k.
//
// Errors name the file, the line, the column (the label's is 1) and what was expected.
func USPS(dir string) (train, test *Set, err error) {
	return trainAndTest(dir, "zip.train", "zip.test", func(path string) (*Set, error) {
		return readPublished(path, readUSPS)
	})
}

func readUSPS(r io.Reader, name string) (*Set, error) {
	raw, err := readAll(r, name)
	if err != nil {
		return nil, err
	}
	var text bytes.Buffer
	for line := range bytes.Lines(raw) {
		fields := bytes.Fields(line)
		if len(fields) == 0 {
			fields = [][]byte{[]byte(`""`)} // no record is skipped
		}
		text.Write(append(bytes.Join(fields, []byte{'\t'}), '\n'))
	}
	set, err := Read(&text, name,
		Options{Format: CSV, Delimiter: '\t', NoHeader: true, Label: "1", Classes: true, published: uspsFault})
	if err != nil {
		return nil, err
	}
	for i, k := range set.Class {
		digit, _ := parseValue(set.Classes[k])
		set.Class[i] = int(digit)
	}
	return &Set{Name: name, Dim: uspsDim, Class: set.Class, Classes: tenDigits(),
		Examples: densify(set.Examples, uspsDim)}, nil
}

// uspsFault returns an error for a line that cannot be one of USPS.
func uspsFault(line []string) error {
	for c, field := range line {
		v, wrong := parseValue(field)
		switch {
		case c == 0 && (wrong != "" || v < 0 || v > 9 || v != math.Trunc(v)):
			return columnFault(c, field, "expected a digit as label")
		case c > uspsDim:
			return columnFault(c, field, fmt.Sprintf("expected the line to end after %d values", uspsDim))
		case c > 0 && (wrong != "" || v < -1 || v > 1):
			return columnFault(c, field, "expected a grey value from -1 to 1")
		}
	}
	if n := len(line); n <= uspsDim {
		return columnFault(n, "", fmt.Sprintf("expected %d values after the label", uspsDim))
	}
	return nil
}

func tenDigits() []string { return strings.Split("0123456789", "") }

// trainAndTest reads the training set and the test set with these names from a folder.
func trainAndTest(dir, learn, check string, read func(path string) (*Set, error)) (train, test *Set, err error) {
	if train, err = read(filepath.Join(dir, learn)); err != nil {
		return nil, nil, err
	}
	if test, err = read(filepath.Join(dir, check)); err != nil {
		return nil, nil, err
	}
	return train, test, nil
}

// openIDX calls readIDX on the file at path or, if there is none, on the gzipped one. It also returns
// the name of the file that it read.
func openIDX(path string, shape ...int) (data []byte, name string, err error) {
	data, err = readPublished(path, func(r io.Reader, path string) ([]byte, error) {
		name = path
		return readIDX(r, path, shape...)
	})
	return data, name, err
}

// readIDX reads all of an IDX file of unsigned bytes, a list of items of the given
// shape (none: an item is a byte), and returns its bytes, item after item:
//
//	byte 0     0, 0, 8 (unsigned bytes), number of dimensions
//	byte 4     size of each dimension, 4 bytes each, most significant first;
//	           the first is the number of items
//	then       the bytes, the last index running fastest
//
// Errors count the bytes of the unpacked file from 0.
func readIDX(r io.Reader, name string, shape ...int) ([]byte, error) {
	fault := func(at int, wrong string, of ...any) ([]byte, error) {
		return nil, fmt.Errorf("%s: byte %d: "+wrong, append([]any{name, at}, of...)...)
	}
	file, err := io.ReadAll(r)
	if err != nil {
		return fault(len(file), "reading: %w", err)
	}
	header := 4 * (2 + len(shape))
	if len(file) < header {
		return fault(len(file), "the file ends, expected a header of %d bytes", header)
	}
	field := func(k int) uint32 { return binary.BigEndian.Uint32(file[4*k:]) }
	if magic := 0x801 + uint32(len(shape)); field(0) != magic {
		return fault(0, "magic number %#08x, expected %#08x: unsigned bytes in %d dimensions", field(0), magic, 1+len(shape))
	}
	size := int64(field(1)) // a header may claim more than an int of 32 bits can hold
	if size == 0 {
		return fault(4, "dimension 1 is 0, expected at least one item")
	}
	for k, want := range shape {
		if got := field(2 + k); got != uint32(want) {
			return fault(4*(2+k), "dimension %d is %d, expected %d", 2+k, got, want)
		}
		size *= int64(want)
	}
	switch n, end := len(file), int64(header)+size; {
	case int64(n) < end:
		return fault(n, "the file ends, expected %d bytes in all, as the header says", end)
	case int64(n) > end:
		return fault(int(end), "the file goes on, expected %d bytes in all, as the header says", end)
	}
	return file[header:], nil
}
