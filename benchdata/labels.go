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
// occurrence, and maps them to the classes −1 and +1 when all are known.
type labelTable struct {
	of      map[string]int  // number of a spelling
	byValue map[float64]int // number of a label that is a finite number
	all     []rawLabel      // by number
	rows    []int           // number of each example's label
}

// rawLabel is one distinct label as the source has it.
type rawLabel struct {
	text  string  // the first spelling
	value float64 // NaN if it is no number
	line  int     // where it was first seen, counted from 0 in a block, else from 1
}

// reset empties the table.
func (t *labelTable) reset() {
	if t.of == nil {
		t.of, t.byValue = map[string]int{}, map[float64]int{}
	}
	clear(t.of)
	clear(t.byValue)
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
	label := rawLabel{text, math.NaN(), line}
	if v, err := strconv.ParseFloat(text, 64); err == nil && !math.IsInf(v, 0) {
		label.value = v
	}
	k, ok := t.byValue[label.value] // never found for NaN
	if !ok {
		k = len(t.all)
		t.all = append(t.all, label)
		if !math.IsNaN(label.value) {
			t.byValue[label.value] = k
		}
	}
	t.of[text] = k
	return k
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

// called returns what the source calls −1 and +1, if +1 is the label of that number. If
// the source names its classes, the label k is called names[k].
func (t *labelTable) called(plus int, names []string) (called [2]string) {
	for k, label := range t.all {
		side := 0
		if k == plus {
			side = 1
		}
		called[side] = label.called(names)
	}
	if len(t.all) > 2 {
		called[0] = "not " + called[1]
	}
	return called
}

// classes orders the labels by value if all are numbers, otherwise by their bytes. It
// returns their names in that order, and the position of each example's label in it.
func (t *labelTable) classes(names []string) (called []string, class []int) {
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
		called = append(called, t.all[k].called(names))
	}
	class = make([]int, len(t.rows))
	for i, k := range t.rows {
		class[i] = place[k]
	}
	return called, class
}

// positive returns the number of the label of class +1, −1 if no example has it.
func (t *labelTable) positive(name, positive string, names []string) (int, error) {
	if positive != "" {
		if k, ok := t.find(positive, names); ok {
			return k, nil
		}
		return 0, fmt.Errorf("%s: no example has the positive label %q; its labels are %s", name, positive, t.list(names))
	}
	switch len(t.all) {
	case 1:
		if t.all[0].value <= 0 {
			return -1, nil
		}
		return 0, nil
	case 2:
		if t.all[0].above(t.all[1]) {
			return 0, nil
		}
		return 1, nil
	}
	hint := fmt.Sprintf("--classes (of check, run and report) keeps every label as a class, --positive %s makes it +1 and all others -1", t.all[0].called(names))
	if slices.ContainsFunc(t.all, rawLabel.isFraction) {
		hint = "they look like a feature or a regression target; --label says which column of CSV holds the labels"
	}
	return 0, fmt.Errorf("%s:%d: label %q is the third of %d labels (%s), expected two: %s",
		name, t.all[2].line, t.all[2].text, len(t.all), t.list(names), hint)
}

// isFraction reports whether the label is a number but no integer.
func (l rawLabel) isFraction() bool { return l.value != math.Trunc(l.value) && !math.IsNaN(l.value) }

// find returns the label that is spelled, valued or called positive.
func (t *labelTable) find(positive string, names []string) (int, bool) {
	k, ok := t.of[positive]
	if v, err := strconv.ParseFloat(positive, 64); err == nil && !ok {
		k, ok = t.byValue[v]
	} else if !ok {
		k = slices.IndexFunc(t.all, func(l rawLabel) bool { return l.called(names) == positive })
		ok = k >= 0
	}
	return k, ok
}

// called is the name of the label's class, or the label's first spelling if the class has
// no name.
func (l rawLabel) called(names []string) string {
	if k := int(l.value); float64(k) == l.value && 0 <= k && k < len(names) {
		return names[k]
	}
	return l.text
}

func (l rawLabel) above(m rawLabel) bool {
	if math.IsNaN(l.value) || math.IsNaN(m.value) {
		return l.text > m.text
	}
	return l.value > m.value
}

// list names the first few labels.
func (t *labelTable) list(names []string) string {
	const few = 10
	var called []string
	for _, label := range t.all[:min(few, len(t.all))] {
		called = append(called, inLine(label.called(names)))
	}
	if len(t.all) > few {
		called = append(called, "…")
	}
	return strings.Join(called, ", ")
}
