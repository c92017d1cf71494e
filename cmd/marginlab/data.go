package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"reflect"
	"strings"
	"unicode/utf8"

	"marginlab/algos/kernel"
	"marginlab/algos/trial"
	"marginlab/benchdata"
	"marginlab/cmd/marginlab/term"
	"marginlab/theory"
)

// input says where the examples of a command come from, and how to read them.
type input struct {
	File string `arg:"" name:"FILE" optional:"" help:"Examples in LIBSVM/SVMlight or CSV, plain or gzipped; - is standard input. Or a data set that is made, with these defaults: ${recipes}. Or one that comes with marginlab: iris; breast_cancer, which is standardised; or one_mistake, three examples on which OMM comes to its bounds. Without FILE: iris."`
	reading
}

// reading says how to read the examples.
type reading struct {
	memory   term.Bytes // that the examples may take
	features int        // that the norm is of, 0 for any

	Format      string     `group:"Reading the examples:" enum:"auto,libsvm,csv" default:"auto" placeholder:"auto" help:"libsvm or csv; auto decides by the name, else by the first lines."`
	Positive    string     `group:"Reading the examples:" placeholder:"LABEL" help:"The label of class +1; every other label is -1. Without it there may be two labels, and the larger one is +1."`
	Label       string     `group:"Reading the examples:" placeholder:"COLUMN" help:"The column of the labels in CSV, by name or counted from 1. Default: the column called class, label or target, else the last."`
	Delimiter   delimiter  `group:"Reading the examples:" placeholder:"CHAR" help:"What separates the columns of CSV: a character, or tab or space. Default: tab, semicolon or comma, the first of them that is in the first line."`
	NoHeader    bool       `group:"Reading the examples:" help:"The first line of CSV is an example. Default: it is a header if it has no number."`
	Drop        []string   `group:"Reading the examples:" placeholder:"COLUMN" help:"Columns of CSV to leave out, separated by commas."`
	OneHot      []string   `group:"Reading the examples:" placeholder:"COLUMN" help:"Columns of CSV that hold words, separated by commas; auto stands for those without a number in the first example. Each word but the first in alphabetical order becomes a feature, 1 where the word stands, else 0."`
	DropMissing bool       `group:"Reading the examples:" help:"Leave out the examples of CSV with a missing value: an empty field, ?, NA or NaN."`
	ZeroBased   bool       `group:"Reading the examples:" help:"Count the indices of LIBSVM from 0."`
	Dim         int        `group:"Reading the examples:" placeholder:"D" help:"The least number of features of LIBSVM, of which the examples may have fewer. Default: as many as they have."`
	Standardise bool       `group:"Reading the examples:" help:"Shift and scale every feature to mean 0 and variance 1."`
	Normalise   bool       `group:"Reading the examples:" help:"Divide every example by its Euclidean norm, after --standardise."`
	MaxLine     term.Bytes `group:"Reading the examples:" default:"64MiB" placeholder:"64MiB" help:"The most bytes that a line may have, or a record of CSV (default: ${default}). Reading one takes some four times as much memory."`
	MaxRatio    int        `group:"Reading the examples:" default:"250" placeholder:"250" help:"How many times as long as its gzip a text may be, when it has more than 256 MiB (default: ${default}); 0 for any number of times."`
	Separable   bool       `group:"Reading the examples:" help:"Keep the part of the examples that a hyperplane separates, after --standardise and --normalise: what a linear support vector machine (C = 0.01, balanced classes), trained on standardised features, classifies correctly from a distance above 0.01."`
}

// delimiter is a flag whose value separates columns.
type delimiter rune

// UnmarshalText implements [encoding.TextUnmarshaler].
func (d *delimiter) UnmarshalText(text []byte) error {
	switch name := string(text); name {
	case "tab", `\t`:
		*d = '\t'
	case "space":
		*d = ' '
	default:
		r, size := utf8.DecodeRune(text)
		if size != len(text) || r == utf8.RuneError || strings.ContainsRune("\"#\r\n", r) {
			return fmt.Errorf("%q, expected one character but a quote or #, or tab or space", name)
		}
		*d = delimiter(r)
	}
	return nil
}

// spaceFlags say in which space the examples are learned, and with which classes.
type spaceFlags struct {
	Classes bool `help:"Keep every label as a class of its own, for learners of many classes. Without FILE: Iris, as measured."`
	kernelFlags
}

// data reads the examples, and puts them into the space and the norm.
func (f kernelFlags) data(ctx context.Context, in input, classes bool, std term.Streams) (*trial.Data, error) {
	p := term.NewProgress(std.Err)
	defer p.Clear()
	in.memory, in.features = f.Memory, f.norm().Dim()
	data, err := in.read(ctx, classes, std.In, p)
	if err == nil && in.features > 0 {
		err = dense("--norm", data, in.features, f.Memory)
	}
	if err == nil && in.features > 0 { // to points whose lengths in an lp are those of the examples in the norm
		if data.Examples, err = f.norm().Map(data.Examples, data.Dim); err != nil {
			err = fmt.Errorf("%s: %w", data.Name, err)
		}
	}
	if err == nil && f.Kernel != nil {
		p.Begin("kernel matrix of "+data.Name, 0)
		err = data.InKernel(*f.Kernel, int64(f.Memory))
	}
	if err == nil {
		err = f.measure(data)
	}
	if errors.Is(err, benchdata.ErrMemory) {
		err = fmt.Errorf("%w; --memory allows more, and marginlab run --stream keeps none in memory", err)
	}
	return data, withFlag(err)
}

// options returns the options of the flags that say how to read a file; given reports whether there are any.
func (in input) options() (opt benchdata.Options, given bool) {
	opt = benchdata.Options{
		Format: in.Format, Positive: in.Positive, ZeroBased: in.ZeroBased, Delimiter: rune(in.Delimiter),
		NoHeader: in.NoHeader, Label: in.Label, Drop: in.Drop, OneHot: in.OneHot, DropMissing: in.DropMissing, Dim: in.Dim,
	}
	if in.Format == "auto" {
		opt.Format = ""
	}
	given = !reflect.ValueOf(opt).IsZero()
	opt.Memory, opt.Line, opt.Ratio = int64(in.memory), int64(in.MaxLine), in.MaxRatio
	return opt, given
}

// read reads the examples, or makes them.
func (in input) read(ctx context.Context, classes bool, stdin io.Reader, p *term.Progress) (*trial.Data, error) {
	opt, given := in.options()
	made := isMade(in.File)
	switch {
	case classes && in.Positive != "":
		return nil, errors.New("--positive chooses one class of two and --classes keeps all, expected one of the two")
	case classes && in.Separable:
		return nil, errors.New("--separable keeps what one hyperplane separates and --classes keeps all classes, " +
			"expected one of the two")
	case classes && made:
		return nil, fmt.Errorf("%s has two classes, expected a file with --classes", in.File)
	case in.File == "" && given:
		return nil, errors.New("there is no FILE, expected one with flags that say how to read it")
	case made && given:
		return nil, fmt.Errorf("%s is made and not read, expected it without flags that say how to read a file", in.File)
	}
	opt.Classes = classes
	set, err := in.source(ctx, opt, made, stdin, p)
	if err != nil {
		return nil, err
	}
	data := trial.NewData(set.Name, set.Examples, set.Dim)
	data.Labels, data.Class, data.Classes = set.Labels, set.Class, set.Classes
	data.Features, data.Indexed = set.Features, set.Indexed && !classes
	if err := in.prepare(data); err != nil {
		return nil, err
	}
	var notes []string
	if in.Separable {
		p.Say("%s: looking for a hyperplane that separates most examples", set.Name)
		standard := data.Examples
		if !in.Standardise || in.Normalise {
			standard, _ = benchdata.Standardise(standard, data.Dim)
		}
		part, err := benchdata.TrainSeparation(ctx, standard, data.Dim)
		if err != nil {
			return nil, fmt.Errorf("%s: --separable: %w", set.Name, err)
		}
		notes = []string{fmt.Sprintf("separable part, %d of %d", len(part.Kept), len(data.Examples))}
		data.Examples = part.Of(data.Examples)
	}
	data.Name = annotated(set.Name, set.Missing, notes...)
	return data, nil
}

// source returns the embedded data set, one that is made, that of standard input, or that of a file. It shows how much
// it has read.
func (in input) source(ctx context.Context, opt benchdata.Options, made bool, stdin io.Reader, p *term.Progress) (
	*benchdata.Set, error) {
	name, from, size := in.File, stdin, int64(0)
	switch {
	case made:
		p.Say("making %s", in.File)
		return recipe(ctx, in.File)
	case in.File == "" && opt.Classes:
		return benchdata.DefaultClasses(), nil
	case in.File == "":
		return benchdata.Iris(), nil
	case in.File == "-":
		name = "standard input"
	default:
		f, err := os.Open(in.File)
		if errors.Is(err, fs.ErrNotExist) && !opt.Classes {
			err = fmt.Errorf("%w%s", err, meantRecipe(in.File))
		}
		if err != nil {
			return nil, err
		}
		defer f.Close()
		from = f
	}
	if f, is := from.(*os.File); is {
		if info, err := f.Stat(); err == nil && info.Mode().IsRegular() {
			size = info.Size()
		}
	}
	return benchdata.Read(p.Reading(from, "reading "+name, size), name, opt)
}

// prepare leaves out the features that no example has, where they are most of many, adds those
// that the norm is of, and standardises and normalises the examples, as the flags say. The error
// is that they take more than the memory when they are dense.
func (in input) prepare(data *trial.Data) error {
	switch {
	case in.features == 0:
		data.Narrow()
	case data.Indexed:
		data.Dim = max(data.Dim, in.features)
	}
	if in.Standardise {
		if err := dense("--standardise", data, data.Dim, in.memory); err != nil {
			return fmt.Errorf("%w, and --normalise stores no zeros", err)
		}
	}
	if in.Separable {
		if err := dense("--separable", data, data.Dim, in.memory); err != nil {
			return err
		}
	}
	if !in.Standardise && !in.Normalise {
		return nil
	}
	var scaling benchdata.Scaling
	if in.Standardise {
		data.Examples, scaling = benchdata.Standardise(data.Examples, data.Dim)
	}
	data.Examples, data.Dim = theory.View{Normalised: in.Normalise}.Of(data.Examples, data.Dim)
	data.Original = func(c theory.Classifier) (theory.Classifier, error) {
		if in.Normalise && c.B != 0 {
			return c, errors.New("a classifier with a bias is not linear in the features before --normalise, " +
				"expected a learner without one")
		}
		if in.Standardise {
			c = scaling.Original(c)
		}
		return c, nil
	}
	return nil
}

// dense is the error that the examples take more than the memory in dim dimensions when their
// zeros are stored, as the flag needs it.
func dense(flag string, data *trial.Data, dim int, memory term.Bytes) error {
	n := len(data.Examples)
	if size := 8 * float64(n) * float64(dim); memory > 0 && size > float64(memory) {
		return fmt.Errorf("%s: %s stores every zero of %d examples in %d dimensions, which takes %.0f bytes, "+
			"expected at most %s; --memory allows more", data.Name, flag, n, dim, size, memory)
	}
	return nil
}

// annotated is the name of data from which examples were left out, since values were missing or for other reasons.
func annotated(name string, missing int, notes ...string) string {
	if missing > 0 {
		some := term.Count(missing, "example", "examples")
		notes = append([]string{some + " with missing values left out"}, notes...)
	}
	if notes == nil {
		return name
	}
	return fmt.Sprintf("%s (%s)", name, strings.Join(notes, "; "))
}

// withFlag names the flag that allows more of what there is too much of.
func withFlag(err error) error {
	switch {
	case errors.Is(err, benchdata.ErrLine):
		return fmt.Errorf("%w; --max-line allows more", err)
	case errors.Is(err, benchdata.ErrRatio):
		return fmt.Errorf("%w; --max-ratio allows more", err)
	case errors.Is(err, kernel.ErrMemory):
		return fmt.Errorf("%w; --memory allows more", err)
	case errors.Is(err, trial.ErrMemory):
		return fmt.Errorf("%w; --memory allows more, and --learners leaves learners out", err)
	}
	return err
}
