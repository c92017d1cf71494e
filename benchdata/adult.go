package benchdata

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"marginlab/theory"
)

// AdultFacts are counts of what the pipeline has read, removed and kept.
type AdultFacts struct {
	Rows, Missing     [2]int // in adult.data and adult.test: all, and those with '?'
	Complete, Columns int
	Wrong, TooNear    int // removed: misclassified, or not but too near
	Kept, Positives   int
	Separator         theory.Classifier // separates what was kept
}

// Adult returns the separable data set of HKNS25, Section B.1, from the raw files in the folder
// dir: the complete rows of [ReadAdult] that the classifier of [TrainSeparation] separates. Its
// vectors are dense and lie one after the other in memory.
//
// HKNS25 leaves choices open. Those made here come closest to its numbers: 35,508 rows, 27.11 %
// of them +1, b∗ = −0.2848 and, to all four digits, the ten D̄/D of its Table 3. The optima of
// other choices, each by the distance from the boundary and by the score |w·x+b|:
//
//	                                     distance > 0.01    score > 0.01
//	hinge, balanced, C=0.01, free bias   35507  27.110 %    35521  27.108 %   this one
//	  penalised bias                     35498  27.120 %    35509  27.117 %   b∗ = −0.2739
//	  C=0.001                            35212  27.579 %    35229  27.577 %
//	  C=0.1                              35448  27.057 %    35462  27.054 %
//	  C=1                                35452  27.051 %    35457  27.052 %
//	  the last level dropped             35466  27.088 %    35479  27.089 %
//	  the most frequent level dropped    35500  27.070 %    35514  27.071 %
//	squared hinge, balanced, C=1         36217  26.305 %    36210  26.305 %
//	squared hinge, C=1                   38297  17.401 %    38284  17.383 %
//
// The missing row is 0.0098 from the boundary: a solver that stops as early as LIBSVM,
// at violations of 0.001, may well place it beyond 0.01.
func Adult(ctx context.Context, dir string) ([]theory.Example, AdultFacts, error) {
	all, facts, err := ReadAdult(dir)
	if err != nil {
		return nil, facts, err
	}
	part, err := TrainSeparation(ctx, all, facts.Columns)
	if err != nil {
		return nil, facts, fmt.Errorf("%s: %w", dir, err)
	}
	kept := part.Of(all)
	facts.Separator, facts.Wrong, facts.TooNear, facts.Kept = part.Separator, part.Wrong, part.TooNear, len(kept)
	facts.Positives = positives(kept)
	return densify(kept, facts.Columns), facts, nil
}

// notInCSV matches what adult.test has besides comma-separated values: its first line is
// "|1x3 Cross validator", and labels end in '.'.
var notInCSV = regexp.MustCompile(`(?m)^\|.*$|\.\r?$`)

// adultWords are the columns of Adult that have levels.
var adultWords = strings.Fields("2 4 6 7 8 9 10 14")

// ReadAdult reads the UCI Adult data set (census income; Becker and Kohavi, 1996) from the files
// adult.data and adult.test in the folder dir, each plain or gzipped with .gz at the end of its
// name. An example is a person, +1 if the income is above 50,000 dollars a year. As in HKNS25,
// Section B.1, it is a complete row: its numbers, then k−1 dummy variables for an attribute of k
// levels, the first of them in the order of bytes left out, all standardised. Each file has at least
// one. The facts count what was read.
func ReadAdult(dir string) ([]theory.Example, AdultFacts, error) {
	var facts AdultFacts
	opt := Options{Format: CSV, NoHeader: true, Label: "15", DropMissing: true, OneHot: adultWords,
		published: adultFault}
	var both bytes.Buffer
	for k, name := range []string{"adult.data", "adult.test"} {
		file, err := readPublished(filepath.Join(dir, name), func(r io.Reader, path string) (*Set, error) {
			raw, err := readAll(r, path)
			if err != nil {
				return nil, err
			}
			text := append(notInCSV.ReplaceAll(raw, nil), '\n')
			both.Write(text)
			return Read(bytes.NewReader(text), path, opt)
		})
		if err != nil {
			return nil, facts, err
		}
		facts.Rows[k], facts.Missing[k] = len(file.Examples)+file.Missing, file.Missing
	}
	set, err := Read(&both, filepath.Join(dir, "adult.data and adult.test"), opt)
	if err != nil {
		return nil, facts, err
	}
	if set.Labels != [2]string{"<=50K", ">50K"} {
		return nil, facts, fmt.Errorf("%s: the labels are %q, expected <=50K and >50K", set.Name, set.Labels)
	}
	var numbers, dummies []int
	for k, name := range set.Features {
		if strings.Contains(name, "=") {
			dummies = append(dummies, k)
		} else {
			numbers = append(numbers, k)
		}
	}
	order, row := append(numbers, dummies...), make([]float64, set.Dim)
	examples, _ := Standardise(set.Examples, set.Dim)
	for _, e := range examples {
		for at, k := range order {
			row[at] = e.X.Value[k]
		}
		copy(e.X.Value, row)
	}
	facts.Complete, facts.Columns = len(examples), set.Dim
	return examples, facts, nil
}

// adultFault returns an error for a row that cannot be one of Adult.
func adultFault(row []string) error {
	if len(row) != 15 {
		return fmt.Errorf("%d columns, expected 15", len(row))
	}
	for c, field := range row {
		_, wrong := parseValue(field)
		switch isLevel := slices.Contains(adultWords, strconv.Itoa(c+1)); {
		case c == 14 && field != ">50K" && field != "<=50K":
			return columnFault(c, field, "expected >50K or <=50K")
		case c == 14 || field == "?":
		case isLevel && isMissing(field):
			return columnFault(c, field, "expected a level or '?'")
		case !isLevel && wrong != "":
			return columnFault(c, field, "expected a finite number or '?'")
		}
	}
	return nil
}
