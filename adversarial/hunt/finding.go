package hunt

import (
	"context"

	"marginlab/adversarial"
	"marginlab/adversarial/certificate"
	"marginlab/theory"
)

// Finding is what a hunt ended with.
type Finding struct {
	Conjecture  adversarial.Conjecture
	Certificate *certificate.Certificate // nil if the conjecture survived
	Ratio, Ease float64                  // the best inside the domain; of the stream that was certified if there is one
	// Doubt is the ratio above 1 of a stream that could not be proved to refute the conjecture, nor not to: a tie is
	// undecided at the greatest precision that was tried, or the attempt came to the bound on its work, or to the end
	// of the time.
	Doubt    float64
	Best     []theory.Example // the stream that reaches it, nil if there is none
	Attained bool             // in exact arithmetic, its ratio is 1
	Began    string           // the stream that the hunt began with, if that is the best, or was certified
	Met      int              // the streams of the search that were inside the domain
	Front    []Point          // the best ratio over the ease
	EaseName string           // what the ease is: R U, r, R/gamma0 or T
	Trials   int
	Improved int                    // the streams that had been run when the best ratio last rose
	Dim      adversarial.Range[int] // where the last round searched: it widens to that of the conjecture
	Examples adversarial.Range[int]
	Seconds  float64 // 0 for tasks of their own
	Unkept   error   // why the file of the state does not have it as it was at the end, nil if it has
}

// Point is the best ratio that was found near an ease.
type Point struct{ Ease, Ratio float64 }

// Record is the best stream of a hunt with the ratio there. It is false if there is none, or if the conjecture
// is refuted.
func (f Finding) Record() (adversarial.Record, bool) {
	return adversarial.Record{Statement: f.Conjecture.Statement, Ratio: f.Ratio, Stream: f.Best}, f.Certificate == nil && len(f.Best) > 0
}

// finding is what islands have come to, and what float64 cannot tell of it judged in exact arithmetic. Some time after
// the end of ctx is for its caller to give.
func (r *Runner) finding(ctx context.Context, islands []island) Finding {
	f := Finding{Conjecture: r.t.conjecture, EaseName: r.t.ease}
	all, likely := r.t.island(), []member(nil)
	for _, n := range islands {
		for _, m := range n.Front.all() {
			all.Front.offer(m)
		}
		all.Rounds, all.Doubt = max(all.Rounds, n.Rounds), max(all.Doubt, n.Doubt)
		all.Trials, all.Met = all.Trials+n.Trials, all.Met+n.Met
		if n.best.better(all.best) {
			all.best, all.Improved = n.best, n.Improved
		}
		if all.Refuted == nil {
			all.Refuted = n.Refuted
		}
		if n.Attained != nil {
			likely = append(likely, *n.Attained)
		}
	}
	f.Trials, f.Met, f.Improved = all.Trials, all.Met, min(r.plan.Islands*all.Improved, all.Trials)
	last := r.t.sourceOf(max(0, all.Rounds-1), nil)
	f.Dim, f.Examples = last.dim, last.examples
	for _, m := range all.Front.all() {
		if m.score.Inside {
			f.Front = append(f.Front, Point{m.score.Ease, m.score.Ratio})
		}
	}
	if all.Refuted == nil {
		f.judge(ctx, r.t, &all, likely)
	}
	f.Doubt = all.Doubt
	if found := all.Refuted; found != nil {
		f.Certificate, _ = found.certificate() // which was made here, or read
		f.Best, f.Ratio, f.Ease = found.Stream.stream, found.Stream.score.Ratio, found.Stream.score.Ease
	}
	f.Began = r.origin(f.Best)
	return f
}

// judge fills in the best of an island, and judges what refutes the claim in float64, and what is a tie there: of the
// ties that are not above 1 the likeliest.
func (f *Finding) judge(ctx context.Context, t *target, all *island, likely []member) {
	var top, best member
	for _, m := range all.Front.best() {
		switch {
		case m.score.refuting():
			continue
		case best.stream == nil:
			top, best = m, m
		case m.score.Ratio >= top.score.Ratio*(1-level) && len(m.stream) < len(best.stream): // of the best the shortest
			best = m
		}
	}
	refuting, ties := all.suspects()
	for _, m := range refuting { // as they are
		if all.judge(ctx, t, m, false); all.Refuted != nil {
			return
		}
	}
	asked := append(likely, best)
	for i, m := range append(asked, ties...) {
		if m.score.tied() && (m.score.Ratio > 1 || i < len(asked)+mostTies) {
			if all.judge(ctx, t, m, true); all.Refuted != nil {
				return
			}
		}
	}
	f.Best, f.Ratio, f.Ease = best.stream, best.score.Ratio, best.score.Ease
	if at := all.Attained; at != nil {
		f.Best, f.Ratio, f.Ease, f.Attained = at.stream, 1, at.score.Ease, true
	}
}

// origin names the stream that the hunt began with and that s is, "" if it is none.
func (r *Runner) origin(s stream) string {
	for _, k := range r.known {
		if stream(k.Examples).same(s) {
			return k.Name
		}
	}
	return ""
}
