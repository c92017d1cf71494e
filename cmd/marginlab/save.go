package main

import (
	"bytes"
	"errors"
	"fmt"
	"path/filepath"

	"marginlab/algos"
	"marginlab/algos/trial"
	"marginlab/benchdata"
	"marginlab/internal/atomicfile"
	"marginlab/theory"
)

// saveFlags say where a classifier is kept.
type saveFlags struct {
	Save        string `placeholder:"MODEL" help:"Write the classifier to the file MODEL: the last one of a learner, or that of the maximum margin. It speaks of the features before --standardise. There is none to write with --kernel."`
	ModelFormat string `enum:"auto,json,liblinear" default:"auto" placeholder:"auto" help:"The format of MODEL: json; liblinear, for liblinear-predict; or auto, which is liblinear where the name ends in .model, json where it ends in .json."`
}

func (f saveFlags) Validate() error {
	_, err := f.format()
	return err
}

// format is json or liblinear, and "" if nothing is to be saved.
func (f saveFlags) format() (string, error) {
	switch extension := filepath.Ext(f.Save); {
	case f.Save == "" && f.ModelFormat != "auto":
		return "", errors.New("--model-format is given without --save, expected both")
	case f.Save == "":
		return "", nil
	case f.ModelFormat != "auto":
		return f.ModelFormat, nil
	case extension == ".json":
		return "json", nil
	case extension == ".model":
		return "liblinear", nil
	}
	return "", fmt.Errorf("--save %s: the name ends neither in .json nor in .model, expected that or --model-format", f.Save)
}

// check returns an error if the last classifier of the learners on the data cannot be saved.
func (f saveFlags) check(learners []*algos.Spec, data *trial.Data) error {
	switch {
	case f.Save == "":
		return nil
	case len(learners) != 1:
		return fmt.Errorf("--save keeps one classifier and there are %d learners, expected one in --learners", len(learners))
	case learners[0].Kind.Task == theory.Batch:
		return fmt.Errorf("--save keeps the last classifier, which the batch algorithm %s has not, expected an online learner", learners[0])
	}
	return f.weighs(data)
}

// writable returns an error if the file cannot be written, or is that of the examples, before there
// is anything to write.
func (f saveFlags) writable(examples string) error {
	if f.Save == "" {
		return nil
	}
	if err := atomicfile.Writable(f.Save); err != nil {
		return fmt.Errorf("--save: %w", err)
	}
	return spared("--save", f.Save, examples)
}

// weighs returns an error if a classifier on the data has no weights to save.
func (f saveFlags) weighs(data *trial.Data) error {
	if _, kernel := data.Kernel(); kernel && f.Save != "" {
		return errors.New("--save keeps weights of the features, which a classifier in kernel form has not, expected no --kernel")
	}
	return nil
}

// write writes classifiers, one of two classes or one a class, as a whole.
func (f saveFlags) write(learner string, classifiers []theory.Classifier, data *trial.Data) error {
	m := benchdata.Model{Learner: learner, Data: data.Name, Classes: data.Classes, Features: data.Features}
	if m.Classes == nil {
		m.Classes = []string{"-1", "1"}
		for k, label := range data.Labels {
			if label != "" {
				m.Classes[k] = label
			}
		}
	}
	for _, c := range classifiers {
		c, err := data.AsRead(c)
		if err != nil {
			return fmt.Errorf("--save: %w", err)
		}
		m.Scores = append(m.Scores, c)
	}
	var text bytes.Buffer
	write := m.WriteJSON
	if format, _ := f.format(); format == "liblinear" {
		write = m.WriteLIBLINEAR
	}
	if err := write(&text); err != nil {
		return fmt.Errorf("--save %s: %w", f.Save, err)
	}
	if err := atomicfile.WriteFile(f.Save, text.Bytes()); err != nil {
		return fmt.Errorf("--save: %w", err)
	}
	return nil
}
