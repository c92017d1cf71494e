package hunt

import (
	"context"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
)

// island is one of the searches of a hunt between two rounds, and all that is kept of it in a file. A round
// is a pure function of the target, the seed and the island, so that it may run anywhere.
type island struct {
	Front    front       `json:"front"`
	Moves    []earn      `json:"moves"`
	Rounds   int         `json:"rounds"` // of searching, in all epochs
	Epochs   int         `json:"epochs"`
	Trials   int         `json:"trials"`             // the streams that it has run
	Improved int         `json:"improved"`           // of them, those before its best ratio last rose
	Met      int         `json:"met"`                // the streams inside the domain
	Attained *member     `json:"attained,omitempty"` // a stream that attains the claim in exact arithmetic, nil if none is known
	Doubt    float64     `json:"doubt"`              // that of Finding
	Doubts   int         `json:"doubts"`             // attempts to certify that ended in doubt
	Patience int         `json:"patience"`           // the round before which none is made
	Refuted  *refutation `json:"refuted,omitempty"`  // that ended it, nil if there is none
	best     score       // inside the domain
}

// earn is what a move has earned of late: improvements, for so many streams.
type earn struct {
	Paid    float64 `json:"paid"`
	Streams float64 `json:"streams"`
}

// island is a new one.
func (t *target) island() island {
	return island{Front: front{}, Moves: make([]earn, len(t.moves())), best: outside}
}

// refuted reports whether the conjecture is refuted.
func (n island) refuted() bool { return n.Refuted != nil }

// clone is a copy whose streams are shared: they do not change.
func (n island) clone() island {
	n.Front, n.Moves = maps.Clone(n.Front), slices.Clone(n.Moves)
	return n
}

// without is the island without a stream that refutes the conjecture in float64, but not exactly.
func (n island) without(s stream) island {
	n = n.clone()
	maps.DeleteFunc(n.Front, func(_ int, a arm) bool { return a.Best.stream.same(s) })
	n.best = n.Front.top()
	return n
}

// searcher is an island at work.
type searcher struct {
	source
	island
	evaluator *evaluator
	calls     int // of a descent, at most
	improved  func(streams int, found score)
}

// move is a way to search.
type move struct {
	prior float64 // improvements in its first thousand streams, before it has made any
	run   func(*searcher)
}

// moves are the ways to search.
func (t *target) moves() []move {
	all := []move{
		{8, func(s *searcher) { s.follow(false) }}, {8, func(s *searcher) { s.follow(true) }},
		{1, (*searcher).walk},
	}
	if t.program { // whose faults may have a unit: an update that is wrong for features above 3 is on no stream of small numbers
		all = append(all, move{32, (*searcher).rescale})
	}
	return all
}

// roundOf is how many streams an island runs in a round at least. The first rounds are short, so that a hunt
// that ends soon has something to say.
func roundOf(round int) int { return min(250<<min(round, 4), 4000) }

// search is the island after a round of searching, and how many streams that took: so many, and the rest of
// the last move, which is at most a descent of four times as many. It is unfinished if ctx ended. improved, if
// not nil, is told of the best score, and after how many streams it was found.
func (n island) search(ctx context.Context, t *target, seed uint64, number, streams int, improved func(int, score)) (island, int) {
	s := &searcher{
		source:    t.sourceOf(n.Rounds, rand.New(rand.NewPCG(seed, uint64(n.Rounds)<<16|uint64(number)))),
		island:    n.clone(),
		evaluator: newEvaluator(ctx, t), calls: min(4*streams, mostCalls), improved: improved,
	}
	for range 16 { // unit vectors, on which bounds by (R/γ)² are tight, and which a descent does not find in many dimensions
		s.try(s.orthogonal())
	}
	for moves := t.moves(); s.evaluator.streams < streams && ctx.Err() == nil; {
		at, best, ease, before := s.choose(moves), s.best, s.Front.leastEase(), s.evaluator.streams
		moves[at].run(s)
		above := s.best.Inside && (!best.Inside || s.best.Ratio > best.Ratio*(1+level))
		const forget = 0.98
		e := &s.Moves[at]
		e.Paid = float64(forget*e.Paid) + float64(one(above || s.Front.leastEase() < ease*(1-level)))
		e.Streams = float64(forget*e.Streams) + float64(s.evaluator.streams-before)
	}
	s.Rounds++
	s.Trials += s.evaluator.streams
	s.Met += s.evaluator.met
	if rounded(s.best.Ratio) > rounded(n.best.Ratio) {
		s.Improved = s.Trials
	}
	return s.island, s.evaluator.streams
}

// choose draws a move: one of ten by chance alone, else in proportion to what the moves earn.
func (s *searcher) choose(moves []move) int {
	if s.oneIn(10) {
		return s.rng.IntN(len(moves))
	}
	var sum float64
	rates := make([]float64, len(moves))
	for i, e := range s.Moves {
		rates[i] = (moves[i].prior + e.Paid) / (1 + e.Streams/1000)
		sum += rates[i]
	}
	at := sum * s.rng.Float64()
	for i, rate := range rates[:len(rates)-1] {
		if at -= rate; at < 0 {
			return i
		}
	}
	return len(rates) - 1
}

// try scores a stream.
func (s *searcher) try(c stream) score {
	got := s.evaluator.score(c)
	s.Front.offer(member{c, got})
	if got.better(s.best) {
		if s.best = got; s.improved != nil {
			s.improved(s.evaluator.streams, got)
		}
	}
	return got
}

// rescale draws streams of magnitudes and shapes that a learner without a unit need not be shown, and shows
// those that are best so far in other units.
func (s *searcher) rescale() {
	for range 100 {
		s.try(s.magnitudes())
		if parent, ok := s.pick(); ok {
			s.try(s.rescaled(parent.stream))
		}
	}
}

// pick is a stream to go on from, of those inside the domain a better one more often; false if there is none.
func (s *searcher) pick() (member, bool) {
	all := s.Front.best()
	if len(all) == 0 || s.oneIn(2) {
		all = s.Front.all()
	}
	if len(all) == 0 {
		return member{}, false
	}
	return all[min(s.rng.IntN(len(all)), s.rng.IntN(len(all)))], true
}

// walk goes on from a stream by single changes.
func (s *searcher) walk() {
	parent, ok := s.pick()
	if !ok {
		parent.stream = s.orthogonal()
		parent.score = s.try(parent.stream)
	}
	for range 50 {
		c := s.moved(parent.stream)
		if got := s.try(c); got.better(parent.score) {
			parent = member{c, got}
		}
	}
}

// follow draws a pattern, or chooses the one of a stream of the front and varies it, and descends to its best stream.
func (s *searcher) follow(barred bool) {
	p, from, ok := pattern{}, stream(nil), false
	if !s.oneIn(8) {
		from, ok = s.Front.choose(barred)
	}
	if !ok {
		p = s.drawnPattern()
	} else {
		p = s.t.patternOf(from)
		for again := !s.oneIn(4); again; again = s.oneIn(3) {
			p = s.varied(p)
		}
		if s.oneIn(2) {
			p = s.scattered(p)
		} else {
			p.points = s.shaken(p.points, s.logUniform(1e-4, 0.3)*p.points.size())
		}
	}
	if m := s.descend(p, !s.oneIn(4)); m.stream != nil && s.oneIn(2) {
		s.shorten(m)
	}
}

// shorten leaves out examples without which a stream is no worse.
func (s *searcher) shorten(m member) {
	for i := len(m.stream) - 1; i >= 0 && len(m.stream) > s.examples.Low; i-- {
		less := member{stream: slices.Delete(m.stream.clone(), i, i+1)}
		less.score = s.try(less.stream)
		if less.score.Inside == m.score.Inside && less.score.Ratio >= m.score.Ratio*(1-level) {
			m = less
		}
	}
}

const (
	level     = 1e-7   // ratios nearer than that are no better and no worse
	mostCalls = 12_000 // of a descent
	callsEach = 80     // of its coordinates
	mostFree  = 400    // coordinates that it moves: of a longer pattern, some that are drawn
)

// descend goes to the best stream of a pattern. Mistakes that are pinned stay next to the hyperplane, where
// most are best.
func (s *searcher) descend(p pattern, pinned bool) member {
	z, made := s.coordinates(p, pinned)
	best := member{score: outside}
	if len(z) == 0 {
		return best
	}
	descend(func(z []float64) float64 {
		c := made(z)
		got := s.try(c)
		if got.better(best.score) {
			best = member{c.clone(), got}
		}
		return got.loss()
	}, z, min(callsEach*len(z), s.calls))
	return best
}

// coordinates returns the numbers that make a stream of a pattern, and the function that makes it, whose
// stream the next call overwrites: the coordinates that a rotation or a translation does not take out, in
// units of the points' size, and the levels.
func (s *searcher) coordinates(p pattern, pinned bool) (z []float64, made func(z []float64) stream) {
	points, events, into := s.t.canonical(p.points), slices.Clone(p.events), p.points.clone()
	points.scale(1 / points.size())
	var at []*float64
	for i, e := range points {
		for k := range e.X.Value[:s.t.needs(i, points.dim())] {
			at = append(at, &e.X.Value[k])
		}
	}
	for i := range events {
		if events[i].mistake && pinned {
			events[i].level = 0
		} else {
			at = append(at, &events[i].level)
		}
	}
	if len(at) > mostFree {
		s.rng.Shuffle(len(at), func(i, j int) { at[i], at[j] = at[j], at[i] })
		at = at[:mostFree]
	}
	for _, v := range at {
		z = append(z, *v)
	}
	l := s.t.learner.New(into.dim())
	return z, func(z []float64) stream {
		for j, v := range at {
			*v = z[j]
		}
		for i := range events {
			events[i].level = math.Abs(events[i].level)
		}
		s.t.place(l, pattern{events, points, p.depth}, into)
		return into
	}
}
