package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"

	"marginlab/benchdata"
	"marginlab/cmd/marginlab/term"
	"marginlab/theory"
)

// input says where the examples of a command come from, and how to read them.
type input struct {
	File string `arg:"" name:"FILE" optional:"" help:"Examples in LIBSVM/SVMlight or CSV, plain or gzipped; - is standard input. Or a data set that is made: ${recipes}; what is left out is as here. Without FILE: Breast Cancer Wisconsin, standardised, which comes with marginlab."`

	Format      string `group:"Reading the examples:" enum:"auto,libsvm,csv" default:"auto" placeholder:"auto" help:"libsvm or csv; auto goes by the name, else by the first lines."`
	Positive    string `group:"Reading the examples:" placeholder:"LABEL" help:"The label of class +1, every other one being -1. Without it there may be two labels, the larger one +1."`
	Label       string `group:"Reading the examples:" placeholder:"COLUMN" help:"The column of the labels in CSV, by name or counted from 1. Without it the column called class, label or target, else the last."`
	ZeroBased   bool   `group:"Reading the examples:" help:"The indices of LIBSVM count from 0."`
	Standardise bool   `group:"Reading the examples:" help:"Shift and scale every feature to mean 0 and variance 1."`
	Normalise   bool   `group:"Reading the examples:" help:"Divide every example by its Euclidean norm, after that."`
}

// load reads the examples. It returns when ctx is done, even if standard input
// stays silent.
func (in input) load(ctx context.Context, stdin io.Reader) (*benchdata.Set, error) {
	return patiently(ctx, func() (*benchdata.Set, error) { return in.read(ctx, stdin) })
}

// loadClasses reads the examples with every label as a class of its own, as load
// does.
func (in input) loadClasses(ctx context.Context, stdin io.Reader) (*benchdata.ClassSet, error) {
	return patiently(ctx, func() (*benchdata.ClassSet, error) { return in.readClasses(stdin) })
}

// patiently is what read returns, but ends with ctx.
func patiently[S any](ctx context.Context, read func() (S, error)) (S, error) {
	type loaded struct {
		set S
		err error
	}
	done := make(chan loaded, 1)
	go func() {
		set, err := read()
		done <- loaded{set, err}
	}()
	select {
	case <-ctx.Done():
		var none S
		return none, ctx.Err()
	case l := <-done:
		return l.set, l.err
	}
}

// options say how to read a file.
func (in input) options() benchdata.Options {
	opt := benchdata.Options{Format: in.Format, Positive: in.Positive, Label: in.Label, ZeroBased: in.ZeroBased}
	if in.Format == "auto" {
		opt.Format = ""
	}
	return opt
}

func (in input) readClasses(stdin io.Reader) (set *benchdata.ClassSet, err error) {
	opt := in.options()
	switch {
	case in.Positive != "":
		return nil, errors.New("--positive chooses one class of two and --classes keeps all, expected one of the two")
	case in.File == "" && opt != benchdata.Options{}:
		return nil, errors.New("no FILE to read with --format, --label or --zero-based, expected one")
	case in.File == "":
		set = benchdata.DefaultClasses()
	case in.File == "-":
		set, err = benchdata.ReadClasses(stdin, "standard input", opt)
	case makerOf(in.File) != nil:
		return nil, fmt.Errorf("%s has two classes, expected a file with --classes", in.File)
	default:
		set, err = benchdata.OpenClasses(in.File, opt)
	}
	if err != nil {
		return nil, err
	}
	examples := make([]theory.Example, len(set.X))
	for i, x := range set.X {
		examples[i] = theory.Example{X: x, Y: theory.Positive}
	}
	if in.Standardise {
		examples = benchdata.Standardise(examples, set.Dim)
	}
	if in.Normalise {
		examples, set.Dim = theory.View{Normalised: true}.Of(examples, set.Dim)
	}
	set.X = vectors(examples)
	return set, nil
}

func (in input) read(ctx context.Context, stdin io.Reader) (*benchdata.Set, error) {
	opt := in.options()
	var set *benchdata.Set
	var err error
	plain := opt == benchdata.Options{}
	if in.File != "" && in.File != "-" {
		if !plain && makerOf(in.File) != nil {
			return nil, fmt.Errorf("%s is made and not read, expected none of --format, --positive, --label and --zero-based", in.File)
		}
		set, err = recipe(ctx, in.File)
	}
	switch {
	case set != nil, err != nil:
	case in.File == "" && !plain:
		return nil, errors.New("no FILE to read with --format, --positive, --label or --zero-based, expected one")
	case in.File == "":
		set = benchdata.Default()
	case in.File == "-":
		set, err = benchdata.Read(stdin, "standard input", opt)
	default:
		set, err = benchdata.Open(in.File, opt)
	}
	if err != nil {
		return nil, err
	}
	if in.Standardise {
		set.Examples = benchdata.Standardise(set.Examples, set.Dim)
	}
	if in.Normalise {
		set.Examples, set.Dim = theory.View{Normalised: true}.Of(set.Examples, set.Dim)
	}
	return set, nil
}

// describe is a line about the examples.
func describe(set *benchdata.Set) string {
	positives := 0
	for _, e := range set.Examples {
		if e.Y == theory.Positive {
			positives++
		}
	}
	class := func(n int, sign, label string) string {
		if label == "" || label == sign || label == sign[1:] {
			return term.Count(n, "is ", "are ") + sign
		}
		return term.Count(n, "is ", "are ") + fmt.Sprintf("%s (%s)", sign, label)
	}
	return fmt.Sprintf("%s: %s, %s; %s, %s", set.Name,
		term.Count(len(set.Examples), "example", "examples"), term.Count(set.Dim, "feature", "features"),
		class(positives, "+1", set.Labels[1]), class(len(set.Examples)-positives, "-1", set.Labels[0]))
}

// order says in which order, and how often, the learners see the examples.
type order struct {
	Passes  int     `default:"1" placeholder:"N" help:"Go N times through the examples; once by default."`
	Shuffle *uint64 `placeholder:"SEED" help:"Go through them in a random permutation, a new one each pass. Without it they come as in the file."`
}

func (o order) Validate() error {
	if o.Passes < 1 {
		return fmt.Errorf("--passes is %d, expected at least 1", o.Passes)
	}
	return nil
}

// stream is the sequence of examples that the learners see.
func (o order) stream(examples []theory.Example) iter.Seq[theory.Example] {
	if o.Shuffle != nil {
		return benchdata.ShuffledPasses(examples, o.Passes, *o.Shuffle)
	}
	return benchdata.Passes(examples, o.Passes)
}

// indices is the sequence of examples by their index.
func (o order) indices(n int) []int {
	var all []int
	if o.Shuffle != nil {
		for order := range benchdata.Permutations(n, o.Passes, *o.Shuffle) {
			all = append(all, order...)
		}
		return all
	}
	for range o.Passes {
		for i := range n {
			all = append(all, i)
		}
	}
	return all
}
