package main

import (
	"context"
	"fmt"
	"io"
	"strings"

	"marginlab/algos/kernel"
	"marginlab/algos/maxmargin"
	"marginlab/algos/multiclass"
	"marginlab/benchdata"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// spaceFlags say in which space the examples are learned, and with which classes.
type spaceFlags struct {
	Classes bool `help:"Keep every label as a class of its own, for learners of many classes; without FILE: Iris, as measured."`
	kernelFlags
}

// kernelFlags say in which space the examples are.
type kernelFlags struct {
	Kernel *kernelFlag `placeholder:"KERNEL" help:"See the examples in the Hilbert space of a kernel, and run the learners in kernel form: linear, gaussian(sigma), poly(degree,offset,scale), each with ridge=R to add R to K(x,x), or mnist. To measure there takes n^2 memory and n^3 time for n examples."`
	Memory byteSize    `default:"4GiB" placeholder:"4GiB" help:"Memory for the examples and rows of the kernel matrix; 4GiB by default."`
}

// kernelFlag is a kernel as a flag.
type kernelFlag struct{ kernel.Kernel }

// UnmarshalText implements [encoding.TextUnmarshaler].
func (k *kernelFlag) UnmarshalText(text []byte) (err error) {
	k.Kernel, err = kernel.Parse(string(text))
	return err
}

// sample are examples of two classes or, if classes is not nil, of several, as
// learners and theorems see them: as they are, or in the space of a kernel.
type sample struct {
	*benchdata.Set                     // of two classes, as they were read; of several without labels
	classes        *benchdata.ClassSet // nil for two
	gram           *kernel.Gram        // nil without a kernel
	embedding      *kernel.Embedding   // of its points
	seen           []theory.Example    // in the space that theorems speak of
	dim            int                 // of that

	surveys map[string]*maxmargin.Survey // by the class against the rest, "" for two classes
	many    map[float64]*multiclass.Survey
}

// sampled reads the examples and places them in the space of the kernel, if one is
// given.
func (f spaceFlags) sampled(ctx context.Context, in input, stdin io.Reader) (*sample, error) {
	s := &sample{surveys: map[string]*maxmargin.Survey{}, many: map[float64]*multiclass.Survey{}}
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

// place puts the examples into the space of the kernel, if one is given.
func (f kernelFlags) place(s *sample) (err error) {
	s.seen, s.dim = s.Examples, s.Dim
	if f.Kernel == nil {
		return nil
	}
	if s.gram, err = kernel.NewGram(f.Kernel.Kernel, vectors(s.Examples), s.Dim, int64(f.Memory)); err != nil {
		return err
	}
	s.embedding = kernel.NewEmbedding(s.gram)
	s.seen = s.embedding.Examples(labels(s.Examples))
	s.dim = s.embedding.Dim()
	return nil
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

// against are the examples, in the space of the theorems, with the labels of one
// class against the rest.
func (s *sample) against(class int) []theory.Example {
	of, _ := s.class()
	examples := make([]theory.Example, len(s.seen))
	for i, e := range s.seen {
		examples[i] = theory.Example{X: e.X, Y: theory.Negative}
		if of[i] == class {
			examples[i].Y = theory.Positive
		}
	}
	return examples
}

// className is what the source calls a class.
func (s *sample) className(class int) string {
	if s.classes != nil {
		return s.classes.Classes[class]
	}
	return s.Labels[class]
}

// embedded is the classifier of a learner in kernel form in the space of the
// theorems, that of all classes together, and of one-vs-rest the run of each binary
// learner.
func (s *sample) embedded(l multiclass.KernelLearner) (theory.Classifier, []theory.Trace) {
	var all multiclass.Classifier
	switch l := l.(type) {
	case *multiclass.KernelAMIRA:
		for _, alpha := range l.Coefficients() {
			all = append(all, s.embedding.Classifier(kernel.Classifier{Alpha: alpha}))
		}
		return all.Concatenated(), nil
	case *multiclass.KernelOneVsRest:
		runs := l.Traces()
		for c, binary := range l.Learners() {
			runs[c].Classifier = s.embedding.Classifier(binary.Classifier())
			all = append(all, runs[c].Classifier)
		}
		return all.Concatenated(), runs
	}
	panic("marginlab: an unknown learner of many classes")
}

// survey measures examples of two classes; what is known by one name is measured
// once.
func (s *sample) survey(name string, examples func() []theory.Example) *maxmargin.Survey {
	if s.surveys[name] == nil {
		s.surveys[name] = maxmargin.NewSurvey(examples(), s.dim, maxmargin.Options{})
	}
	return s.surveys[name]
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
			parts = append(parts, fmt.Sprintf("%d are %s", counts[c], name))
		}
		about = fmt.Sprintf("%s: %s, %s; %s", s.Name, count(len(s.Examples), "example", "examples"), count(s.Dim, "feature", "features"), strings.Join(parts, ", "))
	}
	if s.gram != nil {
		about += fmt.Sprintf("; in the space of %s they span %s", s.gram.Kernel(), count(s.dim, "dimension", "dimensions"))
	}
	return about
}
