package algos

import (
	"context"
	"slices"

	"marginlab/theory"
)

// Rest is a run that went through the data in their order, again and again,
// until a pass changed nothing: its last classifier leaves the data as they are,
// and is left by them.
type Rest struct {
	theory.Trace // without steps
	Passes       int
	AtRest       bool // false where the passes were used up before
}

// RunToRest lets a learner for dim dimensions go round the examples. It makes at
// most maxPasses passes, the last of which changed nothing if the run is at rest. A
// learner that its [Kind] calls restless never is. The error is that of [Run].
func (s *Spec) RunToRest(ctx context.Context, examples []theory.Example, dim, maxPasses int) (Rest, error) {
	l := s.New(dim)
	var r Rest
	for r.Passes < maxPasses && !r.AtRest {
		pass, err := Count(ctx, l, dim, slices.Values(examples))
		if err != nil {
			return Rest{}, err
		}
		Repeats(l)
		r.Append(pass)
		r.Passes++
		r.AtRest = pass.Updates == 0 && !s.Kind.Restless
	}
	s.Caption(&r.Trace)
	return r, nil
}
