package adversarial

import (
	"cmp"
	"context"
)

// Rating says where a record belongs in an archive that keeps the best stream of each claim and
// bin of the ease, and how good it is there. It is computed from the stream, whatever the
// record states.
type Rating struct {
	Claim       string // with all parameters of its learners
	Bin         int    // of the ease: 8 an octave
	Ratio, Ease float64
	score       score
}

// Rate rates a record. The error is a *[NotAsStatedError] where its stream is outside of
// the domain of its statement, or says what of the statement is wrong, or is that of ctx.
func (r Record) Rate(ctx context.Context) (Rating, error) {
	t, err := prepare(Conjecture{Statement: r.Statement})
	if err != nil {
		return Rating{}, err
	}
	s, err := copyOf(r.Stream, r.Statement.Classes)
	if err != nil {
		return Rating{}, err
	}
	e := newEvaluator(t)
	e.ctx = ctx
	got := e.score(s)
	if err := cmp.Or(t.failure(), ctx.Err()); err != nil {
		return Rating{}, err
	}
	if !got.Inside {
		return Rating{}, &NotAsStatedError{"the stream is outside of the domain of the statement"}
	}
	return Rating{t.Conjecture.String(), binOf(got.Ease), got.Ratio, got.Ease, got}, nil
}

// Better reports whether a record of one rating takes the place of a record of another in its bin: by the
// ratio, where those are the same by how near the learner was to one more mistake, and
// then by the ease.
func (a Rating) Better(b Rating) bool { return a.score.better(b.score) }

// Records are the best stream of each bin of the ease, by the ease, that the outputs of
// islands have: of all, or of some. The error may be that of ctx.
func (r *Runner) Records(ctx context.Context, outputs ...Output) ([]Record, error) {
	all := population{}
	for _, o := range outputs {
		n, err := r.readState(ctx, o.State, place{Hunt: r.name, Island: anyIsland})
		if err != nil {
			return nil, err
		}
		all.merge(n.population)
	}
	var records []Record
	for _, m := range all.front() {
		records = append(records, Record{r.Conjecture.Whole(), finite(m.Score.Ratio), m.Stream})
	}
	return records, nil
}
