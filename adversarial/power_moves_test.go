package adversarial

import (
	"slices"

	"gonum.org/v1/gonum/optimize"
)

// The moves that a hunt made once, which the measure of its power compares.

// climb goes uphill by noise on all examples or one, longer after a success and
// shorter after a failure, so that one in five is a success.
func (s *searcher) climb() {
	m, ok := s.population.pick(s.source)
	if !ok {
		return
	}
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
		if got := s.try(c); got.better(m.Score) {
			m, failed = member{c, got}, 0
			step *= 1.5
		} else {
			failed++
			step *= 0.9
		}
	}
}

// evolve moves the coordinates of a stream by the evolution strategy CMA-ES, in
// the coordinates that are left when translations and rotations that change nothing
// are taken out.
func (s *searcher) evolve() {
	const most, trials = 40, 1500
	m, ok := s.population.pick(s.source)
	if !ok {
		return
	}
	c := canonical(s.trimmed(m).Stream, s.translates(), s.rotates())
	at := c.free(s.translates(), s.rotates())
	if len(at) == 0 || len(at) > most {
		return
	}
	scale := c.size()
	start := make([]float64, len(at))
	for j, p := range at {
		start[j] = c[p[0]].X.Value[p[1]] / scale
	}
	problem := optimize.Problem{Func: func(x []float64) float64 {
		for j, p := range at {
			c[p[0]].X.Value[p[1]] = x[j] * scale
		}
		return s.try(c).loss()
	}}
	// The error is that the trials were used up, or that nothing got better.
	_, _ = optimize.Minimize(problem, start, &optimize.Settings{FuncEvaluations: trials, Converger: optimize.NeverTerminate{}},
		&optimize.CmaEsChol{InitStepSize: s.logUniform(0.01, 0.2), Src: s.rng})
}

// trimmed is a member without the examples that it is no worse without.
func (s *searcher) trimmed(m member) member {
	for i := len(m.Stream) - 1; i >= 0 && len(m.Stream) > s.Examples.Low; i-- {
		c := slices.Delete(m.Stream.clone(), i, i+1)
		if got := s.try(c); !m.Score.better(got) {
			m = member{c, got}
		}
	}
	return m
}

// beam is the adaptive adversary: it extends the few best prefixes by the best of
// its answers, from an opening on. A prefix is as good as its score.
func (s *searcher) beam() {
	const width, answers = 4, 6
	opening := s.planted()
	opening = opening[:min(len(opening), 2+s.rng.IntN(2))]
	beam := []member{{opening, s.try(opening)}}
	for n := s.between(s.Examples); len(beam[0].Stream) < n; {
		var next []member
		for _, m := range beam {
			for range answers {
				c := m.Stream.insert(len(m.Stream), s.answer(m.Stream))
				next = append(next, member{c, s.try(c)})
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
