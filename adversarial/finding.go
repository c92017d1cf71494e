package adversarial

import (
	"math"

	"marginlab/adversarial/certificate"
	"marginlab/theory"
)

// Finding is what a hunt ended with.
type Finding struct {
	Conjecture  Conjecture
	Certificate *certificate.Certificate // nil if the conjecture survived
	Ratio, Ease float64                  // the best inside the domain; of the stream that was certified if there is one
	// Doubt is the ratio above 1 of a stream that could not be proved to refute the
	// conjecture, nor not to: a tie is undecided at the greatest precision that was tried, or
	// the attempt came to the bound on its work, or to the end of the time.
	Doubt   float64
	Best    []theory.Example // the stream that reaches it, nil if there is none
	Exactly                  // of its ratio
	// Far is the best ratio at an ease of 2 or more, where the best stream is below that: a constant that is added
	// in a claim is near it on streams that say little. It is nil where there is none.
	Far      *FarPoint
	Began    string  // the stream that the hunt began with, if that is the best, or was certified
	Met      int     // the streams of the search that were inside the domain
	Front    []Point // the best ratio over the ease
	Rises    []Rise  // the best ratio over time
	EaseName string  // what the ease is: R U, r, R/gamma0 or T
	Trials   int
	Improved int        // the streams that had been run when the best ratio last rose
	Dim      Range[int] // where the last round searched: the box widens to that of the conjecture
	Examples Range[int]
	Seconds  float64 // 0 for tasks of their own
	Unkept   error   // why the file of the state does not have it as it was at the end, nil if it has

	far stream // that of Far, until it is judged
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

// finding is what islands have come to, and the refutation, nil if there is none.
func (t *target) finding(islands []island, found *refutation) Finding {
	f := Finding{Conjecture: t.Conjecture, EaseName: t.easeName(), Rises: rises(islands)}
	all, rounds := population{}, 0
	for _, n := range islands {
		all.merge(n.population)
		rounds = max(rounds, n.Rounds)
		f.Trials += n.trials()
		f.Doubt = max(f.Doubt, n.Doubt)
		f.Met += n.Met
	}
	last := t.box(max(0, rounds-1))
	f.Dim, f.Examples = last.Dim, last.Examples
	for _, m := range all.front() {
		f.Front = append(f.Front, Point{m.Score.Ease, m.Score.Ratio})
	}
	if len(f.Rises) > 0 {
		f.Improved = f.Rises[len(f.Rises)-1].Trials
	}
	if found != nil {
		got := newEvaluator(t).score(found.stream)
		f.Certificate, f.Best, f.Ratio, f.Ease = found.certificate, found.stream, got.Ratio, got.Ease
		return f
	}
	top := math.NaN()
	for _, m := range all.best() {
		switch {
		case m.Score.refuting():
			f.Doubt = max(f.Doubt, min(m.Score.Ratio, math.MaxFloat64)) // not tried
		case f.Best == nil:
			top = m.Score.Ratio
			fallthrough
		case !apart(m.Score.Ratio, top) && len(m.Stream) < len(f.Best): // of the best the shortest
			f.Ratio, f.Ease, f.Best = m.Score.Ratio, m.Score.Ease, m.Stream
		}
	}
	f.lookFar(all)
	return f
}

// lookFar fills in Far, wherever the best stream is: it may become another one.
func (f *Finding) lookFar(all population) {
	if f.EaseName != "r" && f.EaseName != "R/gamma0" {
		return
	}
	for _, m := range all.front() {
		if m.Score.Ease >= farEase && !m.Score.refuting() && (f.Far == nil || m.Score.Ratio > f.Far.Ratio) {
			f.Far, f.far = &FarPoint{Point: Point{m.Score.Ease, m.Score.Ratio}}, m.Stream
		}
	}
}

// rises are those of the best ratio of all islands, in order. The streams are those that all had
// run at the end of the epoch.
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

// trials are the streams that the island has run.
func (h history) trials() int {
	trials := 0
	for _, n := range h.Spent {
		trials += n
	}
	return trials
}

func (t *target) easeName() string {
	switch {
	case t.batch && t.uses["rho"]:
		return "1/rho"
	case t.batch:
		return "n"
	case t.comparators:
		return "R U"
	case t.usesAny("r", "gamma"):
		return "r"
	case t.usesAny("gamma0"):
		return "R/gamma0"
	}
	return "T"
}
