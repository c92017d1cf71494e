package main

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"marginlab/algos"
	"marginlab/algos/registry"
	"marginlab/theory/expr"
)

// dataLearners is the value of --learners where the data are known later: the
// constant of bias may be -Dbar or Dbar, as in bias(romma,-Dbar), their largest
// distance from the origin (omm.txt, Section B.3).
type dataLearners struct {
	text string
	list []expr.Expr
}

// UnmarshalText checks a list of learners, with 1 for Dbar.
func (l *dataLearners) UnmarshalText(text []byte) (err error) {
	l.text = string(text)
	if l.list, err = parseList(l.text); err != nil {
		return err
	}
	filled := withDbar(l.list, 1)
	_, err = subjects(filled)
	if err != nil && !reflect.DeepEqual(filled, l.list) {
		return fmt.Errorf("%w (that is %q with 1 for Dbar)", err, text)
	}
	return err
}

// on is the list for a sample, with a number for Dbar; nil if the flag is not given.
func (l dataLearners) on(on *sample) ([]subject, error) {
	if l.list == nil {
		return nil, nil
	}
	all, err := subjects(withDbar(l.list, on.dBar()))
	if err != nil {
		return nil, fmt.Errorf("--learners %s on %s: %w", l.text, on.Name, err)
	}
	return all, nil
}

// parseList reads a list of learners, none of which is without a name.
func parseList(text string) ([]expr.Expr, error) {
	list, err := expr.ParseList(text)
	if err != nil {
		return nil, fmt.Errorf("learner %w", err)
	}
	if len(list) > 1 && slices.ContainsFunc(list, func(e expr.Expr) bool { return e.String() == "" }) {
		return nil, fmt.Errorf("%q has an empty name between commas, expected a learner or a parameter on both sides of each", text)
	}
	return list, nil
}

// subjects makes the subjects of a list.
func subjects(list []expr.Expr) ([]subject, error) {
	var all []subject
	for _, e := range list {
		spec, err := registry.Learners().Make(e)
		if err != nil {
			return nil, err
		}
		all = append(all, subjectOf(spec))
	}
	return all, nil
}

// withDbar puts a number in the place of Dbar where it is the constant coordinate of a
// learner.
func withDbar(list []expr.Expr, dBar float64) []expr.Expr {
	lifting := map[string]bool{}
	for _, k := range algos.Kinds() {
		lifting[k.Name] = k.Wraps != nil && k.Wraps.Lifts
	}
	var fill func(e expr.Expr) expr.Expr
	fill = func(e expr.Expr) expr.Expr {
		e.Args = slices.Clone(e.Args)
		for i, a := range e.Args {
			a.Value = fill(a.Value)
			if sign, is := strings.CutSuffix(a.Value.String(), "Dbar"); is && lifting[e.Name] && i > 0 && (sign == "" || sign == "-") {
				a.Value.Name = sign + strconv.FormatFloat(dBar, 'g', -1, 64)
			}
			e.Args[i] = a
		}
		return e
	}
	filled := make([]expr.Expr, len(list))
	for i, e := range list {
		filled[i] = fill(e)
	}
	return filled
}
