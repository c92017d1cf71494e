package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"marginlab/algos/trial"
	"marginlab/benchdata"
	"marginlab/cmd/marginlab/term"
	"marginlab/theory"
)

// prepare leaves out the features that no example has, where they are most of many, and
// standardises and normalises the examples, as the flags say.
func (in input) prepare(data *trial.Data) {
	if !in.whole {
		data.Narrow()
	}
	if !in.Standardise && !in.Normalise {
		return
	}
	var scaling benchdata.Scaling
	if in.Standardise {
		data.Examples, scaling = benchdata.Standardised(data.Examples, data.Dim)
	}
	data.Examples, data.Dim = theory.View{Normalised: in.Normalise}.Of(data.Examples, data.Dim)
	data.Original = func(c theory.Classifier) (theory.Classifier, error) {
		if in.Normalise && c.B != 0 {
			return c, errors.New("a classifier with a bias is not linear in the features before --normalise, expected a learner without one")
		}
		if in.Standardise {
			c = scaling.Original(c)
		}
		return c, nil
	}
}

// separate keeps the part of the examples that a hyperplane separates, and says which.
func (in input) separate(ctx context.Context, data *trial.Data) (note string, err error) {
	standard := data.Examples
	if !in.Standardise || in.Normalise {
		standard = benchdata.Standardise(standard, data.Dim)
	}
	part, err := benchdata.TrainSeparation(ctx, standard, data.Dim, benchdata.SVM{}, 0)
	if err != nil {
		return "", err
	}
	note = fmt.Sprintf("separable part, %d of %d", len(part.Kept), len(data.Examples))
	data.Examples = part.Of(data.Examples)
	return note, nil
}

// leftOut notes that examples with missing values are left out.
func leftOut(missing int) []string {
	if missing == 0 {
		return nil
	}
	return []string{fmt.Sprintf("%s with missing values left out", term.Count(missing, "example", "examples"))}
}

// annotated returns the name of data with notes on which part of them it is.
func annotated(name string, notes []string) string {
	if notes == nil {
		return name
	}
	return fmt.Sprintf("%s (%s)", name, strings.Join(notes, "; "))
}
