package benchdata

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"marginlab/theory"
)

// labelTable numbers the distinct labels of a source in the order of their first
// occurrence, and maps them to classes once all are known.
type labelTable struct {
	of    map[string]int // from a spelling to its number
	all   []rawLabel     // by number
	rows  []int          // number of each example's label
	names []string       // of the labels 0, 1, …, nil if the source names none
}

// rawLabel is one distinct label.
type rawLabel struct {
	text  string  // the first spelling in the source
	value float64 // NaN if it is not a number
	line  int     // where it was first seen, counted from 0 in a block, else from 1
}

// reset empties the table.
func (t *labelTable) reset() {
	if t.of == nil {
		t.of = map[string]int{}
	}
	clear(t.of)
	t.all, t.rows = t.all[:0], t.rows[:0]
}

// add appends the label of the next example.
func (t *labelTable) add(text string, line int) {
	k, ok := t.of[text]
	if !ok {
		k = t.number(strings.Clone(text), line)
	}
	t.rows = append(t.rows, k)
}

// read returns the label that text spells, and the one spelling shared by all equal labels.
func read(text string, line int) (label rawLabel, same string) {
	v, err := strconv.ParseFloat(text, 64)
	if err != nil || math.IsNaN(v) || math.IsInf(v, 0) {
		return rawLabel{text, math.NaN(), line}, text
	}
	v += 0 // −0 is 0
	return rawLabel{text, v, line}, strconv.FormatFloat(v, 'g', -1, 64)
}

// number returns the number of the label that text spells.
func (t *labelTable) number(text string, line int) int {
	label, same := read(text, line)
	k, ok := t.of[same]
	if !ok {
		k = len(t.all)
		t.all = append(t.all, label)
		t.of[same] = k
	}
	t.of[text] = k
	return k
}

// append appends the labels of the examples of b, which come after this many lines.
func (t *labelTable) append(b *labelTable, lines int) {
	t.names = b.names
	numbers := make([]int, len(b.all))
	for k, label := range b.all {
		numbers[k] = t.number(label.text, lines+label.line+1)
	}
	for _, k := range b.rows {
		t.rows = append(t.rows, numbers[k])
	}
}

// apply sets the classes of the examples, which have the last labels read, and forgets these labels.
func (t *labelTable) apply(examples []theory.Example, plus int) {
	for i, k := range t.rows {
		if k != plus {
			examples[i].Y = theory.Negative
		}
	}
	t.rows = t.rows[:0]
}

// name returns what the source calls the class of label k, or else the label.
func (t *labelTable) name(k int) string {
	label := t.all[k]
	if i := int(label.value); float64(i) == label.value && 0 <= i && i < len(t.names) {
		return t.names[i]
	}
	return label.text
}

// called returns what the source calls −1 and +1 if label number plus is +1.
func (t *labelTable) called(plus int) (called [2]string) {
	for k := range t.all {
		if k == plus {
			called[1] = t.name(k)
		} else {
			called[0] = t.name(k)
		}
	}
	if len(t.all) > 2 {
		called[0] = "not " + called[1]
	}
	return called
}

// order returns the numbers of the labels, ordered by value if all are numbers, else by their bytes.
func (t *labelTable) order() []int {
	order := make([]int, len(t.all))
	for k := range order {
		order[k] = k
	}
	words := slices.ContainsFunc(t.all, func(l rawLabel) bool { return math.IsNaN(l.value) })
	slices.SortFunc(order, func(j, k int) int {
		if words {
			return strings.Compare(t.all[j].text, t.all[k].text)
		}
		return cmp.Compare(t.all[j].value, t.all[k].value)
	})
	return order
}

// classes returns the names of the labels in their order, and the position of each example's label in it.
func (t *labelTable) classes() (called []string, class []int) {
	place := make([]int, len(t.all))
	for at, k := range t.order() {
		place[k] = at
		called = append(called, t.name(k))
	}
	for _, k := range t.rows {
		class = append(class, place[k])
	}
	return called, class
}

// positive returns the number of the label of class +1, −1 if no example has it.
func (t *labelTable) positive(name, positive string) (int, error) {
	switch n := len(t.all); {
	case positive != "":
		_, same := read(positive, 0)
		if k, ok := t.of[same]; ok {
			return k, nil
		}
		for k := range t.all {
			if t.name(k) == positive {
				return k, nil
			}
		}
		return 0, fmt.Errorf("%s: no example has the positive label %q; its labels are %s", name, positive, t.list())
	case n == 1 && t.all[0].value <= 0:
		return -1, nil
	case n <= 2:
		return t.order()[n-1], nil
	}
	hint := fmt.Sprintf("--classes (of check, run and report) keeps every label as a class, "+
		"--positive %s makes it +1 and all others -1", t.name(0))
	if slices.ContainsFunc(t.all, func(l rawLabel) bool { return l.value != math.Trunc(l.value) && !math.IsNaN(l.value) }) {
		hint = "they look like a feature or a regression target; --label says which column of CSV holds the labels"
	}
	return 0, fmt.Errorf("%s:%d: label %q is the third of %d labels (%s), expected two: %s",
		name, t.all[2].line, t.all[2].text, len(t.all), t.list(), hint)
}

// list names the first few labels.
func (t *labelTable) list() string {
	const few = 10
	var called []string
	for k := range t.all[:min(few, len(t.all))] {
		called = append(called, inLine(t.name(k)))
	}
	if len(t.all) > few {
		called = append(called, "…")
	}
	return strings.Join(called, ", ")
}
