package benchdata

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// labelTable numbers the distinct labels of a source in the order of their first
// occurrence, and maps them to classes when all are known.
type labelTable struct {
	of    map[string]int // number of a spelling
	all   []rawLabel     // by number
	rows  []int          // number of each example's label
	names []string       // of the labels 0, 1, …, nil if the source names none
}

// rawLabel is one distinct label.
type rawLabel struct {
	text  string  // the first spelling in the source
	name  string  // of its class, or else the text
	same  string  // the one spelling of equal numbers, or else the text
	value float64 // NaN if it is no number
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

// number returns the number of the label that is so spelled.
func (t *labelTable) number(text string, line int) int {
	if k, ok := t.of[text]; ok {
		return k
	}
	label := t.read(text)
	k, ok := t.of[label.same]
	if !ok {
		k = len(t.all)
		label.line = line
		t.all = append(t.all, label)
		t.of[label.same] = k
	}
	t.of[text] = k
	return k
}

// read returns the label that is so spelled.
func (t *labelTable) read(text string) rawLabel {
	v, err := strconv.ParseFloat(text, 64)
	if err != nil || math.IsNaN(v) || math.IsInf(v, 0) {
		return rawLabel{text: text, name: text, same: text, value: math.NaN()}
	}
	v += 0 // −0 is 0
	label := rawLabel{text: text, name: text, same: strconv.FormatFloat(v, 'g', -1, 64), value: v}
	if k := int(v); float64(k) == v && 0 <= k && k < len(t.names) {
		label.name = t.names[k]
	}
	return label
}

// append appends the labels of the examples of b, which follow so many lines.
func (t *labelTable) append(b *labelTable, lines int) {
	numbers := make([]int, len(b.all))
	for k, label := range b.all {
		numbers[k] = t.number(label.text, lines+label.line+1)
	}
	for _, k := range b.rows {
		t.rows = append(t.rows, numbers[k])
	}
}

// called returns what the source calls −1 and +1, if +1 is the label of that number.
func (t *labelTable) called(plus int) (called [2]string) {
	for k, label := range t.all {
		side := 0
		if k == plus {
			side = 1
		}
		called[side] = label.name
	}
	if len(t.all) > 2 {
		called[0] = "not " + called[1]
	}
	return called
}

// classes orders the labels by value if all are numbers, otherwise by their bytes. It
// returns their names in that order, and the position of each example's label in it.
func (t *labelTable) classes() (called []string, class []int) {
	order, place := make([]int, len(t.all)), make([]int, len(t.all))
	for k := range order {
		order[k] = k
	}
	named := slices.ContainsFunc(t.all, func(l rawLabel) bool { return math.IsNaN(l.value) })
	slices.SortFunc(order, func(j, k int) int {
		if named {
			return strings.Compare(t.all[j].text, t.all[k].text)
		}
		return cmp.Compare(t.all[j].value, t.all[k].value)
	})
	for at, k := range order {
		place[k] = at
		called = append(called, t.all[k].name)
	}
	class = make([]int, len(t.rows))
	for i, k := range t.rows {
		class[i] = place[k]
	}
	return called, class
}

// positive returns the number of the label of class +1, −1 if no example has it.
func (t *labelTable) positive(name, positive string) (int, error) {
	switch n := len(t.all); {
	case positive != "":
		if k := t.find(positive); k >= 0 {
			return k, nil
		}
		return 0, fmt.Errorf("%s: no example has the positive label %q; its labels are %s", name, positive, t.list())
	case n == 1 && t.all[0].value <= 0:
		return -1, nil
	case n == 1 || n == 2 && t.all[0].above(t.all[1]):
		return 0, nil
	case n == 2:
		return 1, nil
	}
	hint := fmt.Sprintf("--classes (of check, run and report) keeps every label as a class, --positive %s makes it +1 and all others -1", t.all[0].name)
	if slices.ContainsFunc(t.all, func(l rawLabel) bool { return l.value != math.Trunc(l.value) && !math.IsNaN(l.value) }) {
		hint = "they look like a feature or a regression target; --label says which column of CSV holds the labels"
	}
	return 0, fmt.Errorf("%s:%d: label %q is the third of %d labels (%s), expected two: %s",
		name, t.all[2].line, t.all[2].text, len(t.all), t.list(), hint)
}

// find returns the number of the label that is so spelled, valued or called, −1 if there is none.
func (t *labelTable) find(text string) int {
	for _, spelling := range []string{text, t.read(text).same} {
		if k, ok := t.of[spelling]; ok {
			return k
		}
	}
	return slices.IndexFunc(t.all, func(l rawLabel) bool { return l.name == text })
}

func (l rawLabel) above(m rawLabel) bool {
	if math.IsNaN(l.value) || math.IsNaN(m.value) {
		return l.text > m.text
	}
	return l.value > m.value
}

// list names the first few labels.
func (t *labelTable) list() string {
	const few = 10
	var called []string
	for _, label := range t.all[:min(few, len(t.all))] {
		called = append(called, inLine(label.name))
	}
	if len(t.all) > few {
		called = append(called, "…")
	}
	return strings.Join(called, ", ")
}
