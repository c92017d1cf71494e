// Package reproduce has what the reproductions of the papers' experiments share: runs on
// all cores, checkpoints to resume from, rows with published numbers beside measured ones,
// and theorems checked on runs.
package reproduce

import (
	"context"
	"errors"
	"fmt"
	"os"

	"marginlab/algos/maxmargin"
	"marginlab/cmd/marginlab/term"
	"marginlab/theory"
)

// Row is what is printed of a run, with what the paper reports of such a run.
type Row[P any] struct {
	term.RunRow
	Table     *string  `json:"table"`
	Theta     *float64 `json:"theta"`
	BiasFree  *bool    `json:"bias_free"`
	Published *P       `json:"published"`
}

// Experiment is a list of units that are run independently of each other. A unit may be
// a data set with all learners, or a learner with one seed.
type Experiment[U, R any] struct {
	Units      []U
	Work       func(U) int // how long a unit takes, in any measure
	Run        func(context.Context, U) ([]R, error)
	Checkpoint *Checkpoint    // nil if nothing is kept
	Name       func(U) string // of a unit in the checkpoint, and on the terminal while it is run
}

// Rows runs the units on all cores and returns the rows of each, in the order of the
// units. With an error it returns those of the units before the first unfinished one.
func (e Experiment[U, R]) Rows(ctx context.Context, p *term.Progress) (all [][]R, err error) {
	work := 0
	for _, u := range e.Units {
		work += e.Work(u)
	}
	p.Expect(work)
	defer p.Clear()
	err = InOrder(ctx, e.Units, func(ctx context.Context, u U) ([]R, error) {
		run := func() ([]R, error) {
			defer p.Done(e.Work(u))
			return e.Run(ctx, u)
		}
		if e.Checkpoint == nil {
			return run()
		}
		return Part(e.Checkpoint, p, e.Name(u), e.Work(u), run)
	}, func(rows []R) error {
		all = append(all, rows)
		return nil
	})
	if e.Checkpoint != nil {
		err = e.Checkpoint.Interrupted(ctx, err)
	}
	return all, err
}

// most is how many runs, passes or permutations may be asked for.
const most = 10_000_000

// Counted refuses a number of runs, passes or permutations, which is given with a flag, that
// is below 1 or beyond reach.
func Counted(flag string, n int) error {
	if n < 1 {
		return fmt.Errorf("%s is %d, expected at least 1", flag, n)
	}
	if n > most {
		return fmt.Errorf("%s is %d, expected at most %d", flag, n, most)
	}
	return nil
}

// FigureFolder makes the folder that --figures names, if it names one.
func FigureFolder(dir string) error {
	if dir == "" {
		return nil
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return fmt.Errorf("--figures: %w", err)
	}
	return nil
}

// Geometry returns the geometry of a data set in a view, in which it must be separable.
func Geometry(ctx context.Context, survey *maxmargin.Survey, view theory.View, data string) (theory.Geometry, error) {
	geo, err := survey.Geometry(ctx, view)
	if err == nil && !geo.Separable {
		err = errors.New(view.Separability(false))
	}
	if err != nil {
		return theory.Geometry{}, fmt.Errorf("%s: %w", data, err)
	}
	return geo, nil
}
