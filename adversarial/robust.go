package adversarial

import (
	"context"
	"math/rand/v2"
)

// robust is a stream that refutes the conjecture as m does, but with room for rounding:
// its mistakes lie off the hyperplane by a share of the learner's own margin, as great a
// share as the ratio allows. Its numbers can be short. It is m itself where there is no
// such stream.
func (t *target) robust(ctx context.Context, m member) member {
	if t.batch {
		return m
	}
	const deepest, least, exchange = 0.5, 1e-4, 0.2
	for depth := deepest; depth > least && ctx.Err() == nil; depth /= 2 {
		s := &searcher{source: source{target: t, rng: rand.New(rand.NewPCG(0, 0))}, evaluator: newEvaluator(t), island: newIsland(), calls: mostCalls}
		s.evaluator.ctx = ctx
		p := t.patternOf(m.Stream)
		p.depth = depth
		if deep := s.descend(p, true); deep.Stream != nil && deep.Score.Inside && deep.Score.Ratio > 1+float64(exchange*depth) {
			return deep
		}
	}
	return m
}
