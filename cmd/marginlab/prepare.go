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

// prepare leaves out the features that no example has, where they are most of many, adds those
// that the norm is of, and standardises and normalises the examples, as the flags say. The error
// is that they take more than the memory when they are dense.
func (in input) prepare(data *trial.Data) error {
	switch {
	case in.features == 0:
		data.Narrow()
	case data.Indexed:
		data.Dim = max(data.Dim, in.features)
	}
	if in.Standardise {
		if err := dense("--standardise", data, data.Dim, in.memory); err != nil {
			return fmt.Errorf("%w, and --normalise stores no zeros", err)
		}
	}
	if in.Separable {
		if err := dense("--separable", data, data.Dim, in.memory); err != nil {
			return err
		}
	}
	if !in.Standardise && !in.Normalise {
		return nil
	}
	var scaling benchdata.Scaling
	if in.Standardise {
		data.Examples, scaling = benchdata.Standardise(data.Examples, data.Dim)
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
	return nil
}

// dense is the error that the examples take more than the memory in dim dimensions when their
// zeros are stored, as the flag needs it.
func dense(flag string, data *trial.Data, dim int, memory term.Bytes) error {
	n := len(data.Examples)
	if size := 8 * float64(n) * float64(dim); memory > 0 && size > float64(memory) {
		return fmt.Errorf("%s: %s stores every zero of %d examples in %d dimensions, which takes %.0f bytes, expected at most %s; --memory allows more",
			data.Name, flag, n, dim, size, memory)
	}
	return nil
}

// separate keeps the part of the examples that a hyperplane separates, and says which.
func (in input) separate(ctx context.Context, data *trial.Data) (note string, err error) {
	standard := data.Examples
	if !in.Standardise || in.Normalise {
		standard, _ = benchdata.Standardise(standard, data.Dim)
	}
	part, err := benchdata.TrainSeparation(ctx, standard, data.Dim)
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
