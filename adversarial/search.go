package adversarial

import (
	"math"
	"slices"

	"marginlab/internal/num"
)

// searcher is one worker of a hunt.
type searcher struct {
	source
	island
	evaluator *evaluator
	calls     int // of a descent, at most
}

// spend searches until so many streams have been run, or the context ends.
func (s *searcher) spend(trials int) {
	moves := s.target.moves()
	for s.evaluator.evaluations < trials && s.evaluator.ctx.Err() == nil {
		i, before := s.credit.choose(s.rng, moves), s.evaluator.evaluations
		best, barred := s.best, s.pools.barred()
		moves[i].run(s)
		s.credit.pay(i, s.evaluator.evaluations-before, s.best.above(best) || s.pools.barred() < barred*(1-level))
	}
}

// move is a way to search.
type move struct {
	name  string
	prior float64 // improvements in its first thousand streams, before it has made any
	run   func(*searcher)
}

// moves are the ways to search.
func (t *target) moves() []move {
	switch {
	case t.only != nil:
		return t.only
	case t.batch: // whose examples are met all at once, in no pattern
		return []move{{"random", 1, (*searcher).draw}, {"walk", 8, (*searcher).walk}}
	}
	all := []move{
		{"patterns", 8, func(s *searcher) { s.follow(0) }},
		{"patterns", 8, func(s *searcher) { s.follow(1) }},
		{"random", 1, (*searcher).draw},
		{"walk", 1, (*searcher).walk},
	}
	if t.isProgram() {
		all = append(all, move{"scales", 32, (*searcher).rescale})
	}
	return all
}

// trial is what a measure of the search's power asks of it.
type trial struct {
	only     []move                         // instead of the moves of a hunt
	improved func(streams int, found score) // is told of the best score, and after how many streams of the epoch
}

// try scores a stream and offers it to the population, which keeps a copy.
func (s *searcher) try(c stream) score {
	got := s.evaluator.score(c)
	if got.better(s.best) {
		s.best = got
		if s.improved != nil {
			s.improved(s.evaluator.evaluations, got)
		}
	}
	if s.population.wants(member{c, got}) {
		s.population.offer(member{c.clone(), got})
	}
	return got
}

// draw draws streams.
func (s *searcher) draw() {
	for range 100 {
		s.try(s.fresh())
	}
}

// follow chooses a pattern of a pool, draws one, or varies one, and descends to its best
// stream.
func (s *searcher) follow(pool int) {
	var p pattern
	if arms := s.pools[pool]; len(arms) == 0 || s.oneIn(8) {
		p = s.drawnPattern()
	} else {
		at := arms.choose()
		arms[at].Tries++
		p = pattern{arms[at].events, arms[at].Stream, beyond}
		if !s.oneIn(4) {
			for p = s.varied(p); s.oneIn(3); {
				p = s.varied(p)
			}
		}
		if s.oneIn(2) {
			p = s.scattered(p)
		} else {
			p.points = s.shaken(p.points, s.logUniform(1e-4, 0.3)*p.points.size())
		}
	}
	if m := s.descend(p, !s.oneIn(4)); m.Stream != nil {
		a := s.arm(m)
		if s.oneIn(2) {
			a = s.shortened(a)
		}
		s.pools.offer(a)
	}
}

// shortened is an arm without the examples that it is no worse without.
func (s *searcher) shortened(a arm) arm {
	for i := len(a.Stream) - 1; i >= 0 && len(a.Stream) > s.Examples.Low; i-- {
		c := slices.Delete(a.Stream.clone(), i, i+1)
		if less := s.arm(member{c, s.try(c)}); less.compare(a) < 0 {
			a = less
		}
	}
	return a
}

func (s *searcher) arm(m member) arm {
	return arm{Stream: m.Stream, score: m.Score, pattern: s.patternOf(m.Stream)}
}

const (
	mostCalls = 12_000 // of a descent
	mostFree  = 400    // coordinates that it moves: of a longer pattern, some that are drawn
)

// descend goes to the best stream of a pattern.
func (s *searcher) descend(p pattern, pinned bool) member {
	const callsEach = 80
	c, all := s.coordinatesOf(p, pinned)
	free := make([]int, len(all))
	for i := range free {
		free[i] = i
	}
	if len(all) > mostFree {
		free = s.rng.Perm(len(all))[:mostFree]
	}
	z := make([]float64, len(free))
	for i, at := range free {
		z[i] = all[at]
	}
	var best member
	if len(z) == 0 {
		return best
	}
	best.Score = outside
	whole := func(z []float64) []float64 {
		for i, at := range free {
			all[at] = z[i]
		}
		return all
	}
	f := func(z []float64) float64 {
		made := c.stream(whole(z))
		got := s.try(made)
		if got.better(best.Score) {
			best = member{made.clone(), got}
		}
		return got.loss()
	}
	descend(f, z, min(callsEach*len(z), s.calls))
	return best
}

// loss is what a search makes small: the logarithm of 1/ratio and a little of the ease
// inside the domain, the ease outside of it.
func (a score) loss() float64 {
	const hopeless, far, little = 1e9, 1e3, 1e-6
	switch {
	case math.IsInf(a.Ratio, -1):
		return hopeless
	case !a.Inside:
		return far + bounded(a.Ease)
	}
	return -num.Log(min(max(a.Ratio, 1e-9), 1e9)) + float64(little*bounded(a.Ease))
}

// bounded is an ease that can be calculated with.
func bounded(ease float64) float64 {
	const most = 1e6
	if !(ease < most) { // no number, too
		return most
	}
	return ease
}

// walk goes on from a stream by single moves.
func (s *searcher) walk() {
	parent, ok := s.population.pick(s.source)
	if !ok {
		s.try(s.fresh())
		return
	}
	for range 50 {
		c := s.moved(parent.Stream)
		if got := s.try(c); got.better(parent.Score) {
			parent = member{c, got}
		}
	}
}
