package benchdata

import (
	"bufio"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"marginlab/theory"
)

// AdultRaw is the UCI Adult data set (census income; Becker and Kohavi, 1996) as
// its two files have it, adult.data before adult.test. An example is a person,
// +1 if the income is above 50,000 dollars a year.
type AdultRaw struct {
	Rows    [2]int // in adult.data and in adult.test
	Missing [2]int // of these, the rows with a '?'
	people  []person
}

// person is a row without '?'.
type person struct {
	numbers [6]float64
	levels  [8]string
	y       theory.Label
}

// adultAttributes are the fields of a row before the label, in order; those that
// have levels, not numbers, become dummy variables.
func adultAttributes() []attribute {
	return []attribute{
		{"age", false}, {"workclass", true}, {"fnlwgt", false}, {"education", true}, {"education-num", false},
		{"marital-status", true}, {"occupation", true}, {"relationship", true}, {"race", true}, {"sex", true},
		{"capital-gain", false}, {"capital-loss", false}, {"hours-per-week", false}, {"native-country", true},
	}
}

type attribute struct {
	name   string
	levels bool
}

// ReadAdult reads adult.data and adult.test in the folder dir, each plain or
// gzipped with .gz at the end of its name. Errors name the file, the line, the
// field and what was expected there.
func ReadAdult(dir string) (*AdultRaw, error) {
	a := &AdultRaw{}
	for k, name := range []string{"adult.data", "adult.test"} {
		err := readPublished(filepath.Join(dir, name), func(r *bufio.Reader, path string) error { return a.read(k, r, path) })
		if err != nil {
			return nil, err
		}
	}
	return a, nil
}

func (a *AdultRaw) read(k int, plain *bufio.Reader, path string) error {
	lines := bufio.NewScanner(plain)
	levels := map[string]string{} // one copy of every level
	attributes := adultAttributes()
	n := 0
	for lines.Scan() {
		n++
		line := strings.TrimSpace(lines.Text())
		// adult.test begins with "|1x3 Cross validator"; both end with an empty line.
		if line == "" || line[0] == '|' {
			continue
		}
		fields := strings.Split(line, ",")
		if len(fields) != len(attributes)+1 {
			return fmt.Errorf("%s:%d: %d fields, expected %d", path, n, len(fields), len(attributes)+1)
		}
		a.Rows[k]++
		p, missing, err := parsePerson(fields, attributes, levels)
		if err != nil {
			return fmt.Errorf("%s:%d: %w", path, n, err)
		}
		if missing {
			a.Missing[k]++
			continue
		}
		a.people = append(a.people, p)
	}
	if err := lines.Err(); err != nil {
		return fmt.Errorf("%s:%d: reading: %w", path, n+1, err)
	}
	if a.Rows[k] == 0 {
		return fmt.Errorf("%s: no rows, expected some", path)
	}
	return nil
}

func parsePerson(fields []string, attributes []attribute, levels map[string]string) (p person, missing bool, err error) {
	number, level := 0, 0
	for k, at := range attributes {
		s := strings.TrimSpace(fields[k])
		switch {
		case s == "?":
			missing = true
		case s == "":
			return p, false, fmt.Errorf("field %d (%s): empty: expected a value or '?'", k+1, at.name)
		case at.levels:
			one, ok := levels[s]
			if !ok {
				one = strings.Clone(s)
				levels[one] = one
			}
			p.levels[level] = one
		default:
			v, err := strconv.ParseFloat(s, 64)
			if err != nil || math.IsNaN(v) || math.IsInf(v, 0) {
				return p, false, fmt.Errorf("field %d (%s): %q: expected a finite number or '?'", k+1, at.name, s)
			}
			p.numbers[number] = v
		}
		if at.levels {
			level++
		} else {
			number++
		}
	}
	s := strings.TrimSpace(fields[len(attributes)])
	switch strings.TrimSuffix(s, ".") { // labels of adult.test end in '.'
	case ">50K":
		p.y = theory.Positive
	case "<=50K":
		p.y = theory.Negative
	default:
		return p, false, fmt.Errorf("field %d (income): %q: expected >50K or <=50K", len(attributes)+1, s)
	}
	return p, missing, nil
}

// Levels returns the levels of each attribute that has them, in the complete
// rows, sorted by their bytes.
func (a *AdultRaw) Levels() [][]string {
	var levels [len(person{}.levels)][]string
	for k := range levels {
		seen := map[string]bool{}
		for i := range a.people {
			if s := a.people[i].levels[k]; !seen[s] {
				seen[s] = true
				levels[k] = append(levels[k], s)
			}
		}
		slices.Sort(levels[k])
	}
	return levels[:]
}

// Drop says which level of an attribute has no dummy variable. The dropped one
// is where the other dummies are all 0. HKNS25 does not say which it drops.
type Drop int

// The dropped level: the first or the last by the order of bytes, or the most
// frequent one.
const (
	DropFirst Drop = iota
	DropLast
	DropMostFrequent
)

// Examples returns the complete rows as in HKNS25, Section B.1: the numbers,
// then k−1 dummies for an attribute of k levels, all standardised.
func (a *AdultRaw) Examples(drop Drop) []theory.Example {
	columns := len(person{}.numbers)
	column := make([]map[string]int, len(person{}.levels)) // of a level's dummy
	for k, levels := range a.Levels() {
		column[k] = map[string]int{}
		dropped := a.dropped(drop, k, levels)
		for i, level := range levels {
			if i != dropped {
				column[k][level] = columns
				columns++
			}
		}
	}
	examples := newDense(len(a.people), columns)
	for i := range a.people {
		p, x := &a.people[i], examples[i].X.Value
		copy(x, p.numbers[:])
		for k, level := range p.levels {
			if c, ok := column[k][level]; ok {
				x[c] = 1
			}
		}
		examples[i].Y = p.y
	}
	standardise(examples)
	return examples
}

// dropped returns the position in levels of the level of attribute k to drop.
func (a *AdultRaw) dropped(drop Drop, k int, levels []string) int {
	switch drop {
	case DropFirst:
		return 0
	case DropLast:
		return len(levels) - 1
	case DropMostFrequent:
		count := make([]int, len(levels))
		most := 0
		for i := range a.people {
			l, _ := slices.BinarySearch(levels, a.people[i].levels[k])
			count[l]++
		}
		for l := range count {
			if count[l] > count[most] {
				most = l
			}
		}
		return most
	}
	panic("benchdata: no such Drop")
}
