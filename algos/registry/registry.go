// Package registry lists every learner of every task: the online learners of two
// classes of package algos, those of many classes, the batch algorithms, and programs.
package registry

import (
	"slices"

	"marginlab/algos"
	"marginlab/algos/external"
	"marginlab/algos/multiclass"
	"marginlab/algos/normalized"
	"marginlab/theory"
)

// Learners returns the registry of all learners. One that wraps another may wrap any of them of its tasks:
// bias(snkp,1), one-vs-rest(bias(perceptron,1)).
func Learners() algos.Registry {
	kinds := slices.Concat(algos.Kinds(), []algos.Kind{external.Kind()}, multiclass.Kinds(), normalized.Kinds())
	return algos.Registry{Noun: "learner", Kinds: kinds}
}

// Parse makes a learner of any task from an expression; see [algos.Registry].
func Parse(text string) (*algos.Spec, error) { return Learners().Parse(text) }

// Checked returns the learners of a task that a row of the table of guarantees is about, in the settings that the
// rows need.
func Checked(task theory.Task) []*algos.Spec {
	return slices.DeleteFunc(Learners().Checked(), func(s *algos.Spec) bool { return s.Kind.Task != task })
}
