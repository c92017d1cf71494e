package adversarial

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/optimize"
)

// searcher is one worker of a hunt.
type searcher struct {
	source
	evaluator *evaluator
	found     population
}

func newSearcher(t *target, rng *rand.Rand, found population) *searcher {
	return &searcher{source: source{t, rng}, evaluator: newEvaluator(t), found: found}
}

// spend searches until so many streams have been run, or ctx ends.
func (s *searcher) spend(ctx context.Context, trials int) {
	for s.evaluator.evaluations < trials && ctx.Err() == nil {
		parent, ok := s.found.pick(s.source)
		switch kind := s.rng.IntN(20); {
		case !ok || kind < 4:
			s.try(s.fresh())
		case kind < 6:
			s.beam()
		case kind < 12:
			for range 50 {
				if m := s.try(s.moved(parent.Stream)); m.Score.better(parent.Score) {
					parent = m
				}
			}
		case kind < 19:
			s.climb(parent)
		default:
			s.evolve(parent)
		}
	}
}

// try scores a stream and offers it to the population.
func (s *searcher) try(c stream) member {
	m := member{c, s.evaluator.score(c)}
	s.found.offer(m)
	return m
}

// climb goes uphill by noise on all examples or one, longer after a success and
// shorter after a failure, so that one in five is a success.
func (s *searcher) climb(m member) {
	step, alone := s.logUniform(1e-3, 0.3)*m.Stream.size(), s.rng.IntN(2) == 0
	for failed, tried := 0, 0; failed < 60 && tried < 600; tried++ {
		c := m.Stream.clone()
		if alone {
			s.shake(c[s.rng.IntN(len(c))].X.Value, step)
		} else {
			for _, e := range c {
				s.shake(e.X.Value, step)
			}
		}
		next := s.try(c)
		if next.Score.better(m.Score) {
			m, failed = next, 0
			step *= 1.5
		} else {
			failed++
			step *= 0.9
		}
	}
}

// beam is the adaptive adversary: it extends the few best prefixes by the best of
// its answers, from an opening on. A prefix is as good as its score.
func (s *searcher) beam() {
	const width, answers = 4, 6
	opening := s.planted()
	beam := []member{s.try(opening[:min(len(opening), 2+s.rng.IntN(2))].clone())}
	for n := s.between(s.Examples); len(beam[0].Stream) < n; {
		var next []member
		for _, m := range beam {
			for range answers {
				e := s.answer(m.Stream)
				next = append(next, s.try(m.Stream.insert(len(m.Stream), e)))
			}
		}
		beam = beam[:0]
		for len(beam) < width {
			best := 0
			for i := range next {
				if next[i].Score.better(next[best].Score) {
					best = i
				}
			}
			beam = append(beam, next[best])
			next[best] = next[len(next)-1]
			next = next[:len(next)-1]
		}
	}
}

// evolve moves the coordinates of a stream by the evolution strategy CMA-ES, in
// the coordinates that are left when translations and rotations that change nothing
// are taken out.
func (s *searcher) evolve(m member) {
	const most, trials = 40, 1500
	c := canonical(s.trimmed(m).Stream, s.translates(), s.rotates())
	at := c.free(s.translates(), s.rotates())
	if len(at) == 0 || len(at) > most {
		return
	}
	scale := c.size()
	set := func(x []float64) stream {
		next := c.clone()
		for j, p := range at {
			next[p[0]].X.Value[p[1]] = x[j] * scale
		}
		return next
	}
	start := make([]float64, len(at))
	for j, p := range at {
		start[j] = c[p[0]].X.Value[p[1]] / scale
	}
	problem := optimize.Problem{Func: func(x []float64) float64 {
		got := s.try(set(x)).Score
		switch {
		case math.IsInf(got.Ratio, -1):
			return 1e9
		case !got.Inside:
			return 1e3 + bounded(got.Ease)
		}
		return -min(got.Ratio, 1e6) + 1e-6*bounded(got.Ease)
	}}
	// The error is that the trials were used up, or that nothing got better.
	_, _ = optimize.Minimize(problem, start, &optimize.Settings{FuncEvaluations: trials, Converger: optimize.NeverTerminate{}},
		&optimize.CmaEsChol{InitStepSize: s.logUniform(0.01, 0.2), Src: s.rng})
}

// bounded is an ease that can be calculated with.
func bounded(ease float64) float64 {
	const most = 1e6
	if !(ease < most) { // no number, too
		return most
	}
	return ease
}

// trimmed is a member without the examples that it is no worse without.
func (s *searcher) trimmed(m member) member {
	for i := len(m.Stream) - 1; i >= 0 && len(m.Stream) > s.Examples.Low; i-- {
		c := s.try(slices.Delete(m.Stream.clone(), i, i+1))
		if !m.Score.better(c.Score) {
			m = c
		}
	}
	return m
}
