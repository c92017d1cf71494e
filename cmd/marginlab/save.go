package main

import (
	"bytes"
	"errors"
	"fmt"
	"path/filepath"

	"marginlab/algos"
	"marginlab/algos/trial"
	"marginlab/benchdata"
	"marginlab/theory"
	"marginlab/theory/whole"
)

// saveFlags say where the last classifier is kept.
type saveFlags struct {
	Save        string `placeholder:"MODEL" help:"Write the last classifier to the file MODEL, for one learner that runs without --kernel. It speaks of the features before --standardise. To train a classifier for production, use a library that is made for it, such as LIBLINEAR: these learners are here to be measured."`
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
	_, kernel := data.Kernel()
	switch {
	case f.Save == "":
		return nil
	case len(learners) != 1:
		return fmt.Errorf("--save keeps one classifier and there are %d learners, expected one in --learners", len(learners))
	case kernel:
		return errors.New("--save keeps weights of the features, which a learner in kernel form has not, expected no --kernel")
	case learners[0].Task() == theory.Batch:
		return fmt.Errorf("--save keeps the last classifier, which the batch algorithm %s has not, expected an online learner", learners[0])
	}
	return nil
}

// write writes the last classifier of a run, as a whole.
func (f saveFlags) write(r *trial.Run, data *trial.Data) error {
	m := benchdata.Model{Learner: r.Label, Data: data.Name, Classes: data.Classes, Features: data.Features}
	if m.Classes == nil {
		m.Classes = []string{"-1", "1"}
		for k, label := range data.Labels {
			if label != "" {
				m.Classes[k] = label
			}
		}
	}
	for _, c := range r.Linear {
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
	if err := whole.WriteFile(f.Save, text.Bytes()); err != nil {
		return fmt.Errorf("--save: %w", err)
	}
	return nil
}
