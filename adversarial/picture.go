package adversarial

import (
	"context"
	"errors"

	"marginlab/algos"
	"marginlab/algos/maxmargin"
	"marginlab/theory"
)

// Classifiers are those that a learner has after every update on the examples, nil
// for one that has an exact model only.
func Classifiers(learner string, examples []theory.Example) []theory.Classifier {
	spec, err := algos.Parse(learner)
	if err != nil {
		return nil
	}
	l := spec.New(theory.Dim(examples))
	var all []theory.Classifier
	for _, e := range examples {
		if step := l.Step(e.X, e.Y); step.Updated || step.Opening {
			all = append(all, l.Classifier())
		}
	}
	return all
}

// BestSeparator is the classifier of the maximum margin, nil where the examples are
// not separable or of one class.
func BestSeparator(examples []theory.Example) (*theory.Classifier, error) {
	s, err := maxmargin.Solve(context.Background(), examples, theory.Dim(examples), maxmargin.Options{})
	switch {
	case err == nil:
		return &s.Classifier, nil
	case errors.As(err, new(*maxmargin.NotSeparableError)), errors.As(err, new(*maxmargin.OneClassError)):
		return nil, nil
	}
	return nil, err
}
