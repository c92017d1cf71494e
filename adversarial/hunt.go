package adversarial

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime"
	"sync"
	"time"

	"marginlab/adversarial/certificate"
	"marginlab/theory"
)

// Hunt is how long and from where a stream that refutes a conjecture is looked for.
// The zero value hunts until its context ends, from seed 0, on all cores.
//
// The search goes in rounds. In each, every worker goes on from the population of
// the round before with a random source of its own, made from the seed, the round
// and the worker; then what they found is put together in their order. So the same
// seed, number of workers and number of trials find the same, and a budget of time
// decides only after which round it ends.
type Hunt struct {
	Seed    uint64
	Workers int           // 0: one a core
	Budget  time.Duration // 0: no end
	Trials  int           // how many streams may be run, up to a round more; 0: no end
	Limit   certificate.Limit
	// State is the file where the population is kept, at most every two seconds, and
	// at the end; "" for none. Resume goes on from it.
	State  string
	Resume bool
	// Progress, if not nil, is told after every round.
	Progress func(Progress)
}

// Progress is how far a hunt is.
type Progress struct {
	Trials    int     // streams run
	Seconds   float64 // in all sessions of the hunt
	PerSecond float64 // trials a second in this session
	Ratio     float64 // the best ratio inside the domain so far, 0 if there is none
}

// Finding is what a hunt ended with.
type Finding struct {
	Conjecture  Conjecture
	Certificate *certificate.Certificate // nil if the conjecture survived
	Ratio, Ease float64                  // the best inside the domain; of the stream that was certified if there is one
	Best        []theory.Example         // the stream that reaches it, nil if there is none
	Front       []Point                  // the best ratio over the ease
	EaseName    string                   // what the ease is: r, R/gamma0 or T
	Trials      int
	Seconds     float64
}

// Point is the best ratio that was found near an ease.
type Point struct{ Ease, Ratio float64 }

const (
	trialsPerRound = 4000 // of a worker
	attempts       = 4    // streams of a round that are tried to certify
	attemptTime    = 20 * time.Second
	saveEvery      = 2 * time.Second
)

// Run hunts. When ctx ends, the finding is that of the search so far, and the error
// is the context's; what was found is in the state. Other errors say what of the
// conjecture or the state is wrong.
func (h Hunt) Run(ctx context.Context, c Conjecture) (Finding, error) {
	t, err := prepare(c)
	if err != nil {
		return Finding{}, err
	}
	if h.Workers == 0 {
		h.Workers = runtime.GOMAXPROCS(0)
	}
	s := state{Conjecture: t.Conjecture, Seed: h.Seed, Workers: h.Workers, population: population{}}
	if h.Resume {
		if err := s.load(h.State, t); err != nil {
			return Finding{}, err
		}
	}
	begin, before, earlier, saved := time.Now(), s.Trials, s.Seconds, time.Now()
	for {
		s.Seconds = earlier + time.Since(begin).Seconds()
		h.tell(&s, before, time.Since(begin).Seconds())
		if ctx.Err() != nil || h.Budget > 0 && time.Since(begin) >= h.Budget || h.Trials > 0 && s.Trials >= h.Trials {
			break
		}
		round(ctx, t, &s)
		if ctx.Err() != nil {
			continue
		}
		cert, best := h.certify(ctx, t, &s)
		if cert != nil {
			s.Seconds = earlier + time.Since(begin).Seconds()
			h.tell(&s, before, time.Since(begin).Seconds())
			return s.finding(t, cert, best), s.save(h.State)
		}
		if time.Since(saved) >= saveEvery {
			if err := s.save(h.State); err != nil {
				return Finding{}, err
			}
			saved = time.Now()
		}
	}
	return s.finding(t, nil, nil), errors.Join(ctx.Err(), s.save(h.State))
}

func (h Hunt) tell(s *state, before int, seconds float64) {
	if h.Progress == nil {
		return
	}
	p := Progress{Trials: s.Trials, Seconds: s.Seconds, PerSecond: float64(s.Trials-before) / max(seconds, 1e-9)}
	if best := s.population.best(); len(best) > 0 {
		p.Ratio = best[0].Score.Ratio
	}
	h.Progress(p)
}

// round lets all workers search, and puts together what they found. A round that
// ctx ends leaves no trace.
func round(ctx context.Context, t *target, s *state) {
	workers := make([]*searcher, s.Workers)
	var done sync.WaitGroup
	for i := range workers {
		rng := rand.New(rand.NewPCG(s.Seed, uint64(s.Round)<<16|uint64(i)))
		workers[i] = newSearcher(t, rng, s.population.clone())
		done.Go(func() { workers[i].spend(ctx, trialsPerRound) })
	}
	done.Wait()
	if ctx.Err() != nil {
		return
	}
	for _, w := range workers {
		s.Trials += w.evaluator.evaluations
		s.population.merge(w.found)
	}
	s.Round++
}

// certify tries to make a certificate of the best streams of the population. One
// that comes to nothing, as a ratio above 1 by rounding alone, is dropped.
func (h Hunt) certify(ctx context.Context, t *target, s *state) (*certificate.Certificate, stream) {
	for _, m := range s.population.best()[:min(attempts, len(s.population.best()))] {
		if !(m.Score.Ratio > 1+1e-12) {
			break
		}
		limited, cancel := context.WithTimeout(ctx, attemptTime)
		cert, err := t.certify(limited, m.Stream, h.Limit)
		cancel()
		if cert != nil && err == nil {
			return cert, m.Stream
		}
		if ctx.Err() != nil {
			return nil, nil
		}
		s.population.drop(m)
	}
	return nil, nil
}

func (s *state) finding(t *target, cert *certificate.Certificate, refuting stream) Finding {
	f := Finding{
		Conjecture: t.Conjecture, Certificate: cert, Best: refuting,
		Trials: s.Trials, Seconds: s.Seconds, EaseName: t.easeName(),
	}
	best := s.population.best()
	switch {
	case refuting != nil:
		got := newEvaluator(t).score(refuting)
		f.Ratio, f.Ease = got.Ratio, got.Ease
	case len(best) > 0:
		f.Ratio, f.Ease, f.Best = best[0].Score.Ratio, best[0].Score.Ease, best[0].Stream
	}
	f.Front = s.population.front()
	return f
}

func (t *target) easeName() string {
	switch {
	case t.usesAny("r", "gamma"):
		return "r"
	case t.usesAny("gamma0", "U"):
		return "R/gamma0"
	}
	return "T"
}

// Evaluate returns the ratio of quantity and claim on a stream, in float64, and
// whether the stream is in the domain; the error says what is wrong with the
// conjecture.
func (c Conjecture) Evaluate(examples []theory.Example) (ratio float64, inside bool, err error) {
	t, err := prepare(c)
	if err != nil {
		return 0, false, err
	}
	if err := theory.CheckAll(examples, theory.Dim(examples)); err != nil {
		return 0, false, fmt.Errorf("adversarial: %w", err)
	}
	s := newStream(len(examples), theory.Dim(examples))
	for i, e := range examples {
		e.X.CopyTo(s[i].X.Value)
		s[i].Y = e.Y
	}
	got := newEvaluator(t).score(s)
	return got.Ratio, got.Inside, nil
}
