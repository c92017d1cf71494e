package props

import (
	"slices"

	"marginlab/algos"
	"marginlab/props/stream"
	"marginlab/theory/vec"
)

// Case is what a property is held against.
type Case = stream.Case

// Property is a claim, and the function that holds it against a case. The
// function measures for itself; the error says where the claim fails, and with
// which values.
type Property struct {
	Name   string // a word, as in `go test -run`
	Claim  string
	Source string
	For    func(*algos.Spec) bool // the learners that it speaks of, in ℓ2
	Draws  stream.Draws
	Cases  int // how many are drawn of a learner in a normal run
	Holds  func(Case) error
}

// Properties are all the properties of this package, a row each.
func Properties() []Property {
	return slices.Concat(stepProperties(), guaranteeProperties(), alikeProperties(), runProperties(), kernelProperties(), ommProperties(),
		perceptronProperties(), pegasosProperties(), randomizedProperties(), secondOrderProperties())
}

// SpeaksOf reports whether p is of the learner, in its norm.
func (p Property) SpeaksOf(l *algos.Spec) bool { return p.For(l) && (p.Draws.Norms || !inPower(l)) }

func anyLearner(*algos.Spec) bool { return true }

// hasBias reports whether the learner has a bias of its own, so that a
// translation of the features changes nothing.
func hasBias(s *algos.Spec) bool { return s.Kind.OwnBias }

// inPower reports whether the learner is in an ℓp, p ≠ 2.
func inPower(l *algos.Spec) bool {
	_, is := l.Norm.(vec.Lp)
	return is
}

// in reports whether the learner is of one of the families.
func in(s *algos.Spec, families ...string) bool {
	return slices.ContainsFunc(families, func(f string) bool { return slices.Contains(s.Families(), f) })
}

// of returns the learners of the families.
func of(families ...string) func(*algos.Spec) bool {
	return func(s *algos.Spec) bool { return in(s, families...) }
}
