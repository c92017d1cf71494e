package main

import (
	"context"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"marginlab/algos/kernel"
	"marginlab/algos/maxmargin"
	"marginlab/algos/multiclass"
	"marginlab/benchdata"
	"marginlab/cmd/marginlab/term"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// spaceFlags say in which space the examples are learned, and with which classes.
type spaceFlags struct {
	Classes bool `help:"Keep every label as a class of its own, for learners of many classes; without FILE: Iris, as measured."`
	kernelFlags
}

// kernelFlags say in which space the examples are, and what lengths are there.
type kernelFlags struct {
	Kernel *kernelFlag `placeholder:"KERNEL" help:"See the examples in the Hilbert space of a kernel, and run the learners in kernel form: linear, gaussian(sigma), poly(degree,offset,scale), each with ridge=R to add R to K(x,x), or mnist. To measure there takes n^2 memory and n^3 time for n examples."`
	Memory byteSize    `default:"4GiB" placeholder:"4GiB" help:"Memory for the examples and rows of the kernel matrix; 4GiB by default."`
	normFlags
}

// kernelFlag is a kernel as a flag.
type kernelFlag struct{ kernel.Kernel }

// UnmarshalText implements [encoding.TextUnmarshaler].
func (k *kernelFlag) UnmarshalText(text []byte) (err error) {
	k.Kernel, err = kernel.Parse(string(text))
	return err
}

// sample are examples of two classes or, if classes is not nil, of several, as
// learners see them, and as theorems do: as they are, or in the space of a kernel.
type sample struct {
	*benchdata.Set                     // of two classes, as they were read; of several without labels
	classes        *benchdata.ClassSet // nil for two
	gram           *kernel.Gram        // nil without a kernel
	embedding      *kernel.Embedding   // of its points
	norm           vec.Norm            // of --norm, nil without it

	seen    []theory.Example             // in the space that theorems speak of, once they are asked for
	surveys map[string]*maxmargin.Survey // by the class against the rest, "" for two classes
	many    map[float64]*multiclass.Survey
}

// sampled reads the examples.
func (f spaceFlags) sampled(ctx context.Context, in input, stdin io.Reader) (*sample, error) {
	s := new(sample)
	var err error
	if f.Classes {
		if s.classes, err = in.loadClasses(ctx, stdin); err != nil {
			return nil, err
		}
		s.Set = &benchdata.Set{Name: s.classes.Name, Dim: s.classes.Dim}
		for _, x := range s.classes.X {
			s.Examples = append(s.Examples, theory.Example{X: x, Y: theory.Positive})
		}
	} else if s.Set, err = in.load(ctx, stdin); err != nil {
		return nil, err
	}
	return s, f.place(s)
}

// place puts the examples into the space of the kernel, if one is given, and
// measures them in the norm.
func (f kernelFlags) place(s *sample) (err error) {
	if f.Kernel != nil {
		if s.gram, err = kernel.NewGram(f.Kernel.Kernel, vectors(s.Examples), s.Dim, int64(f.Memory)); err != nil {
			return err
		}
		s.embedding = kernel.NewEmbedding(s.gram)
	}
	return s.measuredIn(f.norm())
}

// space are the examples as theorems see them, and the dimension.
func (s *sample) space(ctx context.Context) ([]theory.Example, int, error) {
	if s.gram == nil {
		return s.Examples, s.Dim, nil
	}
	if s.seen == nil {
		var err error
		if s.seen, err = s.embedding.Examples(ctx, labels(s.Examples)); err != nil {
			return nil, 0, err
		}
	}
	return s.seen, s.embedding.Dim(), nil
}

func vectors(examples []theory.Example) []vec.Vector {
	x := make([]vec.Vector, len(examples))
	for i, e := range examples {
		x[i] = e.X
	}
	return x
}

func labels(examples []theory.Example) []theory.Label {
	y := make([]theory.Label, len(examples))
	for i, e := range examples {
		y[i] = e.Y
	}
	return y
}

// className is what the source calls a class.
func (s *sample) className(class int) string {
	if s.classes != nil {
		return s.classes.Classes[class]
	}
	return s.Labels[class]
}

// parts are the classifiers of a learner in kernel form, one a class.
func parts(l multiclass.KernelLearner) []kernel.Classifier {
	var all []kernel.Classifier
	switch l := l.(type) {
	case *multiclass.KernelAMIRA:
		for _, alpha := range l.Coefficients() {
			all = append(all, kernel.Classifier{Alpha: alpha})
		}
	case *multiclass.KernelOneVsRest:
		for _, binary := range l.Learners() {
			all = append(all, binary.Classifier())
		}
	default:
		panic("marginlab: an unknown learner of many classes")
	}
	return all
}

// normOf is the norm of the classifiers of all classes together.
func (s *sample) normOf(l multiclass.KernelLearner) float64 {
	var square float64
	for _, c := range parts(l) {
		square += math.Pow(s.gram.Norm(c), 2)
	}
	return math.Sqrt(square)
}

// linear is a classifier in kernel form in the space that theorems speak of.
func (s *sample) linear(ctx context.Context, c kernel.Classifier) (theory.Classifier, error) {
	if _, _, err := s.space(ctx); err != nil {
		return theory.Classifier{}, err
	}
	return s.embedding.Classifier(c), nil
}

// linearOf is the classifier of all classes together there, and of one-vs-rest the
// run of each binary learner.
func (s *sample) linearOf(ctx context.Context, l multiclass.KernelLearner) (theory.Classifier, []theory.Trace, error) {
	var all multiclass.Classifier
	for _, c := range parts(l) {
		linear, err := s.linear(ctx, c)
		if err != nil {
			return theory.Classifier{}, nil, err
		}
		all = append(all, linear)
	}
	var runs []theory.Trace
	if l, ok := l.(*multiclass.KernelOneVsRest); ok {
		runs = l.Traces()
		for c := range runs {
			runs[c].Classifier = all[c]
		}
	}
	return all.Concatenated(), runs, nil
}

// survey measures the examples, or those of one class (is) against the rest; what is
// known by one name is measured once.
func (s *sample) survey(ctx context.Context, name string, is func(i int) bool) (*maxmargin.Survey, error) {
	if known := s.surveys[name]; known != nil {
		return known, nil
	}
	examples, dim, err := s.space(ctx)
	if err != nil {
		return nil, err
	}
	if is != nil {
		examples = slices.Clone(examples)
		for i := range examples {
			examples[i].Y = theory.Negative
			if is(i) {
				examples[i].Y = theory.Positive
			}
		}
	}
	if s.surveys == nil {
		s.surveys = map[string]*maxmargin.Survey{}
	}
	s.surveys[name] = maxmargin.NewSurvey(examples, dim, maxmargin.Options{})
	return s.surveys[name], nil
}

// surveyMany measures the differences of the classes, with a constant coordinate if
// lift is not 0.
func (s *sample) surveyMany(ctx context.Context, lift float64) (*multiclass.Survey, error) {
	if known := s.many[lift]; known != nil {
		return known, nil
	}
	examples, dim, err := s.space(ctx)
	if err != nil {
		return nil, err
	}
	examples, dim = theory.View{Lift: lift}.Of(examples, dim)
	class, classes := s.class()
	if s.many == nil {
		s.many = map[float64]*multiclass.Survey{}
	}
	s.many[lift] = multiclass.NewSurvey(vectors(examples), class, dim, classes)
	return s.many[lift], nil
}

// dBar is the largest distance of the examples from the origin of the space.
func (s *sample) dBar() float64 {
	var longest float64
	if !isEuclidean(s.norm) {
		x := make([]float64, s.Dim)
		for _, e := range s.Examples {
			e.X.CopyTo(x)
			longest = max(longest, s.norm.Of(x))
		}
		return longest
	}
	for i, e := range s.Examples {
		if s.gram != nil {
			longest = max(longest, s.gram.Diag(i))
		} else {
			longest = max(longest, e.X.SqNorm())
		}
	}
	return math.Sqrt(longest)
}

// class are the classes as numbers, and how many there are: of two, −1 is 0 and +1
// is 1.
func (s *sample) class() (class []int, classes int) {
	if s.classes != nil {
		return s.classes.Class, len(s.classes.Classes)
	}
	class = make([]int, len(s.Examples))
	for i, e := range s.Examples {
		if e.Y == theory.Positive {
			class[i] = 1
		}
	}
	return class, 2
}

// describe is a line about the examples.
func (s *sample) describe() string {
	about := describe(s.Set)
	if s.classes != nil {
		counts := make([]int, len(s.classes.Classes))
		for _, c := range s.classes.Class {
			counts[c]++
		}
		var parts []string
		for c, name := range s.classes.Classes {
			parts = append(parts, term.Count(counts[c], "is ", "are ")+name)
		}
		about = fmt.Sprintf("%s: %s, %s; %s", s.Name, term.Count(len(s.Examples), "example", "examples"), term.Count(s.Dim, "feature", "features"), strings.Join(parts, ", "))
	}
	if s.gram != nil {
		about += fmt.Sprintf("; in the space of %s", s.gram.Kernel())
	}
	if s.norm != nil {
		about += fmt.Sprintf("; in the norm %s", s.norm)
	}
	if s.seen != nil {
		about += fmt.Sprintf(", of which they span %s", term.Count(s.embedding.Dim(), "dimension", "dimensions"))
	}
	return about
}
