package benchdata

import (
	_ "embed" // the default data set
	"strings"
)

//go:embed data/breast_cancer.csv
var breastCancer string

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
