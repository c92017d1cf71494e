package algos

import (
	"slices"

	"marginlab/theory"
)

// Separation finds τ, the number of examples seen when a classifier first separates the whole data with a positive
// margin.
//
// One example refutes a classifier that does not separate the data, and most often one that refuted an earlier
// classifier. So Separation tries the examples in an order in which each refuting example moves to the front: an
// update costs a full pass only if nothing refutes it.
type Separation struct {
	examples  []theory.Example
	order     []int
	tau       int
	evaluated int
}

// NewSeparation returns a Separation that watches for a classifier separating the examples.
func NewSeparation(examples []theory.Example) *Separation {
	order := make([]int, len(examples))
	for i := range order {
		order[i] = i
	}
	return &Separation{examples: examples, order: order}
}

// Updated is an [Observer] for [Learn].
func (s *Separation) Updated(at int, _ theory.Example, l Learner) {
	if s.tau > 0 {
		return
	}
	if !s.separates(func(i int) float64 { return float64(s.examples[i].Y) * l.Score(s.examples[i].X) }) {
		return // without making a classifier, which has as many weights as there are dimensions
	}
	c := l.State().Classifier
	if !slices.ContainsFunc(c.W, func(w float64) bool { return w != 0 }) {
		return // no margin
	}
	s.Saw(at, func(i int) float64 { return float64(s.examples[i].Y) * c.Score(s.examples[i].X) })
}

// Saw reports a classifier by its margin on each example, which is positive where the classifier is right.
func (s *Separation) Saw(at int, margin func(i int) float64) {
	if s.tau == 0 && s.separates(margin) {
		s.tau = at
	}
}

func (s *Separation) separates(margin func(i int) float64) bool {
	for k, i := range s.order {
		s.evaluated++
		if !(margin(i) > 0) {
			copy(s.order[1:k+1], s.order[:k])
			s.order[0] = i
			return false
		}
	}
	return true
}

// Tau returns τ, and false if no classifier seen separated the data.
func (s *Separation) Tau() (int, bool) { return s.tau, s.tau > 0 }

// Evaluated returns the number of examples tried so far, the cost of finding τ.
func (s *Separation) Evaluated() int { return s.evaluated }
