package certificate

import "slices"

// IsLength, Words and MostSteps are for tests.
var (
	IsLength = isLength
	Words    = words
)

const MostSteps = mostSteps

// Terms are the names of all terms of online learners.
func Terms() []string {
	all := slices.Concat(ofStream, ofRun)
	for _, name := range ofRun {
		all = append(all, theirs+name)
	}
	return all
}
