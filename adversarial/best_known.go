package adversarial

import (
	"errors"
	"io/fs"
	"path"
	"slices"
	"strings"

	"marginlab/adversarial/certificate"
	"marginlab/algos"
)

// Known is the best stream that is kept for a conjecture: that of a certificate or a record.
type Known struct {
	File  string  // in the folder of this package, "" if there is none
	Ratio float64 // of quantity and claim on the stream, in float64
}

// Known finds the best stream of the questions that claim the same as the conjecture, of a ratio
// above 0. Their domain may be another one, so long as the stream is in that of the conjecture.
func (c Conjecture) Known() (best Known, err error) {
	if slices.ContainsFunc(c.Own, func(o Own) bool { return o.Learner.String() == c.Learner }) {
		return best, nil // of another learner of that name
	}
	for _, q := range Open() {
		if anywhere(q.Conjecture.Statement) != anywhere(c.Statement) {
			continue
		}
		s, err := q.known()
		if errors.Is(err, fs.ErrNotExist) { // a new question
			continue
		}
		if err != nil {
			return Known{}, err
		}
		ratio, inside, err := c.Evaluate(s.examples)
		if err != nil {
			return Known{}, err
		}
		if inside && ratio > best.Ratio {
			best = Known{path.Join("testdata", q.Name+".json"), ratio}
			if !q.Refuted {
				best.File = path.Join("testdata", "open", q.Name+".json")
			}
		}
	}
	return best, nil
}

// anywhere is what a statement claims, without its domain.
func anywhere(s certificate.Statement) string {
	s.Where = ""
	return claimed(s)
}

// claimed is a statement written in one way: without spaces, and without parameters that have their default
// value.
func claimed(s certificate.Statement) string {
	for _, learner := range []*string{&s.Learner, &s.Against} {
		if spec, err := algos.Parse(*learner); err == nil {
			*learner = spec.String()
		}
	}
	return strings.Join(strings.Fields(s.String()), "")
}
