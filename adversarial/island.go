package adversarial

import (
	"context"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
)

// island is one of the searches of a hunt between two epochs. An epoch is a pure
// function of the target, the seed and the island, so that islands may be run in any
// order and anywhere.
type island struct {
	population population
	pools      pools
	credit     credit
	best       score // inside the domain
	history
}

// history is what an island knows of its epochs.
type history struct {
	Rounds   int     `json:"rounds"`             // of searching, in all epochs
	Spent    []int   `json:"spent"`              // the streams of each epoch
	Rises    []rise  `json:"rises"`              // of its best ratio
	Met      int     `json:"met"`                // the streams inside the domain
	Attained stream  `json:"attained,omitempty"` // a stream that attains the claim in exact arithmetic, nil if none is known
	Doubt    float64 `json:"doubt"`              // that of Finding
	Doubts   int     `json:"doubts"`             // attempts to certify that ended in doubt
	Patience int     `json:"patience"`           // the round before which none is made
}

// rise is a best ratio that was better than those before.
type rise struct {
	Epoch int     `json:"epoch"` // the epoch that ended with it, from 1; 0 for a stream that the hunt began with
	Ratio float64 `json:"ratio"`
}

func newIsland() island {
	return island{population: population{}, credit: make(credit, len(new(target).moves())), best: outside}
}

// island is a new one with credit for the moves of the target.
func (t *target) island() island {
	n := newIsland()
	n.credit = make(credit, len(t.moves()))
	return n
}

// clone is a copy whose streams are shared: they do not change.
func (n island) clone() island {
	n.population, n.credit = maps.Clone(n.population), slices.Clone(n.credit)
	for i, p := range n.pools {
		n.pools[i] = slices.Clone(p)
	}
	return n
}

const mostElites = 8 // of the population, and of each pool

// streamsOf is how many streams an island runs in a round at least. The first
// rounds are short, so that a hunt that ends soon has something to say.
func streamsOf(round int) int { return min(250<<min(round, 4), 4000) }

// search is the island after a round of searching, and how many streams that took: so many,
// and the rest of the last move, which is at most a descent of four times as many. It is
// unfinished if ctx ended. It begins with the streams again, which the pools are offered.
func (n island) search(ctx context.Context, t *target, seed uint64, number, trials int, again []stream) (island, int) {
	s := &searcher{
		source:    source{t, rand.New(rand.NewPCG(seed, uint64(n.Rounds)<<16|uint64(number))), t.box(n.Rounds)},
		evaluator: newEvaluator(t),
		island:    n.clone(),
		calls:     min(4*trials, mostCalls),
	}
	s.evaluator.ctx = ctx
	for _, c := range again {
		s.pools.offer(s.arm(member{c, s.try(c)}))
	}
	s.spend(trials)
	s.Rounds++
	s.Met += s.evaluator.met
	return s.island, s.evaluator.evaluations
}

// note adds streams to those of the present epoch, and notes the best ratio if it rose.
// JSON has no infinite numbers.
func (n *island) note(streams int) {
	if epoch := len(n.Spent); epoch > 0 {
		n.Spent = slices.Clone(n.Spent)
		n.Spent[epoch-1] += streams
	}
	at, rises := rise{len(n.Spent), min(n.best.Ratio, math.MaxFloat64)}, len(n.Rises)
	switch {
	case !n.best.Inside || rises > 0 && rounded(at.Ratio) <= rounded(n.Rises[rises-1].Ratio):
	case rises > 0 && n.Rises[rises-1].Epoch == at.Epoch:
		n.Rises = append(n.Rises[:rises-1:rises-1], at)
	default:
		n.Rises = append(n.Rises[:rises:rises], at)
	}
}

// elites are the best streams of an island, which each of its epochs begins with.
func (n island) elites() []stream {
	var all []stream
	for _, m := range n.population.best() {
		if len(all) == mostElites {
			break
		}
		all = append(all, m.Stream)
	}
	for _, arms := range n.pools {
		for _, a := range arms[:min(len(arms), mostElites)] {
			all = append(all, a.Stream)
		}
	}
	return all
}

// without is the island without what refutes the conjecture in float64 by a stream that
// does not do so exactly.
func (n island) without(s stream) island {
	same := func(o stream) bool { return slices.EqualFunc(s, o, equal) }
	n.population = maps.Clone(n.population)
	for bin, all := range n.population {
		if n.population[bin] = slices.DeleteFunc(slices.Clone(all), func(m member) bool { return same(m.Stream) }); len(n.population[bin]) == 0 {
			delete(n.population, bin)
		}
	}
	for i, p := range n.pools {
		n.pools[i] = slices.DeleteFunc(slices.Clone(p), func(a arm) bool { return same(a.Stream) })
	}
	n.best = n.population.top()
	return n
}

// box is where a round searches: it starts small, and widens up to what the conjecture
// allows.
func (t *target) box(round int) box {
	return box{
		Range[int]{t.Dim.Low, min(t.Dim.High, max(t.Dim.Low, 3+2*round))},
		Range[int]{t.Examples.Low, min(t.Examples.High, max(t.Examples.Low, 6+round))},
	}
}

// credit is what each of the moves has earned of late: improvements for a thousand
// streams, and how many streams it had.
type credit []earning

type earning struct {
	Paid    float64 `json:"paid"`
	Streams float64 `json:"streams"`
}

const (
	forget    = 0.98 // of an earning, at every pay
	leastPart = 0.1  // of the choices that are by chance alone
)

// choose draws a move, in proportion to what the moves earn.
func (c credit) choose(rng *rand.Rand, moves []move) int {
	if rng.Float64() < leastPart {
		return rng.IntN(len(c))
	}
	var sum float64
	rates := make([]float64, len(c))
	for i, e := range c {
		rates[i] = (moves[i].prior + e.Paid) / (1 + e.Streams/1000)
		sum += rates[i]
	}
	at := rng.Float64() * sum
	for i, r := range rates[:len(c)-1] {
		if at -= r; at < 0 {
			return i
		}
	}
	return len(c) - 1
}

func (c credit) pay(move, streams int, improved bool) {
	e := &c[move]
	e.Paid, e.Streams = float64(forget*e.Paid)+float64(one(improved)), float64(forget*e.Streams)+float64(streams)
}

// take scores a known stream, and keeps it.
func (n *island) take(e *evaluator, s stream) score {
	m := member{s, e.score(s)}
	n.population.offer(m)
	n.pools.offer(arm{Stream: s, score: m.Score, pattern: e.patternOf(s)})
	if m.Score.better(n.best) {
		n.best = m.Score
	}
	return m.Score
}
