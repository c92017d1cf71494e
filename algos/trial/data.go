package trial

import (
	"cmp"
	"math"
	"sync"

	"marginlab/algos/kernel"
	"marginlab/algos/normalized"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// Data are examples of two classes or of several. Each measurement of them is made once and kept, so they are not
// safe for concurrent use, except for [Data.Run] on the features.
type Data struct {
	Name     string
	Examples []theory.Example // all with the label +1 if there are several classes
	Dim      int
	Labels   [2]string // the source's names of the classes −1 and +1
	Class    []int     // the class of each example if there are several, nil for two
	Classes  []string  // the source's names of these
	Features []string  // the names of the features, nil if the source has none
	Indexed  bool      // whether there may be features beyond Dim, which no example has
	NormName string    // the name of the Norm for people, such as mahalanobis:FILE; "" for its String
	// Most is the number of examples, 0 for any, up to which diameters are always found: see [theory.Lengths].
	Most int
	// Original returns the classifier on the features before they were transformed that predicts like a classifier on
	// those of Examples; nil if they are the same.
	Original func(theory.Classifier) (theory.Classifier, error)

	narrow    *vec.Narrow  // the space of Examples, nil if it has all features
	gram      *kernel.Gram // nil without a kernel
	embedding *kernel.Embedding
	norm      vec.Norm // in which lengths are measured, nil where none was asked for

	seen    []theory.Example // in the space of the kernel, once computed
	surveys map[int]*Survey  // by the class against the rest, or twoClasses
	many    map[float64]*Survey
	// The points of batch algorithms, by the constant coordinate.
	directing  sync.Mutex
	directions map[float64]*normalized.Linear
}

// NewData returns data of two classes in dim dimensions. The examples must be valid.
func NewData(name string, examples []theory.Example, dim int) *Data {
	return &Data{
		Name: name, Examples: examples, Dim: dim,
		surveys: map[int]*Survey{}, many: map[float64]*Survey{},
		directions: map[float64]*normalized.Linear{},
	}
}

// InKernel puts the data into the Hilbert space of a kernel. Learners then learn in kernel form. The kernel's matrix
// takes at most memory bytes, [kernel.DefaultMemory] if 0. The coordinates that [Data.Space] gives the examples take
// as many, any number if 0: its error then wraps [kernel.ErrMemory]. The error here is that of [kernel.NewGram].
func (d *Data) InKernel(k kernel.Kernel, memory int64) (err error) {
	if d.gram, err = kernel.NewGram(k, vectors(d.Examples), d.Dim, memory); err == nil {
		d.embedding = d.gram.Embedding()
		d.embedding.Memory = memory
	}
	return err
}

// InNorm measures the data in a norm: only ℓ2 in the Hilbert space of a kernel, or for several classes.
func (d *Data) InNorm(n vec.Norm) {
	if n != vec.Norm(vec.L2{}) && (d.gram != nil || d.Class != nil) {
		panic("trial: a norm other than l2 with a kernel, or with several classes")
	}
	d.norm = n
}

// NameOf returns the name of a norm on the data, nil for ℓ2.
func (d *Data) NameOf(n vec.Norm) string {
	if n = cmp.Or(n, vec.Norm(vec.L2{})); d.NormName != "" && n == d.norm {
		return d.NormName
	}
	return n.String()
}

// Kernel returns the kernel in which the data are seen, and false if there is none.
func (d *Data) Kernel() (k kernel.Kernel, ok bool) {
	if d.gram == nil {
		return k, false
	}
	return d.gram.Kernel(), true
}

// Norm returns the norm in which lengths are measured. It is nil where none was asked for: lengths are then in ℓ2,
// and the margin of a learner is in its own norm.
func (d *Data) Norm() vec.Norm { return d.norm }

// euclidean reports whether lengths are in ℓ2.
func (d *Data) euclidean() bool { return d.norm == nil || d.norm == vec.Norm(vec.L2{}) }

// DBar returns the largest distance of an example from the origin.
func (d *Data) DBar() float64 {
	longest, x := 0.0, make([]float64, d.Dim)
	for i, e := range d.Examples {
		if d.euclidean() {
			longest = max(longest, math.Sqrt(d.sqNorm(i)))
			continue
		}
		e.X.CopyTo(x)
		longest = max(longest, d.norm.Of(x))
	}
	return longest
}

// sqNorm returns the squared length of an example in ℓ2, or in the space of the kernel.
func (d *Data) sqNorm(i int) float64 {
	if d.gram != nil {
		return d.gram.Diag(i)
	}
	return d.Examples[i].X.SqNorm()
}

// class returns the class of each example as a number, and the number of classes. With two classes −1 is 0 and +1 is
// 1.
func (d *Data) class() (class []theory.Label, classes int) {
	class, classes = make([]theory.Label, len(d.Examples)), max(2, len(d.Classes))
	for i, e := range d.Examples {
		if d.Class != nil {
			class[i] = theory.Label(d.Class[i])
		} else {
			class[i] = (1 + e.Y) / 2
		}
	}
	return class, classes
}

// className returns the source's name of a class.
func (d *Data) className(class int) string {
	if d.Class != nil {
		return d.Classes[class]
	}
	return d.Labels[class]
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
