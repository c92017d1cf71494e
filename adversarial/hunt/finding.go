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

// finding is what islands have come to, and what float64 cannot tell of it judged in exact arithmetic. Some time after
// the end of ctx is for its caller to give.
func (r *Runner) finding(ctx context.Context, islands []island) Finding {
	f := Finding{Conjecture: r.t.conjecture, EaseName: r.t.ease, Rises: rises(islands)}
	all, rounds, likely := r.t.island(), 0, []stream(nil)
	var found *refutation
	for _, n := range islands {
		for _, m := range n.Front.all() {
			all.Front.offer(m)
		}
		all.Pools[0] = append(all.Pools[0], n.Pools[0]...)
		rounds, all.Doubt = max(rounds, n.Rounds), max(all.Doubt, n.Doubt)
		f.Trials, f.Met = f.Trials+n.trials(), f.Met+n.Met
		if likely = append(likely, n.Attained); found == nil {
			found = n.Refuted
		}
	}
	last := r.t.sourceOf(max(0, rounds-1), nil)
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
		found = f.judge(ctx, r.t, &all, likely)
	}
	if f.Doubt = all.Doubt; found != nil {
		at := newEvaluator(context.Background(), r.t).score(found.Stream)
		f.Certificate, _ = found.certificate() // which was made here, or read
		f.Best, f.Ratio, f.Ease = found.Stream, at.Ratio, at.Ease
	}
	if f.Began = r.origin(f.Best); found != nil && f.Trials == 0 && f.Began == "" { // of a stream that was made simpler
		if all := islands[0].candidates(); len(all) > 0 {
			f.Began = r.origin(all[0].stream)
		}
	}
	return f
}

// judge fills in the best of an island, and judges what refutes the claim in float64, and what is a tie there.
func (f *Finding) judge(ctx context.Context, t *target, all *island, likely []stream) *refutation {
	const mostAbove = 256 // ties with a ratio above 1, beside the first: a claim is in doubt if some are left
	var top, best, far member
	for _, m := range all.inside() {
		switch {
		case m.score.refuting():
			continue
		case best.stream == nil:
			top, best = m, m
		case !apart(m.score.Ratio, top.score.Ratio) && len(m.stream) < len(best.stream): // of the best the shortest
			best = m
		}
		says := (t.ease == "r" || t.ease == "R/gamma0") && m.score.Ease >= farEase
		if says && (far.stream == nil || m.score.Ratio > far.score.Ratio) {
			far = m
		}
	}
	e := newEvaluator(context.Background(), t)
	var asked []member
	for _, s := range append(likely, best.stream, far.stream) {
		if m := (member{s, e.score(s)}); m.score.tied() {
			asked = append(asked, m)
		}
	}
	refuting, ties := all.candidates(), all.ties()
	first := min(mostTies, len(ties))
	above := slices.DeleteFunc(ties[first:], func(m member) bool { return m.score.Ratio <= 1 })
	asked = slices.Concat(asked, ties[:first], above[:min(mostAbove, len(above))])
	for _, m := range refuting[:min(mostTies, len(refuting))] { // as they are
		if found := all.judge(ctx, t, m, false).found(); found != nil {
			return found
		}
	}
	exactly := [2]Exactly{}
	for _, m := range asked {
		v := all.judge(ctx, t, m, true)
		if v.certificate != nil {
			return v.found()
		}
		for i, of := range []member{best, far} {
			if of.stream.same(m.stream) {
				exactly[i] = v.Exactly
			}
		}
	}
	for _, left := range slices.Concat(refuting[min(mostTies, len(refuting)):], above[min(mostAbove, len(above)):]) {
		all.Doubt = max(all.Doubt, finite(left.score.Ratio))
	}
	f.Best, f.Ratio, f.Ease, f.Exactly = best.stream, best.score.Ratio, best.score.Ease, exactly[0]
	switch {
	case all.Attained != nil:
		f.Best, f.Ratio, f.Ease, f.Exactly = all.Attained, 1, e.score(all.Attained).Ease, Exactly{Attained: true}
	case f.Below > 0:
		f.Ratio = 1 - f.Below
	}
	if far.stream != nil && f.Ease < farEase {
		f.Far = &FarPoint{Point{far.score.Ease, far.score.Ratio}, exactly[1]}
	}
	return nil
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
	for _, k := range r.known {
		if stream(k.Examples).same(s) {
			return k.Name
		}
	}
	return ""
}
