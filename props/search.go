package props

import (
	"flag"
	"fmt"
	"sync"
	"testing"

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

// newSearch returns a search over those of the learners that p speaks of, if it speaks
// of any.
func newSearch(p Property, learners []*algos.Spec) *search {
	value := func(name string) any { return flag.Lookup("rapid." + name).Value.(flag.Getter).Get() }
	n := p.Cases * value("checks").(int) / 100
	if testing.Short() {
		n /= 5
	}
	seed := max(1, value("seed").(uint64)) // 0 is that no flag was given
	s := &search{Property: p}
	for i := range max(1, n) {
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
// ℓ2 and, if the property is of norms, in those of matrices. A property of no learner
// is held in each ℓp too, and one that wants a norm drawn not in ℓ2.
func (s *search) add(l *algos.Spec) {
	d := s.Draws
	add := func(matrix, power bool, once int) {
		d.Matrix, d.Power = matrix, power
		s.parts = append(s.parts, part{l, d, once})
	}
	given := d.Matrix || d.Power
	switch {
	case l != nil && l.Norm() != vec.L2{} && !given:
		add(false, false, rarely)
	case l != nil && l.Norm() != vec.L2{}:
		return
	case !given:
		add(false, false, 1)
	}
	if d.Norms && !d.NoStream && (l == nil || l.Norm() == vec.L2{} && hasNorms(l)) {
		add(true, false, rarely)
	}
	if d.Norms && l == nil {
		add(false, true, rarely/len(stream.Powers()))
	}
}

// draw is case i of a part.
func (s *search) draw(p part, i int) stream.Case {
	var c stream.Case
	if !p.NoStream {
		c = s.streams[i]()
	}
	return stream.Beside(c, p.Spec, p.Draws).Example(int(s.seeds[i]))
}

// failure is that of the first part that has one, at its first case, shrunk; nil if
// there is none. The seed that it names draws that case first.
func (s *search) failure() *Failure {
	first := make([]int, len(s.parts)) // the case that fails
	var parts sync.WaitGroup
	for k, part := range s.parts {
		parts.Go(func() {
			for first[k] < len(s.seeds) && s.try(s.draw(part, first[k])) == nil {
				first[k] += part.once
			}
		})
	}
	parts.Wait()
	for k, i := range first {
		if i < len(s.seeds) {
			c := stream.Shrink(s.draw(s.parts[k], i), func(c stream.Case) bool { return s.try(c) != nil })
			return s.Property.failure(c, fmt.Sprintf("-rapid.seed=%d", s.seeds[i]))
		}
	}
	return nil
}
