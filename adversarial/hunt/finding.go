package hunt

import (
	"context"
	"math"
	"slices"

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
	Doubt   float64
	Best    []theory.Example // the stream that reaches it, nil if there is none
	Exactly                  // of its ratio
	// Far is the best ratio at an ease of 2 or more, where the best stream is below that: a constant that is added in
	// a claim is near it on streams that say little. It is nil where there is none.
	Far      *FarPoint
	Began    string  // the stream that the hunt began with, if that is the best, or was certified
	Met      int     // the streams of the search that were inside the domain
	Front    []Point // the best ratio over the ease
	Rises    []Rise  // the best ratio over time
	EaseName string  // what the ease is: R U, r, R/gamma0 or T
	Trials   int
	Improved int                    // the streams that had been run when the best ratio last rose
	Dim      adversarial.Range[int] // where the last round searched: it widens to that of the conjecture
	Examples adversarial.Range[int]
	Seconds  float64 // 0 for tasks of their own
	Unkept   error   // why the file of the state does not have it as it was at the end, nil if it has
}

// Point is the best ratio that was found near an ease.
type Point struct{ Ease, Ratio float64 }

// FarPoint is a point of the front with its exact ratio.
type FarPoint struct {
	Point
	Exactly
}

// farEase is the ease from which on a claim says something: at r < 2 and R/γ < 2 few mistakes can be made.
const farEase = 2

// Rise is a best ratio that was better than the one before, after so many streams.
type Rise struct {
	Trials int
	Ratio  float64
}

// Record is the best stream of a hunt with the ratio there. It is false if there is none, or if the conjecture
// is refuted.
func (f Finding) Record() (adversarial.Record, bool) {
	return adversarial.Record{Statement: f.Conjecture.Statement, Ratio: f.Ratio, Stream: f.Best}, f.Certificate == nil && len(f.Best) > 0
}

// Beside is the finding of a hunt, with what was settled of a stream before it.
func (f Finding) Beside(settled Finding) Finding {
	if f.Certificate == nil {
		f.Doubt = max(f.Doubt, settled.Doubt)
		if settled.Attained && !f.Attained {
			f.Ratio, f.Ease, f.Best, f.Exactly, f.Began = 1, settled.Ease, settled.Best, settled.Exactly, settled.Began
		}
	}
	return f
}

// proved is the finding with the refutation.
func (f Finding) proved(t *target, found *refutation) Finding {
	at := newEvaluator(context.Background(), t).score(found.stream)
	f.Certificate, f.Best, f.Ratio, f.Ease = found.certificate, found.stream, at.Ratio, at.Ease
	return f
}

// finding is what islands have come to, and what float64 cannot tell of it settled in exact arithmetic, also of
// streams of an epoch that is not ended. Some time after the end of ctx is for its caller to give.
func (r *Runner) finding(ctx context.Context, islands []island, untried ...member) Finding {
	t := r.t
	f := Finding{Conjecture: t.conjecture, EaseName: t.ease, Rises: rises(islands)}
	all, rounds, likely := t.island(), 0, []stream(nil)
	var found *refutation
	for _, n := range islands {
		for _, m := range n.Front.all() {
			all.Front.offer(m)
		}
		all.Pools[0] = append(all.Pools[0], n.Pools[0]...)
		rounds, f.Doubt = max(rounds, n.Rounds), max(f.Doubt, n.Doubt)
		f.Trials, f.Met = f.Trials+n.trials(), f.Met+n.Met
		if likely = append(likely, n.Attained); found == nil {
			found = n.Refuted
		}
	}
	last := t.sourceOf(max(0, rounds-1), nil)
	f.Dim, f.Examples = last.dim, last.examples
	if len(f.Rises) > 0 {
		f.Improved = f.Rises[len(f.Rises)-1].Trials
	}
	for _, m := range all.Front.all() {
		if m.score.Inside {
			f.Front = append(f.Front, Point{m.score.Ease, m.score.Ratio})
		}
	}
	if found == nil {
		f, found = t.judge(ctx, f, all, likely, untried)
	}
	if found != nil {
		f = f.proved(t, found)
	}
	if f.Began = r.origin(f.Best); found != nil && f.Trials == 0 && f.Began == "" { // of a stream that was made simpler
		if all := islands[0].candidates(); len(all) > 0 {
			f.Began = r.origin(all[0].stream)
		}
	}
	return f
}

// judge fills in the best of an island, and settles the streams that float64 cannot tell from a tie.
func (t *target) judge(ctx context.Context, f Finding, all island, likely []stream, untried []member) (Finding, *refutation) {
	top, far := math.NaN(), stream(nil)
	best := all.Front.best()
	for _, a := range all.Pools[0] { // which may have shorter ones
		if a.Best.score.Inside && !a.Best.score.refuting() {
			best = append(best, a.Best)
		}
	}
	for _, m := range best {
		switch {
		case m.score.refuting():
			untried = append(untried, m)
			continue
		case f.Best == nil:
			top = m.score.Ratio
			fallthrough
		case !apart(m.score.Ratio, top) && len(m.stream) < len(f.Best): // of the best the shortest
			f.Ratio, f.Ease, f.Best = m.score.Ratio, m.score.Ease, m.stream
		}
		if (t.ease == "r" || t.ease == "R/gamma0") && m.score.Ease >= farEase && (f.Far == nil || m.score.Ratio > f.Far.Ratio) {
			f.Far, far = &FarPoint{Point: Point{m.score.Ease, m.score.Ratio}}, m.stream
		}
	}
	const mostAbove = 256 // ties with a ratio above 1, beside the first: a claim is in doubt if some are left
	e := newEvaluator(context.Background(), t)
	var near []member
	for _, s := range append(likely, f.Best, far) {
		if m := (member{s, e.score(s)}); m.score.tied() {
			near = append(near, m)
		}
	}
	ties := all.ties()
	first := min(mostTies, len(ties))
	above := slices.DeleteFunc(ties[first:], func(m member) bool { return m.score.Ratio <= 1 })
	near = append(near, ties[:first]...)
	for _, some := range []struct {
		all  []member
		most int
		near bool
	}{{untried, mostTies, false}, {near, len(near), true}, {above, mostAbove, false}} {
		most := min(some.most, len(some.all))
		found, doubt := t.settleAll(ctx, some.all[:most], some.near, func(m member, got tie) {
			f = f.with(m, got, e)
			if f.Far != nil && m.stream.same(far) {
				f.Far.Exactly = got.Exactly
			}
		})
		if f.Doubt = max(f.Doubt, doubt); found != nil {
			return f, found
		}
		for _, left := range some.all[most:] {
			if left.score.Ratio > 1 {
				f.Doubt = max(f.Doubt, finite(left.score.Ratio))
			}
		}
	}
	if f.Ease >= farEase {
		f.Far = nil
	}
	return f, nil
}

// with is the finding with what is known of a stream: of the best the smallest that attains the claim.
func (f Finding) with(m member, got tie, e *evaluator) Finding {
	switch best := stream(f.Best); {
	case got.Attained && (!f.Attained || got.stream.numbers() < best.numbers()):
		f.Best, f.Ratio, f.Ease, f.Exactly = got.stream, 1, e.score(got.stream).Ease, got.Exactly
	case !f.Attained && m.stream.same(best) && got.Below > 0:
		f.Exactly, f.Ratio = got.Exactly, 1-got.Below
	}
	return f
}

// rises are those of the best ratio of all islands, in order. The streams are those that all had run at the end of
// the epoch.
func rises(islands []island) (all []Rise) {
	epochs, best := 0, map[int]float64{}
	for _, n := range islands {
		epochs = max(epochs, len(n.Spent))
		for _, r := range n.Rises {
			best[r.Epoch] = max(best[r.Epoch], r.Ratio)
		}
	}
	trials, top := 0, math.Inf(-1)
	for epoch := range epochs + 1 {
		for _, n := range islands {
			if epoch > 0 && epoch <= len(n.Spent) {
				trials += n.Spent[epoch-1]
			}
		}
		if ratio, rose := best[epoch]; rose && rounded(ratio) > rounded(top) {
			top = ratio
			all = append(all, Rise{trials, ratio})
		}
	}
	return all
}

// origin names the stream that the hunt began with and that s is, "" if it is none.
func (r *Runner) origin(s stream) string {
	known, _ := r.known() // start has told of an error
	for _, k := range known {
		if stream(k.Examples).same(s) {
			return k.Name
		}
	}
	return ""
}
