package benchdata

import (
	"bufio"
	"fmt"
	"math"
	"path/filepath"
	"strings"

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

func readUSPS(r *bufio.Reader, name string) (*ClassSet, error) {
	set := &ClassSet{Name: name, Dim: uspsDim, Classes: digits()}
	var data []float64
	err := eachLine(r, name, func(line []byte, number int) error {
		fields := strings.Fields(string(line))
		fault := func(column int, expected string) error {
			field := ""
			if column <= len(fields) {
				field = fields[column-1]
			}
			return fmt.Errorf("%s:%d: column %d: %s: %s", name, number, column, quote(field), expected)
		}
		if len(fields) == 0 {
			return fault(1, "expected a digit as label")
		}
		class, expected := parseValue(fields[0])
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
		set.Class = append(set.Class, int(class))
		return nil
	})
	switch {
	case err != nil:
		return nil, err
	case len(set.Class) == 0:
		return nil, noExamples(name, nil)
	}
	set.X = rows(data, uspsDim)
	return set, nil
}
