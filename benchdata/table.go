package benchdata

import (
	"fmt"

	"marginlab/theory"
	"marginlab/theory/vec"
)

// table is the result of the reader of a format: examples with their labels as the source
// has them.
type table struct {
	name   string
	x      []vec.Vector
	dim    int
	labels *labelTable
	names  []string // of the labels 0, 1, …, nil if the source names none

	features []string // their names, nil if the source names none
	missing  int      // examples that were left out
	indexed  bool
}

// set makes the labels −1 and +1, as Options.Positive says.
func (t *table) set(positive string) (*Set, error) {
	set := &Set{Name: t.name, Examples: make([]theory.Example, len(t.x)), Dim: t.dim, Features: t.features, Missing: t.missing, Indexed: t.indexed}
	for i, x := range t.x {
		set.Examples[i].X = x
	}
	var err error
	set.Labels, err = t.labels.resolve(set.Examples, t.name, positive, t.names)
	if err != nil {
		return nil, err
	}
	return set, nil
}

// classSet makes every label a class of its own.
func (t *table) classSet() (*ClassSet, error) {
	classes, class := t.labels.classes(t.names)
	if len(classes) < 2 {
		return nil, fmt.Errorf("%s: every label is %q, expected at least two classes", t.name, classes[0])
	}
	return &ClassSet{Name: t.name, X: t.x, Class: class, Dim: t.dim, Classes: classes, Features: t.features, Missing: t.missing}, nil
}
