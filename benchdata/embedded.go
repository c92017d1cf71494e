package benchdata

import (
	_ "embed" // the default data sets
	"strings"

	"gonum.org/v1/gonum/floats"

	"marginlab/theory"
)

//go:embed data/breast_cancer.csv
var breastCancer string

//go:embed data/iris.csv
var iris string

// Default returns the data set that comes with the package, standardised: Breast Cancer Wisconsin (Diagnostic), 569 ×
// 30, benign +1, malignant −1. Standardised it is separable, but only with a bias. It is UCI data under CC BY 4.0; the
// citation (Wolberg, Mangasarian, Street, Street 1993, doi:10.24432/C5DW2B) stands at the head of the file.
func Default() *Set {
	set := embedded(breastCancer, "breast_cancer", Options{Format: CSV})
	set.Examples, _ = Standardise(set.Examples, set.Dim)
	return set
}

func embedded(text, name string, opt Options) *Set {
	set, err := Read(strings.NewReader(text), name, opt)
	if err != nil {
		panic("benchdata: the embedded data set: " + err.Error())
	}
	return set
}

// Iris returns setosa (−1) and versicolor (+1) of [DefaultClasses], one of each in turn, shifted to mean 0: 100 × 4.
// The classes are far apart for their diameter, r = 3.3, so that bounds are small numbers.
func Iris() *Set {
	of := DefaultClasses()
	const each = 50 // flowers of a species, setosa first
	mean := make([]float64, of.Dim)
	for _, e := range of.Examples[:2*each] {
		for k, v := range e.X.Value {
			mean[k] += v / (2 * each)
		}
	}
	set := &Set{Name: of.Name, Dim: of.Dim, Labels: [2]string(of.Classes[:2]), Examples: newDense(2*each, of.Dim)}
	for i, e := range set.Examples {
		set.Examples[i].Y = []theory.Label{theory.Negative, theory.Positive}[i%2]
		floats.SubTo(e.X.Value, of.Examples[i/2+i%2*each].X.Value, mean)
	}
	return set
}

// DefaultClasses returns the data set of many classes that comes with the package, as it was measured: Iris, 150 × 4
// in centimetres, 50 flowers of each of three species. Setosa is linearly separable from the others, which are not
// separable from each other. It is UCI data under CC BY 4.0; the citation (Fisher 1936, doi:10.24432/C56C76) stands
// at the head of the file.
func DefaultClasses() *Set { return embedded(iris, "iris", Options{Format: CSV, Classes: true}) }
