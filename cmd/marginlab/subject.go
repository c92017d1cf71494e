package main

import (
	"marginlab/algos"
	"marginlab/algos/multiclass"
	"marginlab/algos/registry"
	"marginlab/theory"
)

// subject is what is run on the examples: an online learner of two classes, one of
// many, or a batch algorithm. The latter two may be given a constant coordinate too.
type subject struct {
	name    string
	online  *algos.Spec // one of these three
	classes *multiclass.Spec
	batch   *algos.Spec
	lift    float64 // of classes and batch
}

// parseSubject makes a subject from an expression.
func parseSubject(text string) (subject, error) {
	spec, err := registry.Parse(text)
	if err != nil {
		return subject{}, err
	}
	return subjectOf(spec), nil
}

// subjectsOf are the subjects that learners are.
func subjectsOf(specs []*algos.Spec) []subject {
	var all []subject
	for _, spec := range specs {
		all = append(all, subjectOf(spec))
	}
	return all
}

// subjectOf is the subject that a learner is.
func subjectOf(spec *algos.Spec) subject {
	s := subject{name: spec.String()}
	switch spec.Task() {
	case theory.Online:
		s.online = spec
	case theory.ManyClasses:
		s.classes, s.lift = multiclass.Of(spec.Core()), spec.Lift()
	case theory.Batch:
		s.batch, s.lift = spec.Core(), spec.Lift()
	}
	return s
}
