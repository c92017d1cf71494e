package certificate

import (
	"slices"
	"strings"

	"marginlab/algos/exact"
)

// IsLength, Words and MostSteps are for tests.
var (
	IsLength = isLength
	Words    = words
)

const MostSteps = mostSteps

// IsSecondary reports whether a term does not depend on the learner of a statement.
func IsSecondary(term string) bool {
	return slices.Contains(ofStream, term) || strings.HasPrefix(term, theirs)
}

// Terms returns the names of all terms of online learners.
func Terms() []string {
	all := slices.Concat(ofStream, ofRun)
	for _, name := range ofRun {
		all = append(all, theirs+name)
	}
	return all
}

// Refuted reports whether the stream refutes the statement.
func (p *Problem) Refuted(stream []exact.Example, comparator exact.Vector, limit Limit) (bool, error) {
	order, err := p.Compare(stream, comparator, limit)
	return order > 0, err
}
