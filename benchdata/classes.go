package benchdata

import (
	"fmt"
	"io"

	"marginlab/theory"
	"marginlab/theory/vec"
)

// ClassSet is a data set of many classes in memory. Its vectors have passed
// [vec.Vector.Check] for Dim dimensions.
type ClassSet struct {
	Name     string // as that of a Set
	X        []vec.Vector
	Class    []int // Class[i], in 0..len(Classes)−1, is the class of X[i]
	Dim      int
	Classes  []string // what the source calls them
	Features []string // as those of a Set
	Missing  int
}

// OpenClasses reads the examples in the file at path as [Open] does, but keeps
// every label. See [ReadClasses].
func OpenClasses(path string, opt Options) (*ClassSet, error) {
	if err := opt.keepLabels(); err != nil {
		return nil, err
	}
	return opened(path, opt, ReadClasses)
}

// ReadClasses reads examples from r as [Read] does, but keeps every label: each
// that occurs is a class of its own, and there are at least two. The classes are
// ordered by value if all labels are numbers, else by their bytes.
// Options.Positive must be empty.
func ReadClasses(r io.Reader, name string, opt Options) (*ClassSet, error) {
	if err := opt.keepLabels(); err != nil {
		return nil, err
	}
	t, err := readTable(r, name, opt, pieceSize)
	if err != nil {
		return nil, err
	}
	return t.classSet()
}

// keepLabels reports a choice of two classes where every label is to be kept.
func (o Options) keepLabels() error {
	if o.Positive != "" {
		return fmt.Errorf("label %q is chosen as class +1, expected no choice: every label is a class of its own here", o.Positive)
	}
	return nil
}

// Against returns the examples for one class against the rest: those of the class
// are +1, all others −1. They share their vectors with s. It panics if s has no
// such class.
func (s *ClassSet) Against(class int) []theory.Example {
	if class < 0 || class >= len(s.Classes) {
		panic(fmt.Sprintf("benchdata: class %d of %d", class, len(s.Classes)))
	}
	examples := make([]theory.Example, len(s.X))
	for i, x := range s.X {
		examples[i] = theory.Example{X: x, Y: theory.Negative}
		if s.Class[i] == class {
			examples[i].Y = theory.Positive
		}
	}
	return examples
}

// digits are the names of the classes of images of digits.
func digits() []string { return []string{"0", "1", "2", "3", "4", "5", "6", "7", "8", "9"} }

// trainAndTest reads a training set and a test set by their names.
func trainAndTest(learn, check string, read func(name string) (*ClassSet, error)) (train, test *ClassSet, err error) {
	if train, err = read(learn); err != nil {
		return nil, nil, err
	}
	if test, err = read(check); err != nil {
		return nil, nil, err
	}
	return train, test, nil
}
