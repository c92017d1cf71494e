package benchdata

import (
	"bufio"
	"fmt"
	"math"
	"path/filepath"

	"marginlab/theory/vec"
)

// The images of USPS have 16×16 pixels.
const uspsDim = 16 * 16

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
func USPS(dir string) (train, test *ClassSet, err error) {
	return trainAndTest("zip.train", "zip.test", func(name string) (set *ClassSet, err error) {
		err = readPublished(filepath.Join(dir, name), func(r *bufio.Reader, path string) error {
			set, err = readUSPS(r, path)
			return err
		})
		return set, err
	})
}

// uspsReader reads one of the two files.
type uspsReader struct {
	name  string
	line  int
	data  []float64 // row-major, uspsDim numbers an example
	class []int
}

func readUSPS(r *bufio.Reader, name string) (*ClassSet, error) {
	p := &uspsReader{name: name}
	if err := eachLine(r, name, p.example); err != nil {
		return nil, err
	}
	if len(p.class) == 0 {
		return nil, noExamples(name, nil)
	}
	return &ClassSet{Name: name, X: rows(p.data, uspsDim), Class: p.class, Dim: uspsDim, Classes: digits()}, nil
}

func (p *uspsReader) example(line []byte, number int) error {
	p.line = number
	label, rest := cutField(line)
	class, expected := parseValue(label)
	if expected != "" || class < 0 || class > 9 || class != math.Trunc(class) {
		return p.fault(1, label, "expected a digit as label")
	}
	p.class = append(p.class, int(class))
	from := len(p.data)
	for column := 2; column < 2+uspsDim; column++ {
		var field []byte
		if field, rest = cutField(rest); len(field) == 0 {
			return p.fault(column, field, fmt.Sprintf("expected %d values after the label", uspsDim))
		}
		v, expected := parseValue(field)
		if expected != "" || v < -1 || v > 1 {
			return p.fault(column, field, "expected a grey value from -1 to 1")
		}
		p.data = append(p.data, v)
	}
	if field, _ := cutField(rest); len(field) > 0 {
		return p.fault(2+uspsDim, field, fmt.Sprintf("expected the line to end after %d values", uspsDim))
	}
	if err := vec.Dense(p.data[from:]...).Check(uspsDim); err != nil {
		return fmt.Errorf("%s:%d: %w", p.name, p.line, err)
	}
	return nil
}

func (p *uspsReader) fault(column int, text []byte, expected string) error {
	return fmt.Errorf("%s:%d: column %d: %s: %s", p.name, p.line, column, quote(string(text)), expected)
}
