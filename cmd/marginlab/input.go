package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"
	"unicode/utf8"

	"marginlab/algos/kernel"
	"marginlab/algos/trial"
	"marginlab/benchdata"
	"marginlab/cmd/marginlab/term"
	"marginlab/theory"
	"marginlab/theory/vec"
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

// kernelFlags say in which space the examples are, and how lengths are measured there.
type kernelFlags struct {
	Kernel *kernel.Kernel `placeholder:"KERNEL" help:"Run the learners in kernel form, and see the examples in the Hilbert space of the kernel: linear, gaussian(sigma) or poly(degree,offset,scale), each with an optional ridge=R, which adds R to K(x,x); or mnist. Measuring n examples there takes n^2 memory and n^3 time."`
	Memory term.Bytes     `default:"4GiB" placeholder:"4GiB" help:"Memory for the examples, also as theorems see them, for rows of the kernel matrix, and for the steps of a run that theorems are held against. Each takes at most this, and the process takes a few times the largest (default: ${default})."`
	Norm   *normFlag      `placeholder:"NORM" help:"Measure lengths in a norm: P for ||x||_P, from 1.02 to 100; mahalanobis:FILE for the root of x'Mx, where FILE has the D rows of D numbers of a positive definite M, separated by commas or blanks; weighted:P:FILE for (sum of w|x|^P)^(1/P), where FILE has the D numbers w. Learners that do not name their p learn in it. A FILE transforms the features when they are read, after --standardise, --normalise and --separable, so that lengths in l2, or in ||x||_P, are those of the norm. All learners then learn on the transformed features, learners of l2 alone too; a classifier that is saved is one of the features before."`
}

// normFlag is a flag whose value is a norm.
type normFlag struct{ *benchdata.Norm }

// UnmarshalText implements [encoding.TextUnmarshaler].
func (n *normFlag) UnmarshalText(text []byte) (err error) {
	n.Norm, err = benchdata.ParseNorm(string(text))
	return err
}

// norm is the norm that was asked for, that of the examples as they are if none was.
func (f kernelFlags) norm() *benchdata.Norm {
	if f.Norm == nil {
		return &benchdata.Norm{}
	}
	return f.Norm.Norm
}

// data reads the examples, and puts them into the space and the norm.
func (f kernelFlags) data(ctx context.Context, in input, classes bool, std term.Streams) (*trial.Data, error) {
	p := term.NewProgress(std.Err)
	defer p.Clear()
	in.memory, in.features = f.Memory, f.norm().Dim()
	data, err := in.read(ctx, classes, std.In, p)
	if err == nil && in.features > 0 {
		err = f.transform(data)
	}
	if err == nil && f.Kernel != nil {
		p.Begin("kernel matrix of "+data.Name, "", 0)
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

// transform maps the examples to points whose lengths in an lp are those of the examples in the norm.
func (f kernelFlags) transform(data *trial.Data) (err error) {
	if err := dense("--norm", data, f.norm().Dim(), f.Memory); err != nil {
		return err
	}
	if data.Examples, err = f.norm().Map(data.Examples, data.Dim); err != nil {
		return fmt.Errorf("%s: %w", data.Name, err)
	}
	return nil
}

// measure lets lengths be in the norm, of transformed examples, and classifiers be those of the
// examples before.
func (f kernelFlags) measure(data *trial.Data) error {
	switch {
	case f.Norm == nil:
		return nil
	case f.Norm.In == vec.Norm(vec.L2{}):
	case f.Kernel != nil:
		return fmt.Errorf("--norm is %s, expected none with --kernel: lengths are those of the kernel's Hilbert space",
			f.Norm)
	case data.Class != nil:
		return fmt.Errorf("--norm is %s, expected none with --classes: learners of many classes are of l2; of two classes each, one-vs-rest(e-omm(p=3)) names its own", f.Norm)
	}
	before := data.Original
	data.Original = func(c theory.Classifier) (theory.Classifier, error) {
		if c = f.Norm.Original(c); before != nil {
			return before(c)
		}
		return c, nil
	}
	data.NormName = f.Norm.String()
	data.InNorm(f.Norm.In)
	return nil
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

// options are those of the flags that say how to read a file, and given names the flags.
func (in input) options() (opt benchdata.Options, given []string) {
	opt = benchdata.Options{
		Format: in.Format, Positive: in.Positive, ZeroBased: in.ZeroBased, Delimiter: rune(in.Delimiter), NoHeader: in.NoHeader,
		Label: in.Label, Drop: in.Drop, OneHot: in.OneHot, DropMissing: in.DropMissing, Dim: in.Dim, Memory: int64(in.memory), Line: int64(in.MaxLine), Ratio: in.MaxRatio,
	}
	if in.Format == "auto" {
		opt.Format = ""
	}
	for _, flag := range []struct {
		name string
		is   bool
	}{
		{"--format", opt.Format != ""}, {"--positive", opt.Positive != ""}, {"--label", opt.Label != ""}, {"--delimiter", opt.Delimiter != 0},
		{"--no-header", opt.NoHeader}, {"--drop", opt.Drop != nil}, {"--one-hot", opt.OneHot != nil}, {"--drop-missing", opt.DropMissing},
		{"--zero-based", opt.ZeroBased}, {"--dim", opt.Dim != 0},
	} {
		if flag.is {
			given = append(given, flag.name)
		}
	}
	return opt, given
}

// read reads the examples, or makes them.
func (in input) read(ctx context.Context, classes bool, stdin io.Reader, p *term.Progress) (*trial.Data, error) {
	opt, given := in.options()
	made := in.File != "" && in.File != "-" && makerOf(in.File) != nil
	switch {
	case classes && in.Positive != "":
		return nil, errors.New("--positive chooses one class of two and --classes keeps all, expected one of the two")
	case classes && in.Separable:
		return nil, errors.New("--separable keeps what one hyperplane separates and --classes keeps all classes, expected one of the two")
	case classes && made:
		return nil, fmt.Errorf("%s has two classes, expected a file with --classes", in.File)
	case in.File == "" && given != nil:
		return nil, fmt.Errorf("no FILE to read with %s, expected one", strings.Join(given, " and "))
	case made && given != nil:
		return nil, fmt.Errorf("%s is made and not read, expected it without %s", in.File, strings.Join(given, " and "))
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
	notes := leftOut(set.Missing)
	if in.Separable {
		p.Say("%s: looking for a hyperplane that separates most examples", set.Name)
		note, err := in.separate(ctx, data)
		if err != nil {
			return nil, fmt.Errorf("%s: --separable: %w", set.Name, err)
		}
		notes = append(notes, note)
	}
	data.Name = annotated(set.Name, notes)
	return data, nil
}

// source returns the embedded data set, one that is made, that of standard input, or that of a file. It shows how much
// it has read.
func (in input) source(ctx context.Context, opt benchdata.Options, made bool, stdin io.Reader, p *term.Progress) (*benchdata.Set, error) {
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
