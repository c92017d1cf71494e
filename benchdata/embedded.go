package benchdata

import (
	_ "embed" // the default data sets
	"strings"
)

//go:embed data/breast_cancer.csv
var breastCancer string

//go:embed data/iris.csv
var iris string

// Default returns the data set that comes with the package, standardised: Breast
// Cancer Wisconsin (Diagnostic), 569 × 30, benign +1, malignant −1. Standardised
// it is separable, but only with a bias. It is UCI data under CC BY 4.0; the
// citation (Wolberg, Mangasarian, Street, Street 1993, doi:10.24432/C5DW2B)
// stands at the head of the file.
func Default() *Set {
	set, err := Read(strings.NewReader(breastCancer), "breast_cancer", Options{Format: CSV})
	if err != nil {
		panic("benchdata: the embedded data set: " + err.Error())
	}
	set.Examples = Standardise(set.Examples, set.Dim)
	return set
}

// DefaultClasses returns the data set of many classes that comes with the package,
// as it was measured: Iris, 150 × 4 in centimetres, 50 flowers of each of three
// species. Setosa is linearly separable from the others, they are not from each
// other. It is UCI data under CC BY 4.0; the citation (Fisher 1936,
// doi:10.24432/C56C76) stands at the head of the file.
func DefaultClasses() *ClassSet {
	set, err := ReadClasses(strings.NewReader(iris), "iris", Options{Format: CSV})
	if err != nil {
		panic("benchdata: the embedded data set: " + err.Error())
	}
	return set
}
