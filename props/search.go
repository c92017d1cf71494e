package props

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"

	"marginlab/algos"
	"marginlab/props/stream"
	"marginlab/theory/vec"
)

// search looks for a case that a property does not hold for, of several learners at
// once. Streams are drawn once for all of them.
type search struct {
	Property
	seeds   []uint64
	streams []func() stream.Case
	parts   []part
}

// part is what is drawn for one learner in one kind of norm, in one of so many cases.
type part struct {
	*algos.Spec
	stream.Draws
	once int
}

// newSearch returns a search among so many cases of those of the learners that p speaks of,
// if it speaks of any.
func newSearch(p Property, learners []*algos.Spec, seed uint64, cases int) *search {
	s := &search{Property: p}
	for i := range max(1, cases) {
		seed += uint64(i) // as rapid does
		s.seeds = append(s.seeds, seed)
		s.streams = append(s.streams, sync.OnceValue(func() stream.Case { return stream.Streams().Example(int(s.seeds[i])) }))
	}
	if p.For == nil {
		s.add(nil)
		return s
	}
	for _, l := range learners {
		if p.SpeaksOf(l) {
			s.add(l)
		}
	}
	return s
}

// rarely is how many times fewer cases are drawn in a norm than in ℓ2.
const rarely = 5

// add adds a learner, or the nil that stands for none: one in ℓp there, and others in
// ℓ2. A property of no learner is held in each ℓp too if it is of norms.
func (s *search) add(l *algos.Spec) {
	once := 1
	if l != nil && l.Norm != (vec.L2{}) {
		once = rarely
	}
	s.parts = append(s.parts, part{l, s.Draws, once})
	if s.Draws.Norms && l == nil {
		power := s.Draws
		power.Power = true
		s.parts = append(s.parts, part{l, power, rarely / len(stream.Powers())})
	}
}

// draw is case i of a part.
func (s *search) draw(p part, i int) stream.Case {
	return stream.Beside(s.streams[i](), p.Spec, p.Draws).Example(int(s.seeds[i]))
}

// failure is that of the first part that has one, at its first case, shrunk; nil if
// there is none, or if ctx ends before it is found. The seed that it names draws that case
// first. A program that breaks its protocol is started again for each case, which takes too
// long to shrink one.
func (s *search) failure(ctx context.Context) (f *Failure, cases int) {
	first := make([]int, len(s.parts)) // the case that fails
	var parts sync.WaitGroup
	var tried atomic.Int64
	for k, part := range s.parts {
		parts.Go(func() {
			for ; first[k] < len(s.seeds) && ctx.Err() == nil; first[k] += part.once {
				tried.Add(1)
				if s.try(s.draw(part, first[k])) != nil {
					break
				}
			}
		})
	}
	parts.Wait()
	for k, i := range first {
		if i < len(s.seeds) && ctx.Err() == nil {
			seed := fmt.Sprintf("-rapid.seed=%d", s.seeds[i])
			f = s.Property.failure(s.draw(s.parts[k], i), seed)
			if f != nil && !brokenProtocol(f.Err) {
				c := stream.Shrink(f.Case, func(c stream.Case) bool { return ctx.Err() == nil && s.try(c) != nil })
				f = s.Property.failure(c, seed)
			}
			return f, int(tried.Load())
		}
	}
	return nil, int(tried.Load())
}
