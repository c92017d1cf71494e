package benchdata

import (
	"bufio"
	"fmt"
	"path/filepath"
)

// The images of MNIST are squares of this many pixels a side.
const mnistSide = 28

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
func MNIST(dir string) (train, test *ClassSet, err error) {
	return trainAndTest("train", "t10k", func(part string) (*ClassSet, error) { return readMNIST(dir, part) })
}

// readMNIST reads one of the two sets, named by the path of its images.
func readMNIST(dir, part string) (*ClassSet, error) {
	set := &ClassSet{Dim: mnistSide * mnistSide, Classes: digits()}
	err := readPublished(filepath.Join(dir, part+"-images-idx3-ubyte"), func(r *bufio.Reader, path string) error {
		pixels, err := readIDX(r, path, mnistSide, mnistSide)
		if err != nil {
			return err
		}
		data := make([]float64, len(pixels))
		for i, p := range pixels {
			data[i] = float64(p)
		}
		set.Name, set.X = path, rows(data, set.Dim)
		return nil
	})
	if err != nil {
		return nil, err
	}
	err = readPublished(filepath.Join(dir, part+"-labels-idx1-ubyte"), func(r *bufio.Reader, path string) error {
		labels, err := readIDX(r, path)
		if err != nil {
			return err
		}
		if len(labels) != len(set.X) {
			return fmt.Errorf("%s: byte 4: %d labels, expected %d: one for each image in %s", path, len(labels), len(set.X), set.Name)
		}
		set.Class = make([]int, len(labels))
		for i, label := range labels {
			if int(label) >= len(set.Classes) {
				return fmt.Errorf("%s: byte %d: label %d, expected a digit", path, 8+i, label)
			}
			set.Class[i] = int(label)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return set, nil
}
