package benchdata

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"path/filepath"
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
// The row that is missing is 0.0098 from the boundary: a solver that stops as soon
// as LIBSVM does, at violations of 0.001, may well see it beyond 0.01.
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

// adultWords are the columns of Adult that have levels; the last of them is the label.
var adultWords = []string{"2", "4", "6", "7", "8", "9", "10", "14", "15"}

// ReadAdult reads the UCI Adult data set (census income; Becker and Kohavi, 1996) from the files
// adult.data and adult.test in the folder dir, each plain or gzipped with .gz at the end of its
// name. An example is a person, +1 if the income is above 50,000 dollars a year. As in HKNS25,
// Section B.1, it is a complete row: its numbers, then k−1 dummy variables for an attribute of k
// levels, the first of them in the order of bytes left out, all standardised. The facts are those
// of reading. In an error that no row has for itself, the lines of adult.test follow those of adult.data.
func ReadAdult(dir string) ([]theory.Example, AdultFacts, error) {
	var facts AdultFacts
	var text bytes.Buffer
	for k, name := range []string{"adult.data", "adult.test"} {
		err := readPublished(filepath.Join(dir, name), func(r *bufio.Reader, path string) error {
			return eachLine(r, path, func(line []byte, number int) error {
				// Labels of adult.test end in '.'. Its first line is "|1x3 Cross validator", both files end
				// with an empty one.
				row := strings.TrimSuffix(strings.TrimSpace(string(line)), ".")
				if row == "" || row[0] == '|' {
					row = "#"
				} else {
					facts.Rows[k]++
					complete, err := isCompleteAdult(row)
					if err != nil {
						return fmt.Errorf("%s:%d: %w", path, number, err)
					}
					if !complete {
						facts.Missing[k]++
						row = "#"
					}
				}
				text.WriteString(row + "\n")
				return nil
			})
		})
		switch {
		case err != nil:
			return nil, facts, err
		case facts.Rows[k] == 0:
			return nil, facts, fmt.Errorf("%s: no rows, expected some", filepath.Join(dir, name))
		}
	}
	if facts.Rows == facts.Missing {
		return nil, facts, fmt.Errorf("%s: no row of Adult is complete, expected some", dir)
	}
	set, err := Read(&text, filepath.Join(dir, "adult.data and adult.test"), Options{
		Format: CSV, NoHeader: true, Label: "15", Positive: ">50K", OneHot: adultWords[:8],
	})
	if err != nil {
		return nil, facts, err
	}
	examples := newDense(len(set.Examples), set.Dim)
	for i, e := range set.Examples {
		x := examples[i].X.Value[:0]
		for _, levels := range []bool{false, true} {
			for k, name := range set.Features {
				if strings.Contains(name, "=") == levels {
					x = append(x, e.X.At(k))
				}
			}
		}
		examples[i].Y = e.Y
	}
	standardise(examples)
	facts.Complete, facts.Columns = len(examples), set.Dim
	return examples, facts, nil
}

// isCompleteAdult reports whether no field of a row is a '?'. It is an error if it is no row of Adult.
func isCompleteAdult(row string) (complete bool, err error) {
	fields := strings.Split(row, ",")
	if len(fields) != 15 {
		return false, fmt.Errorf("%d columns, expected 15", len(fields))
	}
	complete = true
	for c, field := range fields {
		field = strings.TrimSpace(field)
		_, wrong := parseValue(field)
		expected := ""
		switch isLevel := slices.Contains(adultWords, strconv.Itoa(c+1)); {
		case c == 14 && field != ">50K" && field != "<=50K":
			expected = "expected >50K or <=50K"
		case field == "?":
			complete = false
		case isLevel && (isMissing(field) || strings.Contains(field, `"`)):
			expected = "expected a level or '?'"
		case !isLevel && wrong != "":
			expected = "expected a finite number or '?'"
		}
		if expected != "" {
			return false, fmt.Errorf("column %d: %s: %s", c+1, quote(field), expected)
		}
	}
	return complete, nil
}
