package maxmargin

import (
	"context"

	"marginlab/theory"
)

// SolveInBulk is [Solve] in ℓ2 that begins with bulk, however few the points are. It reports
// whether that was all.
func SolveInBulk(ctx context.Context, examples []theory.Example, dim int, opt Options) (solution *Solution, alone bool, err error) {
	s := NewSolver(dim, opt)
	for _, e := range examples {
		s.Keep(e.X, e.Y)
	}
	s.open()
	s.start()
	if err := s.solveBulk(ctx, 0); err != nil {
		return nil, false, err
	}
	if _, err := s.Settle(ctx); err != nil {
		return nil, s.active.r.N == 0, err
	}
	s.publish()
	solution, err = s.Solution()
	return solution, s.active.r.N == 0, err
}

// InBulk reports whether the present solution is bulk's, without R.
func (s *Solver) InBulk() bool { return s.active.len() > smallest && s.active.r.N == 0 }
