package certificate

import (
	"errors"
	"fmt"
	"maps"
	"math/big"
	"slices"
	"strings"

	"marginlab/algos"
	"marginlab/algos/exact"
	"marginlab/theory"
	"marginlab/theory/formula"
	"marginlab/theory/real"
)

// BatchRun is what a batch algorithm ends with, which sees all examples at once and makes no
// decisions step by step.
type BatchRun struct {
	Kind       string       `json:"kind"` // separator or combination
	Iterations int          `json:"iterations"`
	Loops      int          `json:"loops"`
	Weights    exact.Vector `json:"weights"` // one an example
}

// batchTerms are the terms of statements about batch algorithms beside those of the stream: n
// examples, their normalised margin rho (0 where they are not separable), the outer loops.
func batchTerms() []string { return []string{"n", "rho", "loops"} }

// batchSide reads a batch algorithm.
func batchSide(spec *algos.Spec) (*side, error) {
	s := &side{name: spec.String(), kind: spec.Kind, params: map[string]*big.Rat{}}
	name := spec.Kind.Name
	for _, a := range spec.Args {
		if a.Words != nil && a.Value != 0 {
			name += "(" + a.Name + "=" + a.Word() + ")"
		}
	}
	all, err := paramsOf(spec)
	if err != nil {
		return nil, err
	}
	for _, a := range spec.Args { // its defaults are no part of a statement
		if a.Words == nil && a.Text != "" {
			s.params[a.Name] = all[a.Name]
		}
	}
	if s.batch, err = exact.FindBatch(name, s.params); err != nil {
		return nil, fmt.Errorf("%q: %w", spec, err)
	}
	return s, nil
}

// seesAll returns what of the statement does not suit a batch algorithm.
func (p *Problem) seesAll() error {
	if p.learner.batch != nil && (p.Against != "" || p.Passes > 1 || p.AtRest || p.Fixed != "") {
		return fmt.Errorf("learner %q sees all examples at once, expected a statement without against, passes, at rest and units", p.Statement.Learner)
	}
	return nil
}

// ofBatch is the error that a statement about a batch algorithm has no such term.
func (p *Problem) ofBatch(name string) error {
	known := slices.Concat([]string{"d", "R", "Dbar", "shortest", "gamma0", "updates"}, batchTerms(), slices.Sorted(maps.Keys(p.params)))
	if slices.Contains(known, name) {
		return nil
	}
	return fmt.Errorf("%s of %s, expected a term of a batch algorithm: %s", name, p.learner.name, strings.Join(known, ", "))
}

// batchTerm is the value of a term of a batch algorithm, nil if it is one of the stream.
func (f *facts) batchTerm(t formula.Term) (*real.Real, error) {
	n := 0
	switch t.Name {
	case "n":
		n = len(f.given)
	case "rho":
		m, err := f.maxMargin("rho")
		if err != nil {
			return nil, err
		}
		return &real.Real{Square: m.Square}, nil
	case "updates", "loops":
		r, err := f.batchRun()
		if err != nil {
			return nil, err
		}
		if n = r.Iterations; t.Name == "loops" {
			n = r.Loops
		}
	default:
		return nil, nil
	}
	v := real.Int(n)
	return &v, nil
}

// batchRun is the run of the batch algorithm. Where it gives up, or a length is irrational, no
// term has a value.
func (f *facts) batchRun() (*BatchRun, error) {
	if f.batch != nil {
		return f.batch, nil
	}
	r, err := f.learner.batch.Run(f.given, f.limit)
	if err != nil {
		return nil, outsideOfBatch(err)
	}
	f.batch = &BatchRun{Kind: "combination", Iterations: r.Iterations, Loops: r.Loops, Weights: r.Weights}
	if r.Separator {
		f.batch.Kind = "separator"
	}
	return f.batch, nil
}

// outsideOfBatch is the error that a statement says nothing of the stream.
func outsideOfBatch(err error) error {
	if errors.As(err, new(*exact.GaveUpError)) || errors.As(err, new(*exact.IrrationalError)) {
		return fmt.Errorf("%w: %w", errNoValue, err)
	}
	return err
}

// sum puts the run of a batch algorithm on the certificate, with the normalised margin, which
// is left out where a length is irrational.
func (f *facts) sum(c *Certificate) error {
	var err error
	if c.Batch, err = f.batchRun(); err != nil {
		return err
	}
	c.Geometry.Rho, err = f.maxMargin("rho")
	if errors.As(err, new(*exact.IrrationalError)) {
		err = nil
	}
	return err
}

// isBatch reports whether a learner is a batch algorithm.
func isBatch(spec *algos.Spec) bool { return spec.Kind.Task == theory.Batch }
