package report

import (
	"context"
	"fmt"

	"marginlab/algos/maxmargin"
	"marginlab/algos/trial"
	"marginlab/cmd/marginlab/term"
	"marginlab/theory"
)

// Sample is a data set with what learners made of it.
type Sample struct {
	Data    *trial.Data
	Passes  int
	Shuffle *uint64           // the seed of the permutations, nil for the order of the file
	Runs    []*trial.Run      // of learners, in the order that they are listed
	Rows    []term.VerdictRow // what theorems say of the runs

	geometry theory.Geometry
	noMargin error               // why there is no margin to speak of, nil if there is one
	best     *maxmargin.Solution // nil where there is no margin
}

// Measure measures the examples. The error is that of ctx.
func (s *Sample) Measure(ctx context.Context) error {
	examples, dim, err := s.Data.Space(ctx)
	if err != nil {
		return err
	}
	s.geometry, _, s.noMargin = s.Data.Geometry(ctx, theory.View{Norm: s.Data.Norm()})
	if s.noMargin == nil && s.geometry.Separable {
		s.best, err = maxmargin.Solve(ctx, examples, dim, maxmargin.Options{Norm: s.Data.Norm()})
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return err
}

// Sections are those of the samples. Where there are several, the titles begin with their
// names.
func Sections(ctx context.Context, samples []*Sample) (all []Section, err error) {
	for i, s := range samples {
		id, title := "", ""
		if len(samples) > 1 {
			id, title = fmt.Sprintf("-%d", i+1), s.Data.Name+": "
		}
		data, err := s.data(ctx, "data"+id)
		if err != nil {
			return nil, err
		}
		for _, part := range []Section{data, s.learners("learners" + id), s.theorems("theorems" + id)} {
			part.Title = title + part.Title
			all = append(all, part)
		}
	}
	return all, nil
}
