package multiclass

import (
	"marginlab/algos"
	"marginlab/algos/kernel"
	"marginlab/theory"
)

// Maker makes a learner of many classes from the parameters of its Kind, and from the
// binary learner that it wraps. It is the Make of a Kind of that task.
type Maker func(s algos.Space, classes int, a algos.Args, binary *algos.Spec) Kernelized

// maxBest is the greatest k that can be given. By default k is as great, and is
// that of all wrong classes.
const maxBest = 1e6

// Kinds are the learners of many classes.
func Kinds() []algos.Kind {
	return []algos.Kind{oneBestKind(), kBestKind(), oneVsRestKind()}
}

// Spec is a learner of many classes with its parameters.
type Spec struct{ *algos.Spec }

// Of is the learner s, which must be of many classes.
func Of(s *algos.Spec) *Spec {
	if s.Kind.Task != theory.ManyClasses {
		panic("multiclass: " + s.String() + " is no learner of many classes")
	}
	return &Spec{s}
}

// New makes the learner, of x in dim dimensions.
func (s *Spec) New(dim, classes int) Learner { return s.Over(algos.Space{Dim: dim}, classes) }

// NewKernel makes the learner over the points of g; its examples are those of
// [kernel.Gram.Unit]. The error is that of [kernel.Check] for a binary learner.
func (s *Spec) NewKernel(g *kernel.Gram, classes int) (Kernelized, error) {
	if s.Inner != nil {
		if err := kernel.Check(s.Inner, g); err != nil {
			return nil, err
		}
	}
	return s.Over(g.Space(), classes), nil
}

// Over makes the learner for a space.
func (s *Spec) Over(space algos.Space, classes int) Kernelized {
	return s.Kind.Make.(Maker)(space, classes, s.Args, s.Inner)
}

// Params maps the names of the parameters to their values with M classes: k is at
// most M−1. Those of one-vs-rest are the binary learner's.
func (s *Spec) Params(classes int) map[string]float64 {
	p := s.Spec.Params()
	if k, ok := p["k"]; ok {
		p["k"] = min(k, float64(classes-1))
	}
	return p
}
