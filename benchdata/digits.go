package benchdata

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"strings"

	"marginlab/theory"
	"marginlab/theory/vec"
)

const (
	mnistSide = 28      // the pixels of an image of MNIST on a side
	uspsDim   = 16 * 16 // the pixels of an image of USPS
)

// MNIST reads the handwritten digits of LeCun, Bottou, Bengio and Haffner (1998)
// from the four IDX files in the folder dir, each plain or gzipped with .gz at the
// end of its name: 60,000 images to learn from and 10,000 to test with. Any number
// of images is accepted, so that other data sets in this form can be read too.
//
// A vector is an image row by row: its 28×28 pixels, unscaled, from 0
// (background) to 255. Though four fifths of the pixels are 0 the vectors are
// dense, and those of a set lie one after the other in memory: they are one
// row-major matrix of 784 columns, 376 MB for the 60,000. Class k is the digit k.
//
// Errors name the file, the byte (counted from 0, unpacked) and what was expected.
func MNIST(dir string) (train, test *Set, err error) {
	return trainAndTest(dir, "train", "t10k", func(part string) (*Set, error) {
		pixels, images, err := openIDX(part+"-images-idx3-ubyte", mnistSide, mnistSide)
		if err != nil {
			return nil, err
		}
		data := make([]float64, len(pixels))
		for i, p := range pixels {
			data[i] = float64(p)
		}
		labels, file, err := openIDX(part + "-labels-idx1-ubyte")
		if err != nil {
			return nil, err
		}
		class, n := make([]int, len(labels)), len(data)/mnistSide/mnistSide
		if len(class) != n {
			return nil, fmt.Errorf("%s: byte 4: %d labels, expected %d: one for each image in %s", file, len(class), n, images)
		}
		for i, label := range labels {
			if label > 9 {
				return nil, fmt.Errorf("%s: byte %d: label %d, expected a digit", file, 8+i, label)
			}
			class[i] = int(label)
		}
		return digits(images, data, mnistSide*mnistSide, class), nil
	})
}

// USPS reads the handwritten digits from envelopes (Le Cun et al., 1990), in the
// form that The Elements of Statistical Learning (Hastie, Tibshirani, Friedman)
// gives them, from zip.train and zip.test in the folder dir, each plain or gzipped
// with .gz at the end of its name: 7,291 images to learn from and 2,007 to test
// with. A line is an example,
//
//	label v1 … v256
//
// with a digit as label, printed as 6.0000 in zip.train, and 256 grey values from
// −1 (background) to 1, row by row. The vectors are dense, and those of a set lie
// one after the other in memory. Class k is the digit k.
//
// Errors name the file, the line, the column (the label's is 1) and what was
// expected.
func USPS(dir string) (train, test *Set, err error) {
	return trainAndTest(dir, "zip.train", "zip.test", func(path string) (set *Set, err error) {
		err = readPublished(path, func(r *bufio.Reader, path string) error {
			set, err = readUSPS(r, path)
			return err
		})
		return set, err
	})
}

// trainAndTest reads a training set and a test set by their names in a folder.
func trainAndTest(dir, learn, check string, read func(path string) (*Set, error)) (train, test *Set, err error) {
	if train, err = read(filepath.Join(dir, learn)); err != nil {
		return nil, nil, err
	}
	if test, err = read(filepath.Join(dir, check)); err != nil {
		return nil, nil, err
	}
	return train, test, nil
}

// digits are images of digits, the rows of a matrix.
func digits(name string, data []float64, dim int, class []int) *Set {
	set := &Set{Name: name, Dim: dim, Class: class, Classes: strings.Split("0123456789", "")}
	for _, x := range rows(data, dim) {
		set.Examples = append(set.Examples, theory.Example{X: x, Y: theory.Positive})
	}
	return set
}

func readUSPS(r *bufio.Reader, name string) (*Set, error) {
	var data []float64
	var classes []int
	err := eachLine(r, name, func(line []byte, number int) error {
		fields := strings.Fields(string(line))
		fault := func(column int, expected string) error {
			return fmt.Errorf("%s:%d: column %d: %s: %s", name, number, column, quote(append(fields, "")[column-1]), expected)
		}
		class, expected := parseValue(append(fields, "")[0])
		if expected != "" || class < 0 || class > 9 || class != math.Trunc(class) {
			return fault(1, "expected a digit as label")
		}
		from := len(data)
		for k, field := range fields[1:] {
			v, expected := parseValue(field)
			switch {
			case k == uspsDim:
				return fault(2+k, fmt.Sprintf("expected the line to end after %d values", uspsDim))
			case expected != "" || v < -1 || v > 1:
				return fault(2+k, "expected a grey value from -1 to 1")
			}
			data = append(data, v)
		}
		if len(fields) <= uspsDim {
			return fault(len(fields)+1, fmt.Sprintf("expected %d values after the label", uspsDim))
		}
		if err := vec.Dense(data[from:]...).Check(uspsDim); err != nil {
			return fmt.Errorf("%s:%d: %w", name, number, err)
		}
		classes = append(classes, int(class))
		return nil
	})
	switch {
	case err != nil:
		return nil, err
	case len(classes) == 0:
		return nil, noExamples(name, nil)
	}
	return digits(name, data, uspsDim, classes), nil
}

// openIDX is readIDX of the file at path or, if there is none, of the gzipped one. It also returns
// the name of that file.
func openIDX(path string, shape ...int) (data []byte, name string, err error) {
	err = readPublished(path, func(r *bufio.Reader, path string) error {
		name = path
		data, err = readIDX(r, path, shape...)
		return err
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
// No more is allocated than the file holds, whatever its header announces. Errors count
// the bytes of the unpacked file from 0.
func readIDX(r io.Reader, name string, shape ...int) ([]byte, error) {
	fault := func(at int64, wrong string, of ...any) ([]byte, error) {
		return nil, fmt.Errorf("%s: byte %d: "+wrong, append([]any{name, at}, of...)...)
	}
	header := make([]byte, 4*(2+len(shape)))
	if n, err := io.ReadFull(r, header); err != nil {
		return fault(int64(n), "reading: %w, expected a header of %d bytes", err, len(header))
	}
	field := func(k int) uint32 { return binary.BigEndian.Uint32(header[4*k:]) }
	if magic := 0x801 + uint32(len(shape)); field(0) != magic {
		return fault(0, "magic number %#08x, expected %#08x: unsigned bytes in %d dimensions", field(0), magic, 1+len(shape))
	}
	size := int64(field(1))
	if size == 0 {
		return fault(4, "dimension 1 is 0, expected at least one item")
	}
	for k, want := range shape {
		if got := field(2 + k); got != uint32(want) {
			return fault(int64(4*(2+k)), "dimension %d is %d, expected %d", 2+k, got, want)
		}
		size *= int64(want)
	}
	// One byte more would show that the file goes on, and its end that the gzip is sound.
	data, err := io.ReadAll(io.LimitReader(r, size+1))
	at, end := int64(len(header)+len(data)), int64(len(header))+size
	switch {
	case err != nil:
		return fault(at, "reading: %w, expected %d bytes in all, as the header says", err, end)
	case at < end:
		return fault(at, "the file ends, expected %d bytes in all, as the header says", end)
	case at > end:
		return fault(end, "the file goes on, expected %d bytes in all, as the header says", end)
	}
	return data, nil
}
