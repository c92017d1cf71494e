package props

import (
	"slices"

	"marginlab/algos"
	"marginlab/props/stream"
	"marginlab/theory"
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
	For    func(*algos.Spec) bool // the learners that it speaks of; nil if it speaks of none
	Draws  stream.Draws
	Cases  int // how many are drawn of a learner in a normal run; testdata/cases.md says why
	Holds  func(Case) error
}

// Properties are all the properties of this package, a row each.
func Properties() []Property {
	var all []Property
	for _, properties := range propertyList() {
		all = append(all, properties()...)
	}
	return all
}

func anyLearner(*algos.Spec) bool { return true }

// rests and anyStream report whether a row of the table speaks of the learner at rest,
// and of any stream.
func rests(s *algos.Spec) bool {
	return slices.ContainsFunc(theory.Table(), func(g theory.Guarantee) bool {
		return g.Names("rest_margin") && in(s, g.Learner)
	})
}

func anyStream(s *algos.Spec) bool {
	return slices.ContainsFunc(theory.Table(), func(g theory.Guarantee) bool { return g.AnyStream() && in(s, g.Learner) })
}

// hasBias reports whether the learner has a bias of its own, so that a
// translation of the features changes nothing.
func hasBias(s *algos.Spec) bool { return s.Kind.OwnBias }

// inPower reports whether the learner is in an ℓp, p ≠ 2.
func inPower(l *algos.Spec) bool {
	_, is := l.Norm.(vec.Lp)
	return is
}

// showsPerceptron reports whether the learner shows the Perceptron's w.
func showsPerceptron(s *algos.Spec) bool {
	return in(s, "perceptron") && showsItsPredictor(s)
}
