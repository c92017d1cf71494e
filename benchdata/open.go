package benchdata

import (
	"errors"
	"fmt"
	"io"
	"slices"

	"marginlab/theory"
)

// Options say how to read examples. With zero Options the format follows from the file's
// name or its first lines, and there are two labels.
type Options struct {
	// Format is LIBSVM or CSV. If empty it follows from the file's name (.libsvm, .svm, .svmlight, .csv, .tsv, each
	// also before .gz), or else from the first lines.
	Format string
	// Positive is the label of class +1; every other label is then −1. If empty there may be two labels at most, and
	// the larger one is +1: by value if both are numbers, else by the order of their bytes. A single label is +1,
	// unless it is a number of at most 0. Labels equal as numbers, like 1 and +1, are one label.
	Positive string
	// Classes makes every label a class of its own; there must be at least two. Classes are
	// ordered by value if all labels are numbers, else by their bytes.
	Classes bool
	// ZeroBased says that the indices of LIBSVM count from 0, not 1.
	ZeroBased bool
	// Dim is the least number of features of LIBSVM, also if the examples have fewer.
	Dim int
	// Memory is the number of bytes that the examples may take, without a limit if 0. The error wraps [ErrMemory].
	Memory int64
	// Line is the largest number of bytes of a line, or of a record of CSV; 256 KiB are never too many.
	// If 0 it is an eighth of Memory. The error wraps [ErrLine].
	Line int64
	// Ratio limits how many times as long as its source a gzipped text may be. There is no limit
	// if it is 0, nor for a text below 256 MiB. The error wraps [ErrRatio].
	Ratio int

	// The others are for CSV. A column is named as the header does, or by its number, counted from 1.

	// Delimiter stands between columns. If 0 it is the first of tab, semicolon and comma that the first line has.
	Delimiter rune
	// NoHeader says that the first line is an example.
	NoHeader bool
	// Label is the column of the labels. If empty, columns that are dropped are left aside: it is the one that the
	// header calls class, label or target, if exactly one has such a name, else the last.
	Label string
	// Drop are the columns to leave out.
	Drop []string
	// OneHot are the columns of words. One with k different words becomes k−1 features, each 1 where its word stands
	// and otherwise 0. The first word in the order of bytes has no feature. [Auto] stands for every column that
	// has no number in the first example.
	OneHot []string
	// DropMissing leaves out the examples with a missing value.
	DropMissing bool

	// published returns an error for a record that a published file cannot have. Such a file has no comments and may
	// have one class; its errors name no flags.
	published func(record []string) error
	// piece is how many bytes are parsed at once, pieceSize if 0.
	piece int
}

// ErrMemory is the error for examples that take more memory than allowed.
var ErrMemory = errors.New("the examples take more memory than they may")

// ErrLine is the error for a line, or a record of CSV, that is longer than allowed.
var ErrLine = errors.New("a line or record is longer than it may be")

// Auto is the name in Options.OneHot that stands for every column of words.
const Auto = "auto"

// The values of Options.Format.
const (
	LIBSVM = "libsvm"
	CSV    = "csv"
)

// Set is a data set in memory. Its examples have passed [theory.Example.Check] for Dim dimensions. Whatever the format
// of their source, their vectors are dense if at least half of all coordinates are present, otherwise sparse. The
// vectors of a piece of the source lie one after the other in memory.
type Set struct {
	Name     string // the file's path, or the expression that makes the set again
	Examples []theory.Example
	Dim      int
	Labels   [2]string // what the source calls the classes −1 and +1; "" where one is missing
	Class    []int     // with Options.Classes: the class of each example, whose label is +1; else nil
	Classes  []string  // with Options.Classes: what the source calls them
	Features []string  // the names of the features; nil if the source has none
	Missing  int       // how many examples were left out because a value is missing
	Indexed  bool      // the source numbers the features and names those present only, so it may have more than Dim
}

// Read reads examples from r, plain or gzipped. Their format follows from opt, the name, or else the first lines.
// Errors name the file, the line, the field and what was expected there.
func Read(r io.Reader, name string, opt Options) (*Set, error) {
	t, err := openTable(r, name, opt)
	if err != nil {
		return nil, err
	}
	bytes := int64(0)
	err = t.each(func(b *block) error {
		rows := b.clone()
		if bytes += rows.size(); opt.Memory > 0 && bytes > opt.Memory {
			return fmt.Errorf("%s: %w: the first %d examples, more than %d bytes", name, ErrMemory, t.examples, opt.Memory)
		}
		t.rows = append(t.rows, rows)
		return nil
	})
	if err != nil {
		return nil, err
	}
	return t.set()
}

// Against returns the examples for one class against the rest: those of the class are +1, all others −1. They share
// their vectors with s. It panics if s has no such class.
func (s *Set) Against(class int) []theory.Example {
	if class < 0 || class >= len(s.Classes) {
		panic(fmt.Sprintf("benchdata: class %d of %d", class, len(s.Classes)))
	}
	examples := slices.Clone(s.Examples)
	for i, k := range s.Class {
		if k != class {
			examples[i].Y = theory.Negative
		}
	}
	return examples
}

// noExamples returns the error for a source without an example, or the cause if reading failed.
func noExamples(name string, cause error) error {
	if cause != nil && !errors.Is(cause, io.EOF) {
		return fmt.Errorf("%s: reading: %w", name, cause)
	}
	return fmt.Errorf("%s: no examples, expected at least one", name)
}
