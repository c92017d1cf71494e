package stream

import (
	"math"
	"math/bits"
)

// Source is a source of random draws. Those of a seed are the ones that the generators of
// pgregory.net/rapid make of it, to the bit, so that a case has one number in all tests; and
// the command draws the same cases without rapid, which would define flags there.
type Source struct{ a, b, c, d uint64 }

// NewSource returns the source of that seed: Bob Jenkins' small generator of 64 bits.
func NewSource(seed uint64) *Source {
	s := &Source{0xf1ea5eed, seed, seed, seed}
	for range 20 {
		s.next()
	}
	return s
}

func (s *Source) next() uint64 {
	e := s.a - bits.RotateLeft64(s.b, 7)
	s.a = s.b ^ bits.RotateLeft64(s.c, 13)
	s.b = s.c + bits.RotateLeft64(s.d, 37)
	s.c = s.d + e
	s.d = e + s.a
	return s.d
}

// bits draws n bits.
func (s *Source) bits(n int) uint64 { return s.next() & (1<<n - 1) }

// unit draws from [0, 1).
func (s *Source) unit() float64 { return float64(s.bits(53)) * 0x1p-53 }

// upTo draws an integer from 0 to most. It draws a length in bits first, so that small ones
// are frequent, and a length that is out of range stands for most.
func (s *Source) upTo(most uint64) uint64 {
	length := bits.Len64(most)
	mean := max(8, (float64(length)+48)/7)
	drawn := 1 + int(math.Log1p(-s.unit())/math.Log1p(-1/(mean+1)))
	if drawn >= length && drawn >= 64-4*(16-int(mean)) {
		return most
	}
	for {
		if v := s.bits(min(drawn, length)); v <= most {
			return v
		}
	}
}

// Int draws an integer from low to high, small ones more often.
func (s *Source) Int(low, high int) int {
	sign := s.unit()
	switch {
	case high <= 0 && low < 0:
		return high - int(s.upTo(uint64(high-low)))
	case low < 0 && sign >= 0.5:
		return -1 - int(s.upTo(uint64(-1-low)))
	}
	low = max(0, low)
	return low + int(s.upTo(uint64(high-low)))
}

// more draws whether a list of n values, of least to most, goes on.
func (s *Source) more(n, least, most int) bool {
	at := s.unit()
	if n < least || n >= most {
		return n < least
	}
	mean := min(max(float64(least), 5), float64(most-least)/2)
	return at >= 1/(1+mean)
}

// Of draws one of the values, the first ones more often.
func Of[V any](s *Source, values ...V) V { return values[s.upTo(uint64(len(values)-1))] }

// List draws a list of least to most values.
func List[V any](s *Source, least, most int, draw func() V) []V {
	all := []V{}
	for s.more(len(all), least, most) {
		all = append(all, draw())
	}
	return all
}

// Generator draws values.
type Generator[V any] func(*Source) V

// Example returns the value of a seed.
func (g Generator[V]) Example(seed int) V { return g(NewSource(uint64(seed))) }
