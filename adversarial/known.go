package adversarial

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"slices"

	"marginlab/adversarial/certificate"
	"marginlab/theory"
)

// knownStream is a stream that a hunt begins with.
type knownStream struct {
	name        string // where it is from
	examples    []theory.Example
	certificate *certificate.Certificate // nil unless it is the stream of one
}

// knownStreams are those that a hunt begins with: the traps, which are the constructions
// that reach bounds, the records of the questions that are open, and the streams of all
// certificates, those of batch algorithms for a hunt about one alone. They have the labels of so many
// classes, 0 of two: those of more are left out.
func knownStreams(classes int, batch bool) ([]knownStream, error) {
	var all []knownStream
	add := func(s knownStream, of int) {
		switch {
		case of > classes:
			return
		case of < classes && of == 0:
			s.examples = inClasses(s.examples)
		}
		all = append(all, s)
	}
	for _, trap := range Traps() {
		add(knownStream{name: "the trap " + trap.Name, examples: trap.Examples}, 0)
	}
	for _, e := range Errata() {
		c, err := e.Certificate()
		if err != nil {
			return nil, err
		}
		if spec, err := Learners(nil).Parse(c.Statement.Learner); batch || err != nil || spec.Kind.Task != theory.Batch {
			add(knownStream{"adversarial/testdata/" + e.Name + ".json", Rounded(c.Stream), c}, c.Statement.Classes)
		}
	}
	for _, q := range Open() {
		s, err := q.known()
		if errors.Is(err, fs.ErrNotExist) { // a new question
			continue
		}
		if err != nil {
			return nil, err
		}
		add(s, q.Conjecture.Classes)
	}
	return all, nil
}

// known is the stream of the question's certificate or record.
func (q Question) known() (knownStream, error) {
	if !q.Refuted {
		r, err := q.Record()
		return knownStream{name: "adversarial/testdata/open/" + q.Name + ".json", examples: r.Stream}, err
	}
	c, err := q.Certificate()
	if err != nil {
		return knownStream{}, err
	}
	return knownStream{"adversarial/testdata/" + q.Name + ".json", Rounded(c.Stream), c}, nil
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
			given, err := copyOf(s.examples, r.Classes)
			if err != nil {
				return island{}, err
			}
			const near = 1e-6 // what a change of coordinates may make of a ratio
			if at := first.take(e, r.placed(given)); at.Inside && math.Abs(at.Ratio-1) < near {
				if m := (member{given, e.score(given)}); m.Score.tied() {
					r.tied = append(r.tied, m)
				}
			}
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

// begin looks whether a stream that the hunt begins with refutes the claim: that of a certificate of the
// same claim, then one that does so in float64, then one whose ratio float64 cannot tell from 1.
func (r *Runner) begin(ctx context.Context, n island) (island, *refutation) {
	if found := r.certified(ctx); found != nil {
		return n, found
	}
	n, found := n.attempt(ctx, r.target)
	if found == nil {
		n, found = n.settled(ctx, r.target, r.tied)
	}
	return n, found
}

// certified is the refutation by a known certificate of the same claim, verified, nil if there is none or
// the hunt is cold.
func (r *Runner) certified(ctx context.Context) *refutation {
	known, _ := r.known() // start has told of an error
	for _, s := range known {
		if c := s.certificate; c != nil && claimed(c.Statement) == claimed(r.Whole()) {
			made, err := r.problem.Certify(c.Stream, c.Comparator, certificate.Limit{Context: ctx})
			if err == nil {
				return &refutation{made, s.examples}
			}
		}
	}
	return nil
}

// Given names a stream of From in [Finding.Began].
func Given(i int) string { return fmt.Sprintf("stream %d that it was given", i+1) }

// known are the streams that a hunt starts from.
func (r *Runner) known() ([]knownStream, error) {
	r.reading.Do(func() { r.begins, r.unread = r.readKnown() })
	return r.begins, r.unread
}

func (r *Runner) readKnown() ([]knownStream, error) {
	var from []knownStream
	for i, s := range r.from {
		from = append(from, knownStream{name: Given(i), examples: s})
	}
	if r.plan.Cold {
		return from, nil
	}
	known, err := knownStreams(r.Classes, r.batch)
	for _, s := range known {
		if theory.Dim(s.examples) <= r.Dim.High && len(s.examples) <= r.Examples.High {
			from = append(from, s)
		}
	}
	return from, err
}

// origin names the stream that the hunt began with and that s is, "" if it is none.
func (r *Runner) origin(s stream) string {
	known, _ := r.known() // start has told of an error
	for _, k := range known {
		given, err := copyOf(k.examples, r.Classes)
		if err == nil && (slices.EqualFunc(given, s, equal) || slices.EqualFunc(r.placed(given), s, equal)) {
			return k.name
		}
	}
	return ""
}
