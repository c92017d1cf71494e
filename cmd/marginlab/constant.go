package main

import (
	"fmt"
	"reflect"

	"marginlab/algos"
	"marginlab/algos/expr"
	"marginlab/algos/registry"
	"marginlab/algos/trial"
	"marginlab/cmd/marginlab/term"
)

// dataLearners is the value of --learners before the data are known: the constant of bias
// may be Dbar or -Dbar, as in bias(romma,-Dbar), where Dbar is the largest distance of an
// example from the origin (HKNS25, Section B.3).
type dataLearners struct {
	text string
	list []expr.Expr
}

// UnmarshalText checks a list of learners, with 1 for Dbar.
func (l *dataLearners) UnmarshalText(text []byte) (err error) {
	l.text = string(text)
	if l.list, err = term.ParseLearners(l.text); err != nil {
		return err
	}
	filled := term.WithDbar(l.list, 1)
	_, err = registry.Learners().MakeList(filled)
	if err != nil && !reflect.DeepEqual(filled, l.list) {
		return fmt.Errorf("%w (that is %q with 1 for Dbar)", err, text)
	}
	return err
}

// on returns the learners for the data, with a number for Dbar and in the norm of the
// data; the others if the flag is not given.
func (l dataLearners) on(data *trial.Data, others func() ([]*algos.Spec, error)) ([]*algos.Spec, error) {
	if l.list == nil {
		return others()
	}
	all, err := registry.Learners().MakeList(term.WithDbar(l.list, data.DBar()))
	if err != nil {
		return nil, fmt.Errorf("--learners %s on %s: %w", l.text, data.Name, err)
	}
	return trial.InNorm(data.Norm(), all, true)
}
