package adversarial

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"

	"marginlab/adversarial/certificate"
	"marginlab/theory"
)

// knownStreams are those that a hunt begins with: the traps, which are the constructions
// that reach bounds, the records of the questions that are open, and the streams of all
// certificates, those of batch algorithms for a hunt about one alone. They have the labels of so many
// classes, 0 of two: those of more are left out.
func knownStreams(classes int, batch bool) ([][]theory.Example, error) {
	var all [][]theory.Example
	add := func(examples []theory.Example, of int) {
		switch {
		case of > classes:
			return
		case of < classes && of == 0:
			examples = inClasses(examples)
		}
		all = append(all, examples)
	}
	for _, trap := range Traps() {
		add(trap.Examples, 0)
	}
	for _, e := range Errata() {
		c, err := e.Certificate()
		if err != nil {
			return nil, err
		}
		if c.Batch == nil || batch {
			add(certificate.Rounded(c.Stream), c.Statement.Classes)
		}
	}
	for _, q := range Open() {
		examples, err := q.stream()
		if errors.Is(err, fs.ErrNotExist) { // a new question
			continue
		}
		if err != nil {
			return nil, err
		}
		add(examples, q.Conjecture.Classes)
	}
	return all, nil
}

// stream is that of the question's certificate or record.
func (q Question) stream() ([]theory.Example, error) {
	if !q.Refuted {
		r, err := q.Record()
		return r.Stream, err
	}
	c, err := q.Certificate()
	if err != nil {
		return nil, err
	}
	return certificate.Rounded(c.Stream), nil
}

// start is the island that a hunt begins with, with the streams that it starts from: those of
// From and, unless the hunt is cold, the known ones that are not too long. Once ctx has ended, no
// island reads them again.
func (r *Runner) start(ctx context.Context) (island, error) {
	r.starting.Lock()
	defer r.starting.Unlock()
	if r.first == nil && ctx.Err() == nil {
		from, err := r.known()
		if err != nil {
			return island{}, err
		}
		first, e := r.target.island(), newEvaluator(r.target)
		e.ctx = ctx
		for _, s := range from {
			first.take(e, r.placed(s))
		}
		if ctx.Err() == nil {
			first.note(0)
			r.first = &first
		}
	}
	if r.first == nil {
		return island{}, fmt.Errorf("the streams to start from were not scored in time, expected a longer budget, or none of them: %w", ctx.Err())
	}
	return *r.first, nil
}

// known are the streams that a hunt starts from.
func (r *Runner) known() ([]stream, error) {
	from := slices.Clone(r.from)
	if r.plan.Cold {
		return from, nil
	}
	known, err := knownStreams(r.Classes, r.batch)
	if err != nil {
		return nil, err
	}
	for _, examples := range known {
		if theory.Dim(examples) > r.Dim.High || len(examples) > r.Examples.High {
			continue
		}
		s, err := copyOf(examples, r.Classes)
		if err != nil {
			return nil, err
		}
		from = append(from, s)
	}
	return from, nil
}
